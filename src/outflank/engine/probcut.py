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
    `endgame`, for searches to the end of the game, to 1 and ln(s + 1): how far the end is made no
    difference that could be told from noise.
    """

    midgame: tuple[float, float, float, float, float, float, float]
    endgame: tuple[float, float]

    def sigma(self, share: float, depth: int, shallow: int) -> float:
        """The standard deviation of a search `depth` plies deep from one `shallow` plies deep."""
        deep, low = math.log(depth), math.log(shallow + 1)
        terms = (1, share, share * share, deep, low, share * deep, share * low)
        return math.exp(sum(c * term for c, term in zip(self.midgame, terms, strict=True)))

    def sigma_to_end(self, shallow: int) -> float:
        """The standard deviation of the final score from a search `shallow` plies deep."""
        return math.exp(self.endgame[0] + self.endgame[1] * math.log(shallow + 1))


STANDARD_DEVIATIONS = {73: 1.1, 87: 1.5, 95: 2.0, 98: 2.6, 99: 3.3}
"""How many of them a shallow value has to lie outside the window, by level in percent."""
MIN_DEPTH = 3
"""Shallower searches are never cut."""


def shallow_of(depth: int) -> int:
    """How deep the shallow search is: about half as deep, of the same parity."""
    return 2 * (depth // 4) + depth % 2


UNFITTED = {
    6: ProbCutModel((0.6298, 2.0705, -2.0255, 0.4710, -0.4920, -0.2891, 0.0438), (2.0618, -0.4406)),
    8: ProbCutModel(
        (1.2912, -0.5110, -0.2861, 0.5091, -0.4817, -0.2852, 0.0513), (2.2604, -0.3867)
    ),
    10: ProbCutModel(
        (1.6966, -1.9965, 1.1159, 0.4710, -0.4408, -0.3343, -0.0965), (2.5323, -0.3673)
    ),
    12: ProbCutModel(
        (1.9549, -3.6104, 2.7456, 0.4664, -0.3787, -0.4717, -0.2414), (2.6363, -0.2315)
    ),
}
"""For files of weights that hold no fit, by size: `tools/fit_probcut.py` with the first weights
that came with Outflank, which hold none either."""
