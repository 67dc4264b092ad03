"""What every executor is, and what a task can ask."""

import contextlib
import pickle
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from functools import wraps
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, Self, TypeVar

from outflank._ctrl_c import ctrl_c_waits
from outflank.errors import EngineError

P = ParamSpec("P")
T = TypeVar("T")

LISTEN_SECONDS = 0.1
"""Waiting is cut into pieces: Python on Windows hears Ctrl-C only between them."""


class Executor(ABC):
    """Runs tasks; what they return does not depend on where they run."""

    elsewhere = False
    """True if tasks may run on other machines, where the files of this one are missing."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many tasks run at the same time; it follows the workers of a cluster."""

    @abstractmethod
    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        """Asks for a task; what it raises is raised by the future's `result`."""

    def completed(self, futures: Iterable[Future[T]]) -> Iterator[Future[T]]:
        """Waits, and yields each future when it is finished or cancelled."""
        finished: SimpleQueue[Future[T]] = SimpleQueue()
        awaited = list(futures)
        with ctrl_c_waits():
            for future in awaited:
                future.add_done_callback(finished.put)
        for _ in awaited:
            yield self._next(finished)

    def _next(self, finished: SimpleQueue[Future[T]]) -> Future[T]:
        while True:
            with contextlib.suppress(Empty):
                return finished.get(timeout=LISTEN_SECONDS)

    @abstractmethod
    def close(self) -> None:
        """Drops the tasks that have not begun, tells the others to stop, leaves nothing behind."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


told_to_stop = threading.Event()
"""Set in a worker process whose run is being stopped."""


def stopping() -> bool:
    """True in a task whose value is no longer needed, so that it can end early."""
    return told_to_stop.is_set() or _dropped_by_cluster()


def raise_if_stopping() -> None:
    """CancelledError in a task whose value is no longer needed."""
    if stopping():
        raise CancelledError


def one_per_thread(make: Callable[P, T]) -> Callable[P, T]:
    """A function whose last value is kept, by thread, for a call with the same arguments.

    For what tasks share and is slow to make, such as an engine with the weights of a run.
    """
    last = threading.local()

    @wraps(make)
    def cached(*args: P.args, **kwargs: P.kwargs) -> T:
        if getattr(last, "call", None) != (args, kwargs):
            last.value = make(*args, **kwargs)
            last.call = (args, kwargs)
        value: T = last.value
        return value

    return cached


def _dropped_by_cluster() -> bool:
    """True in the thread of a Dask worker whose task was cancelled, or whose client is gone."""
    distributed: Any = sys.modules.get("distributed")
    if distributed is None:
        return False
    try:
        worker = distributed.get_worker()
        task = worker.state.tasks.get(worker.get_current_task())
    except (ValueError, KeyError):
        return False  # this is no thread of a Dask worker
    return task is None or task.state == "cancelled"


def carry_out(function: Callable[..., T], args: tuple[object, ...]) -> T:
    """Runs a task away from home: an error that cannot travel is told in words."""
    try:
        return function(*args)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise EngineError(f"{type(error).__name__}: {error}") from None
        raise
