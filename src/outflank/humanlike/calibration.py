"""Numbers for each rating that make the network err as often, and as much, as people do.

The scores are sharpened, and moves that lose discs or blunder are made more or less likely, so that
what people played becomes most likely. People see more than the few plies the network is told
about: who draws moves by these chances loses more than they do. So moves are drawn with lost discs
counting still more, in mid-game and in the ending.
"""

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from outflank.errors import FileError
from outflank.humanlike.bitboards import count
from outflank.humanlike.choices import Choices, Floats
from outflank.humanlike.features import losses

KNOTS = (1200.0, 1600.0, 2000.0)
"""Ratings that have numbers of their own; those between two have a mixture of theirs."""
UNRATED = 1600.0
"""Whose numbers are used for who has no rating."""
LOSS_UNIT = 8.0
MAX_LOSS = 24.0
BLUNDER = 6.0
"""Discs from which on a move is a blunder."""
LATE_EMPTIES = 15
"""With so many empty squares or fewer, from ply 46 on, it is the ending."""
_LARGEST = 100.0


@dataclass(frozen=True, slots=True)
class Calibration:
    sharpness: tuple[float, ...] = (1.0,) * len(KNOTS)
    """How much scores count."""
    loss: tuple[float, ...] = (0.0,) * len(KNOTS)
    """How much lost discs count against a move."""
    blunder: tuple[float, ...] = (0.0,) * len(KNOTS)
    """The same for many of them."""
    drawn: tuple[float, ...] = (0.0,) * len(KNOTS)
    """How much more lost discs count when moves are drawn."""
    drawn_late: tuple[float, ...] = (0.0,) * len(KNOTS)
    """The same in the ending."""

    def scores(self, choices: Choices, scores: Floats) -> Floats:
        """The scores of moves, by the ratings of those who move: for what they are likely to do."""
        numbers = [_at(choices, each) for each in (self.sharpness, self.loss, self.blunder)]
        parts = np.stack(statistics(choices, scores))
        weighted: Floats = (np.stack(numbers) * parts).sum(axis=0).astype(np.float32)
        return weighted

    def drawn_scores(self, choices: Choices, scores: Floats) -> Floats:
        """The same, for a player who is to lose as much as they do."""
        late = is_late(choices)[choices.owners]
        more = np.where(late, _at(choices, self.drawn_late), _at(choices, self.drawn))
        lost = statistics(choices, scores)[1]
        return (self.scores(choices, scores) + more * lost).astype(np.float32)

    def record(self) -> dict[str, Any]:
        return {name: list(numbers) for name, numbers in asdict(self).items()}

    @classmethod
    def of_record(cls, record: Any, label: str) -> Self:
        """The calibration that made a `record`; FileError if none did."""
        names = set(cls.__dataclass_fields__)
        if not isinstance(record, dict) or set(record) != names:
            raise FileError(f"{label}: the calibration must have {', '.join(sorted(names))}")
        for numbers in record.values():
            if not isinstance(numbers, list) or len(numbers) != len(KNOTS):
                raise FileError(f"{label}: the calibration needs {len(KNOTS)} numbers of each kind")
            if any(type(each) not in (int, float) or not abs(each) <= _LARGEST for each in numbers):
                raise FileError(f"{label}: the calibration holds what is no small number")
        return cls(**{name: tuple(map(float, numbers)) for name, numbers in record.items()})


def is_late(choices: Choices) -> NDArray[np.bool_]:
    late: NDArray[np.bool_] = count(~(choices.own | choices.other)) <= LATE_EMPTIES
    return late


def _at(choices: Choices, numbers: tuple[float, ...]) -> NDArray[np.float64]:
    rating = np.where(choices.rating > 0, choices.rating, UNRATED)[choices.owners]
    return np.interp(rating, KNOTS, numbers)


def statistics(choices: Choices, scores: Floats) -> tuple[Floats, Floats, Floats]:
    """What the three numbers weigh, for each move."""
    lost = losses(choices)
    return (
        scores,
        (-np.minimum(lost, MAX_LOSS) / LOSS_UNIT).astype(np.float32),
        -(lost >= BLUNDER).astype(np.float32),
    )


def knot_shares(rating: Floats) -> NDArray[np.float64]:
    """How much of each knot a rating has: (ratings, knots), each row of sum 1."""
    known = np.where(rating > 0, rating, UNRATED)
    return np.stack([np.interp(known, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)
