"""What games say about a claim: it holds, it fails, or so many games cannot tell."""

import math
from collections.abc import Sequence

from outflank.stats.elo import Z95, score_text

MAX_ERROR = 0.05
"""How narrow an interval must be, on each side, before "equal" or a given share is believed."""
HOLDS, FAILS, NOISE = "holds", "fails", "noise"


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
        return FAILS if low > 0.5 else HOLDS if high < 0.5 or error <= MAX_ERROR else NOISE
    if expect in ("equal", "share"):
        least, most = (0.5, 0.5) if expect == "equal" else share
        if high < least or low > most or value < least == 1:
            return FAILS
        return HOLDS if error <= MAX_ERROR else NOISE
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


def percent(value: float, error: float) -> str:
    """A share with its interval, such as 51.2 ± 3.0 %."""
    return f"{score_text(value, error, unit='')} %"
