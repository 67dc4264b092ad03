"""The native features and the evaluation files against a plain transcription of the reports."""

import importlib.util
import math
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outflank
from outflank import Color, Position
from outflank._board import PHASES, phase_of
from outflank._native import Evaluation
from outflank.engine.evals import (
    evaluation_info,
    evaluation_names,
    explain,
    generated_table,
    load_evaluation,
)
from support import reports
from support.boards import arbitrary_positions, colors, plain, positions, reachable_positions

SIZES = (6, 8, 10, 12)
ROOT = Path(__file__).parents[2]
FILES = Path(outflank.__file__).parent / "data" / "evals"
PRESETS = {
    "kandlikar-parry",
    "kandlikar-parry-learned",
    "sommer",
    "sommer-static",
    "parity",
    "corners",
    "mobility",
    "stability",
    "champion-gin",
    "hybrid3",
    "hybrid4",
    "hybrid8",
    "hybrid9",
    "rudimentary",
    "faraji-osama",
    "improved",
}
LEARNED = {"kandlikar-parry-learned", "improved"}
ANY_SIZE = {
    "parity", "corners", "mobility", "stability", "rudimentary",
    "hybrid3", "hybrid4", "hybrid8", "hybrid9",
}  # fmt: skip


def any_position(size: int) -> st.SearchStrategy[Position]:
    return st.one_of(reachable_positions(size), arbitrary_positions(size))


positions_to_evaluate = st.sampled_from(SIZES).flatmap(any_position)


def close(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-6)


def weights_at(name: str, size: int, discs: int) -> dict[str, float]:
    """The weight of each term with so many discs on the board."""
    position = Position.from_text("X" * discs + "-" * (size * size - discs))
    rows = explain(load_evaluation(name, size), position, Color.BLACK)
    return {row.name: row.weight for row in rows}


# Features


def test_every_feature_is_transcribed() -> None:
    expected = {*reports.COUNTED, "region-parity", "stability-classes", "table"}
    assert set(Evaluation.features()) == expected


@pytest.mark.parametrize("size", [4, *SIZES])
@given(st.data(), colors)
def test_features(size: int, data: st.DataObject, color: Color) -> None:
    position = data.draw(any_position(size))
    board = plain(position)
    for feature in Evaluation.features():
        if feature != "table":
            expected = reports.measure(feature, board, color, position.turn)
            assert Evaluation.measure(feature, position, color) == expected, feature


@given(positions, colors, st.integers(0, 10**6))
def test_square_table(position: Position, color: Color, seed: int) -> None:
    size = position.size
    flat = [float((seed * (square + 7) ** 3) % 201 - 100) for square in range(size * size)]
    rows = [flat[row * size : (row + 1) * size] for row in range(size)]
    found = Evaluation.measure("table", position, color, flat)
    board = plain(position)
    assert found == tuple(reports.table_sum(board, p, rows) for p in (color, color.opponent))


@given(positions, colors)
def test_counts_are_for_a_player_whoever_is_to_move(position: Position, color: Color) -> None:
    other = Position.from_text(position.to_text()[:-1] + "XO"[position.turn == Color.BLACK])
    for feature in Evaluation.features():
        table = [1.0] * position.size**2 if feature == "table" else []
        own, their = Evaluation.measure(feature, position, color, table)
        assert Evaluation.measure(feature, position, color.opponent, table) == (their, own)
        if feature != "region-parity":
            assert Evaluation.measure(feature, other, color, table) == (own, their)


@given(positions)
def test_four_stabilities(position: Position) -> None:
    """What follows from their definitions, and that they are not the same thing."""
    board = plain(position)
    for player in Color:
        chains, neighbours = (
            reports.chains(board, player),
            reports.stable_by_neighbours(board, player),
        )
        true = reports.truly_stable(board, player)
        assert reports.corners(board, player) <= neighbours <= true
        assert reports.corners(board, player) <= chains
        assert not true & reports.unstable(board, player)


def test_four_stabilities_differ() -> None:
    # A full last row: chains run up column a over discs that can be flipped along their rows.
    position = Position.from_text(
        """--------
           --------
           --------
           --------
           X-------
           XXO-----
           X-------
           XXOOOXXO X"""
    )
    found = {
        f: Evaluation.measure(f, position, Color.BLACK)[0] for f in Evaluation.features()[15:19]
    }
    assert found == {
        "stability-chains": 6,
        "stability-neighbours": 5,
        "stability-classes": 7,
        "stability-true": 7,
    }


# Weights and tables


def test_the_presets_are_there() -> None:
    assert set(evaluation_names()) == PRESETS | {"improved-start"}


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_says_what_it_is_and_plays_on_every_board(name: str) -> None:
    info = evaluation_info(name)
    assert info.title
    assert info.description
    assert info.source
    assert set(info.sizes) == ({4, *SIZES} if name in ANY_SIZE else set(SIZES))


