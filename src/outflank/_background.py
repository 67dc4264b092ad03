"""Work in a thread of its own, so that a screen lives meanwhile and Ctrl-C is heard."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
THREAD = "outflank-thinking"


class Work(Generic[Answer]):
    """Something that takes a while, begun at once."""

    def __init__(self, work: Callable[[], Answer], stop: Callable[[], None] | None) -> None:
        """`stop` makes the work come to an early end, if that can be done."""
        self._stop = stop
        self._answer: list[Answer] = []
        self._error: BaseException | None = None
        # Not the thread's own join: that takes it for ended when Ctrl-C interrupts the waiting.
        self._done = threading.Event()
        threading.Thread(target=self._run, args=(work,), name=THREAD, daemon=True).start()

    def _run(self, work: Callable[[], Answer]) -> None:
        try:
            self._answer.append(work())
        except BaseException as error:  # handed over to whoever waits
            self._error = error
        self._done.set()

    @property
    def can_stop(self) -> bool:
        """Whether `stop` does anything."""
        return self._stop is not None

    def stop(self) -> None:
        """Asks for an early end."""
        if self._stop is not None:
            self._stop()

    def is_done(self, seconds: float) -> bool:
        """Whether there is an answer, after waiting for it so long."""
        return self._done.wait(seconds)

    def answer(self) -> Answer:
        """The answer, or the error in its place."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._answer[0]


def is_anybody_thinking() -> bool:
    """Whether some work goes on, although nobody waits for it any more."""
    return any(thread.name == THREAD for thread in threading.enumerate())
