"""An agent at work: in a thread of its own, so that the screen lives and Ctrl-C is heard."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rich.live import Live
from rich.text import Text

from outflank import Analysis
from outflank.cli.play.notation import Notation
from outflank.cli.play.screen import Screen

Answer = TypeVar("Answer")
THREAD = "outflank-thinking"
PATIENCE = 0.1
"""Seconds between two looks at the work. An answer within the first needs no line."""


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


def watch(work: Work[Any], screen: Screen, describe: Callable[[float], str]) -> None:
    """Waits for the end and shows what `describe` makes of the seconds so far."""
    if work.is_done(PATIENCE):
        return
    seconds = PATIENCE
    if not screen.redraws:
        # A pipe is told nothing that depends on the clock, a slow typewriter what it waits for.
        if screen.console.is_terminal:
            screen.say(describe(0.0))
        while not work.is_done(PATIENCE):
            pass
        return
    with Live(console=screen.console, transient=True, auto_refresh=False) as live:
        while True:
            line = Text(describe(seconds), overflow="ellipsis", no_wrap=True)
            live.update(line, refresh=True)
            if work.is_done(PATIENCE):
                return
            seconds += PATIENCE


class Progress:
    """What to show while somebody thinks: the time, and what is told about the search."""

    def __init__(self, who: str, notation: Notation) -> None:
        self._who, self._notation = who, notation
        self._analysis: Analysis | None = None

    def hear(self, analysis: Analysis) -> None:
        """What is known by now; called by the thread that thinks."""
        self._analysis = analysis

    def __call__(self, seconds: float) -> str:
        """One or two lines, after so many seconds."""
        analysis, clock = self._analysis, f"{seconds:.1f} s, " if seconds else ""
        text = f"{self._who} is thinking ({clock}Ctrl-C interrupts)"
        if analysis is None:
            return text
        best, rate = analysis.best, analysis.nodes / max(analysis.seconds, 1e-3)
        facts = f"depth {analysis.depth}, {best.score:+d}, {short(rate)} nodes/s"
        return f"{text}\n  {facts}, {self._notation.names(best.line)}"


def short(count: float) -> str:
    """A large number in few characters.

    >>> short(532.4), short(24_310), short(1_250_000)
    ('532', '24 k', '1.2 M')
    """
    if count < 1e3:
        return f"{count:.0f}"
    return f"{count / 1e3:.0f} k" if count < 1e6 else f"{count / 1e6:.1f} M"
