"""A training run in its folder: each stage leaves a file and is not repeated where it exists.

A run that was stopped goes on where it was, and a finished one changes nothing.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from outflank._files import write_text
from outflank._native import EngineCore, Move, Position
from outflank.engine.level import FULL_WIDTH
from outflank.errors import FileError
from outflank.executor import Executor

T = TypeVar("T")

Report = Callable[[str, float], None]
"""Called with what is being done and the fraction of it that is done."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside means that the file is not what the run has written.

    A damaged file fails in a dozen ways, as zip, as numbers, as JSON or in its fields; what people
    need to know is which one it is. A file that cannot be opened says so itself.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise FileError(f"{path}: damaged; remove it and it is made again") from error


def check_plan(folder: Path, plan: dict[str, Any]) -> None:
    """Creates the folder, or checks that its run is the planned one.

    Mixing two plans would give weights that cannot be reproduced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    if path.exists():
        with reading(path):
            stored = json.loads(path.read_bytes())
        if stored != plan:
            raise FileError(f"{path} describes another run; choose another folder or remove it")
    write_text(path, json.dumps(plan, indent=1))


def make_files(
    paths: Iterable[Path],
    submit: Callable[[Path], Future[T]],
    write: Callable[[Path, T], None],
    executor: Executor,
    report: Callable[[float], None],
) -> None:
    """Makes the missing files, each from the value of one task of the executor."""
    paths = list(paths)
    missing = [path for path in paths if not path.exists()]
    done = len(paths) - len(missing)
    tasks = {submit(path): path for path in missing}
    for task in executor.completed(tasks):
        write(tasks[task], task.result())
        done += 1
        report(done / len(paths))


def best_move(
    core: EngineCore,
    position: Position,
    *,
    depth: int = 0,
    nodes: int = 0,
    selectivity: int = FULL_WIDTH,
    to_end: bool = False,
    fresh: bool = True,
) -> tuple[Move, int]:
    """The engine's move and its score; limits of 0 are none."""
    *_, lines = core.search(
        position,
        depth=depth,
        nodes=nodes,
        seconds=0.0,
        selectivity=selectivity,
        to_end=to_end,
        lines=0,
        outcome_only=False,
        fresh=fresh,
    )
    move, score, _ = lines[0]
    return move, score
