"""Books of other programs, and JSON lines: read with limits, checked position by position.

Values are backed up anew after reading, so that they follow from what was read.
"""

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from outflank._files import read_bytes, replacing
from outflank._native import Color, Move, Position
from outflank.book import json_lines
from outflank.book.tree import BookTree, Report, counted, part, unheard
from outflank.engine.book import LARGEST_FILE, MOST_DEPTH, MOST_GAMES, Entry, key_of, to_canonical
from outflank.errors import FileError, NotationError

MOST_POSITIONS = 2_000_000
"""In a book that is read to be changed: about a gigabyte of memory."""
SIZE = 8
"""The board of the other programs."""
READING_SHARE = 0.2
"""Of the time an import takes, measured with the book for 8x8; the rest is for the moves of the
positions."""
EGAROUCID, EDAX = b"EGAROUCID", b"XADEKOOB"

_EGBK1 = struct.Struct("<QQB")  # discs of the side to move and of the other, value + 64
_EGBK2 = struct.Struct("<QQbBI")  # ..., value, level, links
_EGBK3 = struct.Struct("<QQbBIbbB")  # ..., value, level, lines, leaf: value, move, level
_EGAROUCID_HEADER = struct.Struct("<9sBI")
_EDAX_HEADER = struct.Struct("<8sBB8s20sI")  # magic, version, release, date, options, positions
_EDAX = struct.Struct("<QQ4I3hBB")  # discs, wins, draws, losses, lines, three values, links, level
_LINK = struct.Struct("<bB")  # score, square
_MOST_LINKS = 64
_NO_LEAF = -1


@dataclass(frozen=True, slots=True)
class Stored:
    """A position as another program stores it; bit 0 of the discs is square 0."""

    own: int
    other: int
    value: int
    depth: int = 0
    leaf: int | None = None
    leaf_score: int = 0
    games: int = 0


def import_book(path: Path, report: Report = unheard) -> BookTree:
    """The book in a file of Egaroucid or Edax, or in JSON lines, told apart by its contents."""
    return parse_import(read_bytes(path, LARGEST_FILE), str(path), report)


def parse_import(data: bytes, label: str, report: Report = unheard) -> BookTree:
    """The same in the bytes of a file, which errors call `label`."""
    reading, linking = part(report, 0.0, READING_SHARE), part(report, READING_SHARE, 1.0)
    if data.lstrip()[:1] == b"{":
        tree = json_lines.parse(data, label, MOST_POSITIONS, reading)
        tree.back_up(linking)
    else:
        tree = _tree(_positions(data, label, reading), label)
        _drop_stale_leaves(tree, linking)
        tree.back_up()  # quick, now that all moves are known
    return tree


def export_book(path: Path, tree: BookTree, report: Report = unheard) -> None:
    """Writes a book as the suffix says: .jsonl or .egbk3."""
    if path.suffix == ".jsonl":
        data = json_lines.text(tree, report)
    elif path.suffix == ".egbk3":
        data = egaroucid_bytes(tree, str(path), report)
    else:
        raise FileError(f"{path}: books are written as .jsonl or .egbk3")
    with replacing(path) as file:
        file.write(data)


def _positions(data: bytes, label: str, report: Report) -> Iterator[Stored]:
    if data[: len(EDAX)] == EDAX:
        return _edax(data, label, report)
    if data[: len(EGAROUCID)] != EGAROUCID:
        if len(data) >= 4 and len(data) == 4 + int.from_bytes(data[:4], "little") * _EGBK1.size:
            return _egaroucid_1(data, label, report)
        raise FileError(f"{label}: neither a book of Egaroucid or Edax nor JSON lines")
    if len(data) < _EGAROUCID_HEADER.size:
        raise FileError(f"{label}: cut short after {len(data):,} bytes")
    version = data[len(EGAROUCID)]
    readers: dict[int, Callable[[bytes, str, Report], Iterator[Stored]]] = {
        2: _egaroucid_2,
        3: _egaroucid_3,
    }
    if version not in readers:
        raise FileError(f"{label}: version {version} of Egaroucid's books is not known")
    return readers[version](data, label, report)


def _egaroucid_1(data: bytes, label: str, report: Report) -> Iterator[Stored]:
    count = int.from_bytes(data[:4], "little")
    _check_count(count, label)
    for own, other, value in counted(_EGBK1.iter_unpack(memoryview(data)[4:]), count, report):
        yield Stored(own, other, value - SIZE**2)


def _egaroucid_2(data: bytes, label: str, report: Report) -> Iterator[Stored]:
    count = _EGAROUCID_HEADER.unpack_from(data)[2]
    _check_count(count, label)
    at = _EGAROUCID_HEADER.size
    for number in counted(range(1, count + 1), count, report):
        own, other, value, level, links = _unpack(_EGBK2, data, at, label, number)
        if links > _MOST_LINKS:
            raise FileError(
                f"{label}: position {number}: {links:,} links, and no board has so many"
            )
        at += _EGBK2.size + links * _LINK.size  # links are found again from the positions
        yield Stored(own, other, value, level)
    if at != len(data):
        raise FileError(f"{label}: {count:,} positions end at byte {at:,} of {len(data):,}")


