"""Tasks on this machine: in this process, or in several."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from queue import SimpleQueue
from typing import Any, TypeVar

from outflank._ctrl_c import ctrl_c_waits
from outflank.errors import EngineError
from outflank.executor.base import Executor, carry_out, told_to_stop

T = TypeVar("T")

ATTEMPTS = 3
"""How often a task is begun whose process ends before it does."""
GRACE_SECONDS = 2.0
"""A worker process that was told to stop ends after so long even in the middle of a task."""


class _Lazy(Future[T]):
    """A future whose task runs when somebody waits for it."""

    def __init__(self, run_next: Callable[[], None]) -> None:
        super().__init__()
        self._run_next = run_next

    def result(self, timeout: float | None = None) -> T:
        while not self.done():
            self._run_next()
        return super().result(timeout)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        while not self.done():
            self._run_next()
        return super().exception(timeout)


class Serial(Executor):
    """One task after the other, in the order in which they were asked for."""

    slots = 1

    def __init__(self) -> None:
        self._tasks: deque[tuple[Future[Any], Callable[..., Any], tuple[object, ...]]] = deque()

    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        future: Future[T] = _Lazy(self._run_next)
        self._tasks.append((future, function, args))
        return future

    def close(self) -> None:
        for future, _, _ in self._tasks:
            future.cancel()
        self._tasks.clear()

    def _next(self, finished: SimpleQueue[Future[T]]) -> Future[T]:
        while finished.empty():
            self._run_next()
        return finished.get()

    def _run_next(self) -> None:
        future, function, args = self._tasks.popleft()
        if not future.set_running_or_notify_cancel():
            return
        try:
            value = function(*args)
        except BaseException as error:
            future.set_exception(error)
            if not isinstance(error, Exception):
                raise  # Ctrl-C is not the task's, but ours
        else:
            future.set_result(value)


class Processes(Executor):
    """Processes of this machine; each is started for the first task that finds none idle.

    A thread for each slot hands tasks to a pool of one process. In a larger pool, a process that
    dies would take the tasks of all others with it, and nobody could tell which one was to blame.
    """

    def __init__(self, workers: int) -> None:
        # Spawned, not forked: a fork would copy locks that threads of the core may hold.
        self._context = multiprocessing.get_context("spawn")
        # Nothing is ever written to it: its end tells the workers that the run is stopped, also
        # if this process is killed.
        self._told, self._tell = self._context.Pipe(duplex=False)
        self._threads = ThreadPoolExecutor(workers, "outflank-slot")
        self._slot = threading.local()
        self._pools: list[ProcessPoolExecutor] = []
        self._workers = workers

    @property
    def slots(self) -> int:
        return self._workers

    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        with ctrl_c_waits():
            return self._threads.submit(self._run, function, args)

    def close(self) -> None:
        with _unhurried():
            self._tell.close()
            self._threads.shutdown(cancel_futures=True)
            for pool in self._pools:
                pool.shutdown()
        self._told.close()

    def _run(self, function: Callable[..., T], args: tuple[object, ...]) -> T:
        for _ in range(ATTEMPTS):
            if self._tell.closed:
                raise CancelledError
            pool = self._pool()
            try:
                with _deaf_to_ctrl_c():
                    task = pool.submit(_work, function, args)
                return task.result()
            except BrokenProcessPool:
                self._slot.pool = None
                self._pools.remove(pool)
                pool.shutdown()
        raise EngineError(
            f"a process ended unexpectedly {ATTEMPTS} times during the same task; "
            "is there enough memory?"
        )

    def _pool(self) -> ProcessPoolExecutor:
        pool: ProcessPoolExecutor | None = getattr(self._slot, "pool", None)
        if pool is None:
            pool = ProcessPoolExecutor(1, self._context, _begin_worker, (self._told,))
            self._slot.pool = pool
            self._pools.append(pool)
        return pool


@contextlib.contextmanager
def _unhurried() -> Iterator[None]:
    """What is over soon is not interrupted by who presses Ctrl-C again."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets signals, and only it may change what they do
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C from their first moment."""
    if sys.platform == "win32":
        yield  # there they hear it until they have begun
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(told: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        # What this process starts shall find signals as they usually are.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if wait_for_any([told], timeout=0):
        told_to_stop.set()
    threading.Thread(target=_watch, args=(told,), daemon=True).start()


def _watch(told: Connection) -> None:
    wait_for_any([told])
    told_to_stop.set()
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def _work(function: Callable[..., T], args: tuple[object, ...]) -> T:
    if told_to_stop.is_set():
        raise CancelledError
    return carry_out(function, args)
