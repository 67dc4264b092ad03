"""How good moves were: marks by the discs they lose, and accuracy in percent.

docs/review.md tells where the numbers come from.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of a bad move, and which moves have it."""

    mark: str
    name: str
    discs: int
    """From so many lost discs on."""
    changes_winner: bool = False
    """Only if the move also changes who is expected to win."""


MARKS = {
    mark.mark: mark
    for mark in (
        Mark("?!", "inaccuracy", 2),
        Mark("?", "mistake", 4),
        Mark("??", "blunder", 8, changes_winner=True),
    )
}
"""From the lightest to the heaviest. The page in the browser gets them from the server."""

SCALE = 1.3
"""With e of 64 squares empty a lead of SCALE * sqrt(e) discs is expected to score 0.73. Fitted to
tournament games by benchmarks/review.py."""
HALVING_DROP = 0.15
"""A move that lowers the expected score by so much has half the accuracy of the best one."""


def mark_of(value: int, played: int) -> str:
    """The mark of a move, by what the best move and the played one are worth; empty for a good one.

    >>> mark_of(4, 3), mark_of(4, 2), mark_of(4, 0), mark_of(4, -4), mark_of(20, 4)
    ('', '?!', '?', '??', '?')
    """
    same_winner = _sign(value) == _sign(played)
    for mark in reversed(MARKS.values()):
        if value - played >= mark.discs and not (mark.changes_winner and same_winner):
            return mark.mark
    return ""


def expected_score(value: int, empties: int, size: int = 8) -> float:
    """The score to expect of a side that is worth `value` discs: 1 for a win, 0.5 for a draw.

    A logistic curve, which is the steeper the fewer squares are empty. A game that is over has its
    result.

    >>> expected_score(0, 30), expected_score(2, 0), expected_score(-2, 0)
    (0.5, 1.0, 0.0)
    """
    if empties <= 0:
        return (_sign(value) + 1) / 2
    share = 64 / size**2  # other boards by the share of their squares
    steepness = share / (SCALE * math.sqrt(empties * share))
    return 1 / (1 + math.exp(-max(-60.0, min(value * steepness, 60.0))))


def score_drop(value: int, played: int, empties: int, size: int = 8) -> float:
    """By how much a move lowers the expected score, `empties` counted before it."""
    return expected_score(value, empties, size) - expected_score(played, empties, size)


def move_accuracy(value: int, played: int, empties: int, size: int = 8) -> float:
    """The accuracy of one move in percent: 100 for the best, halved for every HALVING_DROP.

    >>> move_accuracy(4, 4, 30)
    100.0
    """
    return 100.0 * math.pow(0.5, score_drop(value, played, empties, size) / HALVING_DROP)


def mean_accuracy(accuracies: Iterable[float]) -> float | None:
    """The accuracy of several moves, to a tenth of a percent; None if there are none."""
    values = list(accuracies)
    return round(math.fsum(values) / len(values), 1) if values else None


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
