"""Books: what positions are worth that were searched beforehand; docs/book.md has the format.

A position stands for its eight images and for both colours. One in which the side to move must
pass is not stored: what is known about it is what is known after the pass. A book is checked as a
whole before any of it is used, and never changes.
"""

import bisect
import importlib.resources
import json
import random
import struct
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outflank._board import SIZES, board_name
from outflank._files import read_bytes, replacing, sealed, unsealed
from outflank._native import Color, Move, Position
from outflank.engine.level import FULL_WIDTH, MIDGAME_SELECTIVITY
from outflank.errors import ArgumentTypeError, FileError, SettingsError
from outflank.values import Analysis, Line

MAGIC = b"OUTFBOOK"
VERSION = 1
LARGEST_FILE = 256 * 2**20
NEAR_EQUAL_DISCS = 1
"""With dice, moves that seem at most so much worse than the best are played too; where the book
has proof, only the best are."""
MAX_GAMES = 2**32 - 1
MAX_DEPTH = 255

_PREFIX = struct.Struct("<8sHBxII")  # magic, version, size, length of the notes, positions
_RECORD = struct.Struct("<hBBhBI")  # value, depth, flags, score and square of the leaf, games
_EXACT = 1
_NO_SQUARE = 255
_MAX_NOTES = 2**16

_loaded: dict[int, "Book | None"] = {}
_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class Entry:
    """What a book stores about a position, seen by the side to move."""

    value: int
    """What it is worth: the most of its leaf and of its moves to other positions of the book."""
    depth: int = 0
    """Plies of the search behind the leaf; 0 if nobody knows."""
    exact: bool = False
    """True if the value is proven."""
    leaf: Move | None = None
    """The best move that leads out of the book."""
    leaf_score: int = 0
    games: int = 0
    """How many games that the book has learned came through here."""


def key_of(position: Position) -> bytes:
    """The same bytes for all images of a position: the discs of the side to move, then the other's.

    A position with a forced pass has a key too, but no book stores it.
    """
    canonical = position.canonical()
    black, white = canonical.to_bitboards()
    own, other = (black, white) if canonical.turn == Color.BLACK else (white, black)
    half = _half(position.size)
    return own.to_bytes(half, "little") + other.to_bytes(half, "little")


def position_of(key: bytes, size: int) -> Position:
    """The position with a key, black to move; NotationError if there is none."""
    half = _half(size)
    own, other = int.from_bytes(key[:half], "little"), int.from_bytes(key[half:], "little")
    return Position.from_bitboards(own, other, Color.BLACK, size)


def to_canonical(position: Position, move: Move) -> Move:
    return move.transform(position.canonical_symmetry(), position.size)


def from_canonical(position: Position, move: Move) -> Move:
    symmetry = position.canonical_symmetry()
    if symmetry & 4:  # a swap of rows and columns that comes first exchanges the mirrors
        symmetry = 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1
    return move.transform(symmetry, position.size)