@pytest.mark.parametrize("size", SIZES)
def test_the_twelve_printed_rows(size: int) -> None:
    printed = reports.PRINTED["kandlikar-parry"][str(size)]
    for discs in range(size * size + 1):
        row = dict(printed[phase_of(size, discs)])
        row["frontier"] = -row["frontier"]  # the report has the minus in the heuristic
        assert weights_at("kandlikar-parry", size, discs) == row


@pytest.mark.parametrize("size", SIZES)
def test_the_printed_formula(size: int) -> None:
    printed = reports.PRINTED["sommer"]["formula"]
    in_the_variable = {"p": 1, "c": 25, "l": -12.5, "m": 1, "f": -1, "d": 1}
    assert weights_at("sommer", size, 20) == {
        name: pytest.approx(factor * in_the_variable[name], rel=1e-15)
        for name, factor in printed.items()
    }


@pytest.mark.parametrize("size", SIZES)
def test_the_printed_hybrids(size: int) -> None:
    for name, printed in reports.PRINTED["champion-gin"].items():
        assert weights_at(name, size, 20) == printed
    inferred = "hybrid8" if size <= 8 else "hybrid9"
    assert weights_at("champion-gin", size, 20) == weights_at(inferred, size, 20)


def table_of(name: str, size: int) -> list[list[float]]:
    """The value of each square for a lone black disc there, the table being the last term."""
    evaluation = load_evaluation(name, size)
    squares = size * size
    found = []
    for square in range(squares):
        position = Position.from_text("-" * square + "X" + "-" * (squares - square - 1))
        found.append(explain(evaluation, position, Color.BLACK)[-1].scaled)
    return [found[row * size : (row + 1) * size] for row in range(size)]


def test_the_printed_tables() -> None:
    assert table_of("sommer", 8) == reports.PRINTED["sommer"]["table"]
    assert table_of("sommer-static", 8) == reports.PRINTED["sommer"]["table"]
    assert table_of("faraji-osama", 8) == reports.PRINTED["faraji-osama"]["table"]


@pytest.mark.parametrize("size", SIZES)
def test_the_tables_on_other_boards_follow_their_rules(size: int) -> None:
    assert table_of("sommer", size) == reports.sommer_table(size)
    assert table_of("sommer-static", size) == reports.sommer_table(size)
    assert table_of("faraji-osama", size) == reports.faraji_table(size)


def classes(rows: list[list[float]]) -> list[list[float]]:
    """Values of corners, edges, interior, next to the edge, next to a corner."""
    size = len(rows)
    found: list[list[float]] = [[], [], [], [], []]
    for row in range(size):
        for column in range(size):
            r, c = sorted([min(row, size - 1 - row), min(column, size - 1 - column)])
            kind = 4 if c == 1 else {0: 1, 1: 3}.get(r, 2) if c > 1 else 0
            found[kind].append(rows[row][column])
    return found


@pytest.mark.parametrize("size", [4, *SIZES])
def test_the_generated_table_has_the_order_of_the_report(size: int) -> None:
    flat = generated_table(size)
    rows = [flat[row * size : (row + 1) * size] for row in range(size)]
    order = [values for values in classes(rows) if values]
    assert len(order) == (2 if size == 4 else 5)
    for better, worse in pairwise(order):
        assert min(better) > max(worse)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["sommer", "faraji-osama"])
def test_the_other_tables_have_it_too(name: str, size: int) -> None:
    order = classes(table_of(name, size))
    for better, worse in pairwise(order):
        assert min(better) > max(worse)


@pytest.mark.parametrize("size", [4, *SIZES])
def test_tables_are_symmetric(size: int) -> None:
    flat = generated_table(size)
    rows = [flat[row * size : (row + 1) * size] for row in range(size)]
    assert (
        rows
        == rows[::-1]
        == [row[::-1] for row in rows]
        == [list(c) for c in zip(*rows, strict=True)]
    )


# Phases


@pytest.mark.parametrize(
    ("size", "first_mid", "first_late"),
    [(4, 6, 11), (6, 12, 24), (8, 22, 43), (10, 34, 67), (12, 48, 96)],
)
def test_phases_change_at_thirds(size: int, first_mid: int, first_late: int) -> None:
    for discs in range(size * size + 1):
        expected = PHASES[(discs >= first_mid) + (discs >= first_late)]
        board = plain(Position.from_text("X" * discs + "-" * (size * size - discs)))
        assert phase_of(size, discs) == reports.game_phase(board) == expected


# Whole evaluations


@pytest.mark.parametrize("size", SIZES)
@given(st.data(), colors)
def test_presets(size: int, data: st.DataObject, color: Color) -> None:
    position = data.draw(any_position(size))
    board = plain(position)
    for name in PRESETS - LEARNED:
        found = load_evaluation(name, size).value(position, color)
        assert close(found, reports.evaluate(name, board, color)), name


