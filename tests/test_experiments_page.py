"""docs/experiments.md: the tool that puts it together, and that its words follow its figures."""

import importlib.util
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outflank.errors import FileError
from outflank.experiments.conclusion import carries, rows_of
from outflank.experiments.experiment import experiment_names, load_experiment
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

RESULTS = {result["experiment"]: result for result in page_tool().read_page(PAGE)}


def test_the_page_is_what_its_figures_and_the_files_make_of_it() -> None:
    tool = page_tool()
    results = [RESULTS[name] for name in tool.ORDER if name in RESULTS]
    assert len(results) == len(RESULTS)
    assert tool.page(results) == PAGE, "run tools/make_experiments_page.py"


@pytest.mark.parametrize("name", RESULTS)
def test_every_conclusion_is_carried_by_its_intervals(name: str) -> None:
    rows = RESULTS[name]["claims"]
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
    for row in RESULTS[name]["claims"]:
        if row["interval"] is None:
            continue
        score, error = row["interval"]
        [claim] = {
            (one.expect, one.share)
            for one in claims
            if (one.says, one.part, one.size) == (row["says"], row["part"], row["size"])
        }
        # What is printed is rounded.
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


def changed(old: str, new: str) -> str:
    assert PAGE.count(old) >= 1
    return PAGE.replace(old, new)


def test_other_figures_do_not_carry_the_same_words() -> None:
    other = changed(
        "**noise** | Depth 3; corners against stability",
        "**fails** | Depth 3; corners against stability",
    )
    other = other.replace("| 49.0 ± 2.9 % | **fails**", "| 44.0 ± 2.9 % | **fails**")
    [result] = [
        one for one in page_tool().read_page(other) if one["experiment"] == "sommer-round-robin"
    ]
    wrong = [one["text"] for one in result["conclusions"] if not one["carried"]]
    assert wrong == ["Between corners and stability depths 3 and 4 are undecided."]


def test_a_part_that_was_played_otherwise_is_not_taken_for_this_one() -> None:
    other = changed("(2,000 nodes a move, 2000 games", "(2,000 nodes a move, 200 games")
    with pytest.raises(FileError, match="champion-weights: part nodes was played with 2,000 nodes"):
        page_tool().read_page(other)


# The tool

CLAIM = {
    "report": "Somebody",
    "says": "A | B",
    "where": "",
    "figure": "1-0",
    "conditions": "ours",
    "measured": "60.0 ± 5.0 %",
    "how": "10 pairs",
    "part": "one",
    "size": None,
    "interval": [0.6, 0.05],
}


def result(name: str, verdict: str) -> dict[str, Any]:
    return {
        "experiment": name,
        "title": f"Title: {name}!",
        "report": "Somebody",
        "question": "Why?",
        "says": "Because.",
        "note": "",
        "conclusions": [{"text": "outdated", "figures": "", "carried": True}],
        "quick": False,
        "command": f"outflank experiment {name}",
        "games": 1000,
        "claims": [{**CLAIM, "verdict": verdict}],
        "tables": [{"title": "T", "note": "seed 1", "columns": ["a"], "rows": [["b"]]}],
        "charts": [{"title": "Picture", "file": f"{name}-1.png"}],
        "parts": [{"name": "start", "timed": name == "champion-sweep"}],
    }


def save(folder: Path, name: str, verdict: str) -> None:
    folder = folder / name
    folder.mkdir(parents=True)
    (folder / "result.json").write_text(json.dumps(result(name, verdict)))
    (folder / f"{name}-1.png").write_bytes(b"picture")


def make(folder: Path, docs: Path) -> subprocess.CompletedProcess[str]:
    docs.mkdir(exist_ok=True)
    return run([sys.executable, TOOL, folder, "--docs", docs])


