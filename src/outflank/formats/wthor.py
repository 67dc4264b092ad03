"""The WTHOR database of tournament games (.wtb), its players (.jou) and tournaments (.trn).

All numbers are little-endian. A 16-byte header comes first; then one record per game: three
16-bit indices (tournament, black, white), black's discs as played and under perfect play from
`theoretical_depth` empties on, and the moves as 10 * row + column from 1, without passes.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from outflank._files import read_bytes
from outflank._native import Move, Position
from outflank.errors import FileError, NotationError
from outflank.game import Game, replay

_HEADER = struct.Struct("<4BIHHBBBB")
_PLAYER_LENGTH, _TOURNAMENT_LENGTH = 20, 26
_DEFAULT_DEPTH = 22


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

    def _written(self) -> Iterator[Move]:
        """The moves as the record has them: without passes."""
        for number, code in enumerate(self.squares, 1):
            row, column = code // 10 - 1, code % 10 - 1
            if not (0 <= row < self.size and 0 <= column < self.size):
                raise NotationError(f"move {number}: byte {code} is not a square")
            yield Move.at(row, column)


@dataclass(frozen=True, slots=True)
class Database:
    """The games of one year."""

    year: int
    theoretical_depth: int
    """From how many empty squares on the theoretical score holds."""
    records: list[Record]


def _read(path: Path, record_length: int | None) -> tuple[tuple[int, ...], bytes]:
    """Header fields and the bytes after it, checked against the counts in the header."""
    data = read_bytes(path)
    if len(data) < _HEADER.size:
        raise FileError(f"{path}: {len(data)} bytes are too few for a WTHOR header")
    header = _HEADER.unpack_from(data)
    body = data[_HEADER.size :]
    if record_length is not None and len(body) != header[5] * record_length:
        raise FileError(
            f"{path}: the header promises {header[5]} names of {record_length} bytes, "
            f"but {len(body)} bytes follow"
        )
    return header, body


def _read_names(path: Path, length: int) -> list[str]:
    _, body = _read(path, length)
    fields = (body[at : at + length] for at in range(0, len(body), length))
    return [field.split(b"\0", 1)[0].decode("latin-1") for field in fields]


def read_players(path: Path | str) -> list[str]:
    """The names in a .jou file; a game's `black` and `white` are indices into them."""
    return _read_names(Path(path), _PLAYER_LENGTH)


def read_tournaments(path: Path | str) -> list[str]:
    """The names in a .trn file."""
    return _read_names(Path(path), _TOURNAMENT_LENGTH)


def read_database(path: Path | str) -> Database:
    """All games of a .wtb file."""
    path = Path(path)
    header, body = _read(path, None)
    games, year, board, depth = header[4], header[6], header[7], header[9]
    size = 8 if board == 0 else board
    if size not in (8, 10):
        raise FileError(f"{path}: board size {board} in the header; expected 0, 8 or 10")
    layout = struct.Struct(f"<3HBB{size * size - 4}s")
    if len(body) != games * layout.size:
        raise FileError(
            f"{path}: the header promises {games} games of {layout.size} bytes, "
            f"but {len(body)} bytes follow"
        )
    records = [
        Record(tournament, black, white, discs, theoretical, squares.split(b"\0", 1)[0], size)
        for tournament, black, white, discs, theoretical, squares in layout.iter_unpack(body)
    ]
    return Database(year, depth or _DEFAULT_DEPTH, records)
