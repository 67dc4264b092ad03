"""Measurements that are not matches: jobs whose answers are kept in a file, line by line."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from outflank._board import board_name
from outflank._files import read_text, write_text
from outflank.errors import FileError
from outflank.executor import Executor
from outflank.experiments.experiment import OURS, Experiment

MAX_FILE_BYTES = 2**30
"""Of a file of measurements that is read."""
Records = dict[str, dict[str, Any]]
"""The answers of the jobs, by their keys."""


@dataclass(frozen=True, slots=True)
class MeasurementJob:
    """A task for an executor. The file of measurements knows it by its key."""

    key: str
    function: Callable[..., dict[str, Any]]
    args: tuple[object, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Findings:
    tables: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    charts: list[dict[str, Any]]
    """The arguments of `grouped_bars`."""


Keys = dict[Any, str]
"""Keys of a table in an experiment's file, by the type of their values."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of measurement: the keys of its tables in an experiment's file, and what it does."""

    jobs: Callable[[Experiment], list[MeasurementJob]]
    findings: Callable[[Experiment, Records], Findings]
    values: Keys
    figures: Keys
    """What the report says of it, in numbers and words."""
    by_size: Keys = field(default_factory=dict)
    """Figures that must be there for every size that is measured."""


Key = TypeVar("Key")


def size_table(
    title: str,
    note: str,
    head: str,
    sizes: Sequence[int],
    rows: Mapping[Key, str],
    *,
    cell: Callable[[int, Key], str],
) -> dict[str, Any]:
    """A table with a column for each size; `rows` are named by what `cell` gets of them."""
    return {
        "title": title,
        "note": note,
        "columns": [head, *map(board_name, sizes)],
        "rows": [[name, *(cell(size, key) for size in sizes)] for key, name in rows.items()],
    }


def measured_claim(
    says: str,
    figure: str,
    measured: str,
    verdict: str,
    *,
    how: str,
    where: str = "",
    size: int | None = None,
) -> dict[str, Any]:
    """A claim about a measurement: the report's figure, ours, the verdict, and what it rests on."""
    return {
        "says": says,
        "figure": figure,
        "measured": measured,
        "verdict": verdict,
        "how": how,
        "where": where or ("" if size is None else board_name(size)),
        "size": size,
        "conditions": OURS,
        "part": None,
        "interval": None,
    }


def size_chart(
    title: str,
    ylabel: str,
    sizes: Sequence[int],
    series: Mapping[str, Sequence[tuple[float, float]]],
) -> dict[str, Any]:
    groups = list(map(board_name, sizes))
    return {"title": title, "groups": groups, "series": series, "ylabel": ylabel, "line": None}


def run_jobs(
    jobs: Sequence[MeasurementJob],
    path: Path,
    values: dict[str, Any],
    executor: Executor,
    update: Callable[[float], object],
) -> Records:
    """The answer of each job, by its key; those in the file are not run again.

    The first line of the file has the settings, the others are answers. `update` gets the seconds
    of the jobs that are done.
    """
    head = json.dumps(values, sort_keys=True)
    lines = read_text(path, MAX_FILE_BYTES).splitlines() if path.exists() else []
    if lines and lines[0] != head:
        raise FileError(f"{path} holds other measurements; choose another folder, or remove it")
    records: Records = {}
    for line in lines[1:]:
        with suppress(ValueError):  # a line cut short: it is measured again
            records.update(json.loads(line))
    done = sum(job.seconds for job in jobs if job.key in records)
    update(done)
    waiting = [job for job in jobs if job.key not in records]
    if not waiting:
        return records
    whole = [head, *(json.dumps({key: record}) for key, record in records.items())]
    write_text(path, "".join(line + "\n" for line in whole))
    with path.open("a", encoding="utf-8") as file:
        busy: dict[Any, MeasurementJob] = {}
        while waiting or busy:
            while waiting and len(busy) < executor.slots:
                job = waiting.pop(0)
                busy[executor.submit(job.function, *job.args)] = job
            future = next(iter(executor.completed(busy)))
            job = busy.pop(future)
            records[job.key] = future.result()
            file.write(json.dumps({job.key: records[job.key]}) + "\n")
            file.flush()
            done += job.seconds
            update(done)
    return records
