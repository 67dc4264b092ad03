"""The games that requests are about: replayed and checked, each time anew."""

from outflank._board import SIZES
from outflank._schema import JsonObject
from outflank.game import Game, Position
from outflank.web.refusal import RefusalError

MAX_BOARD = 400
"""Characters of a board as text."""


def game_asked(record: JsonObject) -> Game:
    """The game of a request, `{size, start?, moves}`."""
    return line_asked(
        record.count("size"),
        record.text("start") if record.has("start") else None,
        record.text("moves") if record.has("moves") else "",
    )


def line_asked(size: int, start: str | None, moves: str) -> Game:
    if size not in SIZES:
        raise RefusalError("bad-message", f"there is no board of size {size}; choose from {SIZES}")
    first = Position(size) if start is None else board_asked(start, size)
    most = 2 * size * size
    # Two characters are the shortest move, four and a separator the longest.
    game = Game.from_transcript(moves, first) if len(moves) <= 5 * most else None
    if game is None or len(game.moves) > most:
        raise RefusalError("too-large", f"a game has at most {most} moves here")
    return game


def board_asked(text: str, size: int | None = None) -> Position:
    if len(text) > MAX_BOARD:
        raise RefusalError("too-large", f"a board has at most {MAX_BOARD} characters")
    return Position.from_text(text, size)


def size_asked(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise RefusalError("bad-message", "size is the number of squares along one side")
    return int(text)