class Book:
    """Positions of one board size, and what each is worth.

    >>> book = load_book(6)
    >>> book.value(Position(6)), book.get(Position(6)).exact
    (-4, True)
    """

    def __init__(self, size: int, data: bytes, notes: Mapping[str, Any]) -> None:
        """`data` are the records, sorted; use `read_book`, which checks them."""
        self.size = size
        self.notes = dict(notes)
        """How it was made."""
        self._data = data
        self._width = 2 * _half(size) + _RECORD.size

    def __len__(self) -> int:
        return len(self._data) // self._width

    def __repr__(self) -> str:
        return f"<Book {board_name(self.size)}, {len(self):,} positions>"

    def entries(self) -> Iterator[tuple[bytes, Entry]]:
        """Every key with what is stored, in the order of the keys."""
        for at in range(0, len(self._data), self._width):
            key = self._data[at : at + 2 * _half(self.size)]
            yield key, self._entry(at + len(key))

    def get(self, position: Position) -> Entry | None:
        """What is stored about a position; its leaf is a move of this image."""
        if position.size != self.size:
            return None
        key = key_of(position)
        at = bisect.bisect_left(range(len(self)), key, key=self._key)
        if at == len(self) or self._key(at) != key:
            return None
        entry = self._entry(at * self._width + len(key))
        if entry.leaf is None:
            return entry
        leaf = from_canonical(position, entry.leaf)
        # Otherwise it is a file that somebody has made up.
        return replace(entry, leaf=leaf) if position.is_legal(leaf) else None

    def known(self, position: Position) -> Entry | None:
        """The same, also after a forced pass and at the end of a game, without a leaf there."""
        if position.is_over():
            return Entry(position.score(position.turn), exact=True)
        if not position.must_pass():
            return self.get(position)
        after = self.known(position.play(Move.PASS))
        return after and Entry(-after.value, after.depth, after.exact, None, 0, after.games)

    def value(self, position: Position) -> int | None:
        """What a position is worth to the side to move, if that is known."""
        entry = self.known(position)
        return None if entry is None else entry.value

    def scores(self, position: Position) -> dict[Move, int]:
        """The moves that the book knows something about and what each is worth, the best first.

        Every other move is worth no more than the leaf, if there is one.
        """
        entry = self.get(position)
        if entry is None:
            return {}
        values = {move: self.value(position.play(move)) for move in position.legal_moves}
        scores = {move: -value for move, value in values.items() if value is not None}
        if entry.leaf is not None:
            scores.setdefault(entry.leaf, entry.leaf_score)
        return dict(sorted(scores.items(), key=lambda scored: -scored[1]))

    def analysis(self, position: Position) -> Analysis | None:
        """The same moves, each with the line that follows; None if there is none."""
        entry, scores = self.get(position), self.scores(position)
        if entry is None or not scores:
            return None
        return Analysis(
            tuple(Line(move, scores[move], self._line(position, move)) for move in scores),
            position.empties if entry.exact else entry.depth,
            FULL_WIDTH if entry.exact else MIDGAME_SELECTIVITY,
            entry.exact,
            outcome=False,
            nodes=0,
            seconds=0.0,
            finished=True,
            book=True,
        )

    def choose(self, position: Position, dice: str | None = None) -> Analysis | None:
        """An analysis whose first line is the move to play: the best, or as the dice fall.

        The same dice choose the same move of a position.
        """
        analysis = self.analysis(position)
        if analysis is None or dice is None:
            return analysis
        margin = 0 if analysis.exact else NEAR_EQUAL_DISCS
        near = [line for line in analysis.lines if analysis.best.score - line.score <= margin]
        chosen = random.Random(f"{dice} {key_of(position).hex()}").choice(near)
        others = tuple(line for line in analysis.lines if line is not chosen)
        return replace(analysis, lines=(chosen, *others))

    def _line(self, position: Position, move: Move) -> tuple[Move, ...]:
        """A move and the best ones after it, as far as the book reaches."""
        line = [move]
        position = position.play(move)
        while not position.is_over():
            best = Move.PASS if position.must_pass() else next(iter(self.scores(position)), None)
            if best is None:
                break
            line.append(best)
            position = position.play(best)
        return tuple(line)

    def _key(self, index: int) -> bytes:
        at = index * self._width
        return self._data[at : at + self._width - _RECORD.size]

    def _entry(self, at: int) -> Entry:
        value, depth, flags, score, square, games = _RECORD.unpack_from(self._data, at)
        leaf = None if square == _NO_SQUARE else Move.at(*divmod(square, self.size))
        return Entry(value, depth, bool(flags & _EXACT), leaf, score, games)


def load_book(size: int) -> Book | None:
    """The book that comes with Outflank, the same object every time; None if there is none."""
    with _loading:
        if size not in _loaded:
            file = importlib.resources.files("outflank") / "data" / "books" / f"{size}.book"
            if file.is_file():
                _loaded[size] = parse_book(file.read_bytes(), f"{size}.book", size)
            else:
                _loaded[size] = None
        return _loaded[size]


def book_for(size: int, book: Book | Path | str | bool) -> Book | None:
    """The book itself, wherever it comes from: True is the one that comes with Outflank."""
    if book is True:
        return load_book(size)
    if book is False:
        return None
    if isinstance(book, str | Path):
        return read_book(Path(book), size)
    if not isinstance(book, Book):
        raise ArgumentTypeError(f"book must be a Book, a file, True or False, not {book!r}")
    if book.size != size:
        raise SettingsError(f"this book is for boards of size {book.size}, not {size}")
    return book


