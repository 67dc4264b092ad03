from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, Move, NotationError, Position
from outflank._board import SIZES
from outflank.protocols.nboard import (
    Played,
    read_hint,
    read_number,
    read_played,
    write_answer,
    write_hints,
)
from outflank.protocols.player import Answer, Hint, Hints


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("F5", Played(Move("f5"))),
        ("f5/1.50/0.2", Played(Move("f5"), 1.5, 0.2)),
        ("F5//11.88", Played(Move("f5"), None, 11.88)),
        (" F5 / -1 / 3 ", Played(Move("f5"), -1.0, 3.0)),
        ("d6 -1.00 0.0", Played(Move("d6"), -1.0, 0.0, spaced=True)),  # Edax
        ("d6 -1.00", Played(Move("d6"), -1.0, spaced=True)),
        ("F5/2.00,-1.00/3", Played(Move("f5"), 2.0, 3.0)),
        ("l12/0/1", Played(Move("l12"), 0.0, 1.0)),
        ("F5/nan/inf", Played(Move("f5"))),
        ("F5/soon", Played(Move("f5"))),
        *((word, Played(Move.PASS)) for word in ("PA", "pa", "PASS", "ps", "--")),
        ("PA/0/1", Played(Move.PASS, 0.0, 1.0)),
    ],
)
def test_moves(text: str, played: Played) -> None:
    assert read_played(text) == played


@pytest.mark.parametrize("text", ["", "=", "Z", "55", "F", "resign", "F123", "\x1b[2J", "é5"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_played(text)
    assert str(caught.value).isprintable()


def test_a_row_that_no_board_has() -> None:
    with pytest.raises(NotationError):
        read_played("f99")


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (Answer(Move("f5"), 2.0, 100, 1.234), "=== F5/2.00/1.23"),
        (Answer(Move("l12"), None, None, 0.0), "=== L12//0.00"),
        (Answer(Move.PASS, float("inf")), "=== PA//0.00"),
    ],
)
def test_answers(answer: Answer, line: str) -> None:
    assert write_answer(answer) == line
    assert read_played(line.removeprefix("===")).move == answer.move


LINE = "search F5d6C3 -1.25 0 12 a note"


def test_hints_are_read() -> None:
    line = (Move("f5"), Move("d6"), Move("c3"))
    assert read_hint(LINE, Position()) == Hint(line, -1.25, 12)
    assert read_hint("book F5-D6-C3 1,2 30 100%W", Position()) == Hint(line, 1.0, 100, exact=True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("search F5 1", "is no hint"),
        ("searching F5 1 0 3", "is no hint"),
        ("search F5 x 0 3", "'x' is no number"),
        ("search F5 1 0 deep", "'deep' is no number"),
        ("search A1 1 0 3", "a1"),
        ("search F5F5 1 0 3", "move 2"),
        ("search - 1 0 3", "there is no move"),
        ("search ?? 1 0 3", "is not a move"),
    ],
)
def test_hints_that_cannot_be(line: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_hint(line, Position())
    assert sentence in str(caught.value)


@pytest.mark.parametrize("size", SIZES)
def test_hints_read_as_they_are_written(size: int) -> None:
    position = Position(size)
    game = Game(size=size)
    for _ in range(5):
        game.play(game.position.legal_moves[-1])
    hints = Hints((Hint(game.moves, -3.5, 7), Hint(game.moves[:1], 4.0, 100, exact=True)), 123, 0.5)
    *lines, work = write_hints(hints, position)
    assert work == "nodestats 123 0.50"
    assert [read_hint(line, position) for line in lines] == list(hints.lines)


def test_a_pass_is_part_of_a_line() -> None:
    position = Game.from_transcript("d3c3b3b2f5a3a1c1").position
    move = position.play(Move.PASS).legal_moves[0]
    hints = Hints((Hint((Move.PASS, move), 1.0, 2),), 1, 0.0)
    line = write_hints(hints, position)[0]
    assert line.startswith(f"search PA{move.name} ")
    assert read_hint(line, position).line == (Move.PASS, move)


@given(st.text(max_size=60))
def test_any_line_is_understood_or_refused(line: str) -> None:
    assert read_number(line) is None or isinstance(read_number(line), float)
    for read in (read_played, lambda text: read_hint(f"search {text}", Position())):
        with suppress(NotationError):
            read(line)
