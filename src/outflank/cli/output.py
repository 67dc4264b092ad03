"""What commands print: JSON, tables, errors and warnings."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click

from outflank._text import printable, sentence


def print_json(record: Any) -> None:
    """Print a JSON object or array on one line of standard output, at once."""
    click.echo(json.dumps(record, allow_nan=False))


def message(text: str) -> str:
    """The text of an exception as the command line shows it: with a capital and a full stop.

    Names and files keep their case, and nothing in the text can steer a terminal.

    >>> message("d4 is occupied"), message("there is no file 'a.sgf'")
    ('d4 is occupied.', "There is no file 'a.sgf'.")
    """
    text = "\n".join(map(printable, text.splitlines()))
    typed = re.findall(r"[\w-]+", " ".join(sys.argv[1:]))
    word = re.match(r"[a-z]+(?=:? )", text)
    if word is not None and word[0] not in typed:
        text = text[0].upper() + text[1:]
    return sentence(text)


def print_error(text: str) -> None:
    """Print an error as click does, for what is no exception of click."""
    click.echo(f"Error: {message(text)}", err=True)


def warn(*texts: str) -> None:
    """Print each warning on a line of standard error."""
    for text in texts:
        click.echo(f"Warning: {message(text)}", err=True)


def print_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Iterable[str] = (),
    *,
    headed: bool = False,
) -> None:
    """Print rows of cells; those under the headings named in `right` end at the right.

    People get lines around it. In a pipe each line is a row, with headings only if `headed`.
    """
    cells = [list(row) for row in rows]
    aligned = [heading in right for heading in headings]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table()
        for heading, is_right in zip(headings, aligned, strict=True):
            table.add_column(heading, justify="right" if is_right else "left")
        for row in cells:
            table.add_row(*map(Text, row))  # nothing in a cell is taken for markup
        Console().print(table)
        return
    if headed:
        cells.insert(0, list(headings))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = [
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(row, widths, aligned, strict=True)
        ]
        click.echo("  ".join(padded).rstrip())
