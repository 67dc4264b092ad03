"""`outflank book check`, `import` and `export`: files of books."""

import sys
from pathlib import Path

import click

from outflank._text import plural
from outflank.book.check import faults
from outflank.book.exchange import export_book, import_book
from outflank.book.tree import BookTree, part
from outflank.cli.book.make import BOOK
from outflank.cli.options import json_option
from outflank.cli.output import print_json
from outflank.cli.progress import progress
from outflank.engine.book import read_book, write_book

MAX_FAULTS = 20
"""Faults that are listed."""
OPENING_SHARE = 0.1
"""Of the time that a check or an export takes."""


@click.command()
@BOOK
@json_option()
def check(file: Path, as_json: bool) -> None:
    """Check a book: its checksum, and that every value follows from the moves below it.

    The exit code is 1 if a value does not.

    \b
    Examples:
      outflank book check mine.book
      outflank book check mine.book --json
    """
    with progress(f"checking {file.name}") as report:
        tree = BookTree.of(read_book(file), part(report, 0.0, OPENING_SHARE))
        texts = list(faults(tree, part(report, OPENING_SHARE, 1.0)))
    if as_json:
        print_json({"file": str(file), "positions": len(tree), "faults": texts})
    else:
        for text in texts[:MAX_FAULTS]:
            click.echo(text)
        if len(texts) > MAX_FAULTS:
            click.echo(f"... and {len(texts) - MAX_FAULTS:,} more")
        verdict = plural(len(texts), "fault") if texts else "all consistent"
        click.echo(f"{file}: {plural(len(tree), 'position')}, {verdict}")
    if texts:
        sys.exit(1)


@click.command("import")
@click.argument("source", metavar="SOURCE", type=click.Path(path_type=Path))
@BOOK
@json_option()
def import_(source: Path, file: Path, as_json: bool) -> None:
    """Turn a book of another program into BOOK, which is replaced if it exists.

    SOURCE is a file of Egaroucid (.egbk3, .egbk2, .egbk) or Edax (.dat), or JSON lines as export
    writes them, told apart by its contents. Values are backed up anew.

    \b
    Examples:
      outflank book import book.egbk3 mine.book
      outflank book import edax/data/book.dat mine.book --json
    """
    with progress(f"reading {source.name}") as report:
        tree = import_book(source, report)
        write_book(file, tree.size, tree.entries, {"made": f"outflank book import {source.name}"})
    _print_size(source, file, tree, as_json)


@click.command()
@BOOK
@click.argument("target", metavar="TARGET", type=click.Path(dir_okay=False, path_type=Path))
@json_option()
def export(file: Path, target: Path, as_json: bool) -> None:
    """Write a book for other programs: TARGET ends in .jsonl (JSON lines) or .egbk3 (Egaroucid).

    \b
    Examples:
      outflank book export mine.book mine.jsonl
      outflank book export mine.book mine.egbk3 --json
    """
    with progress(f"writing {target.name}") as report:
        tree = BookTree.of(read_book(file), part(report, 0.0, OPENING_SHARE))
        export_book(target, tree, part(report, OPENING_SHARE, 1.0))
    _print_size(file, target, tree, as_json)


def _print_size(source: Path, target: Path, tree: BookTree, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(target), "positions": len(tree), "from": str(source)})
    else:
        click.echo(f"{target}: {plural(len(tree), 'position')} from {source}")
