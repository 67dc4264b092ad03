import pytest
from hypothesis import given

from outflank import IllegalMoveError, Move, NotationError, Position
from outflank.cli.terminal.notation import LETTERS_ROWS, NOTATIONS, STANDARD, Notation
from support.boards import positions


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=str)
def test_names_are_read_back(notation: Notation) -> None:
    for row in range(12):
        for column in range(12):
            move = Move.at(row, column)
            assert notation.move(notation.name(move)) is move
            assert notation.move(notation.name(move).upper()) is move
    assert notation.move("pass") is Move.PASS
    assert notation.name(Move.PASS) == "pass"


def test_letters_rows_is_the_notation_of_the_report() -> None:
    # d3 is row d, which is the fourth, and column 3.
    assert LETTERS_ROWS.move("d3") is Move.at(row=3, column=2) is Move("c4")
    assert [LETTERS_ROWS.row_label(row) for row in (0, 11)] == ["a", "l"]
    assert [LETTERS_ROWS.column_label(column) for column in (0, 11)] == ["1", "12"]
    assert (STANDARD.row_label(0), STANDARD.column_label(11)) == ("1", "l")


@given(positions)
def test_a_refusal_is_the_reason_the_rules_give(position: Position) -> None:
    for row in range(12):
        for column in range(12):
            move = Move.at(row, column)
            if position.is_legal(move) or position.must_pass() or position.is_over():
                continue
            with pytest.raises(IllegalMoveError) as refused:
                position.play(move)
            reason, said = str(refused.value), STANDARD.refusal(position, move)
            for words in ("is occupied", "flips nothing for", "is not on a"):
                assert (words in reason) == (words in said)
            assert said.startswith(move.name)


def test_a_refusal_uses_the_names_of_the_player() -> None:
    position = Position()
    assert STANDARD.refusal(position, Move("d4")) == "d4 is occupied"
    assert LETTERS_ROWS.refusal(position, Move("e4")) == "d5 is occupied"
    assert STANDARD.refusal(position, Move("c3")) == "c3 flips nothing for black"
    assert STANDARD.refusal(position, Move("j9")) == "j9 is not on a board of 8x8"
    assert "cannot pass" in STANDARD.refusal(position, Move.PASS)


@pytest.mark.parametrize("text", ["", "d", "33", "m3", "d0", "d13", "d3d3", "zz", "\x1b[2J", "é3"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is neither a move nor a command"):
        STANDARD.move(text)
