import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Position
from support.boards import plain, reachable_positions


@given(reachable_positions(), st.integers(0, 2**32))
def test_stable_discs_are_never_flipped(position: Position, seed: int) -> None:
    stable = {color: position.stable_mask(color) for color in Color}
    draw = random.Random(seed)
    for _ in range(3):
        later = position
        while moves := later.legal_moves:
            later = later.play(draw.choice(moves))
            for color, mask in stable.items():
                assert later.disc_mask(color)[mask].all()


@given(reachable_positions())
def test_stable_discs_are_discs(position: Position) -> None:
    board = np.array(plain(position))
    for color in Color:
        assert (board[position.stable_mask(color)] == color).all()


def test_a_full_board_is_stable_and_a_start_is_not() -> None:
    full = Position.from_text("X" * 50 + "O" * 50)
    assert full.stable_mask(Color.BLACK).sum() == 50
    assert full.stable_mask(Color.WHITE).sum() == 50
    assert not Position(10).stable_mask(Color.BLACK).any()


def test_discs_grow_from_a_corner() -> None:
    position = Position.from_text(
        "XXXX----XX------X------------------------------O-------O------OO"
    )
    assert position.stable_mask(Color.BLACK).sum() == 7
    assert position.stable_mask(Color.WHITE).sum() == 4
