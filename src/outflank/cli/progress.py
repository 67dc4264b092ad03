"""A progress bar with the time left, for people; silent in pipes and scripts."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

QUIET_SECONDS = 1.0
"""Work that is done sooner shows no bar."""
CLOCKS_WIDTH = 39
"""Columns of the percentage, the two times and what stands between them."""
BAR_WIDTH, NARROW_BAR_WIDTH, NARROW_TERMINAL = 20, 5, 100
"""Below so many columns a short bar leaves room for the note."""


class ProgressReport(Protocol):
    """Called with the fraction done, from 0 to 1, and what is known by now."""

    def __call__(self, fraction: float, note: str | None = None, /) -> None:
        """Shows them; without a note the last one stays."""


@contextmanager
def progress(title: str, speed_seconds: float = 30.0) -> Iterator[ProgressReport]:
    """Yields a function to call with the fraction done, and a note to show if there is any.

    The time left is what remains at the speed of the last `speed_seconds`.
    """
    import time

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeElapsedColumn as TimeGone
    from rich.progress import TimeRemainingColumn as TimeLeft

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda *_: None
        return
    width = BAR_WIDTH if console.width >= NARROW_TERMINAL else NARROW_BAR_WIDTH
    text_column = TextColumn("{task.description}", markup=False)
    columns = (text_column, BarColumn(width), TaskProgressColumn())
    clocks = (TimeGone(), TextColumn("gone, about"), TimeLeft(), TextColumn("left"))
    bar = Progress(
        *columns, *clocks, console=console, transient=True, speed_estimate_period=speed_seconds
    )
    task = bar.add_task(title, total=1.0)
    begun = time.monotonic()

    def report(fraction: float, note: str | None = None) -> None:
        text = f"{title}: {note}" if note else None
        room = max(console.width - CLOCKS_WIDTH - width, 8)
        if text is not None and len(text) > room:
            text = f"{text[: room - 1]}…"
        bar.update(task, completed=fraction, description=text)
        if not bar.live.is_started and time.monotonic() - begun > QUIET_SECONDS:
            bar.start()

    try:
        yield report
    finally:
        bar.stop()
