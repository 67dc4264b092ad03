"""`outflank book show`: what a book knows about a position."""

from pathlib import Path
from typing import Any

import click

from outflank import Position, SettingsError
from outflank._board import board_name
from outflank._text import plural, printable
from outflank.cli.options import file_option, json_option, size_option
from outflank.cli.output import print_json, print_table
from outflank.cli.sources import BoardCommand, position_of
from outflank.engine.book import Book, load_book, read_book


@click.command(cls=BoardCommand)
@click.argument("source", metavar="[BOARD|MOVES]", default="")
@file_option("--book", "file", help="A book.  [default: the one that comes with Outflank]")
@size_option("The board whose start is shown, if neither a position nor a file says it.")
@json_option()
def show(source: str, file: Path | None, size: int | None, as_json: bool) -> None:
    """Show what a book knows about a position: its value, and its moves with theirs.

    The position is a board, moves from the start, a game in any format, or the name of an opening;
    without it, the start. Scores are discs for the side to move. "games" counts the games that the
    book has learned.

    \b
    Examples:
      outflank book show --size 6
      outflank book show f5d6 --book mine.book
      outflank book show f5d6 --book mine.book --json
    """
    book = None if file is None else read_book(file)
    size = book.size if book is not None else size or 8
    position = position_of(source, size) if source else Position(size)
    if book is None:
        book = load_book(position.size)
    if book is None:
        raise SettingsError(
            f"no book for {board_name(position.size)} comes with Outflank; give one with --book"
        )
    if position.size != book.size:
        raise SettingsError(
            f"a position on {board_name(position.size)}, and a book for {board_name(book.size)}"
        )
    record = _record(book, position)
    if as_json:
        print_json(record)
        return
    name = str(file) if file is not None else f"the book for {board_name(book.size)}"
    click.echo(f"{printable(name)}: {plural(len(book), 'position')}")
    if "made" in book.notes:
        click.echo(f"made by: {printable(str(book.notes['made']))}")
    click.echo(f"\n{position}\n")
    _print_entry(record)


def _record(book: Book, position: Position) -> dict[str, Any]:
    entry = book.known(position)
    analysis = book.analysis(position)
    record: dict[str, Any] = {
        "size": book.size,
        "positions": len(book),
        "notes": book.notes,
        "board": position.to_text(),
        "known": entry is not None,
    }
    if entry is not None:
        record |= {
            "value": entry.value,
            "exact": entry.exact,
            "depth": entry.depth,
            "games": entry.games,
        }
    record["moves"] = [
        {
            "move": line.move.name,
            "score": line.score,
            "in_book": (child := book.known(position.play(line.move))) is not None,
            "exact": child.exact if child is not None else analysis.exact,
            "games": child.games if child is not None else 0,
            "line": [move.name for move in line.pv],
        }
        for line in (analysis.lines if analysis is not None else ())
        if analysis is not None
    ]
    return record


def _print_entry(record: dict[str, Any]) -> None:
    if not record["known"]:
        click.echo("The book does not know this position.")
        return
    how = "proven" if record["exact"] else f"{plural(record['depth'], 'ply', 'plies')} deep"
    games = f", {plural(record['games'], 'game')}" if record["games"] else ""
    click.echo(f"value {record['value']:+d} for the side to move, {how}{games}")
    rows = [
        (
            move["move"],
            f"{move['score']:+d}",
            "proven" if move["exact"] else "" if move["in_book"] else "leaf",
            f"{move['games'] or ''}",
            " ".join(move["line"][1:]),
        )
        for move in record["moves"]
    ]
    if rows:
        click.echo()
        headings = ("move", "score", "", "games", "expected")
        print_table(headings, rows, right=("score", "games"), headed=True)
