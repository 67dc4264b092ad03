"""A real Dask cluster: workers come, go and are killed, and so is the scheduler."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from outflank import EngineError, MissingExtraError, SettingsError, __version__
from outflank.executor import cluster as cluster_module
from outflank.executor import open_executor
from outflank.executor.cluster import Cluster
from support import executor_tasks as tasks
from support.dask_cluster import RunningCluster, running_cluster
from support.executor_tasks import files
from support.waiting import PATIENCE, wait_for

TESTS = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(os.name == "nt", reason="workers are killed"),
]


@contextmanager
def running(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_workers_are_counted_and_tasks_are_elsewhere(cluster: RunningCluster) -> None:
    with open_executor(cluster=cluster.address) as executor:
        wait_for(lambda: executor.slots == 2)
        futures = [executor.submit(tasks.process_number) for _ in range(8)]
        numbers = {future.result() for future in futures}
    assert numbers == {worker.pid for worker in cluster.workers}


def test_cancelled_tasks_are_told(cluster: RunningCluster, tmp_path: Path) -> None:
    with open_executor(cluster=cluster.address) as executor:
        future = executor.submit(tasks.wait_until_stopped, tmp_path)
        wait_for(lambda: files(tmp_path, "begun-*"))
        assert future.cancel()
        wait_for(lambda: files(tmp_path, "stopped-*"))
        assert executor.submit(tasks.square, 4).result() == 16


def test_closing_stops_what_runs_and_drops_the_rest(
    cluster: RunningCluster, tmp_path: Path
) -> None:
    threads = set(threading.enumerate())
    with open_executor(cluster=cluster.address) as executor:
        wait_for(lambda: executor.slots == 2)
        futures = [executor.submit(tasks.wait_until_stopped, tmp_path) for _ in range(6)]
        wait_for(lambda: len(files(tmp_path, "begun-*")) == 2)
    assert all(future.cancelled() for future in futures)
    assert set(threading.enumerate()) == threads
    wait_for(lambda: len(files(tmp_path, "stopped-*")) == 2)
    assert len(files(tmp_path, "begun-*")) == 2


def test_tasks_of_a_client_that_is_killed_are_told(cluster: RunningCluster, tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from support import executor_tasks\n"
        "from outflank.executor import open_executor\n"
        "executor = open_executor(cluster=sys.argv[1])\n"
        "executor.submit(executor_tasks.wait_until_stopped, Path(sys.argv[2])).result()"
    )
    with running(script, cluster.address, str(tmp_path)) as process:
        wait_for(lambda: files(tmp_path, "begun-*"))
        process.kill()
        assert process.communicate(timeout=PATIENCE)[1] == ""
    wait_for(lambda: files(tmp_path, "stopped-*"))


def test_what_a_worker_lacks_is_told(cluster: RunningCluster) -> None:
    with (
        open_executor(cluster=cluster.address) as executor,
        pytest.raises(EngineError, match=r"a worker of tcp://.* lacks something: No module named"),
    ):
        executor.submit(tasks.fail_to_import).result()


def test_another_version_is_refused(
    cluster: RunningCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = rf" has Outflank {__version__}, and this is 99\.1: install the same"
    with open_executor(cluster=cluster.address) as executor:
        monkeypatch.setattr(cluster_module, "__version__", "99.1")
        with pytest.raises(EngineError, match=f"^a worker{expected}"):
            executor.submit(tasks.square, 1).result()
    with pytest.raises(EngineError, match=f"^the scheduler{expected}"):
        open_executor(cluster=cluster.address)


@pytest.mark.parametrize("machine", ["scheduler", "worker"])
def test_machines_without_outflank(
    machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['outflank'] = None")
    paths = {name: str(tmp_path) if name == machine else "" for name in ("scheduler", "worker")}
    monkeypatch.setenv("PYTHONPATH", paths["scheduler"])
    with running_cluster(workers=0) as bare:
        monkeypatch.setenv("PYTHONPATH", paths["worker"])
        bare.add_worker()
        with pytest.raises(EngineError, match=rf"^the {machine}.* cannot run Outflank: .*outflank"):
            open_executor(cluster=bare.address)


@pytest.mark.parametrize(
    "address",
    ["", "host", "host:8786", "http://host:8786", "tcp://host", "tcp://:8786", "tcp://host:port",
     "tcp://host:99999", "tcp://[::1:8786", "tcp://host:8786/path", "tcp:host:8786"],
)  # fmt: skip
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(SettingsError, match="a cluster is given like tcp://host:8786, not '"):
        open_executor(cluster=address)


def test_nobody_there(cluster: RunningCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(EngineError, match=f"no Dask scheduler at {address}: no answer"):
            open_executor(cluster=address)
    with pytest.raises(EngineError, match=f"no Dask scheduler at {address}: Connection refused"):
        open_executor(cluster=address)
    monkeypatch.undo()
    with open_executor(cluster=cluster.address) as executor:
        assert isinstance(executor, Cluster)
        worker = next(iter(executor._client.nthreads()))
    with pytest.raises(EngineError, match=f"no Dask scheduler at {worker}: something else answers"):
        open_executor(cluster=worker)


def test_without_distributed_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'outflank\[lab\]'"):
        open_executor(cluster="tcp://127.0.0.1:8786")


BEREAVED = """
import sys
from pathlib import Path
from support import executor_tasks
from outflank import EngineError
from outflank.executor import open_executor