def _egaroucid_3(data: bytes, label: str, report: Report) -> Iterator[Stored]:
    count = _EGAROUCID_HEADER.unpack_from(data)[2]
    whole = _EGAROUCID_HEADER.size + count * _EGBK3.size
    if len(data) != whole:
        raise FileError(f"{label}: damaged: {len(data):,} bytes instead of {whole:,}")
    _check_count(count, label)
    records = memoryview(data)[_EGAROUCID_HEADER.size :]
    stored = counted(_EGBK3.iter_unpack(records), count, report)
    for own, other, value, level, _, score, move, _ in stored:
        # Squares are the numbers of bits, as in the discs: both are turned by half a circle.
        leaf = move if 0 <= move < SIZE**2 else None
        yield Stored(own, other, value, level, leaf, score)


def _edax(data: bytes, label: str, report: Report) -> Iterator[Stored]:
    if len(data) < _EDAX_HEADER.size:
        raise FileError(f"{label}: cut short after {len(data):,} bytes")
    count = _EDAX_HEADER.unpack_from(data)[-1]
    _check_count(count, label)
    at = _EDAX_HEADER.size
    for number in counted(range(1, count + 1), count, report):
        own, other, wins, draws, losses, _, value, _, _, links, level = _unpack(
            _EDAX, data, at, label, number
        )
        at += _EDAX.size + links * _LINK.size
        score, square = _unpack(_LINK, data, at, label, number)
        at += _LINK.size
        leaf = square if square < SIZE**2 else None
        games = min(wins + draws + losses, MOST_GAMES)
        yield Stored(own, other, value, level, leaf, score, games)
    if at != len(data):
        raise FileError(f"{label}: {count:,} positions end at byte {at:,} of {len(data):,}")


def _unpack(
    layout: struct.Struct, data: bytes, at: int, label: str, number: int
) -> tuple[int, ...]:
    if at + layout.size > len(data):
        raise FileError(f"{label}: cut short in position {number:,}")
    return layout.unpack_from(data, at)


def _check_count(count: int, label: str) -> None:
    if count > MOST_POSITIONS:
        raise FileError(f"{label}: {count:,} positions; {MOST_POSITIONS:,} can be read at most")


def _tree(stored: Iterable[Stored], label: str) -> BookTree:
    tree = BookTree(SIZE)
    for number, one in enumerate(stored, 1):
        try:
            position = Position.from_bitboards(one.own, one.other, Color.BLACK, SIZE)
        except NotationError as error:
            raise FileError(f"{label}: position {number:,}: {error}") from None
        if abs(one.value) > SIZE**2:
            raise FileError(f"{label}: position {number:,}: a value of {one.value}")
        if position.is_over() or position.must_pass():
            continue  # what these are worth follows from the others
        leaf, score = None, 0
        if one.leaf is not None and abs(one.leaf_score) <= SIZE**2:
            move = Move.at(*divmod(one.leaf, SIZE))
            if position.is_legal(move):
                leaf, score = to_canonical(position, move), one.leaf_score
        depth = min(one.depth, MOST_DEPTH)
        tree.entries[key_of(position)] = Entry(one.value, depth, False, leaf, score, one.games)
    return tree


def _drop_stale_leaves(tree: BookTree, report: Report) -> None:
    """Forgets the leaves that lead to a position of the book."""
    for key, entry in counted(list(tree.entries.items()), len(tree), report):
        if entry.leaf is not None and entry.leaf in tree.inside(key):
            tree.entries[key] = Entry(entry.value, entry.depth, games=entry.games)


def egaroucid_bytes(tree: BookTree, label: str, report: Report = unheard) -> bytes:
    """A book as .egbk3; its lines count the ways on inside the book."""
    if tree.size != SIZE:
        raise FileError(f"{label}: Egaroucid's books are for 8x8, not {tree.size}x{tree.size}")
    lines: dict[bytes, int] = {}
    for key in counted(reversed(tree.from_most_empties()), len(tree), report):
        below = (lines[edge.key] + 1 for edge in tree.edges(key) if edge.key in lines)
        lines[key] = min(sum(below), MOST_GAMES)
    parts = [_EGAROUCID_HEADER.pack(EGAROUCID, 3, len(tree))]
    for key in sorted(tree.entries):
        entry = tree.entries[key]
        own, other = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")
        square = _NO_LEAF if entry.leaf is None else entry.leaf.row * SIZE + entry.leaf.column
        level = min(entry.depth, 60)
        parts.append(
            _EGBK3.pack(own, other, entry.value, level, lines[key], entry.leaf_score, square, level)
        )
    return b"".join(parts)
