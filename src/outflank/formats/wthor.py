"""The WTHOR database of tournament games (.wtb), its players (.jou) and tournaments (.trn).

All numbers are little-endian. A 16-byte header comes first; then one record per game: three
16-bit indices (tournament, black, white), black's discs as played and under perfect play from
`theoretical_depth` empties on, and the moves as 10 * row + column from 1, without passes.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path

from outflank._files import read_bytes, replacing
from outflank._native import Move, Position
from outflank.errors import FileError, NotationError
from outflank.game import Game, replay

_HEADER = struct.Struct("<4BIHHBBBB")
HEADER_LENGTH = _HEADER.size
PLAYER_LENGTH, TOURNAMENT_LENGTH = 20, 26
_DEFAULT_DEPTH = 22
MAX_NAMES = 2**16 - 1
SIZES = (8, 10)
"""Boards that the format knows."""
_CODES = {
    size: bytes(10 * row + column for row in range(1, size + 1) for column in range(1, size + 1))
    for size in SIZES
}
"""The bytes that are squares, row by row."""
_MOVES = {
    size: {code: Move.at(*divmod(at, size)) for at, code in enumerate(codes)}
    for size, codes in _CODES.items()
}


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about itself."""

    created: tuple[int, int, int, int] = (20, 0, 1, 1)
    """Century, year in it, month and day."""
    games: int = 0
    names: int = 0
    year: int = 0
    board: int = 0
    """0 and 8 are 8x8, 10 is 10x10."""
    kind: int = 0
    """1 for solitaires."""
    depth: int = 0
    """Empty squares from which on the theoretical score holds; 0 is 22."""
    reserved: int = 0

    @classmethod
    def unpacked(cls, data: bytes, label: str = "header") -> "Header":
        """The header at the beginning of a file; FileError if it is too short for one."""
        if len(data) < HEADER_LENGTH:
            raise FileError(f"{label}: {len(data)} bytes are too few for a WTHOR header")
        century, year, month, day, *rest = _HEADER.unpack_from(data)
        return cls((century, year, month, day), *rest)

    def packed(self) -> bytes:
        return _HEADER.pack(*self.created, *astuple(self)[1:])

    @property
    def size(self) -> int:
        """Squares along one side."""
        return 8 if self.board == 0 else self.board


def record_layout(size: int) -> struct.Struct:
    """The fields of a game: 68 bytes on 8x8, 104 on 10x10."""
    return struct.Struct(f"<3HBB{size * size - 4}s")


@dataclass(frozen=True, slots=True)
class Record:
    """One game as the database stores it."""

    tournament: int
    black: int
    white: int
    black_discs: int
    """Black's discs at the end, the empty squares given to the winner."""
    theoretical_discs: int
    """The same, had both sides played perfectly from `Database.theoretical_depth` empties on."""
    squares: bytes
    size: int

    @property
    def score(self) -> int:
        """Black's disc difference."""
        return 2 * self.black_discs - self.size * self.size

    @property
    def theoretical_score(self) -> int:
        """Black's disc difference under perfect play."""
        return 2 * self.theoretical_discs - self.size * self.size

    def moves(self) -> Iterator[tuple[Move, Position]]:
        """Each move with the position it leads to, forced passes included."""
        return replay(Position(self.size), self._written())

    def game(self) -> Game:
        """The record as a game."""
        return Game.from_moves(self._written(), size=self.size)

    def packed(self) -> bytes:
        *fields, _ = (getattr(self, name) for name in self.__slots__)  # all but the size
        return record_layout(self.size).pack(*fields)

    def _written(self) -> list[Move]:
        """The moves as the record has them: without passes."""
        wrong = self.squares.translate(None, _CODES[self.size])
        if wrong:
            number = self.squares.index(wrong[:1]) + 1
            raise NotationError(f"move {number}: byte {wrong[0]} is not a square")
        return [*map(_MOVES[self.size].__getitem__, self.squares)]


@dataclass(frozen=True, slots=True)
class Database:
    """The games of one year."""

    year: int
    theoretical_depth: int
    """From how many empty squares on the theoretical score holds."""
    records: list[Record]
    header: Header = field(default=Header())
    """All that the file says about itself."""


def code_of(move: Move) -> int:
    """The byte of a square."""
    return 10 * (move.row + 1) + move.column + 1


def checked_header(data: bytes, length: int | None, label: str) -> Header:
    """The header of a file of games; FileError if it does not fit the file."""
    header = Header.unpacked(data, label)
    if header.size not in SIZES:
        raise FileError(f"{label}: board size {header.board} in the header; expected 0, 8 or 10")
    each = record_layout(header.size).size
    if length is not None and length - HEADER_LENGTH != header.games * each:
        raise FileError(
            f"{label}: the header promises {header.games} games of {each} bytes, "
            f"but {length - HEADER_LENGTH} bytes follow"
        )
    return header


def unpacked(data: bytes, size: int) -> Iterator[Record]:
    for *fields, squares in record_layout(size).iter_unpack(data):
        yield Record(*(*fields, squares.partition(b"\0")[0], size))


def read_database(path: Path | str) -> Database:
    """All games of a .wtb file."""
    data = read_bytes(Path(path))
    header = checked_header(data, len(data), str(path))
    records = list(unpacked(data[HEADER_LENGTH:], header.size))
    return Database(header.year, header.depth or _DEFAULT_DEPTH, records, header)


def write_database(path: Path | str, database: Database) -> None:
    """Writes a .wtb file: that which was read, byte for byte; or leaves what is there as it is."""
    header = replace(database.header, games=len(database.records), year=database.year)
    with replacing(Path(path)) as file:
        file.write(header.packed())
        for record in database.records:
            file.write(record.packed())


def read_players(path: Path | str) -> list[str]:
    """The names in a .jou file; a game's `black` and `white` are indices into them."""
    return _read_names(Path(path), PLAYER_LENGTH)


def read_tournaments(path: Path | str) -> list[str]:
    """The names in a .trn file."""
    return _read_names(Path(path), TOURNAMENT_LENGTH)


def write_players(path: Path | str, names: Iterable[str], header: Header = Header()) -> None:
    """Writes a .jou file; a name has 19 characters of Latin-1 at most."""
    _write_names(Path(path), names, PLAYER_LENGTH, header)


def write_tournaments(path: Path | str, names: Iterable[str], header: Header = Header()) -> None:
    """Writes a .trn file; a name has 25 characters of Latin-1 at most."""
    _write_names(Path(path), names, TOURNAMENT_LENGTH, header)


def packed_name(name: str, length: int) -> bytes:
    """The bytes of a name, cut and with question marks where need be."""
    return name.replace("\0", " ").encode("latin-1", "replace")[: length - 1].ljust(length, b"\0")


def _read_names(path: Path, length: int) -> list[str]:
    data = read_bytes(path)
    names, body = Header.unpacked(data, str(path)).names, data[HEADER_LENGTH:]
    if len(body) != names * length:
        raise FileError(
            f"{path}: the header promises {names} names of {length} bytes, "
            f"but {len(body)} bytes follow"
        )
    fields = (body[at : at + length] for at in range(0, len(body), length))
    return [one.split(b"\0", 1)[0].decode("latin-1") for one in fields]


def _write_names(path: Path, names: Iterable[str], length: int, header: Header) -> None:
    packed = [packed_name(name, length) for name in names]
    if len(packed) > MAX_NAMES:
        raise FileError(f"{path}: WTHOR knows {MAX_NAMES:,} names at most, not {len(packed):,}")
    with replacing(path) as file:
        file.write(replace(header, names=len(packed)).packed() + b"".join(packed))
