"""What is shown while somebody thinks."""

from collections.abc import Callable
from typing import Any

from rich.live import Live
from rich.text import Text

from outflank import Analysis
from outflank._background import Work
from outflank.cli.play.explain import short
from outflank.cli.terminal.notation import Notation
from outflank.cli.terminal.screen import TerminalScreen

PATIENCE = 0.1
"""Seconds between two looks at the work. An answer within the first needs no line."""


def watch(work: Work[Any], screen: TerminalScreen, describe: Callable[[float], str]) -> None:
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
        analysis, clock = self._analysis, f"{seconds:.1f} s, " if seconds else ""
        text = f"{self._who} is thinking ({clock}Ctrl-C interrupts)"
        if analysis is None:
            return text
        best, rate = analysis.best, analysis.nodes / max(analysis.seconds, 1e-3)
        fields = f"depth {analysis.depth}, {best.score:+d}, {short(rate)} nodes/s"
        return f"{text}\n  {fields}, {self._notation.names(best.pv)}"
