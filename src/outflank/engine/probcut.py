"""How far the value of a shallow search lies from that of a deep one: what ProbCut goes by.

The core cuts a line when a shallow search sees it so many standard deviations outside the window
(cpp/core/search/probcut.hpp). The standard deviations are these, fitted to searches of positions of
the engine's own by `outflank train`.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProbCutModel:
    """The coefficients of two formulas for the logarithm of a standard deviation in discs.

    With x the empty squares as a share of the board, d the depth of the deep search and s of the
    shallow one, `midgame` belongs to 1, x, x², ln d, ln(s + 1), x ln d and x ln(s + 1), and
    `endgame`, for searches to the end of the game, to 1, x and ln(s + 1).
    """

    midgame: tuple[float, float, float, float, float, float, float]
    endgame: tuple[float, float, float]

    def sigma(self, share: float, depth: int, shallow: int) -> float:
        """The standard deviation of a search `depth` plies deep from one `shallow` plies deep."""
        deep, low = math.log(depth), math.log(shallow + 1)
        terms = (1, share, share * share, deep, low, share * deep, share * low)
        return math.exp(sum(c * term for c, term in zip(self.midgame, terms, strict=True)))

    def sigma_to_end(self, share: float, shallow: int) -> float:
        """The standard deviation of the final score from a search `shallow` plies deep."""
        terms = (1, share, math.log(shallow + 1))
        return math.exp(sum(c * term for c, term in zip(self.endgame, terms, strict=True)))


UNKNOWN_ERRORS = ProbCutModel((1.6, -0.25, -0.88, 0.49, -0.54, -0.24, 0.11), (2.4, 0.06, -0.33))
"""For weights without a fit: a quarter more than the first fit on 8x8 found."""
