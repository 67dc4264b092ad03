"""What training positions are worth: the score of a search to the end, before that a deep search.

Phases are labelled from the last to the first. The search goes over two phases or more, whose
weights are fitted already and judge its leaves: what is known about the end of the game flows back
in few steps, and what the weights say wrongly with it. The number of plies is even, so the same
side is to move at the leaves, and whatever the weights say wrongly about the side to move does not
change its sign on the way. Both searches are selective: that costs little truth, and pays for
depth. A score that a database of games knows is taken as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._native import EngineCore, PatternLayout, PatternWeights, Position
from outflank.engine.level import MIDGAME_SELECTIVITY
from outflank.engine.probcut import ProbCutModel
from outflank.engine.weights import CORE_UNITS
from outflank.executor import Executor, one_per_thread, raise_if_stopping
from outflank.training.dataset import Games, Labels, positions, read_games, write_array
from outflank.training.run import best_move, make_files
from outflank.training.shapes import PHASES, shapes

SOLVED = {6: 16, 8: 17, 10: 13, 12: 12}
"""With so many empty squares or fewer, positions are searched to the end; by size."""
PLIES = {6: 8, 8: 8, 10: 6, 12: 4}
"""Of the search before that."""
LATE_PLIES = {6: 10, 8: 10, 10: 8, 12: 6}
"""The same, by size, up to half as many empty squares again as are searched to the end: there depth
costs little, and all earlier phases build on these."""
SEEN_PHASES = 5
"""A search meets positions of its own phase and of those after it, not of more than these."""
HASH_MB = 4


@dataclass(frozen=True, slots=True)
class LabelConditions:
    """What the labels of some positions depend on, besides the weights; it travels."""

    size: int
    discs: range
    phase: int
    """Theirs. The weights are those of this phase and those after it."""
    probcut: ProbCutModel


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
    make_files(
        files,
        lambda path: executor.submit(
            label_games, these, weights, read_games(files[path], these.size)
        ),
        write_array,
        executor,
        report,
    )


def label_games(these: LabelConditions, weights: bytes, games: Games) -> Labels:
    """The task of an executor: the labels of the positions that some games give."""
    # People play the same openings again and again.
    search = cache(partial(_searched, _core(these, weights)))
    labels = []
    for each in positions(games, these.size, these.discs):
        raise_if_stopping()
        labels.append(search(each.position) if each.score is None else each.score)
    return np.array(labels, np.int16)


def _searched(core: EngineCore, position: Position) -> int:
    size, empties = position.size, position.empties
    to_end = empties <= SOLVED[size]
    plies = LATE_PLIES[size] if empties <= SOLVED[size] * 3 // 2 else PLIES[size]
    depth = 0 if to_end else plies
    return best_move(core, position, depth=depth, selectivity=MIDGAME_SELECTIVITY, to_end=to_end)[1]


@one_per_thread
def _core(these: LabelConditions, weights: bytes) -> EngineCore:
    layout = PatternLayout(these.size, shapes(these.size))
    values = np.zeros((PHASES[these.size], layout.columns), np.int16)
    later = np.frombuffer(weights, "<i2").reshape(-1, layout.columns)
    values[these.phase : these.phase + len(later)] = later
    judge = PatternWeights(
        layout, values, midgame=these.probcut.midgame, endgame=these.probcut.endgame
    )
    return EngineCore(these.size, judge, threads=1, hash_mb=HASH_MB)
