"""Evaluation files: what they may say, and what is said about bad ones."""

import math
import re
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, FileError, Position
from outflank._native import Evaluation
from outflank.engine.evals import (
    SCALES,
    evaluation_info,
    evaluation_names,
    explain,
    generated_table,
    load_evaluation,
)
from outflank.errors import SettingsError
from support.boards import colors, positions

ROOT = Path(__file__).parents[2]

HEAD = """format = 1
title = "Mine"

"""
TERM = """[[term]]
feature = "discs"
scale = "difference"
"""
TABLE = """[[term]]
feature = "table"
scale = "difference"
weights = 1
"""
DISCS, SQUARES = HEAD + TERM, HEAD + TABLE
EIGHTH = "[[4, 3, 2], [1, 0], [-1]]"


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return path

    return write


def black_discs(size: int, count: int) -> Position:
    return Position.from_text("X" * count + "-" * (size * size - count))


# Good files


def test_one_number_for_all_boards_and_phases(write: Write) -> None:
    path = write(HEAD + TERM + "weights = 2.5")
    for size in (4, 6, 8, 10, 12):
        assert load_evaluation(path, size).value(black_discs(size, 3), Color.BLACK) == 7.5
        assert load_evaluation(path, size).value(black_discs(size, 3), Color.WHITE) == -7.5


def test_weights_by_phase(write: Write) -> None:
    path = write(HEAD + TERM + "weights = { early = 1, mid = 10, late = 100 }")
    evaluation = load_evaluation(path, 6)
    values = [
        evaluation.value(black_discs(6, count), Color.BLACK) for count in (11, 12, 23, 24, 36)
    ]
    assert values == [11, 120, 230, 2400, 3600]


def test_a_ramp(write: Write) -> None:
    path = write(HEAD + TERM + "weights = { max = 0.3, k = 5.0 }")
    for size in (6, 12):
        evaluation = load_evaluation(path, size)
        for count in range(size * size + 1):
            weight = explain(evaluation, black_discs(size, count), Color.BLACK)[0].weight
            assert weight == pytest.approx(0.3 * math.exp(5 * (count / size**2 - 1)), rel=1e-15)


def test_weights_by_size_and_phase(write: Write) -> None:
    path = write(
        HEAD + TERM + "[term.weights]\n6 = 1\n8 = { early = 2, mid = 3, late = 4 }\n"
        "any = { max = 1, k = 0 }"
    )
    found = [load_evaluation(path, s).value(black_discs(s, 1), Color.BLACK) for s in (4, 6, 8, 10)]
    assert found == [1, 1, 2, 1]
    assert load_evaluation(path, 8).value(black_discs(8, 64), Color.BLACK) == 256


def test_sizes_are_those_every_term_has_weights_for(write: Write) -> None:
    path = write(HEAD + TERM + "weights = { 6 = 1, 8 = 1 }\n" + TABLE + f"table = {EIGHTH}")
    assert evaluation_info(path).sizes == (6,)
    path = write(HEAD + TERM + "weights = { 6 = 1, 8 = 1 }\n" + TABLE + 'table = "generated"')
    assert evaluation_info(path).sizes == (6, 8)


def lone_discs(path: Path, size: int, among: int = 0) -> list[float]:
    """What a black disc is worth on each square, with `among` white ones to set the phase."""
    evaluation, squares = load_evaluation(path, size), size * size
    values = []
    for square in range(squares):
        others = [i for i in range(squares) if i != square][:among]
        cells = ["X" if i == square else "O" if i in others else "-" for i in range(squares)]
        row = explain(evaluation, Position.from_text("".join(cells)), Color.BLACK)[0]
        values.append(row.own)
    return values


def test_a_full_table_and_an_eighth(write: Write) -> None:
    whole = [4, 3, 2, 2, 3, 4, 3, 1, 0, 0, 1, 3, 2, 0, -1, -1, 0, 2]
    whole += whole[::-1]
    rows = [whole[row * 6 : row * 6 + 6] for row in range(6)]
    for table in (EIGHTH, str(rows), f"{{ 6 = {EIGHTH} }}", f"{{ any = 'generated', 6 = {rows} }}"):
        assert lone_discs(write(HEAD + TABLE + f"table = {table}"), 6) == whole
    assert lone_discs(write(HEAD + TABLE + 'table = "generated"'), 12) == generated_table(12)


def test_a_table_need_not_be_symmetric(write: Write) -> None:
    numbers = list(range(16))
    rows = [numbers[row * 4 : row * 4 + 4] for row in range(4)]
    assert lone_discs(write(HEAD + TABLE + f"table = {rows}"), 4) == numbers


