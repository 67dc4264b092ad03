import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Move, Position
from support.boards import positions

symmetries = st.integers(0, 7)


def turned(board: np.ndarray, symmetry: int) -> np.ndarray:
    """The documented meaning of a symmetry, in numpy's words."""
    if symmetry & 4:
        board = board.T
    if symmetry & 2:
        board = board[::-1]
    if symmetry & 1:
        board = board[:, ::-1]
    return board


@given(positions, symmetries)
def test_transform_turns_the_board(position: Position, symmetry: int) -> None:
    image = position.transform(symmetry)
    assert image.turn == position.turn
    assert (image.to_numpy() == turned(position.to_numpy(), symmetry)).all()


@given(positions, symmetries)
def test_symmetries_commute_with_play(position: Position, symmetry: int) -> None:
    size = position.size
    image = position.transform(symmetry)
    moves = {move.transform(symmetry, size) for move in position.legal_moves}
    assert moves == set(image.legal_moves)
    for move in position.legal_moves:
        after = image.play(move.transform(symmetry, size))
        assert after == position.play(move).transform(symmetry)


@given(positions)
def test_everything_counted_is_the_same_for_all_eight(position: Position) -> None:
    images = position.symmetries()
    assert len(images) == 8
    assert images[0] == position
    assert len({image.canonical() for image in images}) == 1
    assert position.canonical() == images[position.canonical_symmetry()]
    for image in images:
        assert image.score() == position.score()
        assert image.is_over() == position.is_over()
        for color in Color:
            assert image.stable_mask(color).sum() == position.stable_mask(color).sum()


@given(positions)
def test_canonical_tells_positions_apart(position: Position) -> None:
    for move in position.legal_moves:
        assert position.play(move).canonical() != position.canonical()


def test_the_start_is_kept_by_four() -> None:
    for size in (4, 6, 8, 10, 12):
        start = Position(size)
        kept = [symmetry for symmetry in range(8) if start.transform(symmetry) == start]
        assert kept == [0, 3, 4, 7]


def test_a_pass_stays_a_pass() -> None:
    assert all(Move.PASS.transform(symmetry, 8) is Move.PASS for symmetry in range(8))
