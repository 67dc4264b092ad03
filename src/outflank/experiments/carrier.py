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
    """An executor whose tasks bring files with them; specs have these paths."""

    def __init__(self, executor: Executor, paths: Iterable[Path]) -> None:
        self._executor = executor
        self._files = {path.as_posix(): path.read_text(encoding="utf-8") for path in paths}

    @property
    def slots(self) -> int:
        return self._executor.slots

    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        return self._executor.submit(with_files, self._files, function, *args)

    def completed(self, futures: Iterable[Future[T]]) -> Iterator[Future[T]]:
        return self._executor.completed(futures)

    def close(self) -> None:
        pass  # the executor belongs to its opener


def with_files(files: dict[str, str], function: Callable[..., T], *args: object) -> T:
    """Run a task where its files are missing; the specs of its players get paths of copies."""
    copies = {path: _copy(Path(path).stem, text) for path, text in files.items()}

    def local(text: str) -> str:
        spec = AgentSpec.parse(text)
        copy = copies.get(spec.get("eval") or "")
        return str(spec if copy is None else spec.with_options(eval=copy))

    return function(
        *(
            replace(arg, players=tuple(map(local, arg.players))) if isinstance(arg, Task) else arg
            for arg in args
        )
    )


def _copy(name: str, text: str) -> str:
    """The path of a file with this text.

    It depends on the text: a worker outlives many runs, and keeps players as long as their specs
    stay the same.
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
    folder = Path(tempfile.mkdtemp(prefix="outflank-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