def test_tables_by_phase(write: Write) -> None:
    other = EIGHTH.replace("4", "40")
    path = write(
        HEAD + TABLE + f'[term.table.6]\nearly = {EIGHTH}\nmid = "generated"\nlate = {other}'
    )
    assert [lone_discs(path, 6, among)[0] for among in (0, 10, 11, 22, 23)] == [4, 4, 100, 100, 40]
    evaluation = load_evaluation(path, 6)
    for count in range(37):
        rows = explain(evaluation, black_discs(6, count), Color.BLACK)
        assert [row.name for row in rows] == ["table"]
        assert rows[0].value == evaluation.value(black_discs(6, count), Color.BLACK)


def test_every_scale(write: Write) -> None:
    position = Position.from_text("XXX" + "O" + "-" * 32 + "X")
    expected = {"ratio": 50, "dominance": 75, "difference": 2, "own": 3, "penalty": -150}
    for scale in SCALES:
        path = write(HEAD + TERM.replace("difference", scale) + "weights = 1")
        assert load_evaluation(path, 6).value(position, Color.BLACK) == expected[scale]


def test_nothing_against_nothing_is_zero(write: Write) -> None:
    for scale in SCALES:
        path = write(
            HEAD + TERM.replace("difference", scale).replace("discs", "corners") + "weights = 1"
        )
        assert load_evaluation(path, 8).value(Position(), Color.BLACK) == 0


def test_windows_line_ends_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = "# a comment\n" + HEAD + "\n# [[term]]\n" + TERM + 'weights = "x" # why'
    path.write_bytes(text.replace("\n", "\r\n").encode())
    with pytest.raises(FileError, match="^" + re.escape(f"{path}:10: weights must be a number")):
        load_evaluation(path, 8)


def test_a_changed_file_is_read_again(write: Write) -> None:
    assert load_evaluation(write(HEAD + TERM + "weights = 1"), 8).value(black_discs(8, 1), 1) == 1
    assert load_evaluation(write(HEAD + TERM + "weights = 2"), 8).value(black_discs(8, 1), 1) == 2


def test_an_evaluation_is_made_once() -> None:
    assert load_evaluation("sommer", 8) is load_evaluation("sommer", 8)
    assert load_evaluation("sommer", 8) is not load_evaluation("sommer", 10)


def test_a_path_as_text(write: Write) -> None:
    assert load_evaluation(str(write(HEAD + TERM + "weights = 1")), 8).size == 8


@given(positions, colors, st.sampled_from(["stability", "hybrid4", "rudimentary"]))
def test_explain_adds_up(position: Position, color: Color, name: str) -> None:
    evaluation = load_evaluation(name, position.size)
    rows = explain(evaluation, position, color)
    assert [astuple(row) for row in rows] == evaluation.explain(position, color)
    assert sum(row.value for row in rows) == pytest.approx(evaluation.value(position, color))
    if color == position.turn:
        assert explain(evaluation, position) == rows


# Bad files: (text, line, what is said)

