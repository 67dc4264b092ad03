"""What a log names is not started because a log names it."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from outflank.arena.settings import Conditions, RunSettings
from outflank.cli.arena import command
from outflank.cli.main import main
from support.commands import outflank
from support.dask_cluster import running_cluster
from support.mock_engine import command as mock


class Trap:
    """A program that leaves a trace when it runs, and logs that name it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trace = folder / "trace"
        code = f"import pathlib; pathlib.Path({str(self.trace)!r}).touch()"
        (folder / "evil.py").write_text(code)
        self.programs = {
            "gtp": f"gtp:{sys.executable} {folder}/evil.py",
            "nboard": f"nboard:time=1:{sys.executable} {folder}/evil.py",
            "file": f"{folder}/evil.py",
            "interpreter": f"{folder}/evil.py:python={sys.executable}",
        }

    def log(self, program: str, *, gauntlet: bool = False) -> Path:
        """The log of a run of which nothing has been played."""
        path = self.folder / "foreign.jsonl"
        players = (program, "random") if gauntlet else ("random", program)
        settings = RunSettings(
            players, games=2, gauntlet=gauntlet, conditions=Conditions(seconds=1)
        )
        path.write_text(settings.to_json() + "\n")
        return path


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


KINDS = ["gtp", "nboard", "file", "interpreter"]


@pytest.mark.integration
@pytest.mark.parametrize("kind", KINDS)
def test_resuming_the_log_of_a_stranger_starts_nothing(trap: Trap, kind: str) -> None:
    program = trap.programs[kind]
    for gauntlet in (False, True):
        log = trap.log(program, gauntlet=gauntlet)
        before = log.read_bytes()
        for more in ((), ("--allow-broken",), ("random", "greedy")):
            done = outflank("arena", "--log", str(log), "--resume", *more, cwd=trap.folder)
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr.count("\n") == 1
            reason = "other players" if "greedy" in more else f"would start {program}; a program"
            assert reason in done.stderr
        assert log.read_bytes() == before
    assert not trap.trace.exists()


@pytest.mark.integration
@pytest.mark.parametrize("kind", KINDS)
def test_showing_it_starts_nothing(trap: Trap, kind: str) -> None:
    log, page = trap.log(trap.programs[kind]), trap.folder / "page.html"
    for more in ((), ("--json",), ("--html", str(page))):
        done = outflank("arena", "--report", str(log), *more)
        assert done.returncode == 0
    assert not trap.trace.exists()
    assert "evil.py" in page.read_text()


@pytest.mark.integration
def test_no_task_of_a_cluster_starts_anything(trap: Trap) -> None:
    log = trap.log(trap.programs["gtp"])
    with running_cluster(workers=1) as cluster:
        there = ("--cluster", cluster.address)
        done = outflank("arena", "--log", str(log), "--resume", *there)
        assert done.returncode == 2
        assert "would start gtp:" in done.stderr
        assert not trap.trace.exists()
        engine = f"gtp:{shlex.join(mock('gtp', 'plain'))}"  # which is named plays there, too
        kept = ("--log", str(trap.folder / "named.jsonl"))
        done = outflank("arena", engine, "random", "--games", "2", "--json", *there, *kept)
        assert done.returncode == 0, done.stderr
        games = (trap.folder / "named.jsonl").read_text().splitlines()[1:]
        assert ["fault" in json.loads(line) for line in games] == [False, False]


@pytest.mark.integration
def test_what_is_named_is_started(tmp_path: Path) -> None:
    log, engine = tmp_path / "run.jsonl", f"gtp:{shlex.join(mock('gtp', 'plain'))}"
    run = ("arena", engine, "random", "--games", "4", "--json", "--log", str(log))
    done = outflank(*run)
    assert done.returncode == 0, done.stderr
    whole = log.read_text()
    log.write_text("".join(whole.splitlines(keepends=True)[:3]))
    assert outflank("arena", "--log", str(log), "--resume").returncode == 2
    assert outflank(*run, "--resume").returncode == 0
    moves = [json.loads(line)["moves"] for line in log.read_text().splitlines()[1:]]
    assert moves == [json.loads(line)["moves"] for line in whole.splitlines()[1:]]


def test_the_command_that_goes_on_names_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_run", interrupt)
    log, engine = tmp_path / "run.jsonl", "gtp:edax -q '-x y'"
    words = ["outflank", "arena", "--gauntlet", engine, "random", "--log", str(log)]
    monkeypatch.setattr(sys, "argv", [*words, "--games", "2", "--allow-broken"])
    with pytest.raises(SystemExit) as exit:
        main()
    assert exit.value.code == 130
    again = capsys.readouterr().err.partition("Resume with: ")[2].strip()
    assert shlex.split(again) == [*words, "--resume"]
