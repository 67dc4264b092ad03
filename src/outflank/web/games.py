"""The games that requests are about: replayed and checked, each time anew."""

from dataclasses import dataclass

from outflank._board import SIZES
from outflank._schema import JsonObject
from outflank.errors import IllegalMoveError
from outflank.game import Game, Move, Position
from outflank.web.refusal import RefusalError

_LONGEST_BOARD = 400
"""Characters of a board as text."""


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A line of moves, and where it leads."""

    start: Position
    moves: tuple[Move, ...]
    """Passes included."""
    position: Position

    @property
    def size(self) -> int:
        """Squares along one side."""
        return self.start.size

    def check_goes_on(self) -> None:
        """IllegalMoveError if there is no move to look for."""
        if self.position.is_over():
            raise IllegalMoveError("the game is over: there is no move to choose")


def game_asked(facts: JsonObject) -> AskedGame:
    """The game of a request, `{size, start?, moves}`."""
    return line_asked(
        facts.count("size"),
        facts.text("start") if facts.has("start") else None,
        facts.text("moves") if facts.has("moves") else "",
    )


def line_asked(size: int, start: str | None, moves: str) -> AskedGame:
    """The same from its parts."""
    if size not in SIZES:
        raise RefusalError("bad-message", f"there is no board of size {size}; choose from {SIZES}")
    first = Position(size)
    if start is not None:
        if len(start) > _LONGEST_BOARD:
            raise RefusalError("too-large", f"a board has at most {_LONGEST_BOARD} characters")
        first = Position.from_text(start, size)
    most = 2 * size * size
    # Two characters are the shortest move, four and a separator the longest.
    if len(moves) > 5 * most:
        raise RefusalError("too-large", f"a game has at most {most} moves here")
    game = Game.from_transcript(moves, first)
    if len(game.moves) > most:
        raise RefusalError("too-large", f"a game has at most {most} moves here")
    return AskedGame(first, game.moves, game.position)
