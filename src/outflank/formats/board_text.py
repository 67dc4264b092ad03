"""Boards as text: squares in one word or row by row, drawings with labels, the form of GGS.

Every position is a game without moves. The side to move comes last; without it black is to move.
"""

import re
from collections.abc import Iterator

from outflank._board import SIZES
from outflank._native import Position
from outflank.errors import OutflankError
from outflank.formats.format import Format, Losses, Reading, each
from outflank.formats.piece import Piece
from outflank.formats.source import joined
from outflank.game import Game

GLYPHS = "-._XxOo*BbWw01●○"
"""Characters that stand for a square."""

_MAX_LINES = 40
"""Of a drawing on 12x12 with borders and labels there are fewer."""
_LONGEST_SIDE = 40
_LONGEST_BOARD = 2000
"""Characters of a board with spaces between all squares, labels and borders."""
_AREAS = {size**2 for size in SIZES}
_SQUARES = re.compile(rf"[{GLYPHS}]+")
_WORD = re.compile(r"\s*([^\s;]+)")
_SIDE_WORD = re.compile(r"\s+[XxOo*BbWw●○](?=[\s;:,]|$)")
_SIDE_DIGIT = re.compile(r"\s+[01](?=[\s;:,]|$)")
"""Where the discs are 0 and 1 too; elsewhere it is the number of a move."""
LABELS = re.compile(r"\s*a\s*b\s*c\s*d[\sa-l]*", re.IGNORECASE)
"""The letters of the columns."""
_BORDER = re.compile(r"[\s+=-]*\+[\s+=-]*")
_SIDES = {
    **dict.fromkeys(("x", "*", "b", "black", "0", "●", "game over"), "X"),
    **dict.fromkeys(("o", "w", "white", "1", "○"), "O"),
}
_SIDE_LINE = re.compile(
    r"\s*(?:(?:turn|side|to move|to play|next)\s*[:=]?\s*)?"
    r"(?P<side>black|white|game over|[xobw*01●○])(?:(?:'s)?\s+(?:to\s+(?:move|play)|turn))?\.?\s*",
    re.IGNORECASE,
)
_SERVER = re.compile(r"\s*\[\s*(?P<size>\d{1,2})\s+(?P<board>[^\]]+?)\s*\]\s*", re.ASCII)


def parse_board(text: str | Piece) -> Position:
    """Reads one board.

    >>> parse_board("[4 ---- -O*- -*O- ---- *]") == Position(4)
    True
    >>> parse_board(str(Position())) == Position()
    True
    """
    piece = Piece.of(text)
    if len(piece.text) > _LONGEST_BOARD:
        raise piece.fail(0, f"more than {_LONGEST_BOARD:,} characters are no board")
    board, offset, size = _drawing(piece.text) or piece.text, 0, None
    if (server := _SERVER.fullmatch(piece.text)) is not None:
        board, offset, size = server["board"], server.start("board"), int(server["size"])
    return piece.apply(offset, Position.from_text, board, size)


def board_prefix(text: str) -> int:
    """How many characters of a text are a board and the side to move; 0 if it begins with none.

    >>> board_prefix("-----OX--XO----- X; b1")
    18
    """
    at, squares, end = 0, 0, 0
    while squares <= max(_AREAS) and (word := _WORD.match(text, at)) is not None:
        if not _SQUARES.fullmatch(word[1]):
            break
        squares += len(word[1])
        at = word.end()
        if squares in _AREAS:
            digits = any(sign in text[:at] for sign in "01")
            side = _SIDE_WORD.match(text, at) or (_SIDE_DIGIT.match(text, at) if digits else None)
            end = at if side is None else side.end()
        elif squares - 1 in _AREAS and len(word[1]) > 1 and word[1][-1] not in "-._":
            end = at
    return end


def note_moves(game: Game, losses: Losses) -> None:
    if game.position != game.start or game.final_position != game.start:
        losses.add("moves")


def write_board(game: Game, losses: Losses) -> str:
    """The position at the current place of a game."""
    note_moves(game, losses)
    return f"{game.position.to_text()}\n"


def _is_side(line: str) -> bool:
    return len(line) <= _LONGEST_SIDE and _SIDE_LINE.fullmatch(line) is not None


def _drawing(text: str) -> str | None:
    lines = [line.replace("|", " ").strip() for line in text.split("\n")]
    rows = [line for line in lines if line and not _BORDER.fullmatch(line)]
    side = "X"
    if len(rows) > 1 and _is_side(rows[-1]):
        side_line = _SIDE_LINE.fullmatch(rows.pop())
        side = _SIDES[side_line["side"].lower()] if side_line else side
    rows = [row for row in rows if not LABELS.fullmatch(row)]
    if len(rows) not in SIZES:
        return None
    squares = ["".join(row.split()) for row in rows]
    # Numbers of the rows stand before them, or on both sides, or nowhere; 1 is a white disc too.
    for before, after in ((False, False), (True, False), (True, True)):
        bare = [
            row.removeprefix(str(number) * before).removesuffix(str(number) * after)
            for number, row in enumerate(squares, 1)
        ]
        if all(len(row) == len(rows) and _SQUARES.fullmatch(row) for row in bare):
            return "".join(bare) + side
    return None


def _pieces(reading: Reading) -> Iterator[Piece | OutflankError]:
    """A line that is a board by itself is one; others go together until an empty line."""
    waiting: list[Piece] = []
    for line in reading.source.lines():
        is_side = _is_side(line.text)
        if waiting and _is_whole(waiting[0].text) and not is_side:
            yield joined(waiting)
            waiting = []
        if line.text.strip():
            waiting.append(line)
        if waiting and (is_side or not line.text.strip() or len(waiting) > _MAX_LINES):
            yield joined(waiting)
            waiting = []
    if waiting:
        yield joined(waiting)


def _is_whole(line: str) -> bool:
    if len(line) > _LONGEST_BOARD:
        return True
    squares = "".join(line.split())
    known = len(squares) in _AREAS or len(squares) - 1 in _AREAS
    return (known and _SQUARES.fullmatch(squares) is not None) or bool(_SERVER.fullmatch(line))


BOARD = Format(
    "board",
    "boards as text",
    (".board",),
    lambda reading: each(_pieces(reading), lambda piece: Game(parse_board(piece))),
    write_board,
)
