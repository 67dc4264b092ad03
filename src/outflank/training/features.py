"""What the recipe `linear` sees in a position, and how the weights of it become an evaluation.

Without terms of its own a run has the features that the reports wished for; else those of an
evaluation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._board import PHASES, phase_of
from outflank._native import Color, Evaluation, Position
from outflank.engine.evals import evaluation_terms
from outflank.errors import SettingsError

Row = NDArray[np.float64]
Term = tuple[str, str, str]
"""Name, feature and scale."""
_Native = tuple[str, str, str, list[float], list[float]]

# The wished terms with a weight per phase. All change sign with the player, so one side's view of
# a position holds everything there is to learn from it.
TERMS: tuple[Term, ...] = (
    ("mobility", "mobility", "ratio"),
    ("potential", "potential-mobility", "ratio"),
    ("corners", "corners", "difference"),
    ("takeable", "potential-corners", "difference"),
    ("x", "x-open", "difference"),
    ("c", "c-open", "difference"),
    ("edges", "edges", "difference"),
    ("frontier", "frontier", "ratio"),
    ("classes", "stability-classes", "difference"),
)
PARITY: Term = ("parity", "discs", "ratio")
RAMP_K = 5.0
"""How steeply the coin parity's weight rises: w(t) = wmax * exp(k * (t - 1))."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    size: int
    terms: dict[str, dict[str, float]]
    """By term and phase."""
    tables: dict[str, list[list[float]]] = field(default_factory=dict)
    """By phase: an eighth of the board, as evaluation files write it. Of wished features only."""
    parity: float = 0.0
    """wmax of the coin parity. Of wished features only."""


class TermFeatures:
    """The terms of an evaluation, each with a weight per phase.

    A term may look at one side only (own discs, a penalty), so the view of either side is fitted.
    Whose move it is and a constant are fitted beside them, and not kept: nearly all positions that
    a search compares have them in common.
    """

    shared = 0
    """So many numbers at the front of a row have one weight in all phases."""
    views = len(Color)
    """Rows of a position: that of the side to move, or of both sides."""

    def __init__(self, size: int, terms: Sequence[Term], before: Sequence[Term] = ()) -> None:
        self._size = size
        self.terms = terms
        self._phases = [phase_of(size, discs) for discs in range(size * size + 1)]
        # All weights are one: explaining a position gives its features.
        ones = [1.0] * len(self._phases)
        self._unit = Evaluation(size, [(*term, ones, []) for term in (*before, *terms)])

    def rows(self, position: Position) -> list[tuple[Color, Row]]:
        """Each view of a position, and whose it is."""
        rows = []
        for color in Color:
            move = 1.0 if position.turn == color else -1.0
            rows.append((color, np.array([*self._explained(position, color), move, 1.0])))
        return rows

    def named(self, weights: Row) -> Weights:
        """The flat vector of shared weights, early, mid and late ones, rounded as in a file."""
        blocks = self._by_phase(weights)
        terms = {
            name: {phase: round(float(block[number]), 3) for phase, block in blocks}
            for number, (name, _, _) in enumerate(self.terms)
        }
        return Weights(size=self._size, terms=terms)

    def evaluation(self, weights: Weights) -> Evaluation:
        return Evaluation(self._size, self._weighted(weights))

    def _explained(self, position: Position, color: Color) -> list[float]:
        return [part[3] for part in self._unit.explain(position, color)]

    def _by_phase(self, weights: Row) -> list[tuple[str, Row]]:
        """Terms stand at the front of each phase's weights."""
        return list(zip(PHASES, np.split(weights[self.shared :], len(PHASES)), strict=True))

    def _weighted(self, weights: Weights) -> list[_Native]:
        return [
            (*term, [weights.terms[term[0]][phase] for phase in self._phases], [])
            for term in self.terms
        ]


class WishedFeatures(TermFeatures):
    """Those of `improved`: terms and a value per class of squares by phase, ramped parity."""

    shared = 1
    views = 1

    def __init__(self, size: int) -> None:
        super().__init__(size, TERMS, before=[PARITY])
        self._classes = _square_classes(size)
        self._one_hot = np.eye(self._classes.max() + 1)[self._classes]
        self._ramp = np.exp(RAMP_K * (np.arange(size * size + 1) / (size * size) - 1))

    def rows(self, position: Position) -> list[tuple[Color, Row]]:
        parity, *terms = self._explained(position, position.turn)
        board = position.to_numpy().ravel()
        sides = (board == position.turn).astype(float) - (board == position.turn.opponent)
        parity *= self._ramp[self._size**2 - position.empties]
        return [(position.turn, np.array([parity, *terms, *(sides @ self._one_hot)]))]

    def named(self, weights: Row) -> Weights:
        half, tables = self._size // 2, {}
        for phase, block in self._by_phase(weights):
            values = (round(float(value), 2) for value in block[len(TERMS) :])
            tables[phase] = [list(islice(values, half - row)) for row in range(half)]
        parity = round(float(weights[0]), 3)
        return replace(super().named(weights), tables=tables, parity=parity)

    def evaluation(self, weights: Weights) -> Evaluation:
        ramp = [float(value) for value in weights.parity * self._ramp]
        terms: list[_Native] = [(*PARITY, ramp, []), *self._weighted(weights)]
        for phase in PHASES:
            here = [float(one == phase) for one in self._phases]
            eighth = np.array([value for row in weights.tables[phase] for value in row])
            table = [float(value) for value in eighth[self._classes]]
            terms.append(("squares", "table", "difference", here, table))
        return Evaluation(self._size, terms)


def learnable_terms(evaluation: str | Path, size: int) -> tuple[Term, ...]:
    """The terms of an evaluation whose weights can be learned, which are all or none."""
    terms = evaluation_terms(evaluation, size)
    for name, feature, *_ in terms:
        if feature == "table":
            raise SettingsError(
                f"the term {name!r} of {evaluation} is a table of squares; "
                "tables are learned without --terms only"
            )
    return tuple((name, feature, scale) for name, feature, scale, _, _ in terms)


def _square_classes(size: int) -> NDArray[np.int64]:
    """For each square the index of its symmetry class: an eighth of the board, row by row."""
    half = size // 2
    octant = combinations_with_replacement(range(half), 2)
    index = {square: number for number, square in enumerate(octant)}
    near = [min(i, size - 1 - i) for i in range(size)]
    return np.array([index[min(r, c), max(r, c)] for r in near for c in near])
