"""Games the program plays against itself, kept in files that appear when they are whole.

Every game has its own seed, made from the run's seed, the round and the game's number: the games
are the same however many processes or machines play them, and whatever was stopped and started
again.
"""

import random
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outflank._native import EngineCore, Move, Position
from outflank.agents.turns import Turns
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import load_evaluation
from outflank.engine.level import FULL_WIDTH
from outflank.engine.weights import parse_weights
from outflank.executor import Executor, stopping
from outflank.training.dataset import NO_MOVE, Games, game_type, write_games

GAMES_PER_FILE = 250
"""Games in one file."""
FIRST_EVALUATION = "improved"
FIRST_LIMIT = Limit(depth=2)
"""How the first round, which has no weights yet, plays."""
RANDOM_MOVE_RATE = 1 / 40
"""How often a move after the opening is random, so that the weights learn what mistakes cost."""
HASH_MB = 4


@dataclass(frozen=True, slots=True)
class RoundConditions:
    """What a game depends on, besides its number and the weights; it travels to who plays."""

    size: int
    seed: int
    number: int
    """Of the round."""
    depth: int
    """Plies the engine looks ahead."""
    exact: int
    """With so many empty squares or fewer, the rest of the game is perfect."""


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
        return RoundConditions(self.size, self.seed, self.number, self.depth, self.exact)

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
    chunks = this.chunks()
    missing = [chunk for chunk in chunks if not chunk[0].exists()]
    done = len(chunks) - len(missing)
    weights = None if this.weights is None else this.weights.read_bytes()
    tasks = {
        executor.submit(play_games, this.conditions, weights, numbers): path
        for path, numbers in missing
    }
    for task in executor.completed(tasks):
        write_games(tasks[task], task.result())
        done += 1
        report(done / len(chunks))


class SelfPlayer:
    """Plays the games of a round, with the bytes of a file of weights or without."""

    def __init__(self, this: RoundConditions, file: bytes | None) -> None:
        self.round = this
        self.file = file
        self._squares = this.size**2 - 4
        weights = None
        if file is not None:
            weights = parse_weights(file, f"the weights of round {this.number - 1}", this.size)
        self._core = EngineCore(this.size, weights, threads=1, hash_mb=HASH_MB)
        self._first: ClassicSearch | None = None
        if weights is None:
            evaluation = load_evaluation(FIRST_EVALUATION, this.size)
            self._first = ClassicSearch(evaluation, table_mb=HASH_MB)

    def game(self, number: int) -> tuple[int, int, list[int]]:
        """From which move on the result counts, black's final score, and the moves."""
        this = self.round
        draw = random.Random(f"{this.seed} {this.number} {number}")
        # 8x8: 6 to 24 plies. Elsewhere the same shares of the squares to fill.
        opening = draw.randint(self._squares // 10, self._squares * 2 // 5)
        settled = max(self._squares // 3, this.exact)
        turns = Turns(Position(this.size))
        moves: list[int] = []
        labelled = 0
        line: list[Move] = []
        for position, legal in turns:
            odd = position.empties > settled and draw.random() < RANDOM_MOVE_RATE
            if len(moves) < opening or odd:
                move = draw.choice(legal)
                labelled = len(moves) + 1
            else:
                move, *line = line or self._best(position)
            turns.play(move)
            moves.append(move.row * this.size + move.column)
        return labelled, turns.position.score(), moves

    def _best(self, position: Position) -> list[Move]:
        """The move to play, and those after it that need no further search; no passes."""
        this = self.round
        exact = position.empties <= this.exact
        if self._first is not None and not exact:
            return [self._first.search(position, FIRST_LIMIT).move]
        *_, lines = self._core.search(
            position,
            depth=0 if exact else this.depth,
            nodes=0,
            seconds=0.0,
            selectivity=FULL_WIDTH,
            to_end=exact,
            lines=1,
            outcome_only=False,
            fresh=True,
        )
        move, _, line = lines[0]
        # Only the moves of an exact line are all as good as a new search.
        return [step for step in line if not step.is_pass] if exact else [move]


def play_games(this: RoundConditions, weights: bytes | None, numbers: range) -> Games:
    """The task of an executor: some games of a round."""
    player = _player(this, weights)
    games = np.empty(len(numbers), game_type(this.size))
    games["moves"] = NO_MOVE
    for index, number in enumerate(numbers):
        if stopping():
            raise CancelledError
        labelled, score, moves = player.game(number)
        games[index]["labelled"], games[index]["score"] = labelled, score
        games[index]["moves"][: len(moves)] = moves
    return games


# What a thread keeps between two tasks: the weights of a round are unpacked once.
_kept = threading.local()


def _player(this: RoundConditions, weights: bytes | None) -> SelfPlayer:
    player: SelfPlayer | None = getattr(_kept, "player", None)
    if player is None or (player.round, player.file) != (this, weights):
        player = _kept.player = SelfPlayer(this, weights)
    return player
