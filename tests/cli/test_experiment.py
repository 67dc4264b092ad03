"""`outflank experiment`: the list, a quick run, stopping and going on, and what is refused."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from support.commands import OUTFLANK, outflank
from support.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.integration


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return outflank("experiment", *arguments, cwd=cwd)


def test_the_list_shows_every_experiment() -> None:
    done = run("--list")
    assert done.returncode == 0
    for name in ("sommer-round-robin", "champion-weights", "determinism", "reports-cup"):
        assert name in done.stdout
    assert run().stdout == done.stdout


def test_the_list_as_json() -> None:
    found = json.loads(run("--list", "--json").stdout)
    assert len(found) == 20
    assert {"name", "title", "report", "question"} == set(found[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["champion-weight"], "There is no experiment 'champion-weight'; did you mean"),
        (["champion-weights", "nothing"], "There is no experiment 'nothing'"),
        (["--all", "wishes"], "Give names, or --all of them"),
        (["wishes", "--part", "x"], "wishes has no part 'x'; its parts are kandlikar, champion"),
        (["determinism", "--part", "x"], "determinism has no part 'x'; it has none"),
        (["--all", "--part", "kandlikar"], "--part needs the name of one experiment"),
        (["wishes", "--workers", "0"], "0 is not in the range"),
        (["champion-mcts", "--workers", "500"], "with a clock that would not be fair"),
        (["wishes", "--folder", "a,b"], "must have no comma"),
        (["wishes", "--cluster", "tcp://x:1", "--workers", "3"], "A cluster has workers of its"),
    ],
)
def test_bad_requests_are_one_sentence(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("wishes", "--quick", "--folder", str(tmp_path / "file"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(tmp_path: Path) -> None:
    arguments = ["parity-ramp", "--quick", "--workers", "1", "--folder", str(tmp_path)]
    log = tmp_path / "parity-ramp-quick" / "ramp.jsonl"
    child = subprocess.Popen(
        [OUTFLANK, "experiment", *arguments], stderr=subprocess.PIPE, text=True
    )
    wait_for(lambda: child.poll() is not None or (log.exists() and log.read_text().count("\n") > 2))
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130, said
    assert "the same command goes on" in said
    before = log.read_text()
    assert before.count("\n") >= 3
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    [result] = json.loads(done.stdout)
    # Six maxima against none on two boards, and the report's own maximum from the start.
    assert result["games"] == 6 * 2 * 10 + 2 * 10
    assert log.read_text().startswith(before[: before.rindex("\n")])
    report = (tmp_path / "parity-ramp-quick" / "report.md").read_text()
    assert "A maximum of 0.3 is of no use" in report
