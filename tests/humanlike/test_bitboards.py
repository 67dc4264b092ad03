"""The rules on arrays of bitboards agree with those of the core."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Position
from outflank.humanlike import bitboards
from outflank.humanlike.bitboards import Bits
from support.boards import arbitrary_positions, reachable_positions

boards = st.one_of(reachable_positions(8), arbitrary_positions(8))


def sides(position: Position) -> tuple[Bits, Bits]:
    """The discs of who moves and of the other, as arrays of one board."""
    black, white = position.to_bitboards()
    own, other = (black, white) if position.turn == Color.BLACK else (white, black)
    return np.array([own], np.uint64), np.array([other], np.uint64)


def board(bits: Bits) -> np.ndarray:
    return bitboards.planes(bits).reshape(8, 8).astype(bool)


@given(boards)
def test_mobility_is_the_core_s(position: Position) -> None:
    assert (board(bitboards.mobility(*sides(position))) == position.legal_mask()).all()


@given(boards)
def test_flips_are_the_core_s(position: Position) -> None:
    for move in position.legal_moves:
        if move.is_pass:
            continue
        at = bitboards.bits_of(np.array([8 * move.row + move.column]))
        flipped, directions = bitboards.flips(*sides(position), at)
        assert (board(flipped) == position.flip_mask(move)).all()
        assert 1 <= directions[0] <= 8


@given(boards, st.integers(0, 7))
def test_turning_is_the_core_s(position: Position, symmetry: int) -> None:
    own, _ = sides(position)
    expected, _ = sides(position.transform(symmetry))
    # The core swaps rows and columns first.
    if symmetry & 4:
        own = bitboards.transposed(own)
    if symmetry & 2:
        own = bitboards.upside_down(own)
    if symmetry & 1:
        own = bitboards.mirrored(own)
    assert own == expected


@given(boards)
def test_frontier_is_beside_an_empty_square(position: Position) -> None:
    own, other = sides(position)
    found = own & bitboards.beside(~(own | other))
    assert (board(found) == position.frontier_mask(position.turn)).all()


def test_region_stops_at_walls() -> None:
    column = np.array([sum(1 << 8 * row + 3 for row in range(8))], np.uint64)
    left = bitboards.region(np.array([1], np.uint64), ~column)
    assert bitboards.count(left) == 24
    right = bitboards.region(np.array([1 << 63], np.uint64), ~column)
    assert bitboards.count(right) == 32
    assert bitboards.count(bitboards.region(column, ~column)) == 0


def test_no_square_has_no_bit() -> None:
    assert bitboards.bits_of(np.array([-1, 0, 63])).tolist() == [0, 1, 1 << 63]
