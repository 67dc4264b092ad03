import copy
import pickle
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, IllegalMoveError, Move, NotationError, Position
from outflank.game import rules
from outflank.game.svg import board_svg
from support.boards import SIZES, positions
from support.commands import python


@pytest.mark.parametrize("size", SIZES)
def test_start_follows_the_course_kit(size: int) -> None:
    m = size // 2
    board = Position(size).to_numpy()
    assert board.shape == (size, size)
    assert board.dtype == np.uint8
    assert board[m - 1][m - 1] == board[m][m] == 2
    assert board[m - 1][m] == board[m][m - 1] == 1
    assert board.sum() == 6
    assert Position(size).turn == Color.BLACK
    assert int(Position(size).turn) == 1


def test_default_is_eight_by_eight() -> None:
    assert Position() == Position(8) == Position(size=8)
    assert [move.name for move in Position().legal_moves] == ["d3", "c4", "f5", "e6"]


@given(positions)
def test_text_round_trip(position: Position) -> None:
    text = position.to_text()
    assert len(text) == position.size**2 + 2
    assert Position.from_text(text) == position
    assert Position.from_text(text, size=position.size) == position
    assert Position.from_text(text.replace("-", ".").lower()) == position
    assert Position.from_text(text.replace("X", "●").replace("O", "○")) == position
    assert Position.from_text(text.replace("X", "0").replace("O", "1")) == position
    assert eval(repr(position)) == position


@given(positions)
def test_numpy_round_trip(position: Position) -> None:
    board = position.to_numpy()
    for array in (
        board,
        board.astype(np.int64),
        board.astype(float),
        np.asfortranarray(board),
        np.repeat(np.repeat(board, 2, axis=0), 2, axis=1)[::2, ::2],
    ):
        assert Position.from_numpy(array, position.turn) == position
    assert Position.from_numpy(board, 1).turn == Color.BLACK


@given(positions)
def test_pickle_copy_and_hash(position: Position) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(position, protocol))
        assert again == position
        assert hash(again) == hash(position)
        assert again.legal_moves == position.legal_moves
    assert copy.copy(position) is position
    assert copy.deepcopy(position) is position


@given(positions, positions)
def test_equality_is_size_turn_and_discs(a: Position, b: Position) -> None:
    assert (a == b) == (a.to_text() == b.to_text())
    assert (a != b) == (a.to_text() != b.to_text())
    assert a != a.to_text()


def test_positions_do_not_change() -> None:
    start = Position()
    start.play("d3")
    assert start == Position()
    with pytest.raises(AttributeError):
        start.turn = Color.WHITE  # type: ignore[misc]


def test_wipe_out_is_over_and_scores_every_square() -> None:
    position = Position()
    for name in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]:
        position = position.play(name)
    assert position.is_over()
    assert position.legal_moves == ()
    assert not position.must_pass()
    assert position.count(Color.BLACK) == 13
    assert position.disc_difference() == 13
    assert position.score() == 64
    with pytest.raises(IllegalMoveError, match="a1 cannot be played: the game is over"):
        position.play("a1")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play(Move.PASS)


def test_a_pass_is_a_move() -> None:
    # White has no square; black still has h1 (and white could never answer before).
    position = Position.from_text("OXXXXXX-" + "-" * 56 + "O")
    assert position.legal_moves == (Move("h1"),)
    position = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    assert position.must_pass()
    assert position.legal_moves == (Move.PASS,)
    assert position.is_legal("pass")
    with pytest.raises(IllegalMoveError, match="white must pass: no square flips a disc"):
        position.play("h1")
    after = position.play("pass")
    assert after.turn == Color.BLACK
    assert after.play("h1").is_over()


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("d4", "d4 is occupied"),
        ("a1", "a1 flips nothing for black"),
        ("pass", "black cannot pass: there is a legal move"),
        ("l12", "l12 is not on a 8x8 board"),
        ("i1", "i1 is not on a 8x8 board"),
    ],
)
def test_illegal_moves_say_why(move: str, message: str) -> None:
    for attempt in (move, Move(move)):
        with pytest.raises(IllegalMoveError, match=message):
            Position().play(attempt)
        with pytest.raises(IllegalMoveError, match=message):
            Position().flip_mask(attempt)
        assert not Position().is_legal(attempt)


