"""Moves played one after another, with the forced passes that records leave out."""

from collections.abc import Iterable, Iterator

from outflank._native import Move, Position
from outflank.errors import IllegalMoveError


def replay(start: Position, moves: Iterable[Move]) -> Iterator[tuple[Move, Position]]:
    """Each move with the position it leads to; a forced pass that was left out is put in.

    IllegalMoveError names the move by its number among `moves`, from 1.

    >>> [move.name for move, _ in replay(Position(), [Move("f5"), Move("d6")])]
    ['f5', 'd6']
    """
    position = start
    for number, move in enumerate(moves, 1):
        if not move.is_pass and position.must_pass():
            position = position.play(Move.PASS)
            yield Move.PASS, position
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
        yield move, position
