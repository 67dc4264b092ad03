"""How long a player may think about a move."""

import sys
from dataclasses import dataclass

from outflank.errors import ArgumentTypeError, SettingsError

SELECTIVITIES = (73, 87, 95, 98, 99, 100)
"""In percent, as a search can leave out lines; with 100 it leaves out none."""

MAX_THREADS = 256
"""Of one search."""


def check_number(
    name: str, value: object, *, whole: bool = True, most: float = sys.float_info.max
) -> None:
    """TypeError or SettingsError unless the value is a number above zero, `most` at most."""
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        kind = "a whole number" if whole else "a number"
        raise ArgumentTypeError(f"{name} must be {kind}, not {value!r}")
    if not 0 < value <= most:
        expected = "above zero" if most == sys.float_info.max else f"from 1 to {most}"
        raise SettingsError(f"{name} must be {expected}, not {value}")


MOVES_AHEAD = 0.6
"""The share of a player's remaining moves that its remaining time is spread over: the later
ones, in endgames that solve themselves, need less."""
SHARE_LEFT = 0.9
"""Of the time that is left, no move gets more: answers take their way, too."""
SHORTEST = 0.001


def share_of(clock: float, increment: float, empties: int) -> float:
    """Seconds for one move, of the `clock` seconds left for a game with so many squares empty."""
    moves = max(1.0, MOVES_AHEAD * empties / 2)
    return max(SHORTEST, min(clock / moves + increment, SHARE_LEFT * clock))


@dataclass(frozen=True, slots=True)
class Limit:
    """The first limit reached ends the search; at least one must be set.

    `depth` counts plies, `nodes` positions, `time` seconds on the wall. With `dynamic` the
    depth follows the empty squares, as in the report of Faraji and Osama: 3 plies early, then 5,
    and 7 late in the game (`depth` still caps it).

    `selectivity` is for the engine: how sure it has to be, in percent from 73 to 100, of what it
    leaves out. Without it nothing is left out of a search by `depth`; one by time or nodes starts
    with 73.

    `clock` is what is left of a game's time, in seconds, and `increment` what each move adds to
    it: the player shares it out among its moves. The engine spends less of its share where the move
    is clear and more where it is not; the others spend it whole.

    >>> Limit(depth=5).depth
    5
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    dynamic: bool = False
    selectivity: int | None = None
    clock: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time", "selectivity", "clock"):
            value = getattr(self, name)
            if value is not None:
                check_number(name, value, whole=name not in ("time", "clock"))
        if self.depth is self.nodes is self.time is self.clock is None and not self.dynamic:
            raise SettingsError(
                "a limit needs a depth, a number of nodes, a time, a clock, or dynamic"
            )
        if self.increment:
            check_number("increment", self.increment, whole=False)
            if self.clock is None:
                raise SettingsError("an increment goes with a clock")
        if self.selectivity is not None and self.selectivity not in SELECTIVITIES:
            raise SettingsError(
                f"selectivity is one of {', '.join(map(str, SELECTIVITIES))} %, "
                f"not {self.selectivity}"
            )

    @property
    def is_timed(self) -> bool:
        """Whether a clock decides: then two searches may answer differently."""
        return self.time is not None or self.clock is not None

    def seconds_at(self, empties: int) -> float | None:
        """The seconds for a move with so many squares empty; None if no clock decides."""
        if self.clock is None:
            return self.time
        share = share_of(self.clock, self.increment, empties)
        return share if self.time is None else min(share, self.time)

    def depth_at(self, size: int, empties: int) -> int | None:
        """The deepest search this limit allows with `empties` of size * size squares empty."""
        if not self.dynamic:
            return self.depth
        # 8x8: above 50 and below 30 empties. Elsewhere the same shares of the squares to fill.
        early, late = (50, 30) if size == 8 else (5 / 6 * (size**2 - 4), (size**2 - 4) / 2)
        plies = 3 if empties > early else 7 if empties < late else 5
        return plies if self.depth is None else min(plies, self.depth)
