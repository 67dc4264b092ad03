"""The engine beside the board: it answers `hint`, `eval` and `why`."""

from collections.abc import Callable

from outflank.engine import Analysis, Level, Limit
from outflank.engine.engine import KeptEngine
from outflank.engine.level import MOST_LEVEL
from outflank.game import Position

ADVICE = Limit(nodes=1_000_000)
"""About a second at most; nodes, so that the same question has the same answer."""
EXACT_EMPTIES = {4: 20, 6: 20, 8: 20, 10: 16, 12: 14}
"""By size: with at most so many empty squares every line is followed to the end of the game."""


class Adviser(KeptEngine):
    """Its engine is made on first use: a game without questions needs no second one."""

    def __init__(self, limit: Limit = ADVICE) -> None:
        super().__init__()
        self.limit = limit

    def advise(
        self, position: Position, hear: Callable[[Analysis], None], *, all_moves: bool
    ) -> Analysis:
        """The best move, or every move from the best to the worst; `hear` is told on the way.

        The scores are exact near the end, unless it is stopped.
        """
        lines = len(position.legal_moves) if all_moves else 1
        exact = position.empties <= EXACT_EMPTIES[position.size]
        limit = Level(MOST_LEVEL) if exact else self.limit
        for analysis in self.for_size(position.size).analysis(position, limit, lines=lines):
            hear(analysis)
        return analysis
