"""A real Dask cluster for the tests: a scheduler and workers, each a process of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from support.waiting import PATIENCE

TESTS = Path(__file__).parents[1]


@dataclass
class RunningCluster:
    """Its processes, and where they write what they have to say."""

    folder: Path
    scheduler: subprocess.Popen[bytes] = field(init=False)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        # A test run that is killed leaves a scheduler, which ends by itself, and its workers too.
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--dashboard-address", "127.0.0.1:0", "--idle-timeout", str(2 * PATIENCE),
            "--scheduler-file", str(self._file),
        )  # fmt: skip

    @property
    def _file(self) -> Path:
        return self.folder / "scheduler.json"

    @property
    def address(self) -> str:
        self._wait_for(self._file.exists)
        while True:
            try:
                address: str = json.loads(self._file.read_text())["address"]
            except ValueError:
                time.sleep(0.02)  # it is being written
            else:
                return address

    def add_worker(self) -> None:
        """A worker with one thread; it joins in a while."""
        worker = self._start(
            "worker", "--scheduler-file", str(self._file), "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--dashboard-address", "127.0.0.1:0",
            "--death-timeout", str(PATIENCE), "--local-directory", str(self.folder),
        )  # fmt: skip
        self.workers.append(worker)

    def wait_until_joined(self) -> None:
        """Waits until all workers that were added are known to the scheduler."""
        self._wait_for(lambda: self.log().count("Registered to:") >= len(self.workers))

    def kill_worker(self, number: int) -> None:
        self.workers[number].kill()
        self.workers[number].wait(PATIENCE)

    def kill_scheduler(self) -> None:
        self.scheduler.kill()
        self.scheduler.wait(PATIENCE)

    def log(self) -> str:
        return "".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(PATIENCE)

    def _wait_for(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert self.scheduler.poll() is None, self.log()
            assert time.monotonic() < end, self.log()
            time.sleep(0.02)

    def _start(self, command: str, *arguments: str) -> subprocess.Popen[bytes]:
        path = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
        log = self.folder / f"{command}-{len(self.workers)}.log"
        with log.open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "TMPDIR": str(self.folder)},
                start_new_session=True,
            )


@contextmanager
def running_cluster(workers: int = 2) -> Iterator[RunningCluster]:
    """A scheduler and so many workers."""
    with TemporaryDirectory() as folder:
        cluster = RunningCluster(Path(folder))
        try:
            for _ in range(workers):
                cluster.add_worker()
            cluster.wait_until_joined()
            yield cluster
        finally:
            cluster.close()
