"""How deep the engine looks, on one scale from 1 to 60."""

from dataclasses import dataclass

from outflank.errors import SettingsError

LEAST_LEVEL, MOST_LEVEL = 1, 60

# The last level of each group, and the empty squares from which on it plays perfectly.
_EXACT = ((12, 20), (18, 22), (24, 24), (27, 26), (30, 28))
_EVERY_SQUARE = 12 * 12


@dataclass(frozen=True, slots=True)
class Level:
    """A depth of search, and the empty squares from which on every line is followed to its end.

    >>> Level(8)
    Level(number=8)
    >>> Level(8).plies, Level(8).exact_empties
    (8, 16)
    """

    number: int

    def __post_init__(self) -> None:
        whole = isinstance(self.number, int) and not isinstance(self.number, bool)
        if not whole or not LEAST_LEVEL <= self.number <= MOST_LEVEL:
            raise SettingsError(
                f"a level is a whole number from {LEAST_LEVEL} to {MOST_LEVEL}, not {self.number!r}"
            )

    @property
    def plies(self) -> int:
        """How far ahead it looks in the middle of the game."""
        return self.number

    @property
    def exact_empties(self) -> int:
        """With at most so many empty squares its score is the true one."""
        if self.number <= 10:
            return 2 * self.number
        if self.number == MOST_LEVEL:
            return _EVERY_SQUARE
        return next((empties for last, empties in _EXACT if self.number <= last), self.number - 2)
