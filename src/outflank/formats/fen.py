"""Positions in FEN, as Edax and chess programs write them, and as two bitboards.

In FEN the last row comes first, ``p`` is a black disc and ``P`` a white one. Fairy-Stockfish gives
``P`` to the side that begins: that is the format `fen-flipello`, and looks the same. A bitboard has
its lowest bit at a1 (Edax and most engines) or its highest (Egaroucid): `bitboards` and
`bitboards-high`.
"""

import re
from collections.abc import Callable, Iterator

from outflank._board import SIZES
from outflank._native import Color, Position
from outflank._text import quoted
from outflank.errors import OutflankError
from outflank.formats.board_text import note_moves
from outflank.formats.format import Format, GameOrError, Losses, Reading, each
from outflank.formats.piece import Piece
from outflank.game import Game

FEN_LINE = re.compile(r"\s*(?P<rows>[pP\d]+(?:/[pP\d]+){3,11})\s+(?P<side>[bw])(?:\s.*)?", re.ASCII)
BITBOARDS_LINE = re.compile(
    r"\s*(?:black\s*[:=]?\s*)?(?P<black>0x[0-9a-f]+)[\s,;]+"
    r"(?:white\s*[:=]?\s*)?(?P<white>0x[0-9a-f]+)(?:[\s,;]+(?P<side>black|white|[xobw*]))?\s*",
    re.IGNORECASE,
)
_LONGEST_LINE = 1000
_WHITE = {"o", "w", "white"}
_OTHER_SIDE = str.maketrans("pPbw", "Ppwb")


def parse_fen(text: str | Piece, *, swapped: bool = False) -> Position:
    """Reads a position; `swapped` for programs in which ``P`` is the side that begins.

    >>> parse_fen("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1") == Position()
    True
    """
    piece = Piece.of(text)
    match = FEN_LINE.fullmatch(piece.text)
    if match is None:
        raise piece.fail(0, "FEN is the rows, last first, and the side to move: 8/8/... b - - 0 1")
    fen = f"{match['rows']} {match['side']}"
    fen = fen.translate(_OTHER_SIDE) if swapped else fen
    return piece.apply(match.start("rows"), Position.from_fen, fen)


def write_fen(position: Position, *, swapped: bool = False) -> str:
    """The position on one line."""
    return position.fen().translate(_OTHER_SIDE) if swapped else position.fen()


def parse_bitboards(text: str | Piece, *, high: bool = False) -> Position:
    """Reads black's bitboard, white's, and the side to move if it is there.

    >>> parse_bitboards("0x0000000810000000 0x0000001008000000 X") == Position()
    True
    """
    piece = Piece.of(text)
    match = BITBOARDS_LINE.fullmatch(piece.text)
    if match is None:
        raise piece.fail(0, "bitboards are two numbers such as 0x810000000, black's first")
    size = _size_of(piece, match)
    boards = [_turned(int(match[name], 16), size, high) for name in ("black", "white")]
    side = Color.WHITE if (match["side"] or "x").lower() in _WHITE else Color.BLACK
    return piece.apply(match.start("black"), Position.from_bitboards, *boards, side, size)


def write_bitboards(position: Position, *, high: bool = False) -> str:
    """Two numbers with all their digits, and the side to move."""
    size = position.size
    boards = [_turned(board, size, high) for board in position.to_bitboards()]
    side = "X" if position.turn == Color.BLACK else "O"
    return " ".join([*(f"0x{board:0{size**2 // 4}x}" for board in boards), side])


def _turned(board: int, size: int, high: bool) -> int:
    return int(f"{board:0{size**2}b}"[::-1], 2) if high else board


def _size_of(piece: Piece, match: re.Match[str]) -> int:
    """The board whose squares are as many as the digits stand for; 8x8 if they are fewer."""
    digits = {len(match[name]) - 2 for name in ("black", "white")}
    sizes = [size for size in SIZES if digits == {size**2 // 4}]
    if sizes:
        return sizes[0]
    if max(digits) <= 16:
        return 8
    raise piece.fail(match.start(), f"no board has {quoted(str(max(digits)))} digits of 4 squares")


def _lines(reading: Reading) -> Iterator[Piece | OutflankError]:
    for line in reading.source.lines():
        if len(line.text) > _LONGEST_LINE:
            yield line.fail(0, f"more than {_LONGEST_LINE:,} characters are no position")
        elif line.text.strip():
            yield line


def _format(
    name: str,
    title: str,
    parse: Callable[..., Position],
    write: Callable[..., str],
    **options: bool,
) -> Format:
    def read(reading: Reading) -> Iterator[GameOrError]:
        return each(_lines(reading), lambda piece: Game(parse(piece, **options)))

    def write_game(game: Game, losses: Losses) -> str:
        note_moves(game, losses)
        return f"{write(game.position, **options)}\n"

    return Format(name, title, (f".{name}",), read, write_game)


_BITS = parse_bitboards, write_bitboards
FEN = _format("fen", "FEN", parse_fen, write_fen)
FLIPELLO = _format("fen-flipello", "FEN of Fairy-Stockfish", parse_fen, write_fen, swapped=True)
BITBOARDS = _format("bitboards", "bitboards, a1 lowest", *_BITS)
BITBOARDS_HIGH = _format("bitboards-high", "bitboards, a1 highest", *_BITS, high=True)
