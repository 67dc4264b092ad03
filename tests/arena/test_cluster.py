"""A run on a Dask cluster that loses a worker is the run that one process plays."""

import time
from pathlib import Path

from dask_cluster import running_cluster

from outflank.arena.log import Log, read_log
from outflank.arena.run import Run, all_openings, play_run, release
from outflank.arena.settings import Conditions, Settings
from outflank.executor import open_executor

SETTINGS = Settings(
    ("alphabeta", "random", "mcts"), sizes=(6, 8), games=40, conditions=Conditions(nodes=300)
)


def facts(run: Run) -> object:
    return {key: (match.points, match.diffs) for key, match in run.tally.matches.items()}


def test_a_lost_worker_loses_no_game(tmp_path: Path) -> None:
    alone = Run(SETTINGS)
    with open_executor(1) as executor:
        play_run(alone, all_openings(SETTINGS), None, executor)
    release()

    run, path, killed = Run(SETTINGS), tmp_path / "run.jsonl", []
    with running_cluster(workers=2) as cluster:

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
