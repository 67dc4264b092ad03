"""Reports read back from their Markdown."""

from pathlib import Path
from typing import Any

import pytest

from outflank.executor import open_executor
from outflank.experiments.experiment import Experiment
from outflank.experiments.readback import read_result
from outflank.experiments.report import markdown
from outflank.experiments.run import run_experiment
from support.tiny_experiment import TINY, read

GAUNTLET = TINY.replace(
    'players = ["alone", "random", "third"]',
    'players = ["alone", "random", "third"]\ngauntlet = true',
)


def played(text: str, folder: Path) -> tuple[Experiment, dict[str, Any]]:
    chosen = read(folder, text)
    with open_executor() as executor:
        return chosen, run_experiment(chosen, folder / "out", executor)


def rounded(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**one, "interval": one["interval"] and pytest.approx(one["interval"], abs=0.0006)}
        for one in claims
    ]


@pytest.mark.parametrize("text", [TINY, GAUNTLET])
def test_a_report_is_read_back_as_it_was_written(text: str, tmp_path: Path) -> None:
    chosen, result = played(text, tmp_path)
    found = read_result(chosen, markdown(result))
    assert markdown(found) == markdown(result)
    assert found["games"] == result["games"]
    assert found["claims"] == rounded(result["claims"])


MORE = """
[[claim]]
says = "Random is worse"
figure = "none"
parts = ["one"]
first = "random"
second = "alone"
expect = "worse"

[[claim]]
says = "The third is worse"
figure = "none"
parts = ["all"]
first = "third"
expect = "worse"

[[claim]]
says = "It beats the third"
figure = "none"
parts = ["all"]
first = "alone"
second = "third"
expect = "better"
"""


@pytest.mark.parametrize(("text", "missing"), [(TINY, {"It beats the third"}), (GAUNTLET, set())])
def test_claims_that_were_made_later_are_read_from_the_tables(
    text: str, missing: set[str], tmp_path: Path
) -> None:
    chosen, result = played(text, tmp_path)
    more = MORE.replace('first = "third"\n', 'first = "third"\nsecond = "alone"\n')
    later = text + (more if text == GAUNTLET else MORE)
    found = read_result(read(tmp_path, later), markdown(result))["claims"]
    _, again = played(later, tmp_path)
    # Of several players the table has sums only, not the score of two of them.
    expected = [one for one in again["claims"] if one["says"] not in missing]
    assert found == rounded(expected)
    assert chosen.claims


def test_parts_that_were_not_played_are_not_there(tmp_path: Path) -> None:
    chosen, result = played(TINY, tmp_path)
    section, _, _ = markdown(result).partition("**All**")
    found = read_result(chosen, section)
    assert [part["name"] for part in found["parts"]] == ["one"]
    assert found["games"] == 16
    assert {claim["part"] for claim in found["claims"]} == {"one"}
