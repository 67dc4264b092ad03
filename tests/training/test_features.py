"""Weights for the terms of an evaluation: `outflank train linear --terms`."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from outflank import Color, FileError, OutflankError, Position
from outflank._board import PHASES
from outflank.cli.main import cli
from outflank.engine.evals import evaluation_info, evaluation_terms, explain, load_evaluation
from outflank.errors import SettingsError
from outflank.training.features import TermFeatures, learnable_terms
from outflank.training.linear import LinearPlan, train
from outflank.training.write_evaluation import terms_toml

SEVEN = [
    "disc", "mobility", "corner", "stability", "potential_mobility", "x_square_penalty", "frontier",
]  # fmt: skip


def silent(_: str, __: float) -> None:
    pass


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> LinearPlan:
    folder = tmp_path_factory.mktemp("terms")
    plan = LinearPlan(folder, 6, games=40, rounds=1, terms="kandlikar-parry")
    train(plan, silent)
    return plan


def test_the_rows_are_what_the_evaluation_sees() -> None:
    features = TermFeatures(8, learnable_terms("kandlikar-parry", 8))
    position = Position().play("d3").play("c3")
    for color, row in features.rows(position):
        parts = explain(load_evaluation("kandlikar-parry", 8), position, color)
        assert [part.name for part in parts] == SEVEN
        move = 1.0 if color is position.turn else -1.0
        assert row.tolist() == pytest.approx([*(part.scaled for part in parts), move, 1.0])


def test_weights_go_to_their_terms_and_phases() -> None:
    features = TermFeatures(6, learnable_terms("kandlikar-parry", 6))
    weights = features.named(np.arange(27.0))  # seven terms, the move and the constant, three times
    assert list(weights.terms) == SEVEN
    assert weights.terms["disc"] == {"early": 0.0, "mid": 9.0, "late": 18.0}
    assert weights.terms["frontier"] == {"early": 6.0, "mid": 15.0, "late": 24.0}


def test_learns_the_seven_weights(plan: LinearPlan) -> None:
    fit = train(plan, silent)
    assert fit.held_out_loss < 0.69
    assert list(fit.terms) == SEVEN
    assert all(set(weights) == set(PHASES) for weights in fit.terms.values())
    assert fit.terms["corner"]["late"] > 0
    assert fit.tables == {}
    # A position counts once, though both sides' views of it are fitted.
    lines = (plan.folder / "round-1-games.txt").read_text().splitlines()
    assert fit.positions + fit.held_out_positions < 32 * len(lines)


def test_the_file_is_the_evaluation(plan: LinearPlan, tmp_path: Path) -> None:
    fit = train(plan, silent)
    path = tmp_path / "learned.toml"
    path.write_text(terms_toml([fit], "kandlikar-parry", 'a "test"'))
    info = evaluation_info(path)
    assert (info.sizes, info.source) == ((6,), 'a "test"')
    assert info.title == "Kandlikar-Bloch and Parry-Wingfield, learned"
    native, loaded = plan.features.evaluation(fit), load_evaluation(path, 6)
    position = Position(6)
    while moves := position.legal_moves:
        for color in Color:
            assert loaded.value(position, color) == native.value(position, color)
        position = position.play(moves[-1])


def test_a_file_that_has_changed_is_another_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = 'format = 1\ntitle = "Mine"\n[[term]]\nfeature = "discs"\nscale = "ratio"\nweights = 1\n'
    path.write_text(text)
    plan = LinearPlan(tmp_path / "run", 6, games=30, rounds=1, terms=str(path))
    fit = train(plan, silent)
    assert train(plan, silent) == fit
    path.write_text(text.replace("weights = 1", "weights = 2"))
    with pytest.raises(FileError, match="describes another run"):
        train(plan, silent)
    with pytest.raises(FileError, match="describes another run"):
        train(replace(plan, terms=None), silent)


def arguments(tmp_path: Path, *more: str) -> list[str]:
    return ["train", "linear", "--size", "6", "--games", "12", "--rounds", "1",
            "--folder", str(tmp_path / "run"), "--output", str(tmp_path / "mine.toml"),
            "--match", "1", *more]  # fmt: skip


def test_command(tmp_path: Path) -> None:
    asked = arguments(tmp_path, "--terms", "kandlikar-parry")
    done = CliRunner().invoke(cli, asked, catch_exceptions=False)
    assert done.exit_code == 0
    assert "6x6 against kandlikar-parry, 5000 nodes a move:" in done.output
    path = tmp_path / "mine.toml"
    assert evaluation_info(path).source == (
        "outflank train --recipe linear --terms kandlikar-parry --size 6 --games 12 --rounds 1 "
        "--seed 1"
    )
    assert [term[:3] for term in evaluation_terms(path, 6)] == [
        term[:3] for term in evaluation_terms("kandlikar-parry", 6)
    ]
    facts = json.loads((tmp_path / "run" / "6" / "plan.json").read_text())
    assert facts["start"] == "kandlikar-parry"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--terms", "kandlikar-pary"], "unknown evaluation 'kandlikar-pary'"),
        (["--terms", "sommer-static"], "is a table of squares; tables are learned without --terms"),
        (["--terms", "none.toml"], "none.toml"),
    ],
)
def test_what_cannot_be_learned_is_told_before_any_game(
    tmp_path: Path, more: Sequence[str], message: str
) -> None:
    with pytest.raises(OutflankError, match=message):
        CliRunner().invoke(cli, arguments(tmp_path, *more), catch_exceptions=False)
    assert not (tmp_path / "run").exists()


def test_patterns_have_no_terms(tmp_path: Path) -> None:
    more = ["--size", "6", "--folder", str(tmp_path / "run"), "--output", "mine.ofw"]
    done = CliRunner().invoke(cli, ["train", "patterns", *more, "--terms", "sommer"])
    assert (done.exit_code, "No such option '--terms'" in done.stderr) == (2, True)


def test_the_terms_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\ntitle = "Mine"\n[[term]]\nfeature = "discs"\nscale = "ratio"\nweights = 1\n'
    )
    with pytest.raises(SettingsError, match="gives the terms: write to another file"):
        CliRunner().invoke(cli, arguments(tmp_path, "--terms", str(path)), catch_exceptions=False)


def test_terms_for_a_board_without_weights() -> None:
    with pytest.raises(FileError, match="has no weights for 4x4"):
        learnable_terms("kandlikar-parry", 4)
