"""How far shallow searches miss deep ones: fitted to searches of the engine's own positions.

Positions of games are searched at every depth, without cutting anything, and to the end where that
is cheap. The logarithm of the standard deviation between two depths is a linear formula
(engine/probcut.py), whose coefficients are those under which the differences are most likely, as
normal deviates.
"""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._native import EngineCore, Position
from outflank.agents.turns import Turns
from outflank.engine.probcut import MIN_DEPTH, STANDARD_DEVIATIONS, ProbCutModel, shallow_of
from outflank.engine.weights import parse_weights
from outflank.executor import Executor, raise_if_stopping
from outflank.training.dataset import write_array
from outflank.training.run import best_move, make_files, reading
from outflank.training.self_play import RANDOM_MOVE_RATE

POSITIONS = 6000
CHUNK = 100
HASH_MB = 16
# By size: the deepest search, and the empty squares up to which the game is searched to its end.
DEEPEST = {6: 9, 8: 9, 10: 7, 12: 6}
MAX_SOLVED = {6: 16, 8: 16, 10: 13, 12: 12}
PLAYED_DEPTH = 2
"""How deep the games look that lead to the positions."""
SOLVED_SHARE = 0.3
"""Of the positions, these are so late that they are solved."""
FARTHEST = 30
"""Discs. Differences beyond are counted as this many: a blunder of the shallow search is not what a
standard deviation is for."""
UNSEARCHED = np.iinfo(np.int16).min


