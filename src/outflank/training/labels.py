"""What training positions are worth: the exact score near the end, before that a search.

The search looks as many plies ahead as a phase has, and the weights of the next phases, which are
fitted already, judge its leaves: what is known about the end of the game flows back, phase by
phase. The number of plies is even, so the same side is to move at the leaves, and whatever the
weights say wrongly about the side to move does not change its sign on the way.
"""

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._native import EngineCore, PatternLayout, PatternWeights
from outflank.engine.level import FULL_WIDTH
from outflank.engine.weights import CORE_UNITS
from outflank.executor import Executor, stopping
from outflank.training.dataset import Games, Labels, positions, read_games, write_array
from outflank.training.shapes import PHASES, shapes

PLIES = 4
"""Of the search. No phase has more moves."""
HASH_MB = 1


@dataclass(frozen=True, slots=True)
class LabelConditions:
    """What the labels of some positions depend on, besides the weights; it travels."""

    size: int
    discs: range
    """Of the positions."""
    exact: int
    """With so many empty squares or fewer the label is the exact score."""
    phase: int
    """The weights are those of this phase and those after it."""


def packed(weights: NDArray[np.float32]) -> bytes:
    """Weights in discs, (phases, columns), as they travel to who labels."""
    limit = np.iinfo(np.int16).max
    return np.clip(np.rint(weights * CORE_UNITS), -limit, limit).astype("<i2").tobytes()


def label_files(
    these: LabelConditions,
    weights: bytes,
    files: dict[Path, Path],
    executor: Executor,
    report: Callable[[float], None],
) -> None:
    """Makes the files of labels, keys of `files`, that are missing; the values are the games."""
    missing = [path for path in files if not path.exists()]
    done = len(files) - len(missing)
    tasks = {
        executor.submit(label_games, these, weights, read_games(files[path], these.size)): path
        for path in missing
    }
    for task in executor.completed(tasks):
        write_array(tasks[task], task.result())
        done += 1
        report(done / len(files))


def label_games(these: LabelConditions, weights: bytes, games: Games) -> Labels:
    """The task of an executor: the labels of the positions that some games give."""
    core = _core(these, weights)
    labels = []
    for each in positions(games, these.size, these.discs):
        if stopping():
            raise CancelledError
        exact = each.position.empties <= these.exact
        *_, lines = core.search(
            each.position,
            depth=0 if exact else PLIES,
            nodes=0,
            seconds=0.0,
            selectivity=FULL_WIDTH,
            to_end=exact,
            lines=0,
            outcome_only=False,
            fresh=True,
        )
        labels.append(lines[0][1])
    return np.array(labels, np.int16)


# What a thread keeps between two tasks: the weights are unpacked once.
_kept = threading.local()


def _core(these: LabelConditions, weights: bytes) -> EngineCore:
    wanted = (these.size, these.phase, weights)
    if getattr(_kept, "wanted", None) != wanted:
        layout = PatternLayout(these.size, shapes(these.size))
        values = np.zeros((PHASES[these.size], layout.columns), np.int16)
        known = np.frombuffer(weights, "<i2").reshape(-1, layout.columns)
        values[these.phase : these.phase + len(known)] = known
        _kept.core = EngineCore(
            these.size, PatternWeights(layout, values), threads=1, hash_mb=HASH_MB
        )
        _kept.wanted = wanted
    core: EngineCore = _kept.core
    return core
