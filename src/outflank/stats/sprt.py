"""The sequential test: plays until one of two claims about the Elo difference can be believed."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from outflank.errors import SettingsError
from outflank.stats.elo import POINTS, PairCounts, score_of

Floats = NDArray[np.float64]

UNSEEN_COUNT = 1e-3
"""What a result never seen is counted as: without it some scores could not be explained at all."""
MIN_PAIRS = 10
"""No verdict comes before so many pairs.

Wald's bounds need some pairs to hold: claims 100 Elo apart were decided wrongly in up to 5.7 % of
simulated matches instead of 5 %; with this rule it is less than 5 %, for at most one pair more.
"""
LARGEST_ELO = 1000.0
"""Larger Elo differences are refused: at this one a player loses one game in three hundred."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tells apart two claims: H0, the first player is elo0 stronger; H1, it is elo1 stronger.

    A generalised sequential probability ratio test. After any pair the likelihood of all pairs so
    far is compared under both claims. Neither says how results spread around the expected score, so
    each is given the five probabilities that explain the pairs best among those with its score.

    With a true difference of at most elo0 it ends with H1 with a chance of `alpha` at most; with
    elo1 or more it ends with H0 with a chance of `beta` at most. Between the two either may come.

    >>> Sprt(0, 10).verdict(PairCounts((50, 10, 100, 20, 120)))
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for elo in (self.elo0, self.elo1):
            if not abs(elo) <= LARGEST_ELO:
                raise SettingsError(f"a test needs Elo within {LARGEST_ELO:.0f} of zero, not {elo}")
        if not self.elo0 < self.elo1:
            raise SettingsError(
                f"the first Elo of a test must be below the second, {self.elo0} is not "
                f"below {self.elo1}"
            )
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise SettingsError(f"{name} must lie between 0 and 0.5, {chance} does not")

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio or below, H0 is believed (Wald's bound)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio or above, H1 is believed (Wald's bound)."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: PairCounts) -> float:
        """The log-likelihood ratio of H1 to H0."""
        return float(self.ratios(np.array([counts.counts]))[0])

    def ratios(self, counts: NDArray[np.integer]) -> Floats:
        """The same for many matches at once, one row of five counts each."""
        weights = np.where(counts == 0, UNSEEN_COUNT, counts).T
        first, second = (_log_likelihood(weights, score_of(elo)) for elo in (self.elo0, self.elo1))
        return np.where(counts.any(axis=1), second - first, 0.0)

    def sides(self, counts: NDArray[np.integer]) -> NDArray[np.int_]:
        """For many matches at once: -1 where H0 is to be believed, 1 for H1, 0 to play on."""
        ratios = self.ratios(counts)
        sides = np.where(ratios <= self.lower, -1, np.where(ratios >= self.upper, 1, 0))
        return np.where(counts.sum(axis=1) < MIN_PAIRS, 0, sides)

    def verdict(self, counts: PairCounts) -> Literal["H0", "H1"] | None:
        """The claim to believe; None means play on."""
        side = int(self.sides(np.array([counts.counts]))[0])
        return "H0" if side < 0 else "H1" if side > 0 else None


def _log_likelihood(weights: Floats, score: float) -> Floats:
    """How well a distribution with this expected score can explain each column of counts.

    Relative to the best explanation by any distribution, so never above zero. If p are the shares
    seen and g the gaps between the scores of the five results and the expected one, the best
    probabilities are p / (1 + x g); Lagrange's multiplier x makes the sum of p g / (1 + x g) zero.
    """
    gaps = np.array(POINTS)[:, np.newaxis] / 2 - score
    x = _multiplier(weights / weights.sum(axis=0), gaps)
    log_likelihood: Floats = -(weights * np.log1p(x * gaps)).sum(axis=0)
    return log_likelihood


def _multiplier(shares: Floats, gaps: Floats) -> Floats:
    """Solves sum(p g / (1 + x g)) = 0 for each column.

    The sum falls from infinity to minus infinity between its two poles, where the first and the
    last of the five denominators vanish. Times these two it is smooth and keeps its sign: Newton's
    steps are taken there, and replaced by halving the bracket where they would leave it. The
    likelihood is stationary in x, so half of the digits of x give all of the likelihood's.
    """
    least, most = gaps[0], gaps[-1]
    x = np.zeros(shares.shape[1])
    low, high = x - 1 / most, x - 1 / least
    for _ in range(100):  # halving alone would take about fifty
        parts = gaps / (1 + x * gaps)
        terms = shares * parts
        total, slope = terms.sum(axis=0), -(terms * parts).sum(axis=0)
        left, right = 1 + x * least, 1 + x * most
        value = total * left * right
        change = slope * left * right + total * (least * right + most * left)
        low, high = np.where(value >= 0, x, low), np.where(value <= 0, x, high)
        guess = x - value / change
        settled = np.abs(guess - x) <= 1e-8 * np.minimum(left, right)
        inside = (low < guess) & (guess < high)
        x = np.where(settled | inside, guess, (low + high) / 2)
        if settled.all():
            break
    return x
