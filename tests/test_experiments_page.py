"""The tool that puts docs/experiments.md together."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.commands import run

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "make_experiments_page.py"


CLAIM = {
    "report": "Somebody",
    "says": "A | B",
    "where": "",
    "figure": "1-0",
    "measured": "60.0 ± 5.0 %",
    "how": "10 pairs",
}


def result(name: str, verdict: str) -> dict[str, object]:
    return {
        "experiment": name,
        "title": f"Title: {name}!",
        "report": "Somebody",
        "question": "Why?",
        "says": "Because.",
        "note": "",
        "conclusion": "outdated",
        "quick": False,
        "command": f"outflank experiment {name}",
        "games": 1000,
        "claims": [{**CLAIM, "verdict": verdict}],
        "tables": [{"title": "T", "note": "seed 1", "columns": ["a"], "rows": [["b"]]}],
        "charts": [{"title": "Picture", "file": f"{name}-1.png"}],
        "parts": [{"timed": name == "champion-mcts"}],
    }


def make(folder: Path, docs: Path) -> subprocess.CompletedProcess[str]:
    docs.mkdir(exist_ok=True)
    return run([sys.executable, TOOL, folder, "--docs", docs])


@pytest.mark.integration
def test_the_page_has_a_summary_and_a_section_for_each(tmp_path: Path) -> None:
    for name, verdict in (("champion-mcts", "fails"), ("sommer-round-robin", "holds")):
        folder = tmp_path / "runs" / name
        folder.mkdir(parents=True)
        (folder / "result.json").write_text(json.dumps(result(name, verdict)))
        (folder / f"{name}-1.png").write_bytes(b"picture")
    stale = tmp_path / "docs" / "images" / "experiments" / "stale.png"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"")
    done = make(tmp_path / "runs", tmp_path / "docs")
    assert done.returncode == 0, done.stderr
    assert "not on the page" in done.stdout
    text = (tmp_path / "docs" / "experiments.md").read_text()
    assert (
        "2 measurements of 2 claims in 2,000 games: 1 hold, 1 fail, 0 cannot be told from noise."
        in text
    )
    assert (
        "| [sommer-round-robin](#title-sommer-round-robin) | Somebody | A \\| B | 1-0 "
        "| 60.0 ± 5.0 % | **holds** |" in text
    )
    # In the order of the page, not of the folder.
    assert text.index("## Title: sommer-round-robin!") < text.index("## Title: champion-mcts!")
    assert "](images/experiments/champion-mcts-1.png)" in text
    assert text.count("depend on the machine") == 1
    assert "outdated" not in text
    pictures = sorted(path.name for path in stale.parent.iterdir())
    assert pictures == ["champion-mcts-1.png", "sommer-round-robin-1.png"]


@pytest.mark.integration
def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    done = make(tmp_path, tmp_path / "docs")
    assert done.returncode == 1
    assert "has no finished experiments" in done.stderr


def test_a_claim_measured_in_several_places_is_one_row() -> None:
    found = [
        {**CLAIM, "where": where, "measured": ours, "verdict": word, "figure": figure}
        for where, ours, word, figure in (
            ("6x6", "60 %", "holds", "1-0"),
            ("8x8", "50 %", "noise", "2-0"),
            ("10x10", "51 %", "noise", "1-0"),
        )
    ]
    assert page_tool().summary_cells(found) == [
        "Somebody",
        "A | B",
        "1-0; 2-0",
        "6x6: 60 %; 8x8: 50 %; 10x10: 51 %",
        "**holds** (6x6); **noise** (8x8, 10x10)",
    ]


def page_tool() -> Any:
    spec = importlib.util.spec_from_file_location("make_experiments_page", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
