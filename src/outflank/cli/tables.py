"""Tables: with lines for people, plain columns for pipes."""

import sys
from collections.abc import Iterable, Sequence

import click


def print_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Iterable[str] = (),
    *,
    headed: bool = False,
) -> None:
    """Prints rows of cells; those under the headings named in `right` end at the right.

    In a pipe each line is a row, without headings unless it is to be `headed`.
    """
    listed = list(rows)
    aligned = set(right)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table()
        for heading in headings:
            table.add_column(heading, justify="right" if heading in aligned else "left")
        for row in listed:
            table.add_row(*map(Text, row))  # nothing in a cell is taken for markup
        Console().print(table)
        return
    if headed:
        listed.insert(0, headings)
    widths = [max((len(row[i]) for row in listed), default=0) for i in range(len(headings))]
    for row in listed:
        cells = [
            cell.rjust(width) if heading in aligned else cell.ljust(width)
            for heading, cell, width in zip(headings, row, widths, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())
