"""A book as JSON lines: a line about the book, then one for each position."""

import json
from dataclasses import fields
from typing import Any

from outflank._board import SIZES
from outflank._files import decoded
from outflank._native import Move, Position
from outflank.book.tree import BookTree, Report, counted, unheard
from outflank.engine.book import MAX_DEPTH, MAX_GAMES, Entry, key_of, position_of, to_canonical
from outflank.errors import FileError, NotationError

NAME, VERSION = "outflank book", 1
_FIELDS = [field.name for field in fields(Entry)]
"""In the order in which they are written."""


def text(tree: BookTree, report: Report = unheard) -> bytes:
    lines: list[dict[str, Any]] = [{"format": NAME, "version": VERSION, "size": tree.size}]
    for key in counted(sorted(tree.entries), len(tree), report):
        entry = tree.entries[key]
        line = {field: getattr(entry, field) for field in _FIELDS}
        line["leaf"] = entry.leaf and entry.leaf.name
        lines.append({"board": position_of(key, tree.size).to_text(), **line})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def parse(data: bytes, label: str, most: int, report: Report = unheard) -> BookTree:
    """The book that such text describes; FileError names the line that is wrong."""
    head, *lines = decoded(data, label).splitlines() or [""]
    about = _object(head, f"{label}:1")
    if about.get("format") != NAME or about.get("version") != VERSION:
        raise FileError(f"{label}:1: not the first line of an {NAME} of version {VERSION}")
    size = about.get("size")
    if type(size) is not int or size not in SIZES:
        raise FileError(f"{label}:1: a book for boards of size {size!r}, which there are not")
    if len(lines) > most:
        raise FileError(f"{label}: {len(lines):,} positions; {most:,} can be read at most")
    tree = BookTree(size)
    for number, line in enumerate(counted(lines, len(lines), report), 2):
        if line.strip():
            key, entry = _read(_object(line, f"{label}:{number}"), size, f"{label}:{number}")
            tree.entries[key] = entry
    return tree


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise FileError(f"{place}: not a JSON object")
    return values


def _read(record: dict[str, Any], size: int, place: str) -> tuple[bytes, Entry]:
    if not {"board", "value"} <= set(record) <= {"board", *_FIELDS}:
        names = ", ".join(sorted(["board", *_FIELDS]))
        raise FileError(f"{place}: a position has board, value and of {names}")
    try:
        position = Position.from_text(str(record["board"]), size)
        leaf = record.get("leaf")
        move = None if leaf is None else Move(str(leaf))
    except NotationError as error:
        raise FileError(f"{place}: {error}") from None
    if position.is_over() or position.must_pass():
        raise FileError(f"{place}: the side to move has no move")
    if move is not None and not position.is_legal(move):
        raise FileError(f"{place}: the leaf {move} is no legal move")
    exact = record.get("exact", False)
    if type(exact) is not bool:
        raise FileError(f"{place}: exact must be true or false")
    discs = (-size * size, size * size)
    ranges = {
        "value": discs,
        "depth": (0, MAX_DEPTH),
        "leaf_score": discs,
        "games": (0, MAX_GAMES),
    }
    numbers = {name: record.get(name, 0) for name in ranges}
    for name, (least, most) in ranges.items():
        if type(numbers[name]) is not int or not least <= numbers[name] <= most:
            raise FileError(f"{place}: {name} must be a whole number from {least} to {most}")
    leaf = move and to_canonical(position, move)
    return key_of(position), Entry(exact=exact, leaf=leaf, **numbers)
