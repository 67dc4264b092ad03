"""Games the program plays against itself, kept in files that appear when they are whole.

Every game has its own seed, made from the run's seed, the round and the game's number: the games
are the same however many processes or machines play them, and whatever was stopped and started
again.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outflank._native import EngineCore, Move, Position
from outflank.agents.turns import Turns
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import load_evaluation
from outflank.engine.weights import parse_weights
from outflank.executor import Executor, one_per_thread, raise_if_stopping
from outflank.training.dataset import NO_MOVE, NO_SCORE, Games, game_type, write_array
from outflank.training.run import best_move, make_files

GAMES_PER_FILE = 1000
"""Games in one file."""
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
class RoundConditions:
    """What a game depends on, besides its number and the weights; it travels to who plays."""

    size: int
    seed: int
    number: int
    """Of the round."""


@dataclass(frozen=True, slots=True)
class Round(RoundConditions):
    """One round of self-play."""

    games: int
    weights: Path | None
    """What the engine plays with; None is the first round's hand-made evaluation."""
    folder: Path

    @property
    def conditions(self) -> RoundConditions:
        """Those alone: paths mean nothing on another machine."""
        return RoundConditions(self.size, self.seed, self.number)

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
    make_files(
        chunks,
        lambda path: executor.submit(play_games, this.conditions, weights, chunks[path]),
        write_array,
        executor,
        report,
    )


class SelfPlayer:
    """Plays the games of a round, with the bytes of a file of weights or without."""

    def __init__(self, this: RoundConditions, file: bytes | None) -> None:
        self.round = this
        self._squares = this.size**2 - 4
        weights = None
        if file is not None:
            weights = parse_weights(file, f"the weights of round {this.number - 1}", this.size)
        self._core = EngineCore(this.size, weights, threads=1, hash_mb=HASH_MB)
        self._first: ClassicSearch | None = None
        if weights is None:
            evaluation = load_evaluation(FIRST_EVALUATION, this.size)
            self._first = ClassicSearch(evaluation, table_mb=HASH_MB)

    def game(self, number: int) -> tuple[int, list[int], list[int]]:
        """How many moves are random, the moves, and those aside, as `game_type` has them."""
        this = self.round
        draw = random.Random(f"{this.seed} {this.number} {number}")
        # 8x8: 4 to 16 plies. Elsewhere the same shares of the squares to fill.
        opening = draw.randint(self._squares // 15, self._squares * 4 // 15)
        turns = Turns(Position(this.size))
        moves: list[int] = []
        aside: list[int] = []
        for position, legal in turns:
            wild = position.empties > self._squares // 3 and draw.random() < RANDOM_MOVE_RATE
            if len(moves) < opening or wild:
                move = other = draw.choice(legal)
            else:
                move = self._best(position)
                others = [each for each in legal if each != move]
                off_line = bool(others) and draw.random() < ASIDE_RATE
                other = draw.choice(others) if off_line else Move.PASS
            turns.play(move)
            moves.append(move.row * this.size + move.column)
            aside.append(NO_MOVE if other.is_pass else other.row * this.size + other.column)
        return opening, moves, aside

    def _best(self, position: Position) -> Move:
        if self._first is not None:
            return self._first.search(position, FIRST_LIMIT).move
        return best_move(self._core, position, depth=DEPTH)[0]


_player = one_per_thread(SelfPlayer)


def play_games(this: RoundConditions, weights: bytes | None, numbers: range) -> Games:
    """The task of an executor: some games of a round."""
    player = _player(this, weights)
    games = np.empty(len(numbers), game_type(this.size))
    games["moves"] = games["aside"] = NO_MOVE
    games["score"] = NO_SCORE
    for index, number in enumerate(numbers):
        raise_if_stopping()
        opening, moves, aside = player.game(number)
        games[index]["opening"] = opening
        games[index]["moves"][: len(moves)] = moves
        games[index]["aside"][: len(moves)] = aside
    return games
