"""Positions and their legal moves as arrays: what the network is asked about.

The moves of all positions stand one after another. `starts` says where those of each position
begin; one number more says where the last ones end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from outflank._native import Color, Move, Position
from outflank.humanlike.bitboards import SIDE, Bits

Floats = NDArray[np.float32]
DEPTHS = (1, 3, 5)
"""Plies that the engine looks ahead to value each move: what people may see, and a little more."""
NO_SQUARE = -1
"""Where there was no move before."""


def square_of(move: Move) -> int:
    """The square of a move, row by row; `NO_SQUARE` for a pass."""
    return NO_SQUARE if move.is_pass else SIDE * move.row + move.column


@dataclass(frozen=True, slots=True)
class Choices:
    """Some positions, and for each of their moves what is known about it."""

    own: Bits
    """The discs of the side to move, for each position."""
    other: Bits
    last: NDArray[np.int8]
    """The square of the move before, by the other side."""
    before: NDArray[np.int8]
    """The square of the move before that, by the side to move."""
    rating: Floats
    """Of who moves; 0 if it is not known."""
    starts: NDArray[np.int64]
    squares: NDArray[np.int8]
    """For each move; and so on."""
    values: NDArray[np.int8]
    """What the engine makes of it at `DEPTHS`, in discs for who moves."""
    counts: NDArray[np.uint16]
    """How many games of people came to the position it leads to."""

    @classmethod
    def of(
        cls,
        position: Position,
        moves: Sequence[Move],
        past: Sequence[Move],
        rating: float,
        *,
        values: NDArray[np.int8],
        counts: NDArray[np.uint16],
    ) -> "Choices":
        """Some moves of one position; `past` are the moves before, if known."""
        black, white = position.to_bitboards()
        own, other = (black, white) if position.turn == Color.BLACK else (white, black)
        last, before = ([NO_SQUARE, NO_SQUARE] + [square_of(move) for move in past[-2:]])[:-3:-1]
        return cls(
            own=np.array([own], np.uint64),
            other=np.array([other], np.uint64),
            last=np.array([last], np.int8),
            before=np.array([before], np.int8),
            rating=np.array([rating], np.float32),
            starts=np.array([0, len(moves)]),
            squares=np.array([square_of(move) for move in moves], np.int8),
            values=values,
            counts=counts,
        )

    def __len__(self) -> int:
        return len(self.own)

    @property
    def sizes(self) -> NDArray[np.int64]:
        return np.diff(self.starts)

    @property
    def owners(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self)), self.sizes)

    def some(self, numbers: NDArray[np.int64]) -> "Choices":
        """Some of the positions, in the order of their numbers."""
        rows, starts = rows_of(self.starts, numbers)
        return Choices(
            **{
                field.name: getattr(self, field.name)[rows if field.name in _OF_MOVES else numbers]
                for field in fields(self)
                if field.name != "starts"
            },
            starts=starts,
        )

    def rated(self, rating: float) -> "Choices":
        """The same positions before people of one rating."""
        return replace(self, rating=np.full(len(self), rating, np.float32))

    def losses(self, values: NDArray[np.int8]) -> Floats:
        """How far the value of each move is from the best of its position."""
        known = values.astype(np.float32)
        best: Floats = np.maximum.reduceat(known, self.starts[:-1])[self.owners] - known
        return best

    def shares(self, scores: Floats) -> Floats:
        """The chance of each move, from a score for each: softmax within each position."""
        firsts, owners = self.starts[:-1], self.owners
        risen = np.exp(scores - np.maximum.reduceat(scores, firsts)[owners])
        return (risen / np.add.reduceat(risen, firsts)[owners]).astype(np.float32)


_OF_MOVES = ("squares", "values", "counts")


def rows_of(
    starts: NDArray[np.int64], numbers: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows of some positions one after another, and where those of each begin then."""
    sizes = np.diff(starts)[numbers]
    ends = np.cumsum(sizes)
    rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(
        starts[numbers] - ends + sizes, sizes
    )
    return rows, np.concatenate([[0], ends]).astype(np.int64)


def joined(parts: Sequence[Choices]) -> Choices:
    """The positions of all parts; at least one part."""
    begins = np.cumsum([0, *(part.starts[-1] for part in parts)])
    starts = [part.starts[:-1] + begin for part, begin in zip(parts, begins, strict=False)]
    return Choices(
        **{
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Choices)
            if field.name != "starts"
        },
        starts=np.concatenate([*starts, begins[-1:]]).astype(np.int64),
    )