def test_the_page_has_a_summary_and_a_section_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = page_tool()
    # These results carry no conclusion of the real experiments.
    monkeypatch.setattr(
        tool, "load_experiment", lambda name: replace(load_experiment(name), conclusions=())
    )
    save(tmp_path / "runs", "champion-sweep", "fails")
    save(tmp_path / "runs", "sommer-start", "holds")
    stale = tmp_path / "docs" / "images" / "experiments" / "stale.png"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"")
    monkeypatch.setattr(
        sys, "argv", [TOOL.name, str(tmp_path / "runs"), "--docs", str(tmp_path / "docs")]
    )
    tool.main()
    text = (tmp_path / "docs" / "experiments.md").read_text()
    assert (
        "2 measurements of 2 claims in 2,000 games: 1 hold, 1 fail, 0 cannot be told from noise."
        in text
    )
    assert (
        "| [sommer-start](#title-sommer-start) | Somebody | A \\| B | 1-0 "
        "|  |  | 60.0 ± 5.0 % | **holds** |" in text
    )
    assert "- `wishes`: What the reports wished for" in text
    assert "- `champion-sweep`, these parts: Each combination against c7 m3, equal nodes" in text
    # In the order of the page, not of the folder.
    assert text.index("## Title: sommer-start!") < text.index("## Title: champion-sweep!")
    assert "](images/experiments/champion-sweep-1.png)" in text
    assert text.count("depend on the machine") == 1
    assert "outdated" not in text
    pictures = sorted(path.name for path in stale.parent.iterdir())
    assert pictures == ["champion-sweep-1.png", "sommer-start-1.png"]


@pytest.mark.integration
def test_figures_that_do_not_carry_a_conclusion_make_no_page(tmp_path: Path) -> None:
    save(tmp_path / "runs", "champion-mcts", "holds")
    done = make(tmp_path / "runs", tmp_path / "docs")
    assert done.returncode == 1
    assert "champion-mcts: the figures do not carry the conclusion 'From the start" in done.stderr
    assert not (tmp_path / "docs" / "experiments.md").exists()


def test_parts_that_were_not_played_again_stay_as_they_are() -> None:
    tool, chosen = page_tool(), load_experiment("champion-heuristics")
    old = tool.with_pictures(RESULTS[chosen.name], ROOT / "docs" / tool.IMAGES)
    said = next(claim for claim in chosen.claims if claim.part == "time")
    new = {
        **result(chosen.name, "fails"),
        "claims": [{**CLAIM, "says": said.says, "where": said.where, "part": "time"}],
        "tables": [{"title": chosen.part("time").title, "rows": []}],
        "charts": [{"title": chosen.charts[1].title, "file": "x-1.png", "picture": b"new"}],
        "parts": [{"name": "time", "timed": True}],
        "games": 7,
    }
    whole = tool.completed(chosen, new, old)
    assert [part["name"] for part in whole["parts"]] == ["nodes", "time"]
    assert whole["games"] == 7 + 6 * 4 * 300
    kept = [claim for claim in old["claims"] if claim["part"] == "nodes"]
    assert kept
    assert sorted(map(str, whole["claims"])) == sorted(map(str, [*kept, *new["claims"]]))
    assert [table["title"] for table in whole["tables"]] == [part.title for part in chosen.parts]
    assert whole["tables"][0] == old["tables"][0]
    assert whole["tables"][1]["rows"] == []
    assert [chart["file"] for chart in whole["charts"]] == [
        f"{chosen.name}-{n}.png" for n in (1, 2, 3)
    ]
    assert [chart["picture"] == b"new" for chart in whole["charts"]] == [False, True, False]
    assert tool.completed(chosen, whole, old) is whole


@pytest.mark.integration
def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    done = make(tmp_path, tmp_path / "docs")
    assert done.returncode == 1
    assert "has no finished experiments" in done.stderr


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
    assert page_tool().summary_cells(found) == [
        "Somebody",
        "A | B",
        "1-0; 2-0",
        "start position: 70 %",
        "**holds**",
        "6x6: 60 %; 8x8: 50 %; 51 %",
        "**holds** (6x6); **noise** (8x8, all boards)",
    ]
