"""What is played on a Dask cluster is what one process plays, also if a worker is lost."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.log import Log, read_log
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.tournament import Run, all_openings, play_run, release
from outflank.executor import open_executor
from outflank.experiments.determinism import CASES
from outflank.experiments.run import run_experiment
from support.dask_cluster import RunningCluster, running_cluster
from support.tiny_experiment import TINY, read

pytestmark = pytest.mark.integration

SETTINGS = RunSettings(
    ("alphabeta", "random", "mcts"), sizes=(6, 8), games=40, conditions=Conditions(nodes=300)
)


UNTIMED = tuple(f"{case}," for case, suspects in CASES.items() if "clock" not in suspects)
# One part on one board: a worker has no other reason to make its players anew.
EXPERIMENT = (
    (
        TINY[: TINY.index('[[part]]\nname = "all"')]
        .replace("sizes = [4, 6]", "sizes = [6]")
        .replace("[evaluations", 'measure = "determinism"\n[evaluations', 1)
    )
    + """
[values]
sizes = [6]
openings = 1
repeats = 1
nodes = 30
seconds = 0.001
seed = 1
[figures]
opponent = "greedy-corners"
figure = "none"
[figures.explains]
clock = "A clock explains it"
"""
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[RunningCluster]:
    """Two workers, of which a test may kill one."""
    with running_cluster(workers=2) as running:
        yield running


def facts(run: Run) -> object:
    return {key: (match.points, match.diffs) for key, match in run.tally.matches.items()}


def games_and_measurements(text: str, folder: Path, cluster: str | None = None) -> object:
    """All that an experiment finds and no clock has a say in."""
    folder.mkdir()
    with open_executor(cluster=cluster) as executor:
        result = run_experiment(read(folder, text), folder / "out", executor)
    games = Run(*read_log(folder / "out" / "one.jsonl"))
    measured: dict[str, Any] = {}
    for line in (folder / "out" / "measurements.jsonl").read_text().splitlines()[1:]:
        measured |= json.loads(line)
    untimed = {key: one for key, one in measured.items() if key.startswith(UNTIMED)}
    assert len(untimed) == 2 * len(UNTIMED)
    shutil.rmtree(folder)
    return facts(games), result["tables"][0], untimed


def test_an_experiment_is_the_same_on_a_cluster(cluster: RunningCluster, tmp_path: Path) -> None:
    """The second one has another evaluation of the same name, in a folder of the same name."""
    other = EXPERIMENT.replace('"mobility", "stability"', '"corners", "mobility"')
    assert other != EXPERIMENT
    here = [games_and_measurements(text, tmp_path / "one") for text in (EXPERIMENT, other)]
    there = [
        games_and_measurements(text, tmp_path / "one", cluster.address)
        for text in (EXPERIMENT, other)
    ]
    assert here[0] != here[1]
    assert there == here


def test_a_lost_worker_loses_no_game(cluster: RunningCluster, tmp_path: Path) -> None:
    alone = Run(SETTINGS)
    with open_executor(1) as executor:
        play_run(alone, all_openings(SETTINGS), None, executor)
    release()

    run, path = Run(SETTINGS), tmp_path / "run.jsonl"
    killed: list[float] = []

    def kill_one(run: Run) -> None:
        if not killed and run.played > run.total // 4:
            cluster.kill_worker(0)
            killed.append(time.monotonic())

    with (
        open_executor(cluster=cluster.address) as executor,
        Log.create(path, SETTINGS) as log,
    ):
        play_run(run, all_openings(SETTINGS), log, executor, kill_one)
    assert killed
    assert run.is_over
    assert facts(run) == facts(alone)
    assert facts(Run(*read_log(path))) == facts(alone)
    assert len(read_log(path)[1]) == len(SETTINGS.pairings())
