import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import IllegalMoveError, Move, NotationError, Position, batch
from support.boards import SIZES, arbitrary_positions, reachable_positions


@st.composite
def lists_of_positions(draw: st.DrawFn) -> list[Position]:
    size = draw(st.sampled_from(SIZES))
    one = st.one_of(reachable_positions(size), arbitrary_positions(size))
    return draw(st.lists(one, min_size=1, max_size=6))


def stacked(positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
    boards = np.stack([position.to_numpy() for position in positions])
    return boards, np.array([position.turn for position in positions], np.uint8)


def code(move: Move, size: int) -> int:
    return -1 if move.is_pass else move.row * size + move.column


@given(lists_of_positions())
def test_batch_is_single(positions: list[Position]) -> None:
    boards, turns = stacked(positions)
    masks = batch.legal_masks(boards, turns)
    assert masks.dtype == np.bool_
    over, scores = batch.outcomes(boards)
    for i, position in enumerate(positions):
        assert (masks[i] == position.legal_mask()).all()
        assert over[i] == position.is_over()
        assert scores[i] == position.score()


@given(lists_of_positions(), st.integers(0, 1000))
def test_batch_play_is_single_play(positions: list[Position], choice: int) -> None:
    positions = [position for position in positions if not position.is_over()]
    if not positions:
        return
    boards, turns = stacked(positions)
    before = boards.copy()
    moves = [position.legal_moves[choice % len(position.legal_moves)] for position in positions]
    codes = [code(move, positions[0].size) for move in moves]
    after, next_turns = batch.play(boards, turns, codes)
    expected = stacked([p.play(move) for p, move in zip(positions, moves, strict=True)])
    assert (after == expected[0]).all()
    assert (next_turns == expected[1]).all()
    assert (boards == before).all()


def test_thousands_of_random_games() -> None:
    for size in (6, 12):
        boards, turns = batch.start(size, 1000)
        draw = np.random.default_rng(1)
        while not batch.outcomes(boards)[0].all():
            masks = batch.legal_masks(boards, turns).reshape(len(boards), -1)
            choice = (masks * draw.random(masks.shape)).argmax(axis=1)
            moves = np.where(masks.any(axis=1), choice, -1)
            going = ~batch.outcomes(boards)[0]
            boards[going], turns[going] = batch.play(boards[going], turns[going], moves[going])
        assert len({board.tobytes() for board in boards}) > 900


def test_input_kinds() -> None:
    boards, turns = batch.start(8, 3)
    for kind in (np.int64, np.int8, np.uint16):
        assert batch.legal_masks(boards.astype(kind), turns.astype(kind)).sum() == 12
    assert batch.legal_masks(boards.tolist(), [1, 1, 1]).sum() == 12
    assert batch.legal_masks(boards[::2], turns[::2]).sum() == 8
    assert batch.legal_masks(boards[:0], turns[:0]).shape == (0, 8, 8)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda b, t, m: (b[0], t, m), r"boards have shape \(8, 8\)"),
        (lambda b, t, m: (b[:, :4], t, m), "boards are 4 by 8"),
        (lambda b, t, m: (b[:, :7, :7], t, m), "board size 7"),
        (lambda b, t, m: (b, t[:1], m), "3 boards but 1 turns"),
        (lambda b, t, m: (b, t, m[:2]), "3 boards but 2 moves"),
        (lambda b, t, m: (b, t[:, None], m), r"turns have shape \(3, 1\)"),
        (lambda b, t, m: (b + 1, t, m), "board 0: row 3, column 3 holds 3"),
        (lambda b, t, m: (b.astype(int) + 256, t, m), "boards hold 256, which is out of range"),
        (lambda b, t, m: (b, t * 3, m), "board 0: the turn is 3"),
    ],
)
def test_bad_arrays(change: object, message: str) -> None:
    arguments = (*batch.start(8, 3), np.array([19, 19, 19]))
    with pytest.raises(NotationError, match=message):
        batch.play(*change(*arguments))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([19, 0, 19], "board 1: a1 flips nothing for black"),
        ([19, 19, 27], "board 2: d4 is occupied"),
        ([64, 19, 19], "board 0: move 64 is not on a 8x8 board"),
        ([19, -2, 19], "board 1: move -2"),
        ([-1, 19, 19], "board 0: black cannot pass"),
    ],
)
def test_illegal_moves_name_the_board(moves: list[int], message: str) -> None:
    with pytest.raises(IllegalMoveError, match=message):
        batch.play(*batch.start(8, 3), moves)


def test_floats_are_a_type_error() -> None:
    boards, turns = batch.start(8, 1)
    with pytest.raises(TypeError, match="boards must hold integers, not float64"):
        batch.legal_masks(boards.astype(float), turns)
