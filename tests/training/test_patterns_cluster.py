"""Training games in processes and on a real Dask cluster: the same games, and a clean stop."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import outflank
from outflank import EngineError, FileError, SettingsError
from outflank.cli.main import cli
from outflank.engine.weights import read_discs, weights_facts
from outflank.executor import open_executor
from outflank.process.tree import can_watch_memory, process_tree
from outflank.training import self_play
from outflank.training.dataset import read_games
from outflank.training.labels import LabelConditions, label_files, packed
from outflank.training.self_play import Round, play_round
from support.dask_cluster import RunningCluster, running_cluster
from support.executor_tasks import files
from support.waiting import PATIENCE, wait_for

WEIGHTS = Path(outflank.__file__).parent / "data" / "weights" / "6.ofw"
GAMES_PER_FILE = 6

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(os.name == "nt", reason="workers are killed"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[RunningCluster]:
    with running_cluster(workers=2) as running:
        yield running


def silent(_: float) -> None:
    pass


@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_machines_change_nothing(
    cluster: RunningCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, weights: Path | None
) -> None:
    monkeypatch.setattr(self_play, "GAMES_PER_FILE", GAMES_PER_FILE)
    here = Round(6, seed=3, number=2, games=40, weights=weights, folder=tmp_path / "here")
    with open_executor() as executor:
        play_round(here, executor, silent)
    there = replace(here, folder=tmp_path / "there")
    told: list[float] = []
    with open_executor(cluster=cluster.address) as executor:
        play_round(there, executor, told.append)
    assert told == [number / 7 for number in range(1, 8)]
    names = [path.name for path, _ in here.chunks()]
    assert len(names) == 7
    for name in names:
        assert (there.folder / name).read_bytes() == (here.folder / name).read_bytes()
    these = LabelConditions(6, range(28, 32), 6, weights_facts(WEIGHTS).probcut)
    rows = packed(read_discs(WEIGHTS)[1][6:])
    for this, address in ((here, None), (there, cluster.address)):
        files = {this.folder / f"labels-{path.name}": path for path, _ in this.chunks()}
        with open_executor(cluster=address) as executor:
            label_files(these, rows, files, executor, silent)
    for name in names:
        label = f"labels-{name}"
        assert (there.folder / label).read_bytes() == (here.folder / label).read_bytes()


def test_damaged_weights_are_told_from_afar(cluster: RunningCluster, tmp_path: Path) -> None:
    damaged = tmp_path / "weights.ofw"
    damaged.write_bytes(WEIGHTS.read_bytes()[:-1] + b"?")
    this = Round(6, seed=3, number=2, games=9, weights=damaged, folder=tmp_path / "run")
    with (
        open_executor(cluster=cluster.address) as executor,
        pytest.raises(FileError, match="the weights of round 1: damaged"),
    ):
        play_round(this, executor, silent)


# Small files: what is tested does not depend on them.
COMMAND = f"""
from outflank.cli.main import main
from outflank.training import self_play

self_play.GAMES_PER_FILE = {GAMES_PER_FILE}
main()
"""


@pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")
@pytest.mark.parametrize("kind", ["--workers", "--cluster"])
def test_ctrl_c_keeps_whole_files(cluster: RunningCluster, tmp_path: Path, kind: str) -> None:
    where = "2" if kind == "--workers" else cluster.address
    folder = tmp_path / "run" / "round-1"
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "train", "patterns", "--size", "6",
         "--games", "30000", "--folder", str(tmp_path / "run"), kind, where,
         "--output", str(tmp_path / "mine.ofw")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            wait_for(lambda: len(files(folder, "*.npy")) >= 3)
            os.killpg(process.pid, signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
            assert (output, errors.strip(), process.returncode) == ("", "Stopped.", 130)
            wait_for(lambda: process_tree(process.pid) == {})
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    whole = files(folder, "*")
    assert {path.suffix for path in whole} == {".npy"}
    assert all(len(read_games(path, 6)) == GAMES_PER_FILE for path in whole)
    # The workers of the cluster have nothing left to do.
    with open_executor(cluster=cluster.address) as executor:
        assert executor.submit(len, "four").result() == 4


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        (["--cluster", "nowhere"], SettingsError, "like tcp://host:8786"),
        (["--cluster", "tcp://127.0.0.1:1"], EngineError, "no Dask scheduler at tcp:"),
        (["--cluster", "tcp://host:1", "--workers", "2"], SettingsError, "of its own"),
    ],
)
def test_bad_commands(
    tmp_path: Path, more: list[str], error: type[Exception], message: str
) -> None:
    command = ["train", "patterns", "--size", "6", "--output", str(tmp_path / "mine.ofw")]
    with pytest.raises(error, match=message):
        CliRunner().invoke(
            cli, [*command, "--folder", str(tmp_path / "run"), *more], catch_exceptions=False
        )