def fit_probcut(
    size: int,
    weights: bytes,
    *,
    seed: int,
    folder: Path,
    executor: Executor,
    report: Callable[[float], None],
    positions: int = POSITIONS,
) -> tuple[ProbCutModel, dict[int, float]]:
    """The model for the weights of a file, given by its bytes, and its `agreement`.

    That is of a model fitted to all chunks but every fifth, with those. Chunks of searches are kept
    in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chunks = {
        folder / f"searches-{start:05}.npy": range(start, min(start + CHUNK, positions))
        for start in range(0, positions, CHUNK)
    }
    make_files(
        chunks,
        lambda path: executor.submit(search_positions, size, seed, chunks[path], weights),
        write_array,
        executor,
        report,
    )
    rows = []
    for path in chunks:
        with reading(path):
            rows.append(np.load(path))
    unseen = np.concatenate(rows[::5])
    seen = np.concatenate([part for i, part in enumerate(rows) if i % 5] or rows)
    return fit(size, np.concatenate(rows)), agreement(size, unseen, fit(size, seen))


def search_positions(size: int, seed: int, numbers: range, file: bytes) -> NDArray[np.int16]:
    """The task of an executor: a row for each position.

    Its empty squares, the values at depth 0, 1, 2 … for the side to move, and the final score under
    perfect play if it was solved.
    """
    weights = parse_weights(file, "the weights", size)
    core = EngineCore(size, weights, threads=1, hash_mb=HASH_MB)
    rows = np.full((len(numbers), DEEPEST[size] + 3), UNSEARCHED, np.int16)
    for row, number in zip(rows, numbers, strict=True):
        raise_if_stopping()
        draw = random.Random(f"{seed} probcut {number}")
        solved = draw.random() < SOLVED_SHARE
        position = _drawn_position(core, size, draw, solved)
        row[:2] = position.empties, round(weights.value(position))
        for depth in range(1, min(DEEPEST[size], position.empties - 1) + 1):
            row[depth + 1] = best_move(core, position, depth=depth, fresh=depth == 1)[1]
        if solved:
            row[-1] = best_move(core, position, to_end=True, fresh=False)[1]
    return rows


def _drawn_position(core: EngineCore, size: int, draw: random.Random, solved: bool) -> Position:
    """After a game with some chance in it; one that must be moved in."""
    most = MAX_SOLVED[size]
    while True:
        empties = draw.randint(most - 6, most) if solved else draw.randint(most, size**2 - 8)
        opening = draw.randint(size**2 // 10, size**2 // 3)
        turns = Turns(Position(size))
        for number, (position, legal) in enumerate(turns):
            if position.empties <= empties:
                return position
            chance = number < opening or draw.random() < RANDOM_MOVE_RATE
            turns.play(
                draw.choice(legal) if chance else best_move(core, position, depth=PLAYED_DEPTH)[0]
            )


# The fit


def fit(size: int, rows: NDArray[np.int16]) -> ProbCutModel:
    """The model under which the differences between the depths are most likely."""
    midgame, endgame = _differences(rows, size)
    x, deep, shallow, differences = midgame
    d, s = np.log(deep), np.log(shallow + 1)
    terms = [np.ones_like(x), x, x * x, d, s, x * d, x * s]
    shallow, differences_to_end = endgame
    terms_to_end = [np.ones_like(shallow), np.log(shallow + 1)]
    return ProbCutModel(
        tuple(_likeliest(np.stack(terms, axis=1), differences).tolist()),
        tuple(_likeliest(np.stack(terms_to_end, axis=1), differences_to_end).tolist()),
    )


def agreement(size: int, rows: NDArray[np.int16], model: ProbCutModel) -> dict[int, float]:
    """By level, the share of the narrowest possible cuts that the deep search bears out.

    A cut is narrow if the shallow value is just far enough outside the window; of all others more
    are right. The rows should be others than the model was fitted to.
    """
    shares = {}
    for percent, sigmas in STANDARD_DEVIATIONS.items():
        right = total = 0
        for empties, *values, end in rows.tolist():
            share = empties / size**2
            known = [value for value in values if value != UNSEARCHED]
            cuts = [
                (known[deep], known[shallow_of(deep)], model.sigma(share, deep, shallow_of(deep)))
                for deep in range(MIN_DEPTH, len(known))
            ]
            if end != UNSEARCHED and shallow_of(empties) < len(known):
                shallow = shallow_of(empties)
                cuts.append((end, known[shallow], model.sigma_to_end(shallow)))
            for deep_value, shallow_value, sigma in cuts:
                margin = int(sigmas * sigma + 0.5)
                right += 1 + (abs(deep_value - shallow_value) <= margin)  # above, and below
                total += 2
        shares[percent] = right / total
    return shares


def _differences(
    rows: NDArray[np.int16], size: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Share of empty squares, depth, shallow depth, difference; to the end only the last two.

    Only depths of one parity are compared, as ProbCut does; and every depth with the static value,
    which decides whether a shallow search is tried.
    """
    midgame: list[tuple[float, ...]] = []
    endgame: list[tuple[float, ...]] = []
    for empties, *values, end in rows.tolist():
        share = empties / size**2
        known = [value for value in values if value != UNSEARCHED]
        for deep in range(1, len(known)):
            for shallow in {0, *range(deep % 2, deep, 2)}:
                midgame.append((share, deep, shallow, known[deep] - known[shallow]))
        if end != UNSEARCHED:
            for shallow in range(empties % 2, len(known), 2):
                endgame.append((shallow, end - known[shallow]))
    midgame_rows = np.array(midgame, np.float64).reshape(-1, 4)
    return midgame_rows.T, np.array(endgame, np.float64).reshape(-1, 2).T


def _likeliest(terms: NDArray[np.float64], differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """The coefficients of ln sigma that make normal deviates of mean zero most likely."""
    from scipy.optimize import minimize

    if not len(differences):
        return np.zeros(terms.shape[1])
    squared = np.clip(differences, -FARTHEST, FARTHEST) ** 2

    def loss(coefficients: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logarithm = np.clip(terms @ coefficients, -10, 10)
        ratio = squared * np.exp(-2 * logarithm)
        return float((logarithm + ratio / 2).mean()), terms.T @ (1 - ratio) / len(ratio)

    start = np.zeros(terms.shape[1])
    start[0] = 0.5 * np.log(squared.mean() + 1e-9)
    coefficients: NDArray[np.float64] = minimize(loss, start, jac=True, method="BFGS").x
    return coefficients
