"""Reports from results: what was played long ago is rounded, and JSON has no infinite numbers."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from outflank.executor import open_executor
from outflank.experiments.experiment import Experiment
from outflank.experiments.report import game_claim, markdown, report_of
from outflank.experiments.run import run_experiment
from support.tiny_experiment import TINY, read

RESULT_KEYS = ("quick", "parts", "measurements", "charts")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("played")
    experiment = read(folder, TINY)
    with open_executor() as executor:
        return experiment, run_experiment(experiment, folder / "out", executor)


def result_of(report: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy({key: report[key] for key in RESULT_KEYS})


def test_a_report_is_made_again_from_its_result(
    played: tuple[Experiment, dict[str, Any]],
) -> None:
    experiment, report = played
    again = report_of(experiment, json.loads(json.dumps(result_of(report), allow_nan=False)))
    assert json.dumps(again) == json.dumps(report)
    assert markdown(again) == markdown(report)


@pytest.mark.parametrize(
    ("score", "elo", "text"),
    [
        (1.0, [None, 91.2, None], "| +∞ [+91, +∞] |"),
        (0.0, [None, None, -91.2], "| -∞ [-∞, -91] |"),
        (0.6, [70.0, 10.4, 140.0], "| +70 [+10, +140] |"),
        (1.0, [None, None, None], "| +∞ |"),
        (0.6, [70, None, None], "| +70 |"),
    ],
)
def test_an_elo_that_is_infinite_or_unknown(
    played: tuple[Experiment, dict[str, Any]], score: float, elo: list[Any], text: str
) -> None:
    experiment, report = played
    result = result_of(report)
    row = result["parts"][0]["scores"][0]
    row |= {"score": score, "elo": elo}
    assert text in markdown(report_of(experiment, result))


def test_a_verdict_that_is_known_outweighs_rounded_figures(
    played: tuple[Experiment, dict[str, Any]],
) -> None:
    experiment, report = played
    result = result_of(report)
    row = result["parts"][0]["scores"][0]
    row |= {"score": 0.513, "error": 0.013}
    assert report_of(experiment, result)["claims"][0]["verdict"] == "noise"
    row["verdict"] = "holds"
    assert report_of(experiment, result)["claims"][0]["verdict"] == "holds"


def test_a_claim_without_figures_is_left_out(
    played: tuple[Experiment, dict[str, Any]],
) -> None:
    experiment, report = played
    part = {**report["parts"][0], "scores": report["parts"][0]["scores"][1:]}
    assert game_claim(experiment, experiment.claims[0], part) is None
    assert game_claim(experiment, experiment.claims[1], part) == report["claims"][1]


def test_parts_that_were_not_played_are_not_there(
    played: tuple[Experiment, dict[str, Any]],
) -> None:
    experiment, report = played
    result = result_of(report)
    del result["parts"][1]
    shorter = report_of(experiment, result)
    assert shorter["games"] == 16
    assert {claim["part"] for claim in shorter["claims"]} == {"one"}
    assert [table["title"] for table in shorter["tables"]] == ["One", "Discs"]


def test_a_picture_keeps_its_name_when_one_part_is_played(tmp_path: Path) -> None:
    experiment = read(tmp_path, TINY).only(["all"])
    with open_executor() as executor:
        report = run_experiment(experiment, tmp_path / "out", executor)
    assert report["charts"] == [{"title": "Everybody", "file": "tiny-2.png"}]
