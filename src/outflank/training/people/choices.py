"""Positions of people's games with what the network is to see of them, drawn and kept in chunks.

A position counts if there was more than one legal move. Each part has its own draw. The parts for
choosing and for reporting are judged too: what each move was worth by a deeper search.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._files import replacing
from outflank._native import Color, Move, Position
from outflank.executor import Executor, one_per_thread, raise_if_stopping
from outflank.game import replay
from outflank.humanlike.choices import NO_SQUARE, Choices, joined, rows_of
from outflank.humanlike.popularity import Popularity, game_keys, keys_after
from outflank.humanlike.surprise import GameStep
from outflank.humanlike.values import JUDGE_HASH_MB, MoveValues
from outflank.training.people.games import FIT, PARTS, PeopleGames
from outflank.training.run import make_files, reading

CHUNK = 2000
"""Positions in a file: some seconds of work."""
FIRST_PLY = 8
"""Where a report begins: the moves before are known by heart."""
Drawn = tuple[int, int]
"""A game and the number of a move in it, from 1, passes not counted."""
OPENING_SHARE = 0.3
"""Of the fit's positions before that, so many in one are kept: they are much alike."""


@dataclass(frozen=True, slots=True)
class People:
    """What is known about people before a position is looked at."""

    games: PeopleGames
    ratings: NDArray[np.float32]
    """By the number of the player; 0 for who has none."""
    popularity: Popularity
    """Of the games of the fit."""


@dataclass(frozen=True, slots=True)
class PeopleSamples:
    """Positions of games, each with the move that was played."""

    choices: Choices
    played: NDArray[np.int64]
    """Which of the moves, from 0 in each position."""
    ply: NDArray[np.int64]
    game: NDArray[np.int64]
    player: NDArray[np.int64]
    judged: NDArray[np.int8]
    """What each move is worth; nothing where nobody judged."""

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The row of the move that was played, for each position."""
        rows: NDArray[np.int64] = self.choices.starts[:-1] + self.played
        return rows

    @property
    def losses(self) -> NDArray[np.float32]:
        """The discs that each move loses, as the judge sees it."""
        return self.choices.losses(self.judged)

    def some(self, numbers: NDArray[np.int64]) -> "PeopleSamples":
        """Some of the positions, all of which are judged."""
        rows, _ = rows_of(self.choices.starts, numbers)
        arrays = {name: getattr(self, name)[rows if name == "judged" else numbers] for name in _OWN}
        return PeopleSamples(self.choices.some(numbers), **arrays)

    def save(self, path: Path) -> None:
        arrays = asdict(self)
        with replacing(path) as file:
            np.savez_compressed(file, **arrays.pop("choices"), **arrays)

    @classmethod
    def load(cls, paths: Sequence[Path]) -> "PeopleSamples":
        choices, own = [], []
        for path in paths:
            with reading(path), np.load(path, allow_pickle=False) as stored:
                choices.append(
                    Choices(**{field.name: stored[field.name] for field in fields(Choices)})
                )
                own.append([stored[name] for name in _OWN])
        return cls(joined(choices), *(np.concatenate(arrays) for arrays in zip(*own, strict=True)))


_OWN = ("played", "ply", "game", "player", "judged")


def draw(games: PeopleGames, part: str, count: int, seed: int) -> list[Drawn]:
    """Positions of a part, each as likely as any other; more of them begin with the same."""
    chosen = np.flatnonzero(games.part == part)
    lengths = (games.moves[chosen] != NO_SQUARE).sum(axis=1)
    first = 1 if part == FIT else FIRST_PLY
    dice = np.random.default_rng([seed, PARTS.index(part)])
    every = np.concatenate(
        [np.empty((0, 2), np.int64)]
        + [
            np.stack([np.full(length - first + 1, game), np.arange(first, length + 1)], axis=1)
            for game, length in zip(chosen.tolist(), lengths.tolist(), strict=True)
        ]
    )
    every = every[(every[:, 1] >= FIRST_PLY) | (dice.random(len(every)) < OPENING_SHARE)]
    return [(game, ply) for game, ply in every[dice.permutation(len(every))[:count]].tolist()]


def write_chunks(
    people: People,
    part: str,
    drawn: Sequence[Drawn],
    folder: Path,
    *,
    executor: Executor,
    report: Callable[[float], None],
) -> list[Path]:
    """The files of a part's positions; those that are there already are not made again."""
    chunks = {
        folder / f"{part}-{begin // CHUNK:03}.npz": drawn[begin : begin + CHUNK]
        for begin in range(0, len(drawn), CHUNK)
    }
    make_files(
        chunks,
        lambda path: executor.submit(look_at, people, chunks[path], part),
        lambda path, samples: samples.save(path),
        executor,
        report,
    )
    return list(chunks)


def turns(squares: NDArray[np.int8]) -> Iterator[GameStep]:
    """The moves of a game, one after another; passes are not among them."""
    position, past = Position(8), list[Move]()
    for move, after in replay(position, _moves(squares)):
        if not move.is_pass:
            yield GameStep(position, move, tuple(past))
        past.append(move)
        position = after


def _moves(squares: NDArray[np.int8]) -> list[Move]:
    return [Move.at(*divmod(square, 8)) for square in squares.tolist() if square != NO_SQUARE]


def all_game_keys(games: PeopleGames, part: str) -> Iterator[NDArray[np.uint32]]:
    """The keys of the positions of each game of a part."""
    for squares in games.moves[games.part == part]:
        yield game_keys(_moves(squares))


def look_at(people: People, drawn: Sequence[Drawn], part: str) -> PeopleSamples:
    """The task of an executor: some positions of a part, and what there is to see of them."""
    seen, judge = _engines()
    own = part == FIT  # its games are among those that are popular, and must not count themselves
    games, ratings = people.games, people.ratings
    plies_of: dict[int, set[int]] = {}
    for game, ply in drawn:
        plies_of.setdefault(game, set()).add(ply)
    choices: list[Choices] = []
    played_moves: list[tuple[int, int, int, int]] = []
    judgements = [np.empty(0, np.int8)]
    for game, plies in sorted(plies_of.items()):
        steps = turns(games.moves[game, : max(plies)])
        for ply, (position, move, past) in enumerate(steps, 1):
            raise_if_stopping()
            moves = position.legal_moves
            if ply not in plies or len(moves) < 2:
                continue
            player = int((games.black if position.turn == Color.BLACK else games.white)[game])
            keys = keys_after(position, moves)
            played = moves.index(move)
            counts = people.popularity.count(keys, (keys == keys[played]) & own)
            values = seen.seen(position, moves)
            choices.append(
                Choices.of(position, moves, past, ratings[player], values=values, counts=counts)
            )
            played_moves.append((played, ply, game, player))
            if part != FIT:
                judgements.append(judge.judge(position, moves))
    arrays = [*np.array(played_moves, np.int64).T, np.concatenate(judgements)]
    return PeopleSamples(joined(choices), **dict(zip(_OWN, arrays, strict=True)))


@one_per_thread
def _engines() -> tuple[MoveValues, MoveValues]:
    return MoveValues(), MoveValues(JUDGE_HASH_MB)
