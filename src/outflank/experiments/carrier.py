"""Takes an experiment's own evaluations to the machines where its games are played."""

import atexit
import hashlib
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from outflank._files import write_text
from outflank.agents.spec import AgentSpec
from outflank.arena.tournament import Task
from outflank.errors import EngineError
from outflank.executor import Executor

T = TypeVar("T")

_writing = threading.Lock()


class Carrier(Executor):
    """An executor whose tasks bring files with them: texts by the paths that specs have."""

    def __init__(self, executor: Executor, files: dict[str, str]) -> None:
        self._executor, self._files = executor, files

    @property
    def slots(self) -> int:
        """Those of the executor."""
        return self._executor.slots

    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        """Asks for a task that first unpacks its files."""
        return self._executor.submit(with_files, self._files, function, *args)

    def completed(self, futures: Iterable[Future[T]]) -> Iterator[Future[T]]:
        """Waits as the executor does."""
        return self._executor.completed(futures)

    def close(self) -> None:
        """Whoever opened the executor closes it."""


def with_files(files: dict[str, str], function: Callable[..., T], *args: object) -> T:
    """Runs a task where its files are missing; its players are told where they are instead."""
    places = {path: _place(Path(path).stem, text) for path, text in files.items()}
    return function(*(_moved(arg, places) if isinstance(arg, Task) else arg for arg in args))


def _moved(task: Task, places: dict[str, str]) -> Task:
    return replace(task, players=tuple(str(_at_place(spec, places)) for spec in task.players))


def _at_place(text: str, places: dict[str, str]) -> AgentSpec:
    spec = AgentSpec.parse(text)
    place = places.get(spec.get("eval") or "")
    return spec if place is None else spec.with_options(eval=place)


def _place(name: str, text: str) -> str:
    """Where the text is in a file.

    The name depends on the text: a worker outlives many runs, and keeps players as long as their
    specs stay the same.
    """
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    try:
        with _writing:  # a worker may have many threads
            path = _folder() / f"{name}-{digest}.toml"
            if not path.exists():
                write_text(path, text)
    except OSError as error:
        raise EngineError(
            f"the evaluation {name} cannot be written on this machine: {error.strerror}"
        ) from None
    return path.as_posix()


@cache
def _folder() -> Path:
    """Of this process alone, and gone with it."""
    folder = Path(tempfile.mkdtemp(prefix="outflank-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
