"""A table of players, whose names may be as long as a command."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

MIN_NAME = 16
"""Columns; in fewer a name cannot be read. It stands on a line of its own then."""
GAP = 2


class NamedTable:
    """Rows of facts, each of a name; without lines, and never wider than the screen.

    A name that is too long is broken, or stands above its facts if they leave it no room.
    """

    def __init__(self, title: str, columns: Sequence[str], left: Sequence[str] = ()) -> None:
        self._title = title
        self._names: list[str] = []
        self._beside, self._facts = _plain(), _plain()
        self._beside.add_column(title, overflow="fold")
        for table in (self._beside, self._facts):
            for column in columns:
                justify: JustifyMethod = "left" if column in left else "right"
                table.add_column(column, justify=justify, no_wrap=True)

    def add_row(self, name: str, *facts: str) -> None:
        """The facts of a name; an empty name means the one before."""
        self._names.append(name)
        self._beside.add_row(Text(name), *facts)
        self._facts.add_row(*facts)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = Measurement.get(console, options, self._facts).maximum
        longest = max((Text(name).cell_len for name in self._names), default=0)
        if width + GAP + min(longest, MIN_NAME) <= options.max_width:
            yield self._beside
            return
        heading, *rows = console.render_lines(self._facts, options, pad=False)
        yield Text(self._title, style="bold")
        yield from (*heading, Segment.line())
        for name, row in zip(self._names, rows, strict=True):
            if name:
                yield Text(name, overflow="fold")
            yield from (*row, Segment.line())


def _plain() -> Table:
    return Table(box=None, pad_edge=False, header_style="bold")
