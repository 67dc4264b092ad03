"""Games the program plays against itself, kept in files that appear when they are whole.

Every game has its own seed, made from the run's seed, the round and the game's number: the games
are the same however many processes play them, and whatever was stopped and started again.
"""

import multiprocessing
import random
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path

import numpy as np

from outflank._native import EngineCore, Move, Position
from outflank.engine import ClassicSearch, Limit
from outflank.engine.evals import load_evaluation
from outflank.engine.weights import read_weights
from outflank.errors import EngineError
from outflank.training.dataset import NO_MOVE, game_type, write_games

CHUNK = 250
"""Games in one file."""
FIRST_EVALUATION = "improved"
FIRST_LIMIT = Limit(depth=2)
"""How the first round, which has no weights yet, plays."""
ODD_MOVE = 1 / 40
"""How often a move after the opening is random, so that the weights learn what mistakes cost."""
HASH_MB = 4


@dataclass(frozen=True, slots=True)
class Round:
    """One round of self-play."""

    size: int
    seed: int
    number: int
    games: int
    depth: int
    """Plies the engine looks ahead."""
    exact: int
    """With so many empty squares or fewer, the rest of the game is perfect."""
    weights: Path | None
    """What the engine plays with; None is the first round's hand-made evaluation."""
    folder: Path

    def chunks(self) -> list[tuple[Path, range]]:
        """Each file of the round, and the numbers of its games."""
        return [
            (
                self.folder / f"games-{first // CHUNK:05}.npy",
                range(first, min(first + CHUNK, self.games)),
            )
            for first in range(0, self.games, CHUNK)
        ]


def play_round(this: Round, workers: int, report: Callable[[float], None]) -> None:
    """Plays what the round lacks; `report` is told the fraction that is done."""
    this.folder.mkdir(parents=True, exist_ok=True)
    chunks = this.chunks()
    missing = [chunk for chunk in chunks if not chunk[0].exists()]
    done = len(chunks) - len(missing)
    if workers == 1 or len(missing) < 2:
        player = Player(this)
        for path, numbers in missing:
            _play_chunk(player, path, numbers)
            done += 1
            report(done / len(chunks))
        return
    # Spawned, not forked: a fork would copy locks that threads of the core may hold.
    context = multiprocessing.get_context("spawn")
    stopped = context.Event()
    with ProcessPoolExecutor(
        min(workers, len(missing)), context, _begin_worker, (this, stopped)
    ) as pool:
        try:
            with _deaf_to_ctrl_c():
                tasks = [pool.submit(_work, *chunk) for chunk in missing]
            for task in as_completed(tasks):
                task.result()
                done += 1
                report(done / len(chunks))
        except BrokenProcessPool:
            raise EngineError("a process that plays training games ended unexpectedly") from None
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started here ignore Ctrl-C from their first moment; their parent tells them."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets signals, and only it may change what they do
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Player:
    """Plays the games of a round."""

    def __init__(self, this: Round) -> None:
        self.size = this.size
        self._round = this
        self._squares = this.size**2 - 4
        weights = None if this.weights is None else read_weights(this.weights, this.size)
        self._core = EngineCore(this.size, weights, threads=1, hash_mb=HASH_MB)
        self._first: ClassicSearch | None = None
        if weights is None:
            evaluation = load_evaluation(FIRST_EVALUATION, this.size)
            self._first = ClassicSearch(evaluation, table_mb=HASH_MB)

    def game(self, number: int) -> tuple[int, int, list[int]]:
        """From which move on the result counts, black's final score, and the moves."""
        this = self._round
        draw = random.Random(f"{this.seed} {this.number} {number}")
        # 8x8: 6 to 24 plies. Elsewhere the same shares of the squares to fill.
        opening = draw.randint(self._squares // 10, self._squares * 2 // 5)
        settled = max(self._squares // 3, this.exact)
        position = Position(this.size)
        moves: list[int] = []
        labelled = 0
        line: list[Move] = []
        while True:
            if position.must_pass():
                position = position.play(Move.PASS)
            legal = position.legal_moves
            if not legal:
                break
            odd = position.empties > settled and draw.random() < ODD_MOVE
            if len(moves) < opening or odd:
                move = draw.choice(legal)
                labelled = len(moves) + 1
            else:
                move, *line = line or self._best(position)
            position = position.play(move)
            moves.append(move.row * this.size + move.column)
        return labelled, position.score(), moves

    def _best(self, position: Position) -> list[Move]:
        """The move to play, and those after it that need no further search; no passes."""
        this = self._round
        exact = position.empties <= this.exact
        if self._first is not None and not exact:
            return [self._first.search(position, FIRST_LIMIT).move]
        *_, lines = self._core.search(
            position,
            depth=0 if exact else this.depth,
            nodes=0,
            seconds=0.0,
            exact_empties=this.exact,
            lines=1,
            outcome_only=False,
            fresh=True,
        )
        move, _, line = lines[0]
        # Only the moves of an exact line are all as good as a new search.
        return [step for step in line if not step.is_pass] if exact else [move]


def _play_chunk(player: Player, path: Path, numbers: range, stopped: Event | None = None) -> None:
    games = np.empty(len(numbers), game_type(player.size))
    games["moves"] = NO_MOVE
    for index, number in enumerate(numbers):
        if stopped is not None and stopped.is_set():
            return
        labelled, score, moves = player.game(number)
        games[index]["labelled"], games[index]["score"] = labelled, score
        games[index]["moves"][: len(moves)] = moves
    write_games(path, games)


# What a worker process keeps between two files.
_worker: tuple[Player, Event]


def _begin_worker(this: Round, stopped: Event) -> None:
    global _worker  # noqa: PLW0603
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows hands down no ignored signals
    _worker = (Player(this), stopped)


def _work(path: Path, numbers: range) -> None:
    player, stopped = _worker
    _play_chunk(player, path, numbers, stopped)