BAD = [
    ("", 1, "format is missing"),
    ('title = "x"', 1, "format is missing"),
    ("format = 1\ntitle = ", 2, "Invalid value (end of document)"),
    ("format = 1\ntitle = \n", 2, "Invalid value (column 9)"),
    ('format = 1\n\ntitle = "x', 3, "Unterminated string (end of document)"),
    (DISCS + 'weights = 1\nscale = "own"', 8, "Cannot overwrite a value ("),
    (HEAD.replace("1", "2"), 1, "term is missing"),
    (HEAD.replace("1", "2") + TERM + "weights = 1", 1, "format must be 1, not 2"),
    (HEAD.replace("1", "true") + TERM + "weights = 1", 1, "format must be 1, not True"),
    (HEAD.replace('"Mine"', "5") + TERM + "weights = 1", 2, "title must be text in quotes, not 5"),
    ('format = 1\ntitel = "x"', 2, "unknown key 'titel'; did you mean 'title'?"),
    (HEAD + "term = 1", 4, "each term must be a table [[term]]"),
    (HEAD + "term = []", 4, "each term must be a table [[term]]"),
    (HEAD + "term = [1]", 4, "each term must be a table [[term]]"),
    (DISCS, 4, "weights is missing"),
    (DISCS + "weights = 1\n\n" + TERM.replace("scale", "scales"), 11,
     "unknown key 'scales'; did you mean 'scale'?"),
    (DISCS + "wieghts = 1", 7, "unknown key 'wieghts'; did you mean 'weights'?"),
    (DISCS + "size = 1", 7,
     "unknown key 'size'; choose from feature, scale, weights, name and table"),
    (HEAD + TERM.replace("discs", "corner") + "weights = 1", 5,
     "unknown feature 'corner'; did you mean 'corners'?"),
    (HEAD + TERM.replace("discs", "qqq") + "weights = 1", 5,
     "unknown feature 'qqq'; choose from discs, mobility, "),
    (HEAD + TERM.replace('"discs"', "1") + "weights = 1", 5,
     "feature must be text in quotes, not 1"),
    (HEAD + TERM.replace("difference", "ration") + "weights = 1", 6,
     "unknown scale 'ration'; did you mean 'ratio'?"),
    (DISCS + "name = 3\nweights = 1", 7, "name must be text in quotes, not 3"),
    (DISCS + "weights = 1\n" + TERM + "weights = 1", 8, "a second term is called 'discs'"),
    (DISCS + 'weights = "1"', 7, "weights must be a number, not '1'"),
    (DISCS + "weights = true", 7, "weights must be a number, not True"),
    (DISCS + "weights = nan", 7, "weights must be a finite number below 1e+09"),
    (DISCS + "weights = -inf", 7, "weights must be a finite number below 1e+09"),
    (DISCS + "weights = 1000000000", 7, "weights must be a finite number below 1e+09"),
    (DISCS + "weights = {}", 7, "early is missing in weights"),
    (DISCS + "weights = { early = 1, mid = 2 }", 7, "late is missing in weights"),
    (DISCS + "weights = { early = 1, middle = 2, late = 3 }", 7,
     "unknown key 'middle'; did you mean 'mid'?"),
    (DISCS + "[term.weights]\nearly = 1\nmid = 1\nlate = []", 10,
     "weights.late must be a number, not []"),
    (DISCS + "weights = { max = 1 }", 7, "k is missing in weights"),
    (DISCS + "weights = { max = 1, k = 1, early = 1 }", 7,
     "unknown key 'early'; choose from max and k"),
    (DISCS + "weights = { max = 1, k = -30 }", 7,
     "k = -30 makes the weight of an empty board too large"),
    (DISCS + "weights = { max = 0, k = -1000000 }", 7,
     "k = -1e+06 makes the weight of an empty board too large"),
    (DISCS + "[term.weights]\n6 = 1\n7 = 1", 9,
     "unknown key '7'; choose from 4, 6, 8, 10, 12 and any"),
    (DISCS + "[term.weights]\n6 = 1\n8 = { early = 1, mid = nan, late = 1 }", 9,
     "weights.8.mid must be a finite number"),
    (DISCS + "[term.weights.8]\nearly = 1\nmid = 1\n[term.weights.6]\nmax = 1\nk = 1", 7,
     "late is missing in weights.8"),
    (DISCS + "weights = { 6 = 1 }\n\n" + TERM.replace("discs", "edges") + "weights = { 8 = 1 }", 4,
     "no board size has weights in every term"),
    (SQUARES, 4, "the feature 'table' needs a table"),
    (DISCS + 'weights = 1\ntable = "generated"', 4, "the feature 'discs' takes no table"),
    (SQUARES + 'table = "genarated"', 8, 'table must be "generated" or rows of numbers'),
    (SQUARES + "table = 5", 8, 'table must be "generated" or rows of numbers'),
    (SQUARES + "table = [1, 2]", 8, 'table must be "generated" or rows of numbers'),
    (SQUARES + "table = []", 8, "table must have N rows of N numbers"),
    (SQUARES + "table = [\n  [4, 3, 2],\n  [1, 0],\n  [0, 1],\n]", 8,
     "(an eighth of the board), not rows of 3, 2, 2"),
    (SQUARES + "table = [[1]]", 8, "table must have N rows of N numbers"),
    (SQUARES + "table = [\n  [4, 3, 2],\n  [1, '0'],\n  [0],\n]", 8,
     "table, row 2, number 2, must be a number, not '0'"),
    (SQUARES + f"[term.table]\n6 = {EIGHTH}\n8 = {EIGHTH}", 10, "this table is for 6x6, not 8x8"),
    (SQUARES + f"[term.table]\nany = {EIGHTH}", 9, "this table is for 6x6, not 4x4"),
    (SQUARES + f"table = {{ early = {EIGHTH}, mid = {EIGHTH} }}", 8, "late is missing in table"),
    (SQUARES + f"table = {{ early = {EIGHTH}, mid = {EIGHTH}, late = [[1, 2], [3]] }}", 8,
     "the tables of the three phases are for different boards"),
    (DISCS + "weights = 1\n" + TERM.replace("discs", "edges") + "weights = 7000000", 8,
     "a value on 12x12 could reach 1.008e+09, but a won game counts 1e+09; scale it down"),
    (HEAD + TERM.replace("difference", "penalty") + "weights = 1000000", 4, "could reach 1.8e+09"),
    (HEAD + TABLE.replace("= 1", "= 1e6") + f"table = {EIGHTH.replace('4', '1000')}", 4,
     "could reach 4.048e+09"),
    (HEAD + 'description = """\n[[term]]\nweights = 1\n"""\n' + TERM + "weights = {}", 11,
     "early is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), BAD, ids=range(len(BAD)))
def test_a_bad_file_says_which_line_and_why(write: Write, text: str, line: int, said: str) -> None:
    path = write(text)
    with pytest.raises(FileError) as error:
        load_evaluation(path, 8)
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "x = 1" + "0" * 5000, "x = 0x" + "f" * 9000])
def test_absurd_files(write: Write, text: str) -> None:
    with pytest.raises(FileError, match=re.escape("mine.toml:")):
        load_evaluation(write(text), 8)