sys.stdin.readline()
with open_executor(cluster=sys.argv[1]) as executor:
    future = executor.submit(executor_tasks.wait_until_stopped, Path(sys.argv[2]))
    for ask in (future.result, lambda: executor.submit(executor_tasks.square, 3)):
        try:
            ask()
        except EngineError as error:
            print(error, flush=True)
"""


def test_losses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # By default a task may lose three workers; the test has fewer to kill.
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")
    data = b"x" * 300_000  # large enough to be sent once
    with (
        running_cluster(workers=2) as mortal,
        open_executor(cluster=mortal.address) as executor,
        running(BEREAVED, mortal.address, str(tmp_path)) as bereaved,
    ):
        wait_for(lambda: executor.slots == 2)

        # A worker is killed, and with it a part of the tasks, results and arguments.
        futures = [executor.submit(tasks.first_byte, data, number) for number in range(60)]
        finished = executor.completed(futures)
        done = [next(finished).result() for _ in range(10)]
        mortal.kill_worker(0)
        wait_for(lambda: executor.slots == 1)
        mortal.add_worker()
        done += [future.result() for future in finished]
        assert sorted(done) == [(ord("x"), number) for number in range(60)]

        # Another one has joined, and a task kills one after the other.
        wait_for(lambda: executor.slots == 2)
        with pytest.raises(EngineError, match="ended unexpectedly 2 times during the same task"):
            executor.submit(tasks.die, tmp_path).result()
        assert len(files(tmp_path, "died-*")) == 2

        # Nobody is left, until somebody joins.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cluster_module, "CONNECT_SECONDS", 0.5)
            with pytest.raises(EngineError, match="no workers; start one with: dask worker tcp:"):
                open_executor(cluster=mortal.address)
        assert executor.slots == 1
        future = executor.submit(tasks.square, 7)
        mortal.add_worker()
        assert future.result() == 49

        # The scheduler is killed.
        assert bereaved.stdin is not None
        bereaved.stdin.write("go on\n")
        bereaved.stdin.flush()
        wait_for(lambda: files(tmp_path, "begun-*"))
        future = executor.submit(tasks.square, 7)  # waits for the only worker
        mortal.kill_scheduler()
        lost = f"the scheduler at {mortal.address} does not answer any more"
        asked: list[Callable[[], int]] = [future.result, lambda: executor.slots]
        for ask in asked:
            with pytest.raises(EngineError, match=lost):
                ask()
        output, errors = bereaved.communicate(timeout=PATIENCE)
        assert (output, errors) == (f"{lost}\n" * 2, "")