def read_book(path: Path, size: int | None = None) -> Book:
    """The book in a file, which must be for boards of that size if one is given."""
    return parse_book(read_bytes(path, LARGEST_FILE), str(path), size)


def parse_book(data: bytes, label: str, size: int | None = None) -> Book:
    """The book in the bytes of a file, which errors call `label`."""
    if data[: len(MAGIC)] != MAGIC:
        raise FileError(f"{label}: not a book of Outflank (it does not begin as one)")
    if len(data) < _PREFIX.size:
        raise FileError(f"{label}: cut short after {len(data):,} bytes")
    _, version, board, notes_length, count = _PREFIX.unpack_from(data)
    if version != VERSION:
        raise FileError(f"{label}: format version {version}; this Outflank reads {VERSION}")
    if board not in SIZES:
        raise FileError(f"{label}: a book for boards of size {board}, which there are not")
    width = 2 * _half(board) + _RECORD.size
    data = unsealed(data, _PREFIX.size + notes_length + count * width, label)
    if size is not None and board != size:
        raise FileError(f"{label}: a book for {board_name(board)}, not for {board_name(size)}")
    begin = _PREFIX.size + notes_length
    if notes_length > _MAX_NOTES:
        raise FileError(f"{label}: notes of more than {_MAX_NOTES:,} bytes")
    try:
        notes = json.loads(data[_PREFIX.size : begin])
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, dict):
        raise FileError(f"{label}: the notes cannot be understood")
    records = data[begin:]
    _check_records(records, board, label)
    return Book(board, records, notes)


def write_book(
    path: Path, size: int, entries: Mapping[bytes, Entry], notes: Mapping[str, Any]
) -> None:
    """Writes a book as a whole; `notes` tell how it was made."""
    data = packed_book(size, entries, notes)
    if len(data) > LARGEST_FILE:
        raise FileError(f"{path}: {len(data):,} bytes, and a book has {LARGEST_FILE:,} at most")
    with replacing(path) as file:
        file.write(data)


def packed_book(size: int, entries: Mapping[bytes, Entry], notes: Mapping[str, Any]) -> bytes:
    """The bytes of a file; they depend on nothing but what is in the book."""
    text = json.dumps(dict(notes), sort_keys=True).encode()
    parts = [_PREFIX.pack(MAGIC, VERSION, size, len(text), len(entries)), text]
    for key in sorted(entries):
        entry = entries[key]
        square = _NO_SQUARE
        if entry.leaf is not None:
            square = entry.leaf.row * size + entry.leaf.column
        flags = _EXACT if entry.exact else 0
        parts += (
            key,
            _RECORD.pack(entry.value, entry.depth, flags, entry.leaf_score, square, entry.games),
        )
    return sealed(b"".join(parts))


def _half(size: int) -> int:
    return (size * size + 7) // 8


def _check_records(records: bytes, size: int, label: str) -> None:
    """Keys that rise, discs that do not overlap, scores and squares of the board."""
    import numpy as np

    half, squares = _half(size), size * size
    table = np.frombuffer(records, f"({half},)u1, ({half},)u1, <i2, u1, u1, <i2, u1, <u4")
    own, other, value, _, flags, score, square, _ = (table[f"f{number}"] for number in range(8))
    keys = np.frombuffer(records, f"S{2 * half}, V{_RECORD.size}")["f0"]
    if (keys[:-1] >= keys[1:]).any():
        raise FileError(f"{label}: the positions are not in order")
    beyond = (own | other)[:, -1] >> (squares - 8 * (half - 1))
    if (own & other).any() or beyond.any():
        raise FileError(f"{label}: a position is none of the board")
    values = np.stack([value, score])
    if values.max(initial=0) > squares or values.min(initial=0) < -squares:
        raise FileError(f"{label}: a value is more than the board has squares")
    if ((square >= squares) & (square != _NO_SQUARE)).any():
        raise FileError(f"{label}: a move is none of the board")
    if (flags & ~np.uint8(_EXACT)).any():
        raise FileError(f"{label}: a flag that this Outflank does not know")
