"""Games the program plays against itself, kept in files that appear when they are whole.

Every game has its own seed, made from the run's seed, the round and the game's number: the games
are the same however many processes or machines play them, and whatever was stopped and started
again.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outflank._board import START_DISCS
from outflank._native import EngineCore, Move, Position
from outflank.agents.turns import Turns
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import load_evaluation
from outflank.engine.weights import parse_weights
from outflank.executor import Executor, one_per_thread, raise_if_stopping
from outflank.training.dataset import (
    NO_MOVE,
    NO_SCORE,
    Games,
    game_type,
    square_number,
    write_array,
)
from outflank.training.run import best_move, make_files

GAMES_PER_FILE = 1000
FIRST_EVALUATION = "improved"
FIRST_LIMIT = Limit(depth=2)
"""How the first round, which has no weights yet, plays."""
DEPTH = 2
"""Plies the engine looks ahead in the rounds that have weights."""
RANDOM_MOVE_RATE = 1 / 40
"""How often a move after the opening is random: games in which one side has the worse of it."""
ASIDE_RATE = 1 / 2
"""How many positions lie one random move off the line of their game."""
HASH_MB = 1


@dataclass(frozen=True, slots=True)
class Round:
    size: int
    seed: int
    number: int
    games: int
    weights: Path | None
    """What the engine plays with; None is the first round's hand-made evaluation."""
    folder: Path

    def chunks(self) -> list[tuple[Path, range]]:
        """Each file of the round, and the numbers of its games."""
        return [
            (
                self.folder / f"games-{first // GAMES_PER_FILE:05}.npy",
                range(first, min(first + GAMES_PER_FILE, self.games)),
            )
            for first in range(0, self.games, GAMES_PER_FILE)
        ]


def play_round(this: Round, executor: Executor, report: Callable[[float], None]) -> None:
    """Plays what the round lacks; `report` is told the fraction that is done."""
    this.folder.mkdir(parents=True, exist_ok=True)
    chunks = dict(this.chunks())
    weights = None if this.weights is None else this.weights.read_bytes()
    conditions = (this.size, this.seed, this.number, weights)
    make_files(
        chunks,
        lambda path: executor.submit(play_games, *conditions, chunks[path]),
        write_array,
        executor,
        report,
    )


class SelfPlayer:
    """Plays the games of a round, with the bytes of a file of weights or without."""

    def __init__(self, size: int, seed: int, round: int, file: bytes | None) -> None:
        self._size = size
        self._dice = f"{seed} {round}"
        self._best: Callable[[Position], Move]
        if file is None:
            search = ClassicSearch(load_evaluation(FIRST_EVALUATION, size), table_mb=HASH_MB)
            self._best = lambda position: search.search(position, FIRST_LIMIT).move
        else:
            weights = parse_weights(file, f"the weights of round {round - 1}", size)
            core = EngineCore(size, weights, threads=1, hash_mb=HASH_MB)
            self._best = lambda position: best_move(core, position, depth=DEPTH)[0]

    def game(self, number: int) -> tuple[int, list[int], list[int]]:
        """How many moves are random, the moves, and those aside, as `game_type` has them."""
        draw = random.Random(f"{self._dice} {number}")
        squares = self._size**2 - START_DISCS
        # 8x8: 4 to 16 plies. Elsewhere the same shares of the squares to fill.
        opening = draw.randint(squares // 15, squares * 4 // 15)
        turns = Turns(Position(self._size))
        moves: list[int] = []
        aside: list[int] = []
        for position, legal in turns:
            wild = position.empties > squares // 3 and draw.random() < RANDOM_MOVE_RATE
            if len(moves) < opening or wild:
                move = other = draw.choice(legal)
            else:
                move = self._best(position)
                other = draw_aside(draw, legal, move)
            turns.play(move)
            moves.append(square_number(move, self._size))
            aside.append(square_number(other, self._size))
        return opening, moves, aside


def draw_aside(draw: random.Random, legal: Sequence[Move], move: Move) -> Move:
    """A move to look at instead of one that was played, or a pass for none."""
    others = [each for each in legal if each != move]
    off_line = bool(others) and draw.random() < ASIDE_RATE
    return draw.choice(others) if off_line else Move.PASS


_player = one_per_thread(SelfPlayer)


def play_games(size: int, seed: int, round: int, weights: bytes | None, numbers: range) -> Games:
    """The task of an executor: some games of a round."""
    player = _player(size, seed, round, weights)
    games = np.empty(len(numbers), game_type(size))
    games["moves"] = games["aside"] = NO_MOVE
    games["score"] = NO_SCORE
    for index, number in enumerate(numbers):
        raise_if_stopping()
        games[index]["opening"], moves, aside = player.game(number)
        games[index]["moves"][: len(moves)] = moves
        games[index]["aside"][: len(moves)] = aside
    return games
