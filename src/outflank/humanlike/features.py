"""What the network sees of a move: planes of the board, and numbers about the move.

The board is turned so that the move lies in one octant, so that it learns each corner once. It is
seen by the side to move: nothing tells black from white.
"""

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.humanlike import bitboards
from outflank.humanlike.bitboards import SIDE, Bits
from outflank.humanlike.choices import DEPTHS, Choices, Floats

Numbers = list[NDArray[Any]]
"""One array for each number, with a value for each move."""
PLANES = 6
"""Own discs, the other's, what is flipped, the replies, the own moves, and the last move."""
NUMBERS = 82
INPUTS = PLANES * SIDE * SIDE + NUMBERS
OCTANT = tuple(combinations_with_replacement(range(SIDE // 2), 2))
"""The squares of one octant, in rows."""
RATING_CENTRE, RATING_UNIT = 1600.0, 200.0
PHASE_KNOTS = (8, 16, 24, 32, 40, 48, 56)
"""Plies at which the phase of the game is one of these, and in between a mixture of two."""


def _turns() -> tuple[NDArray[np.int64], list[int]]:
    """For each square: how to turn the board (bits as `Position.transform`), and its octant's."""
    row, column = np.divmod(np.arange(SIDE * SIDE), SIDE)
    symmetry = 2 * (row >= SIDE // 2) + (column >= SIDE // 2)
    row, column = np.minimum(row, SIDE - 1 - row), np.minimum(column, SIDE - 1 - column)
    octant = np.sort([row, column], axis=0).T.tolist()
    return symmetry + 4 * (row > column), [OCTANT.index(tuple(square)) for square in octant]


_SYMMETRY, _CLASS = _turns()
_CLASS_ROWS = np.eye(len(OCTANT), dtype=np.float32)[_CLASS]
"""By square."""


def _turned(bits: Bits, symmetry: NDArray[np.int64]) -> Bits:
    """Boards with the move in the octant: mirrored first, then rows and columns swapped."""
    bits = np.where(symmetry & 1, bitboards.mirrored(bits), bits)
    bits = np.where(symmetry & 2, bitboards.upside_down(bits), bits)
    return np.where(symmetry & 4, bitboards.transposed(bits), bits)


class _Moved(NamedTuple):
    move: Bits
    flipped: Bits
    directions: NDArray[np.int64]
    own: Bits
    other: Bits
    replies: Bits

    @classmethod
    def of(cls, own: Bits, other: Bits, move: Bits) -> "_Moved":
        flipped, directions = bitboards.flips(own, other, move)
        own, other = own | move | flipped, other & ~flipped
        return cls(move, flipped, directions, own, other, bitboards.mobility(other, own))


def inputs(choices: Choices) -> Floats:
    """One row for each move: the planes, then the numbers."""
    owners, squares = choices.owners, choices.squares.astype(np.int64)
    own, other = choices.own[owners], choices.other[owners]
    legal = bitboards.mobility(choices.own, choices.other)
    last = bitboards.bits_of(choices.last.astype(np.int64))
    before = bitboards.bits_of(choices.before.astype(np.int64))
    moved = _Moved.of(own, other, bitboards.bits_of(squares))
    symmetry = _SYMMETRY[squares]
    boards = (own, other, moved.flipped, moved.replies, legal[owners], last[owners])
    planes = [bitboards.planes(bits) for bits in _turned(np.stack(boards), symmetry)]
    numbers = [
        *_value_numbers(choices, owners),
        *_popularity_numbers(choices, owners),
        *_shape_numbers(moved),
        *_recent_numbers(moved, last[owners], before[owners]),
        *_phase_numbers(choices)[:, owners],
        *_CLASS_ROWS[squares].T,
    ]
    return np.concatenate(
        [*planes, np.stack(numbers, axis=1).astype(np.float32)], axis=1, dtype=np.float32
    )


def losses(choices: Choices, depth: int = len(DEPTHS) - 1) -> Floats:
    """How far each move is from the best of its position, in discs, at the deepest look."""
    return choices.losses(choices.values[:, depth])


def rating_number(rating: Floats) -> Floats:
    """A rating as the network sees it; 0 where it is not known."""
    number: Floats = np.where(rating > 0, (rating - RATING_CENTRE) / RATING_UNIT, 0)
    return number


def _value_numbers(choices: Choices, owners: NDArray[np.int64]) -> Numbers:
    """How good the move looks at each depth, beside the others; and the same times the rating."""
    firsts = choices.starts[:-1]
    rating = rating_number(choices.rating)[owners]
    numbers: Numbers = []
    for depth in range(len(DEPTHS)):
        loss = losses(choices, depth)
        near, wide = np.exp(-loss / 1.5), np.exp(-loss / 6)
        numbers += [np.minimum(loss, 24) / 8, near, wide, loss == 0]
        numbers += [rating * near, rating * wide]
        numbers.append(wide / np.add.reduceat(wide, firsts)[owners])
        numbers.append(np.minimum(_better(loss, firsts, owners), 8) / 4)
    values = choices.values.astype(np.float32)
    numbers.append(np.clip(values[:, -1] - values[:, 0], -16, 16) / 8)
    best = np.maximum.reduceat(values[:, -1], firsts)[owners]
    numbers += [np.tanh(best / 8), np.tanh(best / 24)]
    numbers.append(np.add.reduceat((losses(choices) <= 2).astype(np.float32), firsts)[owners] / 4)
    return numbers


def _better(loss: Floats, firsts: NDArray[np.int64], owners: NDArray[np.int64]) -> Floats:
    keys = owners * 256 + loss.astype(np.int64)
    rank = np.searchsorted(np.sort(keys), keys) - firsts[owners]
    return rank.astype(np.float32)


def _popularity_numbers(choices: Choices, owners: NDArray[np.int64]) -> Numbers:
    firsts, counts = choices.starts[:-1], choices.counts.astype(np.float32)
    total = np.add.reduceat(counts, firsts)[owners]
    moves = choices.sizes.astype(np.float32)[owners]
    share = counts / np.maximum(total, 1)
    smooth = np.log((counts + 0.2) / (total + 0.2 * moves))
    top = (counts > 0) & (counts == np.maximum.reduceat(counts, firsts)[owners])
    rating = rating_number(choices.rating)[owners]
    return [
        share,
        np.where(total > 0, smooth, 0) / 2,
        np.log1p(counts) / 4,
        np.log1p(total) / 4,
        total > 0,
        top,
        rating * share,
        moves / 10,
    ]


def _shape_numbers(moved: _Moved) -> Numbers:
    """Mobility, frontier, corners, and the region of empty squares that is played into."""
    count, beside = bitboards.count, bitboards.beside
    empty = ~(moved.own | moved.other)
    open_squares = beside(empty)
    own_moves = bitboards.mobility(moved.own, moved.other)
    near, turned = beside(moved.move), moved.flipped & open_squares
    region = bitboards.region(moved.move, empty | moved.move)
    size = count(region)
    return [
        count(moved.replies) / 8,
        moved.replies == 0,
        count(own_moves) / 8,
        count(moved.own & open_squares) / 10,
        count(moved.other & open_squares) / 10,
        count(moved.flipped) / 6,
        count(turned) / 6,
        turned == 0,
        moved.directions / 3,
        count(moved.replies & bitboards.CORNERS),
        count(own_moves & bitboards.CORNERS),
        count(near & empty) / 4,
        count(near & moved.other) / 4,
        np.minimum(size, 16) / 8,
        size % 2,
        size == 1,
        (size % 2) * (size < 8),
        (beside(region) & moved.replies) == 0,
    ]


def _recent_numbers(moved: _Moved, last: Bits, before: Bits) -> Numbers:
    """How the move has to do with the two before it: people answer where they were attacked."""
    nearer = bitboards.beside(moved.move)
    near = bitboards.beside(nearer)
    return [
        last != 0,
        (moved.flipped & last) != 0,
        (nearer & last) != 0,
        (near & last) != 0,
        (nearer & before) != 0,
        (near & before) != 0,
        (moved.flipped & before) != 0,
    ]


def _phase_numbers(choices: Choices) -> Floats:
    """The phase of the game and the rating, for each position; one row for each number."""
    discs = bitboards.count(choices.own | choices.other)
    ply = discs - 4
    step = PHASE_KNOTS[1] - PHASE_KNOTS[0]
    phases = [np.maximum(0, 1 - np.abs(ply - knot) / step) for knot in PHASE_KNOTS]
    known = (choices.rating > 0).astype(np.float32)
    rating = rating_number(choices.rating)
    lead = (bitboards.count(choices.own) - bitboards.count(choices.other)) / 16
    return np.stack([ply / 60, *phases, known, rating, lead]).astype(np.float32)