@pytest.mark.parametrize(
    ("text", "size", "message"),
    [
        ("", None, "found 0 squares, expected 16, 36, 64, 100 or 144"),
        ("-" * 63, None, "found 63 squares"),
        ("-" * 66, None, "found 66 squares"),
        ("-" * 64 + "-", None, "the side to move, after the 64 squares"),
        ("-" * 64, 10, "found 64 squares, expected 100 for 10x10"),
        ("-" * 17 + "Z" + "-" * 46, None, "character 18 is 'Z'"),
        ("○" * 17 + "é" + "-" * 46, None, "character 18 is 'é'"),
        ("-" * 64, 7, "board size 7 is not supported; choose 4, 6, 8, 10 or 12"),
        ("\ud800" * 64, None, "not valid Unicode"),
    ],
)
def test_bad_text(text: str, size: int | None, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Position.from_text(text, size)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.full((8, 8), 3), "row 0, column 0 holds 3"),
        (np.full((8, 8), -1), "row 0, column 0 holds -1"),
        (np.full((8, 8), 0.5), "row 0, column 0 holds 0.5"),
        (np.full((8, 8), np.nan), "row 0, column 0 holds nan"),
        (np.full((8, 8), 2**40), "holds 1099511627776"),
        (np.zeros((7, 7)), "board size 7 is not supported"),
        (np.zeros((1000, 1000), np.uint8), "board size 1000 is not supported"),
        (np.zeros((8, 10)), r"shape \(8, 10\)"),
        (np.zeros((64,)), r"shape \(64\)"),
        (np.zeros((0, 0)), "board size 0"),
    ],
)
def test_bad_arrays(array: np.ndarray, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Position.from_numpy(array)


@pytest.mark.parametrize("array", [None, "board", [[0] * 8] * 8, np.zeros((8, 8), complex)])
def test_what_is_no_board_array_is_a_type_error(array: object) -> None:
    with pytest.raises(TypeError):
        Position.from_numpy(array)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [-1, 0, 3, 5, 7, 14, 2**31 - 1])
def test_bad_sizes(size: int) -> None:
    with pytest.raises(NotationError, match=f"board size {size} is not supported"):
        Position(size)


def test_bad_colours_depths_and_symmetries() -> None:
    position = Position()
    for call in (position.count, position.stable_mask, position.score):
        with pytest.raises(NotationError, match="colour 3 does not exist"):
            call(3)
    with pytest.raises(NotationError, match="colour 0"):
        Position.from_numpy(position.to_numpy(), 0)
    with pytest.raises(NotationError, match="symmetry 8"):
        position.transform(8)
    with pytest.raises(NotationError, match="negative"):
        position.perft(-1)
    with pytest.raises(NotationError, match="-1 games"):
        position.playouts(-1)
    with pytest.raises(NotationError, match="row 8, column 0"):
        position.color_at(8, 0)


@given(st.text(max_size=200), st.sampled_from([None, *SIZES, 0, 7]))
def test_no_text_escapes_as_anything_else(text: str, size: int | None) -> None:
    try:
        position = Position.from_text(text, size)
    except NotationError:
        return
    assert Position.from_text(position.to_text()) == position


@given(st.binary(max_size=64), positions)
def test_a_damaged_pickle_never_makes_a_bad_position(damage: bytes, position: Position) -> None:
    state = position.to_text().encode() + damage
    fresh = Position.__new__(Position)
    try:
        fresh.__setstate__(state.decode("utf-8", "replace"))
    except NotationError:
        return
    assert rules.start(fresh.size)
    assert fresh.to_text()


def test_a_foreign_pickle_state_is_a_type_error() -> None:
    fresh = Position.__new__(Position)
    with pytest.raises(TypeError):
        fresh.__setstate__(17)  # type: ignore[arg-type]


@pytest.mark.parametrize("argument", [None, 5, 2.5, b"d3", ["d3"], object()])
def test_wrong_types_are_type_errors(argument: object) -> None:
    with pytest.raises(TypeError):
        Position().play(argument)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Position.from_text(argument)  # type: ignore[arg-type]


def test_playouts_repeat_and_do_not_depend_on_how_many() -> None:
    for size in SIZES:
        many = Position(size).playouts(500, seed=7)
        assert many.dtype == np.int16
        assert (Position(size).playouts(500, seed=7) == many).all()
        assert (Position(size).playouts(13, seed=7) == many[:13]).all()
        assert (Position(size).playouts(500, seed=8) != many).any()
        assert (abs(many) <= size * size).all()
        assert (many % 2 == 0).all()
    assert Position().playouts(0).shape == (0,)


def test_playouts_from_white_are_scored_for_black() -> None:
    position = Position.from_text("XOOOOOO-" + "-" * 56 + "X")
    assert set(position.playouts(4).tolist()) == {64}
    assert set(position.transform(1).playouts(4).tolist()) == {64}
    passing = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    assert set(passing.playouts(4).tolist()) == {64}


