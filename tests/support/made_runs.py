"""Runs of the arena that nobody played: small ones known move by move, and large random ones."""

import math
import random

from outflank import Color
from outflank.arena.record import Fault, GameRecord
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.tally import ArenaTally, Pair


def transcript(plies: int, letters: str = "ab") -> str:
    """Some moves, black and white in turn; which ones does not matter to a tally."""
    return "".join(
        (letters[0].upper() if ply % 2 == 0 else letters[1]) + str(ply % 8 + 1)
        for ply in range(plies)
    )


def game(
    black: int,
    white: int,
    score: int,
    *,
    size: int = 8,
    pair: int = 0,
    moves: str = "C4e3F6e6",
    opening: int = 2,
    discs: tuple[int, int] | None = None,
    depths: tuple[int | None, ...] | None = None,
    nodes: tuple[int | None, ...] | None = None,
    seconds: tuple[float, ...] | None = None,
    fault: Fault | None = None,
    slips: tuple[Fault, ...] = (),
) -> GameRecord:
    """A game that ended with black's score."""
    played = sum(letter.isalpha() for letter in moves) - opening
    half = size * size // 2
    return GameRecord(
        size=size,
        pair=pair,
        black=black,
        white=white,
        opening=opening,
        moves=moves,
        score=score,
        discs=discs or (half + score // 2, half - score // 2),
        depths=depths or (None,) * played,
        nodes=nodes or (None,) * played,
        seconds=seconds or (0.5,) * played,
        fault=fault,
        slips=slips,
    )


def pair(first: int, second: int, scores: tuple[int, int], *, number: int, size: int = 8) -> Pair:
    """Two games by the disc differences of the first player, who is black, then white."""
    moves = transcript(6, "ab"), transcript(8, "cd")
    tail = f"{'GH'[number % 2]}{number % size + 1}"  # no two pairs in a row have the same games
    return (
        game(first, second, scores[0], size=size, pair=number, moves=moves[0] + tail),
        game(second, first, -scores[1], size=size, pair=number, moves=moves[1] + tail),
    )


def tally_of(settings: RunSettings, pairs: list[Pair]) -> ArenaTally:
    """A tally that has counted these pairs."""
    tally = ArenaTally(settings)
    for played in pairs:
        tally.add(played)
    return tally


def random_run(
    players: tuple[str, ...],
    sizes: tuple[int, ...] = (8,),
    games: int = 40,
    *,
    gauntlet: bool = False,
    seed: int = 1,
    spread: float = 60.0,
    faults: bool = True,
) -> ArenaTally:
    """A run between players each `spread` Elo weaker than the one before.

    The first two say nothing of depth and nodes if their names begin with ``random``.
    """
    dice = random.Random(seed)
    settings = RunSettings(
        players,
        sizes=sizes,
        games=games,
        gauntlet=gauntlet,
        seed=seed,
        conditions=Conditions(nodes=1000),
    )
    tally = ArenaTally(settings)
    for pairing in settings.pairings():
        gap = spread * (pairing.second - pairing.first)
        both = tuple(
            _random_game(settings, pairing.size, pairing.pair, black, white, mean, dice, faults)
            for black, white, mean in (
                (pairing.first, pairing.second, gap),
                (pairing.second, pairing.first, -gap),
            )
        )
        tally.add((both[0], both[1]))
    return tally


def _random_game(
    settings: RunSettings,
    size: int,
    number: int,
    black: int,
    white: int,
    gap: float,
    dice: random.Random,
    faults: bool,
) -> GameRecord:
    squares = size * size
    plies, opening = squares - 4, 8
    score = 2 * round(dice.gauss(gap / 800 * squares, squares / 4) / 2)
    score = max(-squares, min(squares, score))
    moves = transcript(plies, dice.choice(["ab", "cd", "ef"])) if dice.random() < 0.1 else "".join(
        (chr(65 + dice.randrange(size)) if ply % 2 == 0 else chr(97 + dice.randrange(size)))
        + str(dice.randrange(size) + 1)
        for ply in range(plies)
    )  # fmt: skip
    depths: list[int | None] = []
    nodes: list[int | None] = []
    seconds: list[float] = []
    for ply in range(opening, plies):
        player = black if ply % 2 == 0 else white
        quiet = settings.players[player].startswith("random")
        left = plies - ply
        depth = min(left, round(5 + player % 4 + 3 * ply / plies + dice.gauss(0, 0.5)))
        amount = round(min(math.exp(1.3 * left), 10 ** (3 + player % 3) * dice.uniform(0.7, 1)))
        depths.append(None if quiet else depth)
        nodes.append(None if quiet else max(1, amount))
        seconds.append(2e-6 if quiet else amount / 3e6 * dice.uniform(0.9, 1.3))
    fault = None
    if faults and dice.random() < 0.02:
        fault = Fault(Color.WHITE, "time", f"{settings.players[white]} took 1.200 of 1.100 seconds")
        score = squares
    return GameRecord(
        size, number, black, white, opening, moves, score,
        (squares // 2 + score // 2, squares // 2 - score // 2),
        tuple(depths), tuple(nodes), tuple(seconds), fault,
    )  # fmt: skip
