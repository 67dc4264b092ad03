"""How deep the engine looks, on one scale from 1 to 60."""

from dataclasses import dataclass

from outflank.errors import SettingsError

MIN_LEVEL, MAX_LEVEL, DEFAULT_LEVEL = 1, 60, 10
FULL_WIDTH = 100
MIDGAME_SELECTIVITY = 73
"""In percent: how sure levels above ten, and searches by time or nodes, are of what they cut."""

_LAST_FULL_WIDTH = 10
# The last level of each group, and the empty squares from which on it looks to the end of the game:
# for certain, with 98 % and with 87 %. As players know it from Edax.
_GROUPS = (
    (12, 21, 24, 24),
    (18, 22, 25, 27),
    (21, 24, 27, 30),
    (24, 25, 28, 31),
    (27, 27, 30, 33),
    (30, 28, 31, 34),
)
_SOLVING_LEVEL, _SOLVED_SIZE, _SOLVED_EMPTIES = 10, 6, 27
"""From this level on, and from so many empty squares on, every position of 6x6 is solved."""


@dataclass(frozen=True, slots=True)
class Level:
    """A depth of search, and from how many empty squares on it looks to the end of the game.

    >>> Level(8)
    Level(number=8)
    >>> Level(8).plies, Level(8).exact_empties
    (8, 16)
    >>> Level(19).search_at(26)
    (26, 98)
    """

    number: int

    def __post_init__(self) -> None:
        whole = isinstance(self.number, int) and not isinstance(self.number, bool)
        if not whole or not MIN_LEVEL <= self.number <= MAX_LEVEL:
            raise SettingsError(
                f"a level is a whole number from {MIN_LEVEL} to {MAX_LEVEL}, not {self.number!r}"
            )

    @property
    def plies(self) -> int:
        """How far ahead it looks in the middle of the game."""
        return self.number

    @property
    def selectivity(self) -> int:
        """How sure it is, in percent, of what it leaves out in the middle of the game."""
        return FULL_WIDTH if self.number <= _LAST_FULL_WIDTH else MIDGAME_SELECTIVITY

    @property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """From how many empty squares on it looks to the end, and with how many percent."""
        if self.number <= _LAST_FULL_WIDTH:
            return ((2 * self.number, FULL_WIDTH),)
        if self.number == MAX_LEVEL:
            return ((12 * 12, FULL_WIDTH),)  # every square of the largest board
        exact, nearly, likely = next(
            (empties for last, *empties in _GROUPS if self.number <= last),
            (self.number - 2, self.number + 1, self.number + 4),
        )
        ends = ((exact, FULL_WIDTH), (nearly, 98), (likely, 87))
        return ends if likely > nearly else ends[:2]

    @property
    def exact_empties(self) -> int:
        """With at most so many empty squares its score is the true one."""
        return self.ends[0][0]

    def search_at(self, empties: int, size: int = 8) -> tuple[int, int]:
        """The depth and the selectivity with so many empty squares; their depth is the end.

        On 6x6, levels from 10 on look to the end from 27 empty squares on.
        """
        solves = size == _SOLVED_SIZE and self.number >= _SOLVING_LEVEL
        if solves and empties <= _SOLVED_EMPTIES:
            return empties, FULL_WIDTH
        for most, percent in self.ends:
            if empties <= most:
                return empties, percent
        return min(self.plies, empties), self.selectivity