@given(st.binary())
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"any\.toml:"):
        load_evaluation(path, 8)


@given(st.data())
def test_a_damaged_preset_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(["kandlikar-parry", "sommer", "parity"]))
    text = (ROOT / f"src/outflank/data/evals/{name}.toml").read_text()
    at = data.draw(st.integers(0, len(text) - 1))
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    path.write_text(
        text[:at] + data.draw(st.sampled_from(['"', "[", "0", "", "\n", "}"])) + text[at + 1 :]
    )
    try:
        assert load_evaluation(path, 8).size == 8
    except FileError as error:
        assert re.match(r".*damaged\.toml:\d+: ", str(error))  # noqa: PT017


# Names, paths and sizes


def test_an_unknown_name_suggests_another() -> None:
    said = "unknown evaluation 'hybrid5' (a file would end in .toml); did you mean 'hybrid9'?"
    with pytest.raises(SettingsError, match=re.escape(said)):
        load_evaluation("hybrid5", 8)
    with pytest.raises(SettingsError, match=r"choose from champion-gin, .* and stability$"):
        load_evaluation("", 8)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=re.escape("missing.toml: cannot be read: No such file")):
        load_evaluation("missing.toml", 8)
    with pytest.raises(FileError, match="cannot be read: "):
        load_evaluation(tmp_path, 8)
    with pytest.raises(FileError, match="is not a path"):
        load_evaluation("mine\0.toml", 8)
    path = tmp_path / "latin.toml"
    path.write_bytes(b"format = 1\ntitle = '\xe9'")
    with pytest.raises(FileError, match=re.escape("latin.toml:2: not UTF-8 text")):
        load_evaluation(path, 8)


@pytest.mark.parametrize("size", [4, 7, 14])
def test_a_size_without_weights(size: int) -> None:
    with pytest.raises(FileError) as error:
        load_evaluation("kandlikar-parry", size)
    assert str(error.value) == (
        f"kandlikar-parry.toml:9: term 'disc' has no weights for {size}x{size}; "
        "this evaluation is for 6x6, 8x8, 10x10 and 12x12"
    )


def test_a_size_without_a_table(write: Write) -> None:
    said = "mine.toml:4: term 'table' has no table for 8x8; this evaluation is for 6x6"
    with pytest.raises(FileError, match=re.escape(said)):
        load_evaluation(write(HEAD + TABLE + f"table = {EIGHTH}"), 8)


def test_scales_are_those_of_the_core() -> None:
    for scale in SCALES:
        Evaluation(4, [("x", "discs", scale, [1.0] * 17, [])])


# The page that describes the format


def test_the_example_in_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "heuristics.md").read_text()
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    whole = [block for block in blocks if block.startswith("format")]
    assert len(whole) == 1
    path = tmp_path / "example.toml"
    path.write_text(whole[0])
    assert evaluation_info(path).sizes == (6, 8, 10, 12)
    for size in evaluation_info(path).sizes:
        load_evaluation(path, size)


def test_the_documentation_names_everything() -> None:
    page = (ROOT / "docs" / "heuristics.md").read_text()
    for name in (*Evaluation.features(), *SCALES, *evaluation_names()):
        assert f"`{name}`" in page, name
