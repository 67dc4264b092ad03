"""What a match of two players proves: score, Elo difference, and how far to trust them.

The two games of a pair share their opening, so they are no independent trials; pairs are. All
intervals here hold the truth 95 times in 100.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import NamedTuple

from outflank.errors import SettingsError

POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
"""What a pair of games can give."""
Z95 = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a 95 % interval: 1.96."""
JEFFREYS = 0.5
"""Pairs added to each of the five results before the variance is taken."""


def elo_of(score: float) -> float:
    """The Elo difference at which this share of points is expected; infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise SettingsError(f"a score lies between 0 and 1, {score} does not")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The share of points expected of a player who is this much stronger."""
    # Through tanh, which cannot overflow.
    return (1 + math.tanh(elo * math.log(10) / 800)) / 2


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs gave the first player 0, 0.5, 1, 1.5 and 2 points.

    >>> PairCounts.of([2, 1, 1, 0.5]).counts
    (0, 1, 2, 0, 1)
    """

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != len(POINTS) or min(self.counts) < 0:
            raise SettingsError(f"pairs are counted by five numbers, not by {self.counts}")

    @classmethod
    def of(cls, points: Iterable[float]) -> "PairCounts":
        """Counts pairs, each given by the points of the first player."""
        counts = dict.fromkeys(POINTS, 0)
        for value in points:
            if value not in counts:
                raise SettingsError(f"a pair gives 0, 0.5, 1, 1.5 or 2 points, not {value}")
            counts[value] += 1
        return cls(tuple(counts.values()))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def score(self) -> float:
        """The share of points won, from 0 to 1; a half before the first pair."""
        if not self.pairs:
            return 0.5
        won = sum(count * points for count, points in zip(self.counts, POINTS, strict=True))
        return won / self.games

    @property
    def variance(self) -> float:
        """The variance of the score of one pair (half its points) around the average."""
        return _spread(self.counts, self.score) / self.pairs if self.pairs else 0.0

    def mirrored(self) -> "PairCounts":
        """The same pairs as the second player sees them."""
        return PairCounts(self.counts[::-1])

    def __add__(self, other: "PairCounts") -> "PairCounts":
        return PairCounts(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """How strong the first player of a match is, seen through its pairs."""

    score: float
    score_error: float
    """Half the width of the interval around the score."""
    elo: float
    """Infinite if every game was won, or lost."""
    elo_error: float
    """Half the distance between the ends of the Elo interval, which is not symmetric."""
    elo_low: float
    elo_high: float
    superiority: float
    """How likely the first player is the better one, by the normal approximation."""


def estimate(counts: PairCounts) -> EloEstimate:
    """Score and Elo with their 95 % intervals, from the variance of the pairs.

    Pairs that were all alike have no variance, yet prove little if they are few. So the variance
    is taken as if each of the five results had been seen half a time more, which is Jeffreys'
    prior for five outcomes. The interval of n pairs that were all won then begins about 1.9 / n
    below 1, and that is right: a player who splits 3.7 pairs in n, and so scores 1.8 / n below 1,
    wins all n one time in forty. The interval of a hundred ordinary pairs hardly changes (by less
    than one part in a hundred). The score itself is not touched.

    No Elo can be given for 0 and 1, so the ends of the interval stay inside, unless the score
    itself is 0 or 1. They stop where a player would win (or lose) all n pairs with a chance of
    97.5 %, however little a pair that is not won costs: at 0.025 / 4n from the border.
    """
    pairs, score = counts.pairs, counts.score
    if not pairs:
        return EloEstimate(score, 0.5, 0.0, math.inf, -math.inf, math.inf, 0.5)
    smoothed = [count + JEFFREYS for count in counts.counts]
    deviation = math.sqrt(_spread(smoothed, score) / sum(smoothed) / pairs)
    error = min(Z95 * deviation, 1.0)  # more than there are scores, after a single pair
    border = 0.025 / (4 * pairs)
    low = elo_of(min(score, max(score - error, border)))
    high = elo_of(max(score, min(score + error, 1 - border)))
    superiority = NormalDist().cdf((score - 0.5) / deviation)
    return EloEstimate(score, error, elo_of(score), (high - low) / 2, low, high, superiority)


class Mean(NamedTuple):
    """An average, and half the width of its 95 % interval."""

    value: float
    error: float
    """Infinite if it is not known."""


def mean_error(values: Sequence[float]) -> Mean:
    """The average of independent values, and half the width of its 95 % interval.

    For disc differences give one value per pair. Student's distribution, so that a few values are
    not trusted too much; a single one says nothing about the error, which is then infinite.
    """
    if not values:
        return Mean(0.0, math.inf)
    count, mean = len(values), fmean(values)
    if count == 1:
        return Mean(mean, math.inf)
    # Not statistics.stdev, whose exact fractions take five times as long: live tables call this.
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Mean(mean, _student95(count - 1) * math.sqrt(variance / count))


# How these numbers are written, wherever they are shown


def score_text(score: float, error: float, unit: str = " %", digits: int = 1) -> str:
    """A share of points with its interval.

    >>> score_text(0.9, 0.044), score_text(0.9, 0.044, unit="", digits=0)
    ('90.0 % ± 4.4', '90 ± 4')
    """
    return f"{100 * score:.{digits}f}{unit} ± {100 * error:.{digits}f}"


def elo_text(elo: float, low: float, high: float) -> str:
    """An Elo difference or rating with both ends of its interval, which is seldom symmetric.

    Where neither end is known, the number stands alone.

    >>> elo_text(120.4, -31.2, 290.0), elo_text(math.inf, 310.0, math.inf)
    ('+120 [-31, +290]', '+∞ [+310, +∞]')
    >>> elo_text(17.0, -math.inf, math.inf)
    '+17'
    """
    if math.isinf(low) and math.isinf(high):
        return _signed(elo)
    return f"{_signed(elo)} [{_signed(low)}, {_signed(high)}]"


def mean_text(value: float, error: float) -> str:
    """An average of discs, with its interval if that is known.

    >>> mean_text(2.3, 5.2), mean_text(2.3, math.inf)
    ('+2.3 ± 5.2', '+2.3')
    """
    return f"{value:+.1f} ± {error:.1f}" if math.isfinite(error) else f"{value:+.1f}"


def chance_text(chance: float) -> str:
    """A probability, which is never certainty.

    >>> chance_text(0.8234), chance_text(0.99999), chance_text(0.0)
    ('82.3 %', '> 99.9 %', '< 0.1 %')
    """
    if min(chance, 1 - chance) < 0.001:
        return "> 99.9 %" if chance > 0.5 else "< 0.1 %"
    return f"{100 * chance:.1f} %"


def _signed(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{round(value):+d}"


def _spread(weights: Iterable[float], center: float) -> float:
    return sum(
        weight * (points / 2 - center) ** 2 for weight, points in zip(weights, POINTS, strict=True)
    )


def _student95(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, within one part in a hundred."""
    small = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776}
    if freedom in small:
        return small[freedom]
    # Fisher's expansion around the normal quantile, which is poor below five.
    z = Z95
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
