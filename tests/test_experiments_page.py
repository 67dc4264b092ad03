"""docs/experiments.md: the tool that puts it together, and that its words follow its figures."""

import copy
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from outflank.experiments.reading import experiment_names, load_experiment
from outflank.experiments.report import carries, report_of, rows_of
from outflank.experiments.scores import find_row
from outflank.experiments.verdict import judge
from support.commands import run

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "make_experiments_page.py"
PAGE = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")


def page_tool() -> Any:
    spec = importlib.util.spec_from_file_location("make_experiments_page", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The page as it is

TOOL_MODULE = page_tool()
RESULTS = TOOL_MODULE.read_results(ROOT / "docs")
REPORTS = {name: report_of(load_experiment(name), result) for name, result in RESULTS.items()}


def test_the_page_is_what_the_results_and_the_files_make_of_it() -> None:
    assert list(RESULTS) == [name for name in TOOL_MODULE.ORDER if name in RESULTS]
    assert TOOL_MODULE.page(RESULTS) == PAGE, "run tools/make_experiments_page.py"


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_written_as_the_tool_writes_them(name: str) -> None:
    text = (ROOT / "docs" / "experiments" / f"{name}.json").read_text(encoding="utf-8")
    assert TOOL_MODULE.compact_json(RESULTS[name]) + "\n" == text


@pytest.mark.parametrize("name", RESULTS)
def test_every_picture_is_there(name: str) -> None:
    images = ROOT / "docs" / TOOL_MODULE.IMAGES
    assert all((images / chart["file"]).exists() for chart in RESULTS[name]["charts"])


@pytest.mark.parametrize("name", RESULTS)
def test_every_conclusion_is_carried_by_its_intervals(name: str) -> None:
    rows = REPORTS[name]["claims"]
    chosen = load_experiment(name)
    assert chosen.conclusions
    for conclusion in chosen.conclusions:
        if conclusion.word:
            found = rows_of(conclusion, rows)
            assert {row["says"] for row in found} == set(conclusion.claims), conclusion.text
            for row in found:
                assert carries(row, conclusion.word), (conclusion.text, row["measured"])


@pytest.mark.parametrize("name", RESULTS)
def test_every_verdict_follows_from_its_interval(name: str) -> None:
    claims = load_experiment(name).claims
    for row in REPORTS[name]["claims"]:
        if row["interval"] is None:
            continue
        score, error = row["interval"]
        [claim] = {
            (one.expect, one.share)
            for one in claims
            if (one.says, one.part, one.size) == (row["says"], row["part"], row["size"])
        }
        # The figures of the first runs are rounded.
        possible = {
            judge(claim[0], score + up, error + more, claim[1])
            for up in (-0.0005, 0, 0.0005)
            for more in (-0.0005, 0, 0.0005)
        }
        assert row["verdict"] in possible, row


def test_what_was_not_played_has_no_conclusion_and_is_listed() -> None:
    waiting = PAGE.partition("## Not yet played at full size")[2].partition("\n## ")[0]
    for name in experiment_names():
        chosen = load_experiment(name)
        if name not in RESULTS:
            assert not chosen.conclusions
            assert f"- `{name}`: {chosen.title}\n" in waiting
            continue
        played = {part["name"] for part in RESULTS[name]["parts"]}
        line = re.search(rf"^- `{name}`, these parts: (.*)$", waiting, re.MULTILINE)
        listed = line[1].split("; ") if line else []
        assert listed == [part.title for part in chosen.parts if part.name not in played]


def part_row(result: dict[str, Any], part: str) -> dict[str, Any]:
    row = find_row(result["parts"], name=part)
    assert row is not None
    return row


def score_row(result: dict[str, Any], part: str, **key: Any) -> dict[str, Any]:
    row = find_row(part_row(result, part)["scores"], **key)
    assert row is not None
    return row


def test_other_figures_do_not_carry_the_same_words() -> None:
    result = copy.deepcopy(RESULTS["sommer-round-robin"])
    row = score_row(result, "depth-3", first="corners", second="stability", size=None)
    assert row["score"] == 0.49
    row["score"] = 0.44
    report = report_of(load_experiment("sommer-round-robin"), result)
    [claim] = [
        one
        for one in report["claims"]
        if (one["says"], one["where"]) == ("Corners beat stability", "depth 3")
    ]
    assert (claim["measured"], claim["verdict"]) == ("44.0 ± 2.9 %", "fails")
    wrong = [one["text"] for one in report["conclusions"] if not one["carried"]]
    assert wrong == ["Between corners and stability depths 3 and 4 are undecided."]
    with pytest.raises(SystemExit, match="do not carry the conclusion 'Between corners"):
        TOOL_MODULE.page({"sommer-round-robin": result})


def test_a_part_that_was_played_otherwise_is_not_taken_for_this_one() -> None:
    result = copy.deepcopy(RESULTS["champion-weights"])
    part_row(result, "nodes")["games_a_match"] = 200
    with pytest.raises(SystemExit, match="nodes was played with games_a_match 200, not 2000"):
        TOOL_MODULE.page({"champion-weights": result})


# The tool


def save(folder: Path, name: str, result: dict[str, Any]) -> None:
    """A finished experiment, as a run leaves it."""
    folder = folder / name
    folder.mkdir(parents=True)
    report = report_of(load_experiment(name), result)
    (folder / "result.json").write_text(json.dumps(report))
    for chart in result["charts"]:
        (folder / chart["file"]).write_bytes(b"new")


def make(folder: Path, docs: Path) -> subprocess.CompletedProcess[str]:
    docs.mkdir(exist_ok=True)
    return run([sys.executable, TOOL, folder, "--docs", docs])


@pytest.mark.integration
def test_the_page_is_made_of_a_folder(tmp_path: Path) -> None:
    for name in ("champion-sweep", "sommer-start"):
        save(tmp_path / "runs", name, RESULTS[name])
    stale = tmp_path / "docs" / "images" / "experiments" / "stale.png"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"")
    done = make(tmp_path / "runs", tmp_path / "docs")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "docs" / "experiments.md").read_text()
    games = sum(REPORTS[name]["games"] for name in ("champion-sweep", "sommer-start"))
    assert re.search(rf"^\d+ measurements of \d+ claims in {games:,} games: ", text, re.MULTILINE)
    assert "- `wishes`: What the reports wished for" in text
    # In the order of the page, not of the folder; each section is that of the whole page.
    sections = [
        part for part in PAGE.split("\n## ") if part.startswith(("Sommer: his", "Champion"))
    ]
    for name in ("sommer-start", "champion-sweep"):
        [section] = [one for one in sections if f"outflank experiment {name}\n" in one]
        assert f"\n## {section.rstrip()}\n" in text
    titles = [REPORTS[name]["title"] for name in ("sommer-start", "champion-sweep")]
    assert text.index(f"## {titles[0]}") < text.index(f"## {titles[1]}")
    pictures = sorted(path.name for path in stale.parent.iterdir())
    assert pictures == ["champion-sweep-1.png"]


