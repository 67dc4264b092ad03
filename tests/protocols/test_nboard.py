from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, Move, NotationError, Position
from outflank._board import SIZES
from outflank.protocols.nboard import (
    read_hint,
    read_number,
    read_played,
    write_answer,
    write_hints,
)
from outflank.values import Analysis, Decision, Line


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("F5", Decision(Move("f5"))),
        ("f5/1.50/0.2", Decision(Move("f5"), 1.5, seconds=0.2)),
        ("F5//11.88", Decision(Move("f5"), seconds=11.88)),
        (" F5 / -1 / 3 ", Decision(Move("f5"), -1.0, seconds=3.0)),
        ("d6 -1.00 0.0", Decision(Move("d6"), -1.0, seconds=0.0)),  # Edax
        ("d6 -1.00", Decision(Move("d6"), -1.0)),
        ("F5/2.00,-1.00/3", Decision(Move("f5"), 2.0, seconds=3.0)),
        ("l12/0/1", Decision(Move("l12"), 0.0, seconds=1.0)),
        ("F5/nan/inf", Decision(Move("f5"))),
        ("F5/soon", Decision(Move("f5"))),
        *((word, Decision(Move.PASS)) for word in ("PA", "pa", "PASS", "ps", "--")),
        ("PA/0/1", Decision(Move.PASS, 0.0, seconds=1.0)),
    ],
)
def test_moves(text: str, played: Decision) -> None:
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
        (Decision(Move("f5"), 2.0, nodes=100, seconds=1.234), "=== F5/2.00/1.23"),
        (Decision(Move("l12")), "=== L12//0.00"),
        (Decision(Move.PASS, float("inf")), "=== PA//0.00"),
    ],
)
def test_answers(answer: Decision, line: str) -> None:
    assert write_answer(answer) == line
    assert read_played(line.removeprefix("===")).move == answer.move


LINE = "search F5d6C3 -1.25 0 12 a note"


def test_hints_are_read() -> None:
    line = (Move("f5"), Move("d6"), Move("c3"))
    assert read_hint(LINE, Position()) == Decision(line[0], -1.25, depth=12, pv=line)
    exact = Decision(line[0], 1.0, pv=line, selectivity=100)
    assert read_hint("book F5-D6-C3 1,2 30 100%W", Position()) == exact


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
    lines = (Line(game.moves[0], -3, game.moves), Line(game.moves[0], 4, game.moves[:1]))
    for exact, depth, selectivity in ((False, 7, None), (True, None, 100)):
        analysis = Analysis(lines, 7, 73, exact, False, 123, 0.5, False)
        *hints, work = write_hints(analysis, position)
        assert work == "nodestats 123 0.50"
        assert [read_hint(hint, position) for hint in hints] == [
            Decision(line.move, line.score, depth, pv=line.pv, selectivity=selectivity)
            for line in lines
        ]


def test_a_pass_is_part_of_a_line() -> None:
    position = Game.from_transcript("d3c3b3b2f5a3a1c1").position
    move = position.play(Move.PASS).legal_moves[0]
    lines = (Line(Move.PASS, 1, (Move.PASS, move)),)
    line = write_hints(Analysis(lines, 2, 73, False, False, 1, 0.0, False), position)[0]
    assert line.startswith(f"search PA{move.name} ")
    assert read_hint(line, position).pv == (Move.PASS, move)


@given(st.text(max_size=60))
def test_any_line_is_understood_or_refused(line: str) -> None:
    assert read_number(line) is None or isinstance(read_number(line), float)
    for read in (read_played, lambda text: read_hint(f"search {text}", Position())):
        with suppress(NotationError):
            read(line)
