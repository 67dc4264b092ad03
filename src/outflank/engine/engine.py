"""The strong engine: plays, analyses and solves."""

import os
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

from outflank._board import SIZES, board_name
from outflank._native import EngineCore, Move, PatternWeights, Position
from outflank.engine.book import Book, book_for
from outflank.engine.level import DEFAULT_LEVEL, MAX_LEVEL, Level
from outflank.engine.limit import MAX_THREADS, Limit, check_number
from outflank.engine.question import AT_ONCE, PATIENCE, Question, question_for
from outflank.errors import ArgumentTypeError, EngineError, OutflankError, SettingsError
from outflank.values import FORCED_PASS, Analysis, Decision

DEFAULT_THREADS = min(2, os.cpu_count() or 1)
DEFAULT_HASH_MB, SMALL_HASH_MB = 256, 64
MAX_HASH_MB = 2**20


class Engine:
    """A player that searches deeply, and follows the endgame to its end.

    Without a limit the level decides how deep a search goes. One search runs at a time: a second
    thread waits for its turn. `stop` may be called by any thread. With one thread and no limit in
    seconds, `play`, `solve` and `analyse_many` always answer the same. A forked process makes
    engines of its own: those of its parent can only be closed there.

    >>> with Engine(size=4, threads=1, hash_mb=1) as engine:
    ...     engine.solve(Position(4)).best.score
    -10
    """

    def __init__(
        self,
        size: int = 8,
        *,
        threads: int = DEFAULT_THREADS,
        hash_mb: int = DEFAULT_HASH_MB,
        level: int = DEFAULT_LEVEL,
        weights: PatternWeights | Path | str | None = None,
        book: Book | Path | str | bool = True,
    ) -> None:
        """An engine for one board size.

        `hash_mb` megabytes remember positions already searched. `weights` are the evaluation, or a
        file of it that `outflank train` has made; without them those that come with Outflank are
        used, or, where there are none, mobility and discs. `play` takes its moves from the `book`
        as long as that knows one: a book, a file of one, True for the one that comes with Outflank,
        if there is one for the board, or False.
        """
        if type(size) is not int or size not in SIZES:
            raise SettingsError(f"the engine plays on 4x4, 6x6, 8x8, 10x10 and 12x12, not {size!r}")
        check_number("threads", threads, most=MAX_THREADS)
        check_number("hash_mb", hash_mb, most=MAX_HASH_MB)
        self.size = size
        self.threads = threads
        self.hash_mb = hash_mb
        self.level = Level(level)
        self._weights = _weights_for(size, weights)
        self.book = book_for(size, book)
        try:
            self._core: EngineCore | None = EngineCore(
                size, self._weights, threads=threads, hash_mb=hash_mb
            )
        except MemoryError:
            raise EngineError(f"there is no memory for a table of {hash_mb} MB") from None
        self._lock = threading.Lock()
        self._holder: tuple[int | None, object] = None, None
        """The thread, and the task if there is one, whose search is under way."""
        self._stopped = threading.Event()
        self._forgetful = False

    def play(
        self,
        position: Position,
        limit: Limit | Level | None = None,
        *,
        watch: Callable[[Analysis], None] | None = None,
        dice: str | None = None,
    ) -> Decision:
        """The best move. `watch` is called with what is known so far whenever that changes.

        With `dice`, any text, a move of the book may also be one that is nearly as good; the same
        dice choose the same move.
        """
        question = self._question(position, limit)
        if position.must_pass():
            return FORCED_PASS
        if len(position.legal_moves) == 1 and not _repeatable(limit):
            question = replace(question, pace=AT_ONCE)
        with self._turn() as core:
            stored = None if self.book is None else self.book.choose(position, dice)
            if stored is not None:
                if watch is not None:
                    watch(stored)
                return stored.decision()
            return self._last(core, question, _repeatable(limit), watch).decision()

    def evaluate(self, position: Position) -> float:
        """What the evaluation makes of a position without a search, in discs for the side to move.

        A finished game is worth its score.
        """
        self._check(position)
        if position.is_over():
            return float(position.score(position.turn))
        if position.must_pass():
            return -self.evaluate(position.play(Move.PASS))
        if self._weights is None:
            raise EngineError(f"there is no trained evaluation for {board_name(self.size)}")
        return self._weights.value(position)

    def analyse(
        self, position: Position, limit: Limit | Level | None = None, *, lines: int = 1
    ) -> Analysis:
        """What is known about the best moves when the search has ended; `analysis` streams it.

        What was stored before is used again, except under a limit of nodes.
        """
        question = self._question(position, limit, lines=lines)
        with self._turn() as core:
            return self._last(core, question, fresh=question.nodes > 0)

    def analysis(
        self, position: Position, limit: Limit | Level | None = None, *, lines: int = 1
    ) -> Generator[Analysis, None, None]:
        """The same as a stream: again whenever something changes; the last one is finished.

        Closing the iterator ends the search.
        """
        question = self._question(position, limit, lines=lines)
        return self._stream(question, fresh=question.nodes > 0)

    def analysis_async(
        self, position: Position, limit: Limit | Level | None = None, *, lines: int = 1
    ) -> AsyncGenerator[Analysis, None]:
        """The stream for asyncio; closing the iterator or cancelling the task ends the search."""
        question = self._question(position, limit, lines=lines)
        return self._stream_async(question, fresh=question.nodes > 0)

    def analyse_many(
        self,
        positions: Iterable[Position],
        limit: Limit | Level | None = None,
        *,
        lines: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Analysis]:
        """One analysis after the other; `progress` hears how many of how many are done.

        If `stop` is called, the answer holds those that were done by then.
        """
        questions = []
        for i, position in enumerate(positions):
            try:
                questions.append(self._question(position, limit, lines=lines))
            except OutflankError as error:
                raise type(error)(f"positions[{i}]: {error}") from None
        done: list[Analysis] = []
        with self._turn() as core:
            for question in questions:
                analysis = self._last(core, question, _repeatable(limit))
                if self._stopped.is_set():
                    break
                done.append(analysis)
                if progress is not None:
                    progress(len(done), len(questions))
        return done

    def solve(
        self,
        position: Position,
        *,
        outcome: bool = False,
        all_moves: bool = False,
        watch: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """The true score under perfect play, of the best move or of each.

        With `outcome`, which is quicker, only who wins: 1 for a win, 0 for a draw, -1 for a loss.
        `watch` is called with what is known so far whenever that changes.
        """
        self._check(position)
        lines = max(1, len(position.legal_moves)) if all_moves else 1
        question = self._question(position, Level(MAX_LEVEL), lines=lines, outcome=outcome)
        with self._turn() as core:
            analysis = self._last(core, question, fresh=True, watch=watch)
        if not analysis.exact:
            raise EngineError("the search was stopped before the position was solved")
        return analysis

    def stop(self) -> None:
        """Ends the search under way early: it answers with what it has. Never waits."""
        self._stopped.set()
        core = self._core
        if core is not None:
            core.stop()

    @property
    def idle_seconds(self) -> float:
        """What its threads together waited for work in the last search."""
        return 0.0 if self._core is None else self._core.idle_seconds

    def forget(self) -> None:
        """Lets the next search begin without what earlier ones stored."""
        self._forgetful = True

    def close(self) -> None:
        """Ends the search under way and frees the memory; the engine cannot be used again."""
        core, self._core = self._core, None
        self._stopped.set()
        if core is not None:
            core.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.size}x{self.size}, level {self.level.number}>"

    def _question(
        self,
        position: Position,
        limit: Limit | Level | None,
        *,
        lines: int = 1,
        outcome: bool = False,
    ) -> Question:
        self._check(position)
        return question_for(
            position, self.level if limit is None else limit, lines=lines, outcome=outcome
        )

    def _check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise ArgumentTypeError(
                f"the engine is asked about a Position, not {type(position).__name__}"
            )
        if position.size != self.size:
            raise SettingsError(
                f"this engine is for boards of size {self.size}, not {position.size}"
            )

    def _check_turn(self, thread: int, task: object) -> None:
        core, (holder, held_by) = self._core, self._holder
        if core is not None:
            # Raises in a forked child: there a thread that is missing may hold the lock for ever.
            core.wait(0.0, 0)
        if holder == thread and (task is None or held_by in (None, task)):
            raise EngineError("this engine is busy with another analysis; close that one first")

    @contextmanager
    def _turn(self) -> Iterator[EngineCore]:
        me = threading.get_ident()
        self._check_turn(me, None)
        with self._lock, self._held(me, None) as core:
            yield core

    @contextmanager
    def _held(self, thread: int, task: object) -> Iterator[EngineCore]:
        # In this order: who closes the engine now is either seen here or by the search it stops.
        self._stopped.clear()
        core = self._core
        if core is None:
            raise EngineError("this engine is closed")
        self._holder = thread, task
        try:
            yield core
        finally:
            self._holder = None, None

    def _last(
        self,
        core: EngineCore,
        question: Question,
        fresh: bool,
        watch: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        with self._begun(core, question, fresh) as snapshots:
            for analysis in filter(None, snapshots):
                if watch is not None:
                    watch(analysis)
        return analysis

    def _stream(self, question: Question, fresh: bool) -> Generator[Analysis, None, None]:
        with self._turn() as core, self._begun(core, question, fresh) as snapshots:
            yield from filter(None, snapshots)

    async def _stream_async(
        self, question: Question, fresh: bool
    ) -> AsyncGenerator[Analysis, None]:
        import asyncio  # a fifth of the start-up of the command line, which has no use for it

        me, task = threading.get_ident(), asyncio.current_task()
        self._check_turn(me, task)
        # A thread that waits for the lock would take it even after this task was cancelled.
        while not self._lock.acquire(blocking=False):
            await asyncio.sleep(PATIENCE / 5)
        try:
            with self._held(me, task) as core, self._begun(core, question, fresh) as snapshots:
                analysis = None
                while analysis is None or not analysis.finished:
                    analysis = await asyncio.to_thread(next, snapshots)
                    if analysis is not None:
                        yield analysis
        finally:
            self._lock.release()

    @contextmanager
    def _begun(
        self, core: EngineCore, question: Question, fresh: bool
    ) -> Iterator[Iterator[Analysis | None]]:
        """A search that is told to end when the block is left, whatever happened in it."""
        try:
            question.start(core, fresh=fresh or self._forgetful)
            self._forgetful = False
            if self._stopped.is_set():  # between the turn and the start
                core.stop()
            yield question.snapshots(core)
        finally:
            core.stop()


class KeptEngine:
    """An engine for boards of any size: made when it is first needed, and anew for another size."""

    def __init__(self, make: Callable[[int], Engine] | None = None) -> None:
        """Without `make` it has one thread, so that it repeats its answers."""
        self._make = make or (lambda size: Engine(size, threads=1, hash_mb=SMALL_HASH_MB))
        self._engine: Engine | None = None

    def for_size(self, size: int) -> Engine:
        """The engine for a board; one for another size is closed."""
        if self._engine is None or self._engine.size != size:
            self.close()
            self._engine = self._make(size)
        return self._engine

    def forget(self) -> None:
        if self._engine is not None:
            self._engine.forget()

    def stop(self) -> None:
        """Ends the search under way; it answers with what it has. Any thread may call this."""
        engine = self._engine
        if engine is not None:
            engine.stop()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _weights_for(size: int, weights: PatternWeights | Path | str | None) -> PatternWeights | None:
    """The evaluation itself, wherever it comes from; numpy is loaded only if it is read."""
    if weights is None:
        from outflank.engine.weights import load_weights

        return load_weights(size)
    if isinstance(weights, str | Path):
        from outflank.engine.weights import read_weights

        return read_weights(Path(weights), size)
    if weights.size != size:
        raise SettingsError(f"these weights are for boards of size {weights.size}, not {size}")
    return weights


def _repeatable(limit: Limit | Level | None) -> bool:
    """True if nothing but the position should decide: then nothing stored before may be used."""
    return not isinstance(limit, Limit) or not limit.is_timed