def test_picture() -> None:
    position = Position(10).play("e4")
    picture = board_svg(position, last_move=Move("e4"))
    root = ET.fromstring(picture)
    assert root.tag.endswith("svg")
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(circles) == 5 + len(position.legal_moves) + 1
    assert position._repr_svg_() == board_svg(position)  # type: ignore[attr-defined]


def test_picture_of_marks_values_and_arrows() -> None:
    position = Position()
    picture = board_svg(
        position,
        size=200,
        marks={"a1": 'red"<', Move("h8"): "#fff"},
        values={"d3": 3, "c4": -1.25, "e6": "?"},
        arrows=[("d3", Move("d6"))],
        last_move="pass",
    )
    root = ET.fromstring(picture)
    assert (root.get("width"), root.get("viewBox")) == ("200", "0 0 440 440")
    elements = list(root.iter())
    assert sum(element.tag.endswith("circle") for element in elements) == 4 + 1  # one legal square
    assert {element.get("stroke") for element in elements} > {'red"<', "#fff"}
    texts = [element.text for element in elements if element.tag.endswith("text")]
    assert texts[-3:] == ["+3", "\u22121.2", "?"]
    assert len(board_svg(position, marks=["a1"])) > len(board_svg(position))


def test_legal_moves_are_a_tuple_that_knows_names() -> None:
    position = Position()
    moves = position.legal_moves
    names = ["d3", "c4", "f5", "e6"]
    assert all(name in moves and name.upper() in moves and Move(name) in moves for name in names)
    assert not any(thing in moves for thing in ("a1", "l12", "pass", "nonsense", "\ud800", 3, None))
    assert moves == tuple(map(Move, names))
    assert hash(moves) == hash(tuple(moves))
    assert isinstance(moves, tuple)
    assert type(pickle.loads(pickle.dumps(moves))) is type(copy.deepcopy(moves)) is tuple
    assert "pass" in Position.from_text("XOOOOOO-" + "-" * 56 + "O").legal_moves


def test_legal_moves_do_not_share_memory() -> None:
    moves = [Position(size).legal_moves for size in (4, 6, 8, 10, 12) for _ in range(50)]
    del moves[::2]
    moves += [Position(size).legal_moves for size in (4, 6, 8, 10, 12) for _ in range(50)]
    assert all(len(each) == 4 and str(each).startswith("(Move(") for each in moves)
    assert {each[0].name for each in moves} == {"b1", "c2", "d3", "e4", "f5"}


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_fen(size: int) -> None:
    position = Position(size)
    while position.legal_moves:
        assert Position.from_fen(f"  {position.fen()} ") == position
        position = position.play(position.legal_moves[-1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not FEN: expected the rows, last first, and the side to move"),
        ("8/8/8/3pP3/3Pp3/8/8/8", "is not FEN"),
        ("8/8/8/3pP3/3Pp3/8/8/8 x", "is not FEN"),
        ("8/8/8/3pP3/3Pp3/8/8/7 b", "FEN: row 1 has 7 squares, not 8"),
        ("8/ppppppppp/8/8/8/8/8/8 b", "FEN: row 7 has 9 squares, not 8"),
        ("8/8/8/3kK3/8/8/8/8 b", "FEN: '3kK3' is not a row of p (black), P (white) and numbers"),
        ("8/8/8/8/8 b", "FEN: there is no board of 5 rows"),
        ("/" * 5000 + " b", "FEN: there is no board of"),
        ("9" * 5000 + "/4/4/4 b", "FEN: row 4 has 24 squares, not 4"),
    ],
)
def test_bad_fen(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.from_fen(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 160


def test_color_at_takes_names() -> None:
    position = Position()
    assert position.color_at("d4") == position.color_at(Move("d4")) == Color.WHITE
    assert position.color_at("E4") == position.color_at(3, 4) == Color.BLACK
    assert position.color_at("a1") is None
    for square in ("i1", "pass"):
        with pytest.raises(NotationError, match=f"{square} is not on a board of size 8"):
            position.color_at(square)


def test_drawing() -> None:
    lines = str(Position(10)).splitlines()
    assert lines[0] == "   a b c d e f g h i j"
    assert lines[5] == " 5 . . . . O X . . . ."
    assert lines[10].startswith("10 ")
    assert lines[-1] == "black to move"


@pytest.mark.integration
def test_unpickling_needs_nothing_but_the_package() -> None:
    data = pickle.dumps([Position(10).play("e4"), Move("e4"), Color.WHITE])
    code = f"import pickle; print(pickle.loads({data!r}))"
    run = python(code)
    assert "Move('e4')" in run