@given(positions_to_evaluate, colors)
def test_explained_values_are_those_of_the_reports(position: Position, color: Color) -> None:
    board = plain(position)
    for name, transcribed in [
        ("kandlikar-parry", reports.kandlikar_parry(board, color)),
        ("sommer", reports.sommer(board, color)),
        ("champion-gin", reports.champion_gin(board, color)),
        ("hybrid4", reports.hybrid(board, color, "hybrid4")),
    ]:
        evaluation = load_evaluation(name, position.size)
        rows = explain(evaluation, position, color)
        assert [row.name for row in rows] == list(transcribed)
        for row in rows:
            value, weight = transcribed[row.name]
            assert close(row.value, value * weight)
            assert row.value == row.weight * row.scaled
        assert close(sum(row.value for row in rows), evaluation.value(position, color))


@given(positions_to_evaluate, colors)
def test_the_seven_learned_weights(position: Position, color: Color) -> None:
    file = tomllib.loads((FILES / "kandlikar-parry-learned.toml").read_text())
    phase = phase_of(position.size, position.size**2 - position.empties)
    weights = {term["name"]: term["weights"][str(position.size)][phase] for term in file["term"]}
    weights["frontier"] *= -1  # the report has the minus in the heuristic
    heuristics = reports.kandlikar_parry(plain(position), color)
    assert list(weights) == list(heuristics)
    value = sum(weights[name] * value for name, (value, _) in heuristics.items())
    found = load_evaluation("kandlikar-parry-learned", position.size).value(position, color)
    assert close(found, value)


def interpreted(file: dict[str, Any], position: Position, color: Color) -> float:
    """A file's value by its own words, term by term; for files with tables by size and phase."""
    board, size = plain(position), position.size
    filled = size * size - position.empties
    phase, total = phase_of(size, filled), 0.0
    for term in file["term"]:
        weight = term["weights"]
        if isinstance(weight, dict):
            weight = weight[str(size)]
        if isinstance(weight, dict) and "max" in weight:
            weight = weight["max"] * math.exp(weight["k"] * (filled / size**2 - 1))
        elif isinstance(weight, dict):
            weight = weight[phase]
        if term["feature"] == "table":
            eighth = term["table"][str(size)][phase]
            near = [min(i, size - 1 - i) for i in range(size)]
            rows = [[eighth[min(r, c)][abs(r - c)] for c in near] for r in near]
            own, other = (reports.table_sum(board, p, rows) for p in (color, color.opponent))
        else:
            own, other = reports.measure(term["feature"], board, color, position.turn)
        scaled = {"difference": own - other, "ratio": reports.ratio(own, other)}
        total += weight * scaled[term["scale"]]
    return total


@given(positions_to_evaluate, colors)
def test_improved(position: Position, color: Color) -> None:
    file = tomllib.loads((FILES / "improved.toml").read_text())
    evaluation = load_evaluation("improved", position.size)
    rows = explain(evaluation, position, color)
    assert [row.name for row in rows] == [term["name"] for term in file["term"]]
    assert close(evaluation.value(position, color), interpreted(file, position, color))
    assert close(evaluation.value(position, color), sum(row.value for row in rows))


@given(positions_to_evaluate, st.integers(0, 7))
def test_values_do_not_change_when_the_board_is_turned(position: Position, symmetry: int) -> None:
    turned = position.transform(symmetry)
    for name in PRESETS:
        evaluation = load_evaluation(name, position.size)
        assert close(evaluation.value(turned, Color.BLACK), evaluation.value(position, Color.BLACK))


# docs/heuristics.md


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    path = ROOT / "tools" / "draw_heuristics.py"
    spec = importlib.util.spec_from_file_location("draw_heuristics", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_counts_in_the_documentation(drawing: ModuleType) -> None:
    page = (ROOT / "docs" / "heuristics.md").read_text(encoding="utf-8")
    counts = re.findall(r"`([a-z-]+)`: black (-?\d+), white (-?\d+)", page)
    assert {name for name, _, _ in counts} == {*Evaluation.features()} - {"table"}
    for name, black, white in counts:
        found = Evaluation.measure(name, drawing.POSITION, Color.BLACK)
        assert found == (int(black), int(white)), name


def test_the_pictures_show_what_is_counted(drawing: ModuleType) -> None:
    """To draw them anew: python tools/draw_heuristics.py."""
    drawn = drawing.pictures()
    assert {path.name for path in drawing.FOLDER.iterdir()} == set(drawn)
    page = (ROOT / "docs" / "heuristics.md").read_text(encoding="utf-8")
    for name, svg in drawn.items():
        assert (drawing.FOLDER / name).read_text(encoding="utf-8") == svg, name
        assert f"](images/heuristics/{name})" in page
