"""Whose turn it is to search: a few worker threads for everybody's jobs.

Quick jobs, such as the move of a weak opponent, come before all others and may use every worker.
Slow ones leave at least one worker free. Among those, moves come before analyses, and analyses take
turns: whoever has had its slice goes to the end of the line if somebody else waits.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from itertools import chain

from outflank.executor import available_cores
from outflank.web.refusal import busy

SLICE_SECONDS = 0.25
TICK_SECONDS = 0.05
"""How often jobs under way are looked at."""


class Priority(IntEnum):
    QUICK = 0
    MOVE = 1
    SLICED = 2


class Job(ABC):
    """Something to be worked on by one worker at a time."""

    priority = Priority.SLICED
    resource: str | None = None
    """What only one job can use from its first step to its end, if anything."""
    longest: float | None = None
    """Seconds of work after which it has to come to an end."""

    def __init__(self) -> None:
        self.cancelled = False
        """Nobody wants it any more."""
        self.expired = False
        """It has worked for the `longest` it may."""
        self.interrupted = False
        """The step under way is asked to end."""
        self.spent = 0.0
        """Seconds of work in earlier steps."""
        self._stop: Callable[[], None] | None = None
        self._lock = threading.Lock()

    @abstractmethod
    def step(self) -> bool:
        """Works until it is done (True) or interrupted (False)."""

    @abstractmethod
    def failed(self, error: Exception) -> None:
        """A step has raised an error; there will be no other."""

    @contextmanager
    def stopped_by(self, stop: Callable[[], None]) -> Iterator[None]:
        """While this lasts, `stop` makes the step come to its end."""
        with self._lock:
            self._stop = stop
        try:
            yield
        finally:
            with self._lock:
                self._stop = None

    def interrupt(self) -> None:
        """Asks the step under way to end; any thread may."""
        with self._lock:
            self.interrupted = True
            if self._stop is not None:
                self._stop()


class Scheduler:
    """Shares the workers out among the jobs."""

    def __init__(self, *, cores: int | None = None, most_waiting: int = 600) -> None:
        cores = cores or available_cores()
        self._workers = max(2, cores)
        self._most_slow = max(1, cores - 1)
        self._most_waiting = most_waiting
        self._waiting: dict[Priority, deque[Job]] = {priority: deque() for priority in Priority}
        self._running: dict[Job, float] = {}
        """Since when each has had its turn."""
        self._users: dict[str, Job] = {}
        """Who uses each resource."""
        self._changed = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []
        self.done = 0
        """Jobs that came to their end."""

    def start(self) -> None:
        for loop in [self._work] * self._workers + [self._look_after]:
            thread = threading.Thread(target=loop, name="outflank-worker", daemon=True)
            self._threads.append(thread)
            thread.start()

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def submit(self, job: Job) -> int:
        """Puts a job in line; how many come before it. RefusalError if too many do."""
        with self._changed:
            if self._closed or self.waiting >= self._most_waiting:
                raise busy()
            line = self._waiting[job.priority]
            line.append(job)
            self._changed.notify_all()
            idle = self._workers - len(self._running)
            return max(0, len(line) - idle)

    def cancel(self, job: Job) -> None:
        """Takes a job out of the line, or ends what it does. Never waits."""
        with self._changed:
            job.cancelled = True
            if job not in self._running:
                with suppress(ValueError):
                    self._waiting[job.priority].remove(job)
                self._free(job)
        job.interrupt()

    def close(self) -> None:
        """Ends all jobs; those who asked for them are told by whoever asked for them."""
        with self._changed:
            self._closed = True
            jobs = [*chain(*self._waiting.values()), *self._running]
            for line in self._waiting.values():
                line.clear()
            self._changed.notify_all()
        for job in jobs:
            job.cancelled = True
            job.interrupt()
        for thread in self._threads:
            thread.join(timeout=2.0)

    def _next(self) -> Job | None:
        quick = self._waiting[Priority.QUICK]
        if quick:
            return quick.popleft()
        slow = sum(job.priority != Priority.QUICK for job in self._running)
        if slow >= self._most_slow:
            return None
        for job in chain(self._waiting[Priority.MOVE], self._waiting[Priority.SLICED]):
            if job.resource is None or self._users.get(job.resource, job) is job:
                self._waiting[job.priority].remove(job)
                return job
        return None

    def _free(self, job: Job) -> None:
        if job.resource is not None and self._users.get(job.resource) is job:
            del self._users[job.resource]
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                while (job := None if self._closed else self._next()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
                begun = self._running[job] = time.monotonic()
                job.interrupted = False
                if job.resource is not None:
                    self._users[job.resource] = job
                self._changed.notify_all()
            done = True
            try:
                done = job.cancelled or job.step()
            except Exception as error:  # told to whoever asked; the worker goes on
                job.failed(error)
            with self._changed:
                del self._running[job]
                job.spent += time.monotonic() - begun
                if done or job.cancelled:
                    self.done += 1
                    self._free(job)
                elif self._closed:
                    job.cancelled = True
                else:
                    self._waiting[job.priority].append(job)
                self._changed.notify_all()

    def _look_after(self) -> None:
        """Ends the steps that nobody wants, that took too long, or whose slice is over."""
        while True:
            with self._changed:
                while not self._running and not self._closed:
                    self._changed.wait()
                if self._closed and not self._running:
                    return
                now = time.monotonic()
                others = self._waiting[Priority.MOVE] or self._waiting[Priority.SLICED]
                over = []
                for job, begun in self._running.items():
                    worked = now - begun
                    if job.longest is not None and job.spent + worked >= job.longest:
                        job.expired = True
                    is_slice = others and job.priority == Priority.SLICED
                    if job.cancelled or job.expired or (is_slice and worked >= SLICE_SECONDS):
                        over.append(job)
            for job in over:  # again at every tick: a search may not have begun yet
                job.interrupt()
            time.sleep(TICK_SECONDS)
