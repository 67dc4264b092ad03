"""The weights of the phases: damped least squares on what became of positions.

A position is said to be worth what the weights of the next phases say of the position some moves
later in its game, or the final score if the game has ended by then (`Outlook`): the end of a game
depends on everything that happens until then, and most of that says nothing about the position.

The model adds up one weight for each id of a position; the sum of squared errors, in discs, is to
be as small as possible. Phases are fitted from the last to the first, and each expects its weights
to be those of the phase after it: a weight whose id was seen c times keeps about c / (c + doubt)
of the difference its positions ask for. In the last phase, the expected weights are zero.

The doubt is the number of positions whose say the expectation is worth: the noise of the scores
over `WEIGHT_DRIFT`, the variance of a weight's true change from one phase to the next. The noise of
the middle of a game on 12x12 is 200 times that of the end of one on 6x6, so no fixed doubt would
do.
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
from outflank.training.reading import reading

WEIGHT_DRIFT = 0.2
LAST_DOUBT = 50.0
LSMR_ITERATIONS = 40
MIN_UNSEEN = 100
"""So many unseen positions are enough to tell the noise of a phase from."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Errors:
    """How far predictions are from the final scores of games the fit has not seen, in discs."""

    positions: int
    mean_absolute: float
    root_mean_square: float
    spread: float
    """The root mean square of the scores themselves: the error of always saying zero."""


@dataclass(frozen=True, slots=True)
class PhaseFit:
    """The weights of one phase and what is known about them."""

    weights: NDArray[np.float32]
    """In discs, one for each id."""
    noise: float
    """The variance around the predictions of what was fitted, as far as it is known."""
    positions: int
    """Of this phase, that were fitted; those of its neighbours are not counted."""
    errors: Errors

    def save(self, path: Path) -> None:
        """Writes the fit to a file."""
        facts = {
            "noise": self.noise,
            "positions": self.positions,
            "errors": asdict(self.errors),
        }
        with replacing(path) as file:
            np.savez_compressed(file, weights=self.weights, facts=np.array(json.dumps(facts)))

    @staticmethod
    def load(path: Path, columns: int) -> "PhaseFit":
        """Reads what `save` wrote: a fit with so many weights."""
        with reading(path), path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            facts = json.loads(str(stored["facts"]))
            errors = Errors(**facts.pop("errors"))
            fit = PhaseFit(weights=stored["weights"], errors=errors, **facts)
        if fit.weights.shape != (columns,):
            raise FileError(f"{path}: {fit.weights.size:,} weights, where {columns:,} are needed")
        return fit


class Outlook:
    """What the weights fitted so far say of the positions of all games."""

    def __init__(self, games: int, size: int, step: int) -> None:
        """A position's worth is looked up `step` moves later."""
        self._values = np.full((games, size * size + 1), np.nan, np.float32)  # for black
        self._step = step

    def add(self, fit: PhaseFit, samples: Samples, discs: range) -> None:
        """Remembers what a phase's weights say of its positions."""
        own = _within(samples, discs)
        values = predictions(samples.ids[own], fit.weights.astype(np.float64))
        self._values[samples.games[own], samples.discs[own]] = values * samples.signs[own]

    def targets(self, samples: Samples) -> Vector:
        """What each position is to be worth, for the side to move."""
        scores = samples.scores.astype(np.float64)
        later = np.minimum(samples.discs.astype(np.int64) + self._step, self._values.shape[1] - 1)
        said = self._values[samples.games, later] * samples.signs
        return np.where(np.isnan(said), scores, said)


def fit_phase(
    samples: Samples, discs: range, columns: int, after: PhaseFit | None, targets: Vector
) -> PhaseFit:
    """The fit of the phase with those numbers of discs; `after` is that of the next phase."""
    seen = ~samples.held_out
    ids, wanted = samples.ids[seen], targets[seen]
    if after is None:
        weights = fit_weights(ids, wanted, columns, LAST_DOUBT)
    else:
        expected = after.weights.astype(np.float64)
        change = wanted - predictions(ids, expected)
        weights = expected + fit_weights(ids, change, columns, after.noise / WEIGHT_DRIFT)
    own = _within(samples, discs)
    unseen = own & ~seen
    predicted = predictions(samples.ids[unseen], weights)
    errors = errors_of(predicted, samples.scores[unseen].astype(np.float64))
    if errors.positions >= MIN_UNSEEN:
        noise = float(((predicted - targets[unseen]) ** 2).mean())
    else:
        noise = LAST_DOUBT * WEIGHT_DRIFT if after is None else after.noise
    return PhaseFit(weights.astype(np.float32), noise, int((seen & own).sum()), errors)


def _within(samples: Samples, discs: range) -> NDArray[np.bool_]:
    within: NDArray[np.bool_] = (samples.discs >= discs.start) & (samples.discs < discs.stop)
    return within


def fit_weights(ids: NDArray[np.int32], scores: Vector, columns: int, doubt: float) -> Vector:
    """The weights, drawn towards zero by the doubt, that predict the scores best."""
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
    wanted = np.concatenate([scores, np.zeros(len(met))])
    weights = np.zeros(columns)
    weights[met] = scale * lsmr(problem, wanted, atol=1e-6, btol=1e-6, maxiter=LSMR_ITERATIONS)[0]
    return weights


def predictions(ids: NDArray[np.int32], weights: Vector) -> Vector:
    """The sum of the weights of each position, in steps that need little memory."""
    result = np.empty(len(ids))
    for first in range(0, len(ids), 4096):
        result[first : first + 4096] = weights[ids[first : first + 4096]].sum(axis=1)
    return result


def errors_of(predicted: Vector, scores: Vector) -> Errors:
    """How far predictions are from the scores."""
    if not len(scores):
        return Errors(0, 0.0, 0.0, 0.0)
    misses = predicted - scores
    return Errors(
        positions=len(scores),
        mean_absolute=round(float(np.abs(misses).mean()), 3),
        root_mean_square=round(float(np.sqrt((misses**2).mean())), 3),
        spread=round(float(np.sqrt((scores**2).mean())), 3),
    )
