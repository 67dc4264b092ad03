import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Move, NotationError


def test_names_rows_and_columns() -> None:
    for row in range(12):
        for column in range(12):
            name = "abcdefghijkl"[column] + str(row + 1)
            move = Move(name)
            assert move is Move(name.upper()) is Move.at(row, column)
            assert (move.row, move.column, move.name, str(move)) == (row, column, name, name)
            assert not move.is_pass


def test_pass() -> None:
    for name in ("pass", "PASS", "pa", "PS", "--", "@@"):
        assert Move(name) is Move.PASS
    assert Move.PASS.is_pass
    assert (Move.PASS.row, Move.PASS.column, Move.PASS.name) == (-1, -1, "pass")


def test_there_is_one_object_per_move() -> None:
    for name in ("a1", "l12", "pass"):
        move = Move(name)
        assert pickle.loads(pickle.dumps(move)) is move
        assert copy.deepcopy(move) == move
        assert eval(repr(move)) is move
        assert hash(move) == hash(Move(name))


def test_order_is_row_by_row_then_the_pass() -> None:
    moves = [Move("b2"), Move.PASS, Move("a1"), Move("h1"), Move("a2")]
    assert [str(move) for move in sorted(moves)] == ["a1", "h1", "a2", "b2", "pass"]
    assert Move("a1") != "a1"


@pytest.mark.parametrize(
    "name", ["", "a", "a0", "a13", "m1", "1a", "a1 ", " a1", "a1b2", "aa1", "a01"]
)
def test_bad_names(name: str) -> None:
    with pytest.raises(NotationError, match="is not a move"):
        Move(name)


def test_control_characters_are_shown_in_the_message() -> None:
    with pytest.raises(NotationError, match=r"'d3\\x00' is not a move: expected"):
        Move("d3\0")
    with pytest.raises(NotationError, match=r"'\\x1b\[2J' is not a move"):
        Move("\x1b[2J")


def test_long_names_are_cut_in_the_message() -> None:
    with pytest.raises(NotationError) as caught:
        Move("ü" * 1000)
    assert "ü" * 24 + "..." in str(caught.value)
    assert len(str(caught.value)) < 200


@given(st.text(max_size=6))
def test_no_name_escapes_as_anything_else(name: str) -> None:
    try:
        move = Move(name)
    except NotationError:
        return
    assert Move(str(move)) is move


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (12, 0), (0, 12)])
def test_bad_places(row: int, column: int) -> None:
    with pytest.raises(NotationError, match="is on no board"):
        Move.at(row, column)


@pytest.mark.parametrize("wrong", [None, 3, b"d3", 2.0])
def test_wrong_types(wrong: object) -> None:
    with pytest.raises(TypeError):
        Move(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Move()  # type: ignore[call-arg]


def test_transform_refuses_what_does_not_fit() -> None:
    with pytest.raises(NotationError, match="i1 is not on a 8x8 board"):
        Move("i1").transform(1, 8)
    with pytest.raises(NotationError, match="symmetry -1"):
        Move("a1").transform(-1, 8)
    with pytest.raises(NotationError, match="board size 9"):
        Move("a1").transform(1, 9)


def test_colours() -> None:
    assert [int(color) for color in Color] == [1, 2]
    assert {1: "black", 2: "white"}[Color.BLACK] == "black"  # equal to its number
    assert Color.BLACK.opponent is Color.WHITE
    assert Color(2) is Color.WHITE
    assert pickle.loads(pickle.dumps(Color.WHITE)) is Color.WHITE
