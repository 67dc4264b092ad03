"""Work in a thread of its own, so that a screen lives meanwhile and Ctrl-C is heard."""

import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from outflank._ctrl_c import ctrl_c_waits

Answer = TypeVar("Answer")
Pause = TypeVar("Pause")
THREAD = "outflank-thinking"
STOP_SECONDS = 0.01
"""How soon work that was told to end is told again: it may not have begun to listen."""
LISTEN_SECONDS = 0.1
"""Waiting is cut into pieces: Ctrl-C may swallow what wakes it."""


class Work(Generic[Answer]):
    """Something that takes a while, begun at once."""

    def __init__(self, work: Callable[[], Answer], stop: Callable[[], None] | None) -> None:
        """`stop` makes the work come to an early end, if that can be done."""
        self._stop = stop
        self._answer: list[Answer] = []
        self._error: BaseException | None = None
        self._ended = False
        # Neither the thread's own join, which takes it for ended when Ctrl-C interrupts the
        # waiting, nor an event, whose lock Ctrl-C can leave taken.
        self._bell: SimpleQueue[None] = SimpleQueue()
        with ctrl_c_waits():
            threading.Thread(target=self._run, args=(work,), name=THREAD, daemon=True).start()

    def _run(self, work: Callable[[], Answer]) -> None:
        try:
            self._answer.append(work())
        except BaseException as error:  # handed over to whoever waits
            self._error = error
        self._ended = True
        self._bell.put(None)

    @property
    def can_stop(self) -> bool:
        return self._stop is not None

    def stop(self) -> None:
        if self._stop is not None:
            self._stop()

    def end(self) -> None:
        """Asks for an early end until it has come."""
        self.stop()
        while not self.is_done(STOP_SECONDS):
            self.stop()

    def is_done(self, seconds: float) -> bool:
        """Whether there is an answer, after waiting for it so long."""
        if not self._ended:
            with suppress(Empty):
                self._bell.get(timeout=seconds)
                self._bell.put(None)  # for whoever else waits
        return self._ended

    def answer(self) -> Answer:
        """The answer, or the error in its place."""
        while not self.is_done(LISTEN_SECONDS):
            pass
        if self._error is not None:
            raise self._error
        return self._answer[0]


def is_anybody_thinking() -> bool:
    """Whether some work goes on, although nobody waits for it any more."""
    return any(thread.name == THREAD for thread in threading.enumerate())


def finish(
    work: Generator[Pause, None, Answer], watch: Callable[[Pause], None] = lambda _: None
) -> Answer:
    """Do work that pauses to its end and return its result; `watch` gets what each pause yields."""
    while True:
        try:
            pause = next(work)
        except StopIteration as end:
            result: Answer = end.value
            return result
        watch(pause)
