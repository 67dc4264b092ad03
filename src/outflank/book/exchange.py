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
from outflank.engine.book import LARGEST_FILE, MAX_DEPTH, MAX_GAMES, Entry, key_of, to_canonical
from outflank.errors import FileError, NotationError

MAX_POSITIONS = 2_000_000
"""In a book that is read to be changed: about a gigabyte of memory."""
SIZE = 8
"""The board of the other programs."""
READING_SHARE = 0.2
"""Of the time an import takes, measured with the book for 8x8; the rest is for the moves of the
positions."""
EGAROUCID, EDAX = b"EGAROUCID", b"XADEKOOB"

_EGBK1_HEADER = struct.Struct("<I")
_EGBK1 = struct.Struct("<QQB")  # discs of the side to move and of the other, value + 64
_EGBK2 = struct.Struct("<QQbBI")  # ..., value, level, links
_EGBK3 = struct.Struct("<QQbBIbbB")  # ..., value, level, lines, leaf: value, move, level
_EGAROUCID_HEADER = struct.Struct("<9sBI")
_EDAX_HEADER = struct.Struct("<8sBB8s20sI")  # magic, version, release, date, options, positions
_EDAX = struct.Struct("<QQ4I3hBB")  # discs, wins, draws, losses, lines, three values, links, level
_DISCS = struct.Struct("<QQ")
_LINK = struct.Struct("<bB")  # score, square
_MAX_LINKS = 64


@dataclass(frozen=True, slots=True)
class Stored:
    """A position as another program stores it; bit 0 of the discs is square 0."""

    own: int
    other: int
    value: int
    depth: int = 0
    leaf: int = -1
    """No square of the board if there is none."""
    leaf_score: int = 0
    games: int = 0


def import_book(path: Path, report: Report = unheard) -> BookTree:
    """The book in a file of Egaroucid or Edax, or in JSON lines, told apart by its contents."""
    return parse_import(read_bytes(path, LARGEST_FILE), str(path), report)


def parse_import(data: bytes, label: str, report: Report = unheard) -> BookTree:
    """The same in the bytes of a file, which errors call `label`."""
    reading, linking = part(report, 0.0, READING_SHARE), part(report, READING_SHARE, 1.0)
    if data.lstrip()[:1] == b"{":
        tree = json_lines.parse(data, label, MAX_POSITIONS, reading)
        tree.back_up(linking)
    else:
        tree = _tree(_positions(data, label, reading), label)
        for key, entry in counted(list(tree.entries.items()), len(tree), linking):
            if entry.leaf is not None and entry.leaf in tree.inside(key):  # it is out of date
                tree.entries[key] = Entry(entry.value, entry.depth, games=entry.games)
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
    read: Callable[[bytes, int, str], Iterator[Stored]]
    if data[: len(EDAX)] == EDAX:
        header, read = _EDAX_HEADER, _edax
    elif data[: len(EGAROUCID)] == EGAROUCID:
        header, read = _EGAROUCID_HEADER, _egaroucid
    elif len(data) >= 4 and len(data) == 4 + int.from_bytes(data[:4], "little") * _EGBK1.size:
        header, read = _EGBK1_HEADER, _egaroucid_1
    else:
        raise FileError(f"{label}: neither a book of Egaroucid or Edax nor JSON lines")
    if len(data) < header.size:
        raise FileError(f"{label}: cut short after {len(data):,} bytes")
    count = header.unpack_from(data)[-1]
    if count > MAX_POSITIONS:
        raise FileError(f"{label}: {count:,} positions; {MAX_POSITIONS:,} can be read at most")
    return counted(read(data, count, label), count, report)


def _egaroucid_1(data: bytes, _count: int, _label: str) -> Iterator[Stored]:
    for own, other, value in _EGBK1.iter_unpack(memoryview(data)[_EGBK1_HEADER.size :]):
        yield Stored(own, other, value - SIZE**2)


def _egaroucid(data: bytes, count: int, label: str) -> Iterator[Stored]:
    version, begin = data[len(EGAROUCID)], _EGAROUCID_HEADER.size
    if version == 2:
        for record in _linked(data, begin, count, label, _EGBK2, links=4):
            yield Stored(*record[:4])
    elif version == 3:
        whole = begin + count * _EGBK3.size
        if len(data) != whole:
            raise FileError(f"{label}: damaged: {len(data):,} bytes instead of {whole:,}")
        for own, other, value, level, _, score, leaf, _ in _EGBK3.iter_unpack(
            memoryview(data)[begin:]
        ):
            # Squares are the numbers of bits, as in the discs: both are turned by half a circle.
            yield Stored(own, other, value, level, leaf, score)
    else:
        raise FileError(f"{label}: version {version} of Egaroucid's books is not known")


def _edax(data: bytes, count: int, label: str) -> Iterator[Stored]:
    for record in _linked(data, _EDAX_HEADER.size, count, label, _EDAX, links=9, leaf=True):
        own, other, wins, draws, losses, _, value, _, _, _, level, score, leaf = record
        yield Stored(own, other, value, level, leaf, score, min(wins + draws + losses, MAX_GAMES))


def _linked(
    data: bytes,
    at: int,
    count: int,
    label: str,
    layout: struct.Struct,
    *,
    links: int,
    leaf: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Records with as many links behind each as its field `links` says, and perhaps a leaf."""
    for number in range(1, count + 1):
        try:
            record = layout.unpack_from(data, at)
            at += layout.size + record[links] * _LINK.size  # found again from the positions
            if leaf:
                record += _LINK.unpack_from(data, at)
                at += _LINK.size
        except struct.error:
            raise FileError(f"{label}: cut short in position {number:,}") from None
        if record[links] > _MAX_LINKS:
            raise FileError(
                f"{label}: position {number}: {record[links]:,} links, and no board has so many"
            )
        yield record
    if at != len(data):
        raise FileError(f"{label}: {count:,} positions end at byte {at:,} of {len(data):,}")


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
        if 0 <= one.leaf < SIZE**2 and abs(one.leaf_score) <= SIZE**2:
            move = Move.at(*divmod(one.leaf, SIZE))
            if position.is_legal(move):
                leaf, score = to_canonical(position, move), one.leaf_score
        depth = min(one.depth, MAX_DEPTH)
        tree.entries[key_of(position)] = Entry(one.value, depth, False, leaf, score, one.games)
    return tree


def egaroucid_bytes(tree: BookTree, label: str, report: Report = unheard) -> bytes:
    """A book as .egbk3; its lines count the ways on inside the book."""
    if tree.size != SIZE:
        raise FileError(f"{label}: Egaroucid's books are for 8x8, not {tree.size}x{tree.size}")
    lines: dict[bytes, int] = {}
    for key in counted(reversed(tree.from_most_empties()), len(tree), report):
        below = (lines[edge.key] + 1 for edge in tree.edges(key) if edge.key in lines)
        lines[key] = min(sum(below), MAX_GAMES)
    parts = [_EGAROUCID_HEADER.pack(EGAROUCID, 3, len(tree))]
    for key, entry in sorted(tree.entries.items()):
        square = -1 if entry.leaf is None else entry.leaf.row * SIZE + entry.leaf.column
        level = min(entry.depth, 60)
        leaf = (entry.leaf_score, square, level)
        parts.append(_EGBK3.pack(*_DISCS.unpack(key), entry.value, level, lines[key], *leaf))
    return b"".join(parts)
