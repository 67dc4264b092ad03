"""`outflank book show`: what a book knows about a position."""

import json
from pathlib import Path
from typing import Any

import click

from outflank import Move, NotationError, Position, SettingsError
from outflank._board import SIZES, board_name
from outflank._text import plural, printable
from outflank.cli.boards import BoardCommand
from outflank.engine.book import Book, load_book, read_book
from outflank.formats.positions import parse_positions

_ROW = "  {:<5} {:>5}  {:<7} {:>9}  {}"


@click.command(cls=BoardCommand)
@click.argument("source", metavar="[BOARD|MOVES]", default="")
@click.option(
    "--book",
    "file",
    type=click.Path(path_type=Path),
    help="A file; without it, the book that comes with Outflank.",
)
@click.option(
    "--size",
    type=click.Choice([*map(str, SIZES)]),
    help="The board whose start is shown, if neither a position nor a file says it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(source: str, file: Path | None, size: str | None, as_json: bool) -> None:
    """Show what a book knows about a position: its value, and its moves with theirs.

    The position is a board, moves from the start, or a game in any format; without it, the start.
    Scores are discs for the side to move. "games" counts the games that the book has learned.

    \b
    Examples:
      outflank book show --size 6
      outflank book show f5d6 --book mine.book
      outflank book show f5d6 --book mine.book --json
    """
    found = None if file is None else read_book(file)
    position = _position(source, size, found)
    if found is None:
        found = load_book(position.size)
        if found is None:
            raise SettingsError(
                f"no book for {board_name(position.size)} comes with Outflank; give one with --book"
            )
    if position.size != found.size:
        raise SettingsError(
            f"a position on {board_name(position.size)}, and a book for {board_name(found.size)}"
        )
    record = _record(found, position)
    if as_json:
        click.echo(json.dumps(record))
        return
    name = str(file) if file is not None else f"the book for {board_name(found.size)}"
    click.echo(f"{printable(name)}: {plural(len(found), 'position')}")
    if "made" in found.notes:
        click.echo(f"made by: {printable(str(found.notes['made']))}")
    click.echo(f"\n{position}\n")
    for line in _lines(record):
        click.echo(line)


def _position(source: str, size: str | None, book: Book | None) -> Position:
    if not source:
        return Position(book.size if book is not None else int(size or 8))
    try:
        move = Move(source)
    except NotationError:
        [*problems] = parse_positions(source, "the position")
        if len(problems) != 1:
            raise NotationError(f"one position is shown, and here are {len(problems)}") from None
        return problems[0].position
    return Position(book.size if book is not None else int(size or 8)).play(move)


def _record(book: Book, position: Position) -> dict[str, Any]:
    """What is known, for programs."""
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


def _lines(record: dict[str, Any]) -> list[str]:
    """The same for people."""
    if not record["known"]:
        return ["The book does not know this position."]
    how = "proven" if record["exact"] else f"{plural(record['depth'], 'ply', 'plies')} deep"
    games = f", {plural(record['games'], 'game')}" if record["games"] else ""
    lines = [f"value {record['value']:+d} for the side to move, {how}{games}"]
    if record["moves"]:
        lines += ["", _ROW.format("move", "score", "", "games", "goes on with").rstrip()]
    for move in record["moves"]:
        kind = "proven" if move["exact"] else "" if move["in_book"] else "leaf"
        line = " ".join(move["line"][1:])
        row = _ROW.format(move["move"], f"{move['score']:+d}", kind, move["games"] or "", line)
        lines.append(row.rstrip())
    return lines
