"""The weights of the phases: damped least squares on the labels of positions.

The model adds up one weight for each id of a position; the sum of squared errors, in discs, is to
be as small as possible. Phases are fitted from the last to the first. Each phase expects some
weights, those of the round before or, in the first round, those of the phase after it; a weight
whose id was seen c times keeps about c / (c + doubt) of the difference its positions ask for.

The doubt is the number of positions whose say the expectation is worth: the noise of the labels
over `WEIGHT_DRIFT`, the variance of the true differences from the expected weights. The noise
depends on phase and board, so no fixed doubt would do.

Two things are then put right, since labels are made with these weights, and an error would grow
from phase to phase. Damped weights say too little, so they are scaled until the labels of unseen
positions rise by one disc where their predictions do. And who is to move after a random move is
better off than the weights can see, so the weights of the numbers of empty squares are set to
what makes the positions on the line of their games come out right on average.
"""

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._files import replacing
from outflank.errors import FileError, MissingExtraError
from outflank.training.dataset import Samples
from outflank.training.run import reading

WEIGHT_DRIFT = 0.4
LAST_DOUBT = 50.0
LSMR_ITERATIONS = 40
MIN_POSITIONS = 100
"""So many positions are enough to tell a mean error from."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Errors:
    """How far predictions are from the labels of games the fit has not seen, in discs."""

    positions: int
    mean_absolute: float
    root_mean_square: float
    spread: float
    """The root mean square of the labels themselves: the error of always saying zero."""


@dataclass(frozen=True, slots=True)
class PhaseFit:
    """The weights of one phase and what is known about them."""

    weights: NDArray[np.float32]
    """In discs, one for each id."""
    noise: float
    """The variance of the labels around the predictions, as far as it is known."""
    positions: int
    errors: Errors

    def save(self, path: Path) -> None:
        record = asdict(self)
        weights = record.pop("weights")
        with replacing(path) as file:
            np.savez_compressed(file, weights=weights, facts=np.array(json.dumps(record)))

    @staticmethod
    def load(path: Path, columns: int) -> "PhaseFit":
        """Reads what `save` wrote: a fit with so many weights."""
        with reading(path), path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            record = json.loads(str(stored["facts"]))
            record["errors"] = Errors(**record["errors"])
            fit = PhaseFit(weights=stored["weights"], **record)
        if fit.weights.shape != (columns,):
            raise FileError(f"{path}: {fit.weights.size:,} weights, where {columns:,} are needed")
        return fit


def fit_phase(
    samples: Samples, empties_ids: range, expected: NDArray[np.float32], after: PhaseFit | None
) -> PhaseFit:
    """The fit of a phase to its positions; `after` is that of the next phase.

    `expected` has a weight for each id; `empties_ids` are those of the numbers of empty squares.
    """
    unseen = samples.held_out
    ids, labels = samples.ids[~unseen], samples.labels[~unseen].astype(np.float64)
    tested = samples.labels[unseen].astype(np.float64)
    start = expected.astype(np.float64)
    start *= _slope(predictions(ids, start), labels)
    doubt = LAST_DOUBT if after is None else after.noise / WEIGHT_DRIFT
    change = fit_weights(ids, labels - predictions(ids, start), len(start), doubt)
    weights = start + change
    weights *= _slope(predictions(samples.ids[unseen], weights), tested)
    _centre(samples, weights, empties_ids)
    predicted = predictions(samples.ids[unseen], weights)
    if len(tested) >= MIN_POSITIONS:
        noise = float(((predicted - tested) ** 2).mean())
    else:
        noise = LAST_DOUBT * WEIGHT_DRIFT if after is None else after.noise
    return PhaseFit(weights.astype(np.float32), noise, len(labels), errors_of(predicted, tested))


def _slope(predicted: Vector, labels: Vector) -> float:
    """How many discs labels rise where predictions rise by one; 1 if nothing can be said."""
    if len(labels) < MIN_POSITIONS:
        return 1.0
    spread = predicted - predicted.mean()
    squares = float(spread @ spread)
    return float(spread @ labels) / squares if squares else 1.0


def _centre(samples: Samples, weights: Vector, empties_ids: range) -> None:
    """Changes the weights of the numbers of empty squares, as far as there are positions."""
    usual = samples.on_line & ~samples.held_out
    ids = samples.ids[usual]
    misses = samples.labels[usual] - predictions(ids, weights)
    ours = ids[:, -1] - empties_ids.start
    counts = np.bincount(ours, minlength=len(empties_ids))
    sums = np.bincount(ours, misses, minlength=len(empties_ids))
    enough = counts >= MIN_POSITIONS
    weights[empties_ids.start : empties_ids.stop][enough] += sums[enough] / counts[enough]


def fit_weights(ids: NDArray[np.int32], labels: Vector, columns: int, doubt: float) -> Vector:
    """The weights, drawn towards zero by the doubt, that predict the labels best."""
    try:
        from scipy.sparse import csr_array
        from scipy.sparse.linalg import LinearOperator, lsmr
    except ImportError:
        raise MissingExtraError("training needs scipy") from None
    rows, width = ids.shape
    counts = np.bincount(ids.ravel(), minlength=columns)
    met = np.flatnonzero(counts)
    places = np.zeros(columns, np.int32)
    places[met] = np.arange(len(met))
    # With wider numbers here scipy would copy the ids, to twice their size.
    narrow = rows * width <= np.iinfo(np.int32).max
    ends = np.arange(0, rows * width + 1, width, dtype=np.int32 if narrow else np.int64)
    matrix = csr_array((np.ones(rows * width), places[ids.ravel()], ends), shape=(rows, len(met)))
    turned = matrix.T
    # Every column of the scaled problem has length one, so that rare and common ids converge
    # alike; the rows below the matrix are the doubt, scaled the same way.
    scale: Vector = 1 / np.sqrt(counts[met] + doubt)
    below: Vector = math.sqrt(doubt) * scale

    def forward(scaled: Vector) -> Vector:
        predicted: Vector = matrix @ (scale * scaled)
        return np.concatenate([predicted, below * scaled])

    def backward(values: Vector) -> Vector:
        gathered: Vector = turned @ values[:rows]
        return scale * gathered + below * values[rows:]

    problem = LinearOperator((rows + len(met), len(met)), forward, backward, dtype=np.float64)
    targets = np.concatenate([labels, np.zeros(len(met))])
    weights = np.zeros(columns)
    weights[met] = scale * lsmr(problem, targets, atol=1e-6, btol=1e-6, maxiter=LSMR_ITERATIONS)[0]
    return weights


def predictions(ids: NDArray[np.int32], weights: Vector) -> Vector:
    """The sum of the weights of each position, in steps that need little memory."""
    result = np.empty(len(ids))
    for first in range(0, len(ids), 4096):
        result[first : first + 4096] = weights[ids[first : first + 4096]].sum(axis=1)
    return result


def errors_of(predicted: Vector, labels: Vector) -> Errors:
    if not len(labels):
        return Errors(0, 0.0, 0.0, 0.0)
    misses = predicted - labels
    figures = (np.abs(misses).mean(), np.sqrt((misses**2).mean()), np.sqrt((labels**2).mean()))
    return Errors(len(labels), *(round(float(figure), 3) for figure in figures))