@pytest.mark.integration
def test_figures_that_do_not_carry_a_conclusion_make_no_page(tmp_path: Path) -> None:
    result = copy.deepcopy(RESULTS["champion-mcts"])
    score_row(result, "start-depth-6", first="alpha-beta, depth 6", size=6)["score"] = 0.4
    save(tmp_path / "runs", "champion-mcts", result)
    done = make(tmp_path / "runs", tmp_path / "docs")
    assert done.returncode == 1
    assert "champion-mcts: the figures do not carry the conclusion 'From the start" in done.stderr
    assert not (tmp_path / "docs" / "experiments.md").exists()


@pytest.mark.integration
def test_a_quick_run_is_no_result_for_the_page(tmp_path: Path) -> None:
    save(tmp_path / "runs", "champion-mcts", {**RESULTS["champion-mcts"], "quick": True})
    done = make(tmp_path / "runs", tmp_path / "docs")
    assert done.returncode == 1
    assert "result.json is of a quick run" in done.stderr


def test_parts_that_were_not_played_again_stay_as_they_are() -> None:
    name = "champion-heuristics"
    chosen, old = load_experiment(name), RESULTS[name]
    picture = {"title": "New", "file": f"{name}-2.png"}
    new: dict[str, Any] = {
        "quick": False,
        "parts": [{**part_row(old, "time"), "games": 7}],
        "measurements": {"tables": [], "claims": []},
        "charts": [picture],
    }
    whole = TOOL_MODULE.merged(chosen, old, new)
    assert [part["name"] for part in whole["parts"]] == ["nodes", "time"]
    assert whole["parts"][0] == old["parts"][0]
    assert whole["parts"][1] == new["parts"][0]
    assert whole["charts"] == [old["charts"][0], picture, old["charts"][2]]
    measured = TOOL_MODULE.merged(
        load_experiment("champion-memory"), RESULTS["champion-memory"], {**new, "parts": []}
    )
    assert measured["measurements"] == RESULTS["champion-memory"]["measurements"]


@pytest.mark.integration
def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    done = make(tmp_path, tmp_path / "docs")
    assert done.returncode == 1
    assert "has no finished experiments" in done.stderr


CLAIM = {"report": "Somebody", "says": "A | B", "how": "10 pairs"}


def test_a_claim_measured_in_several_places_is_one_row() -> None:
    found = [
        {
            **CLAIM,
            "where": where,
            "measured": here,
            "verdict": word,
            "figure": figure,
            "conditions": whose,
        }
        for where, here, word, figure, whose in (
            ("6x6", "60 %", "holds", "1-0", "ours"),
            ("8x8", "50 %", "noise", "2-0", "ours"),
            ("", "51 %", "noise", "1-0", "ours"),
            ("start position", "70 %", "holds", "1-0", "the report's"),
        )
    ]
    assert TOOL_MODULE.summary_cells(found) == [
        "Somebody",
        "A | B",
        "1-0; 2-0",
        "start position: 70 %",
        "**holds**",
        "6x6: 60 %; 8x8: 50 %; 51 %",
        "**holds** (6x6); **noise** (8x8, all boards)",
    ]
