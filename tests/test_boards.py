"""`batch.Boards` is many positions: whatever it says, each position says too."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import IllegalMoveError, Move, NotationError, Position
from outflank.batch import PASS, Boards, play, playouts, transform_moves
from support.boards import SIZES, arbitrary_positions, reachable_positions


@st.composite
def lists_of_positions(draw: st.DrawFn) -> list[Position]:
    size = draw(st.sampled_from(SIZES))
    one = st.one_of(reachable_positions(size), arbitrary_positions(size))
    return draw(st.lists(one, min_size=1, max_size=6))


def code(move: Move, size: int) -> int:
    return PASS if move.is_pass else move.row * size + move.column


@given(lists_of_positions())
def test_round_trips(positions: list[Position]) -> None:
    boards = Boards.from_positions(positions)
    assert list(boards) == positions
    assert len(boards) == len(positions)
    assert boards.size == positions[0].size
    assert boards.turns.tolist() == [position.turn for position in positions]
    for again in (
        Boards.from_numpy(boards.to_numpy(), boards.turns),
        Boards.decode(boards.encode(), boards.turns),
        pickle.loads(pickle.dumps(boards)),
        copy.deepcopy(boards),
        boards[:],
    ):
        assert again == boards
        assert list(again) == positions


@given(lists_of_positions())
def test_planes_are_seen_by_the_side_to_move(positions: list[Position]) -> None:
    planes = Boards.from_positions(positions).encode()
    assert planes.dtype == np.float32
    for position, (own, other, legal) in zip(positions, planes, strict=True):
        assert (own == position.disc_mask(position.turn)).all()
        assert (other == position.disc_mask(position.turn.opponent)).all()
        assert (legal == position.legal_mask()).all()


@given(lists_of_positions())
def test_legal_moves_are_those_of_each_position(positions: list[Position]) -> None:
    counts, squares = Boards.from_positions(positions).legal_moves()
    expected = [
        [code(move, position.size) for move in position.legal_moves if not move.is_pass]
        for position in positions
    ]
    assert counts.tolist() == [len(moves) for moves in expected]
    assert squares.tolist() == [square for moves in expected for square in moves]


def test_legal_moves_of_many_boards_agree_with_the_masks() -> None:
    for size in SIZES:
        boards = Boards(size, 500)
        for ply in range(size * size):
            counts, squares = boards.legal_moves()
            masks = boards.legal_masks().reshape(500, -1)
            numbers, expected = masks.nonzero()
            assert (squares == expected).all()
            assert (counts == np.bincount(numbers, minlength=500)).all()
            boards = boards.play(boards.random_moves(ply))
        assert boards.outcomes()[0].any()


@given(lists_of_positions(), st.integers(0, 1000))
def test_moves_by_their_numbers(positions: list[Position], choice: int) -> None:
    boards = Boards.from_positions(positions)
    counts, squares = boards.legal_moves()
    assert (boards.legal_counts() == counts).all()
    numbers = choice % np.maximum(counts, 1)
    first = counts.cumsum() - counts
    expected = [
        squares[at] if count else PASS
        for at, count in zip((first + numbers).tolist(), counts.tolist(), strict=True)
    ]
    assert boards.nth_moves(numbers).tolist() == expected


def test_numbers_of_moves_that_are_not_there() -> None:
    boards = Boards(6, 2)
    for numbers in ([0, 4], [0, -1], [0, 2**62]):
        sentence = f"board 1: there is no move {numbers[1]} among 4 legal ones"
        with pytest.raises(IllegalMoveError, match=sentence):
            boards.nth_moves(numbers)
    over = Boards.from_positions([Position.from_text("X" * 36 + "O")])
    assert over.nth_moves([0]).tolist() == [PASS]
    with pytest.raises(IllegalMoveError, match="board 0: there is no move 1 among 0 legal ones"):
        over.nth_moves([1])
    with pytest.raises(NotationError, match="2 boards but 1 numbers"):
        boards.nth_moves([0])
    with pytest.raises(TypeError, match="numbers must hold integers, not float64"):
        boards.nth_moves([0.5, 1.0])


@given(lists_of_positions(), st.integers(0, 2**64 - 1))
def test_random_moves_are_legal(positions: list[Position], seed: int) -> None:
    boards = Boards.from_positions(positions)
    moves = boards.random_moves(seed)
    assert (boards.random_moves(seed) == moves).all()
    for position, move in zip(positions, moves.tolist(), strict=True):
        if position.is_over():
            assert move == PASS
        else:
            assert move in [code(legal, position.size) for legal in position.legal_moves]


def test_random_moves_are_equally_likely() -> None:
    moves = Boards(8, 8000).random_moves(seed=3)
    squares, found = np.unique(moves, return_counts=True)
    assert squares.tolist() == [19, 26, 37, 44]
    # 2,000 expected, with a standard deviation of 39.
    assert (abs(found - 2000) < 250).all()


@given(lists_of_positions(), st.integers(0, 1000))
def test_play_is_play(positions: list[Position], choice: int) -> None:
    boards = Boards.from_positions(positions)
    moves, expected = [], []
    for position in positions:
        if position.is_over():
            moves.append(PASS)
            expected.append(position)
        else:
            move = position.legal_moves[choice % len(position.legal_moves)]
            moves.append(code(move, position.size))
            expected.append(position.play(move))
    assert list(boards.play(moves)) == expected
    assert list(boards) == positions
    after, turns = play(boards.to_numpy(), boards.turns, moves)
    assert Boards.from_numpy(after, turns) == boards.play(moves)


@given(lists_of_positions(), st.integers(0, 7))
def test_images(positions: list[Position], symmetry: int) -> None:
    boards = Boards.from_positions(positions)
    image = boards.transform(symmetry)
    assert list(image) == [position.transform(symmetry) for position in positions]
    assert boards.symmetries()[symmetry] == image
    size = boards.size
    names = [*(Move.at(row, column) for row in range(size) for column in range(size)), Move.PASS]
    codes = [code(move, size) for move in names]
    images = [code(move.transform(symmetry, size), size) for move in names]
    assert transform_moves(codes, symmetry, size).tolist() == images
    assert transform_moves([codes], symmetry, size).tolist() == [images]


@given(lists_of_positions(), st.integers(0, 2**64 - 1))
def test_game_i_of_a_batch_is_game_i_of_its_position(positions: list[Position], seed: int) -> None:
    boards = Boards.from_positions(positions)
    scores = boards.playouts(seed)
    assert scores.dtype == np.int16
    for i, position in enumerate(positions):
        assert scores[i] == position.playouts(i + 1, seed)[i]
    assert (playouts(boards.to_numpy(), boards.turns, seed) == scores).all()


def test_parts() -> None:
    positions = [Position(6), Position(6).play("c2"), Position(6).play("b3")]
    boards = Boards.from_positions(positions)
    assert boards[0] == positions[0]
    assert boards[-1] == boards[np.int64(2)] == positions[2]
    assert list(boards[1:]) == positions[1:]
    assert list(boards[[2, 0, 2]]) == [positions[2], positions[0], positions[2]]
    assert list(boards[np.array([True, False, True])]) == [positions[0], positions[2]]
    assert len(boards[:0]) == 0
    assert boards[:0].size == 6
    for wrong in (3, -4, [3], "a", 1.5, [True], None, ([[0]],)):
        with pytest.raises(IndexError):
            boards[wrong]  # type: ignore[index]


def test_equality() -> None:
    boards = Boards(6, 2)
    assert boards == Boards(6, 2)
    assert boards != Boards(6, 3)
    assert boards != Boards(8, 2)
    assert boards != boards.play([8, 8])
    assert boards != "boards"
    with pytest.raises(TypeError, match="unhashable"):
        hash(boards)


def test_none_at_all() -> None:
    none = Boards(8, 0)
    assert none.play([]).to_numpy().shape == (0, 8, 8)
    assert none.encode().shape == (0, 3, 8, 8)
    assert none.playouts(1).shape == none.random_moves(1).shape == (0,)


def test_a_board_that_is_over_stays_as_it_is() -> None:
    over = Position.from_text("X" * 36 + "O")
    boards = Boards.from_positions([over, Position(6)])
    assert boards.play([PASS, 8])[0] == over
    with pytest.raises(IllegalMoveError, match="board 0: a1 cannot be played: the game is over"):
        boards.play([0, 8])
    with pytest.raises(IllegalMoveError, match="board 1: black cannot pass"):
        boards.play([PASS, PASS])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: p[:, :1], r"planes have shape \(2, 1, 6, 6\)"),
        (lambda p: p[0], r"planes have shape \(3, 6, 6\)"),
        (lambda p: p * 0.5, r"planes hold 0.5; only 0 and 1 are allowed"),
        (lambda p: p * np.nan, r"planes hold nan; only 0 and 1"),
        (lambda p: p[:, [0, 0]], "board 0: row 2, column 3 has a disc in both planes"),
        (lambda p: p[:1], "1 boards but 2 turns"),
        (lambda p: p[:, :, :4], "boards are 4 by 6"),
    ],
)
def test_bad_planes(change: object, message: str) -> None:
    boards = Boards(6, 2)
    with pytest.raises(NotationError, match=message):
        Boards.decode(change(boards.encode()), boards.turns)  # type: ignore[operator]
