"""OBF: the FFO positions, what a line may look like, the way there and back, and broken lines."""

import pickle
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Move, NotationError, Position
from outflank.errors import FileError
from outflank.formats.obf import (
    LONGEST_LINE,
    Problem,
    parse_problem,
    parse_problems,
    read_problems,
    write_problem,
    write_problems,
)
from support.boards import positions

FFO = Path(__file__).parents[1] / "data" / "ffo"
BOARD = "-XO--XOO-XXX-OX- O"
# White has no square to play on, black has one.
PASS = "XO" + "-" * 34 + " O"


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    position = draw(positions)
    score = st.integers(-(position.size**2), position.size**2)
    moves = [move for move in position.legal_moves if draw(st.booleans())]
    scores = {move: draw(score) for move in draw(st.permutations(moves))}
    alone = None if scores else draw(st.none() | score)
    comment = " ".join(draw(st.text()).split())
    return Problem(position, scores, alone, comment)


@pytest.mark.parametrize(
    ("name", "first", "count"),
    [("fforum-1-19", 1, 19), ("fforum-20-39", 20, 20), ("fforum-40-59", 40, 20)],
)
def test_the_ffo_positions(name: str, first: int, count: int) -> None:
    path = FFO / f"{name}.obf"
    read = read_problems(path)
    assert len(read) == count
    for number, problem in enumerate(read, first):
        assert set(problem.scores) == set(problem.position.legal_moves), number
        assert problem.score == next(iter(problem.scores.values())), number
    lines = [line.rstrip() for line in path.read_text().splitlines()]
    assert [write_problem(problem) for problem in read] == lines


@given(problems())
def test_there_and_back(problem: Problem) -> None:
    line = write_problem(problem)
    again = parse_problem(line)
    assert again == problem
    assert list(again.scores) == list(problem.scores)
    assert write_problem(again) == line
    assert pickle.loads(pickle.dumps(problem)) == problem


@given(st.lists(problems(), max_size=5))
def test_files_there_and_back(
    tmp_path_factory: pytest.TempPathFactory, some: list[Problem]
) -> None:
    path = tmp_path_factory.mktemp("obf") / "some.obf"
    write_problems(path, some)
    assert read_problems(path) == some
    assert [file.name for file in path.parent.iterdir()] == ["some.obf"]


@given(
    st.text()
    | st.text("-XO;:%+0123456789abh \n\t\r", max_size=200)
    | st.builds("{}{}".format, st.just(BOARD), st.text("; :%+-aAb1290ps\n", max_size=40))
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_problem, lambda text: parse_problems(text, "any")):
        with suppress(NotationError, FileError):
            parse(text)


@given(st.binary())
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("obf") / "any.obf"
    path.write_bytes(data)
    with suppress(NotationError, FileError):
        read_problems(path)


@pytest.mark.parametrize(
    ("line", "scores", "score", "comment"),
    [
        (BOARD, {}, None, ""),
        (f"{BOARD};", {}, None, ""),
        (f"{BOARD}; -2;", {}, -2, ""),
        (f"{BOARD};A1:+4;a4 : 0 ;", {"a1": 4, "a4": 0}, 4, ""),
        (f"{BOARD}; A1:+4; --:-127;", {"a1": 4}, 4, ""),
        (f"{BOARD}; A1:+4; +4;", {"a1": 4}, 4, ""),
        (f"{BOARD}; A1:+4; %  by   hand; A4:+2", {"a1": 4}, 4, "by hand; A4:+2"),
        (f"{PASS}; PS:-6;", {"pass": -6}, -6, ""),
    ],
)
def test_what_a_line_may_hold(
    line: str, scores: dict[str, int], score: int | None, comment: str
) -> None:
    problem = parse_problem(line)
    assert problem.position == Position.from_text(line.partition(";")[0])
    assert problem.scores == {Move(name): value for name, value in scores.items()}
    assert (problem.score, problem.comment) == (score, comment)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("XO", "board text: found 2 squares"),
        (f"{BOARD} A1:+4;", "board text: "),
        (f"{BOARD}; A1;", "'A1' is not a move with its score, such as G8:+18"),
        (f"{BOARD}; A1:four;", "'A1:four' is not a move with its score"),
        (f"{BOARD}; A1:٣;", "is not a move with its score"),
        (f"{BOARD}; A1:+9999;", "is not a move with its score"),
        (f"{BOARD}; north:+4;", "'north' is not a move"),
        (f"{BOARD}; b2:+4;", "b2 is not a legal move of this position"),
        (f"{BOARD}; j9:+4;", "j9 is not a legal move of this position"),
        (f"{BOARD}; pass:+4;", "pass is not a legal move of this position"),
        (f"{BOARD}; A1:+4; a1:+4;", "a1 is listed twice"),
        (f"{BOARD}; A1:+17;", "the score +17 of a1 is beyond 16"),
        (f"{BOARD}; -17;", "the score -17 is beyond 16"),
        (f"{BOARD}; 2; 2;", "there is a second score without a move, '2'"),
        (f"{BOARD}; A1:+4; +2;", "the score +2 is not that of the best move"),
        (f"{PASS}; --:-127;", "the score -127 of pass is beyond 36"),
        ("x" * (LONGEST_LINE + 1), "the line has 10001 characters, more than 10000"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_problem(line)


def test_a_comment_is_one_line() -> None:
    with pytest.raises(NotationError, match="a comment is one line"):
        Problem(Position(), comment="two\nlines")


def test_every_bad_line_of_a_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.obf"
    path.write_text(f"% the third and fifth are bad\n{BOARD}; A1:+4;\n{BOARD}; A1;\n\nXO\n")
    with pytest.raises(NotationError) as caught:
        read_problems(path)
    third, fifth = str(caught.value).split("\n")
    assert third == f"{path}:3: 'A1' is not a move with its score, such as G8:+18"
    assert fifth.startswith(f"{path}:5: board text: found 2 squares")
    path.write_text("bad\n" * 50)
    with pytest.raises(NotationError) as caught:
        read_problems(path)
    lines = str(caught.value).split("\n")
    assert len(lines) == 21
    assert lines[-1] == f"{path}: 30 more lines are wrong"
    path.write_bytes(b"\n\xff\n")
    with pytest.raises(FileError, match=":2: not UTF-8 text"):
        read_problems(path)


def test_lines_from_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "windows.obf"
    path.write_bytes(b"\xef\xbb\xbf" + f"{BOARD}; A1:+4;\r\n\r\n".encode())
    (problem,) = read_problems(path)
    assert problem.score == 4
    assert problem.position.turn == Color.WHITE


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "kept.obf"
    path.write_text("old")

    def broken() -> Iterator[Problem]:
        yield Problem(Position())
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_problems(path, broken())
    assert path.read_text() == "old"
