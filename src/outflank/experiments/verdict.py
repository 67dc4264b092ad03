"""What games say about a claim: it holds, it fails, or so many games cannot tell."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.arena.tally import MatchTally, Tally
from outflank.experiments.experiment import Claim, Part
from outflank.stats.elo import Z95, PairCounts, estimate, score_text

WIDEST_ERROR = 0.05
"""How narrow an interval must be, on each side, before "equal" or a given share is believed."""
HOLDS, FAILS, NOISE = "holds", "fails", "noise"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim, measured."""

    claim: Claim
    word: str
    """holds, fails or noise."""
    measured: str
    """Our figure with its 95 % interval."""
    pairs: int
    interval: tuple[float, float] | None = None
    """The score of the first player, and half the width of its interval; no trend has it."""

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.word == NOISE:
            return f"cannot be told with {self.pairs} pairs"
        return f"{self.word}, over {self.pairs} pairs"


def judge(expect: str, value: float, error: float, share: tuple[float, float] = (0, 1)) -> str:
    """The verdict on a score (from 0 to 1) or a slope, with half the width of its interval.

    "better", "worse", "rises" and "falls" hold if the whole interval lies on their side of the
    middle, and fail if it lies on the other. "equal" and a share fail if the interval leaves them
    out; they hold if it is also narrow, for a wide one includes nearly everything. "no better"
    fails where "better" holds, and holds where the score is worse or equal. "Every game" is
    refuted by the first that was not won.
    """
    low, high = value - error, value + error
    if expect == "no better":
        return FAILS if low > 0.5 else HOLDS if high < 0.5 or error <= WIDEST_ERROR else NOISE
    if expect in ("equal", "share"):
        least, most = (0.5, 0.5) if expect == "equal" else share
        if high < least or low > most or value < least == 1:
            return FAILS
        return HOLDS if error <= WIDEST_ERROR else NOISE
    middle = 0.5 if expect in ("better", "worse") else 0.0
    if expect in ("worse", "falls"):
        low, high = 2 * middle - high, 2 * middle - low
    return HOLDS if low > middle else FAILS if high < middle else NOISE


def slope(points: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """The slope of a line through (x, value, half width of its interval), and its own half width.

    Each point counts by the inverse of its variance.
    """
    weights = [(Z95 / error) ** 2 for _, _, error in points]
    total = sum(weights)
    center = sum(w * x for w, (x, _, _) in zip(weights, points, strict=True)) / total
    spread = sum(w * (x - center) ** 2 for w, (x, _, _) in zip(weights, points, strict=True))
    if spread == 0:
        return 0.0, math.inf
    rise = sum(w * (x - center) * y for w, (x, y, _) in zip(weights, points, strict=True))
    return rise / spread, Z95 / math.sqrt(spread)


def match_of(
    tally: Tally, part: Part, first: str, second: str | None, size: int | None = None
) -> MatchTally:
    """The games of a player against another, or against all others of the part."""
    number = part.players.index(first)
    if second is None:
        return tally.player(number, size)
    return tally.match(number, part.players.index(second), size)


def counts_of(
    tally: Tally,
    part: Part,
    first: str,
    second: str | None,
    size: int | None = None,
    *,
    black: bool = False,
) -> PairCounts:
    """Their pairs, as the first player sees them, or whoever is black.

    From the start position the same games come again and again: such a pair counts once.
    """
    match = match_of(tally, part, first, second, size)
    points = match.black_points if black else match.points
    if part.start:
        points = [value for value, new in zip(points, match.new, strict=True) if new]
    return PairCounts.of(points)


def verdict_on(claim: Claim, part: Part, tally: Tally) -> Verdict:
    """Measures a claim by the games of its part; a size that was not played says nothing."""
    counts = counts_of(tally, part, claim.first, claim.second, claim.size, black=claim.black)
    if not counts.pairs:
        return Verdict(claim, NOISE, "not played", 0)
    if claim.expect in ("rises", "falls"):
        points = []
        for size in part.sizes:
            here = estimate(counts_of(tally, part, claim.first, claim.second, size))
            points.append((float(size), here.score, here.score_error))
        rise, error = slope(points)
        if math.isinf(error):
            return Verdict(claim, NOISE, "only one size was played", counts.pairs)
        # Adding 0.0 turns -0.0 into 0.0.
        shown = f"{round(100 * rise, 1) + 0.0:+.1f} ± {100 * error:.1f} points for each row more"
        return Verdict(claim, judge(claim.expect, rise, error), shown, counts.pairs)
    found = estimate(counts)
    interval = (found.score, found.score_error)
    word = judge(claim.expect, *interval, claim.share)
    return Verdict(claim, word, percent(*interval), counts.pairs, interval)


def percent(value: float, error: float) -> str:
    """A share with its interval, such as 51.2 ± 3.0 %."""
    return f"{score_text(value, error, unit='')} %"
