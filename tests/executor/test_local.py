"""This process and several: what dies is replaced, and Ctrl-C leaves nobody behind."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from outflank import EngineError
from outflank.executor import Executor, open_executor, stopping
from outflank.executor.local import ATTEMPTS
from outflank.process.tree import can_watch_memory, process_tree
from support import executor_tasks as tasks
from support.commands import run
from support.executor_tasks import files
from support.waiting import PATIENCE, wait_for

TESTS = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(os.name == "nt", reason="signals of Windows differ"),
]
needs_proc = pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")


@pytest.fixture(scope="module")
def pair() -> Iterator[Executor]:
    with open_executor(2) as opened:
        yield opened


def test_tasks_run_here_when_they_are_waited_for_and_in_order() -> None:
    told: list[str] = []
    with open_executor() as executor:
        assert executor.slots == 1
        futures = [executor.submit(told.append, word) for word in ("one", "two", "three", "four")]
        assert told == []
        assert not futures[2].done()
        futures[2].result()
        assert told == ["one", "two", "three"]
    assert told == ["one", "two", "three"]
    assert futures[3].cancelled()
    assert not stopping()


def test_ctrl_c_in_a_task_here_is_not_the_task_s() -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    with open_executor() as executor:
        later: Future[int]
        future, later = executor.submit(interrupted), executor.submit(tasks.square, 3)
        with pytest.raises(KeyboardInterrupt):
            next(executor.completed([future, later]))
    assert later.cancelled()


def test_processes_are_others_than_this_one(pair: Executor) -> None:
    assert pair.slots == 2
    futures = [pair.submit(tasks.process_number) for _ in range(8)]
    assert len({future.result() for future in futures} - {os.getpid()}) == 2


def test_a_process_that_dies_loses_nothing(pair: Executor, tmp_path: Path) -> None:
    others = [pair.submit(tasks.count, tmp_path, number) for number in range(10)]
    dying = [pair.submit(tasks.die_once, tmp_path / f"mark-{number}") for number in range(2)]
    others += [pair.submit(tasks.count, tmp_path, number) for number in range(10, 20)]
    assert [future.result() for future in dying] == ["lived"] * 2
    assert [future.result() for future in others] == list(range(20))
    # A process takes with it only the task it ran.
    assert len(files(tmp_path, "run-*")) == 20


def test_a_task_that_always_kills_its_process_is_given_up(pair: Executor, tmp_path: Path) -> None:
    future, others = pair.submit(tasks.die, tmp_path), [pair.submit(tasks.square, 3)] * 5
    with pytest.raises(EngineError, match=f"ended unexpectedly {ATTEMPTS} times during the same"):
        future.result()
    assert len(files(tmp_path, "died-*")) == ATTEMPTS == 3
    assert {other.result() for other in others} == {9}


def test_closing_stops_what_runs_and_drops_the_rest(tmp_path: Path) -> None:
    before = set(multiprocessing.active_children())
    with open_executor(2) as executor:
        futures = [executor.submit(tasks.wait_until_stopped, tmp_path) for _ in range(6)]
        wait_for(lambda: len(files(tmp_path, "begun-*")) == 2)
    assert len(files(tmp_path, "stopped-*")) == len(files(tmp_path, "begun-*")) == 2
    assert [future.cancelled() for future in futures] == [False] * 2 + [True] * 4
    assert set(multiprocessing.active_children()) == before


SCRIPT = """
import sys
from pathlib import Path
from support import executor_tasks
from outflank.executor import open_executor

if __name__ == "__main__":
    task = getattr(executor_tasks, sys.argv[1])
    try:
        with open_executor(2) as executor:
            futures = [executor.submit(task, Path(sys.argv[2])) for _ in range(9)]
            print("asked", flush=True)
            for future in executor.completed(futures):
                print("finished", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@contextlib.contextmanager
def running_script(folder: Path, task: str) -> Iterator[subprocess.Popen[str]]:
    """A program that runs a task in two processes, in a session of its own."""
    folder.mkdir(exist_ok=True)
    script = folder / "script.py"
    script.write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, str(script), task, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def press_ctrl_c(process: subprocess.Popen[str]) -> None:
    """As a terminal does: all processes of the group get the signal."""
    os.killpg(process.pid, signal.SIGINT)


def check_interrupted(process: subprocess.Popen[str]) -> None:
    output, errors = process.communicate(timeout=PATIENCE)
    assert (output.split()[-1:], errors, process.returncode) == (["interrupted"], "", 0)
    wait_for(lambda: process_tree(process.pid) == {})


@needs_proc
def test_ctrl_c_while_workers_are_starting(tmp_path: Path) -> None:
    with running_script(tmp_path, "wait_until_stopped") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        press_ctrl_c(process)
        check_interrupted(process)


@needs_proc
def test_ctrl_c_is_for_the_parent_alone(tmp_path: Path) -> None:
    with running_script(tmp_path, "wait_until_stopped") as process:

        def have_begun() -> bool:
            """Also disturbs the workers, again and again from their first moment."""
            for other in process_tree(process.pid):
                if other != process.pid:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(other, signal.SIGINT)
            return len(files(tmp_path, "begun-*")) == 2

        wait_for(have_begun)
        press_ctrl_c(process)
        check_interrupted(process)
    # Those that began first were not replaced, and ended as they were told.
    assert len(files(tmp_path, "begun-*")) == len(files(tmp_path, "stopped-*")) == 2


@needs_proc
def test_workers_that_never_listen_end_too(tmp_path: Path) -> None:
    folders = [tmp_path / "interrupted", tmp_path / "killed"]
    with (
        running_script(folders[0], "never_listen") as interrupted,
        running_script(folders[1], "never_listen") as killed,
    ):
        wait_for(lambda: all(len(files(folder, "begun-*")) == 2 for folder in folders))
        assert len(process_tree(killed.pid)) >= 3
        killed.kill()
        press_ctrl_c(interrupted)
        time.sleep(0.3)
        press_ctrl_c(interrupted)  # its close takes longer than that, and is not disturbed
        killed.communicate(timeout=PATIENCE)
        check_interrupted(interrupted)
        wait_for(lambda: process_tree(killed.pid) == {})


RESTLESS = """
import random, signal
from outflank.executor.local import Processes

class Threads(Processes):
    def _run(self, function, args):
        return function(*args)

random.seed(1)
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
for _ in range(500):
    with Threads(2) as executor:
        try:
            signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0002, 0.004))
            busy = set()
            while True:
                while len(busy) < 4:
                    busy.add(executor.submit(int))
                busy.remove(next(iter(executor.completed(busy))))
        except KeyboardInterrupt:
            pass
print("done")
"""


def test_ctrl_c_at_any_moment_leaves_no_lock_behind() -> None:
    done = run([sys.executable, "-c", RESTLESS])
    assert (done.stdout, done.stderr) == ("done\n", "")
