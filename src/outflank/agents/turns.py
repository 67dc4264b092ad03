"""The one loop that plays a game."""

from collections.abc import Callable, Iterator

from outflank._native import Move, Position


class Turns:
    """A game under way: iterating gives each position with a choice and its moves; `play` one.

    Forced passes are played without asking; `on_pass` is called before each.

    >>> game = Turns(Position(4))
    >>> for position, moves in game:
    ...     game.play(moves[0])
    >>> game.position.is_over()
    True
    """

    __slots__ = ("_on_pass", "position")

    def __init__(self, start: Position, on_pass: Callable[[], object] | None = None) -> None:
        self.position = start
        """Where the game is; who has played the move already may set it instead of `play`."""
        self._on_pass = on_pass

    def play(self, move: Move) -> None:
        """The move of the turn; IllegalMoveError if it is none."""
        self.position = self.position.play(move)

    def __iter__(self) -> Iterator[tuple[Position, tuple[Move, ...]]]:
        while moves := self.position.legal_moves:
            if not moves[0].is_pass:
                yield self.position, moves
                continue
            if self._on_pass is not None:
                self._on_pass()
            self.play(moves[0])
