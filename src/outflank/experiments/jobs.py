"""Measurements that are not matches: tasks whose answers are kept in a file, line by line."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank._files import read_text, write_text
from outflank.errors import FileError
from outflank.executor import Executor
from outflank.experiments.experiment import OURS

LARGEST = 2**30
"""Bytes of a file of measurements that is read."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to measure away from home. It is known by its key in the file of measurements."""

    key: str
    function: Callable[..., dict[str, Any]]
    args: tuple[object, ...]
    seconds: float
    """About how long it takes."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What measurements came to: tables, claims with verdicts, and bars to draw."""

    tables: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    charts: list[dict[str, Any]]


def claim_row(
    *,
    report: str,
    says: str,
    where: str,
    figure: str,
    measured: str,
    word: str,
    how: str,
    conditions: str = OURS,
    size: int | None = None,
) -> dict[str, Any]:
    """One claim: whose, what and where, its figure, ours, the verdict, and what it rests on.

    Claims about games also have their `part`, and the score as `interval`.
    """
    return {
        "report": report,
        "says": says,
        "where": where,
        "figure": figure,
        "conditions": conditions,
        "measured": measured,
        "verdict": word,
        "how": how,
        "part": None,
        "size": size,
        "interval": None,
    }


def run_jobs(
    jobs: Sequence[Job],
    path: Path,
    values: dict[str, Any],
    executor: Executor,
    update: Callable[[float], None] = lambda _: None,
) -> dict[str, dict[str, Any]]:
    """What each job measured, by its key; those in the file are not run again.

    The first line of the file says what was to be measured, the others are measurements.
    """
    head = json.dumps(values, sort_keys=True)
    lines = read_text(path, LARGEST).splitlines() if path.exists() else []
    if lines and lines[0] != head:
        raise FileError(f"{path} holds other measurements; choose another folder, or remove it")
    found: dict[str, dict[str, Any]] = {}
    for line in lines[1:]:
        try:
            found.update(json.loads(line))
        except ValueError:
            continue  # a line cut short: it is measured again
    total = sum(job.seconds for job in jobs)
    done = sum(job.seconds for job in jobs if job.key in found)
    update(done / total)
    whole = [head, *(json.dumps({key: one}) for key, one in found.items())]
    write_text(path, "".join(line + "\n" for line in whole))
    with path.open("a", encoding="utf-8") as file:
        waiting = [job for job in jobs if job.key not in found]
        busy: dict[Any, Job] = {}
        while waiting or busy:
            while waiting and len(busy) < executor.slots:
                job = waiting.pop(0)
                busy[executor.submit(job.function, *job.args)] = job
            future = next(iter(executor.completed(busy)))
            job = busy.pop(future)
            found[job.key] = future.result()
            file.write(json.dumps({job.key: found[job.key]}) + "\n")
            file.flush()
            done += job.seconds
            update(done / total)
    return found
