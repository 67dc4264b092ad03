"""What the core is asked about a position, and how its answer reads.

The core wants a legal square. A forced pass is played before it is asked, and its answer turned.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from outflank._native import EngineCore, Move, Position
from outflank.engine.level import FULL_WIDTH, MIDGAME_SELECTIVITY, Level
from outflank.engine.limit import SHARE_LEFT, SHORTEST, Limit, check_number
from outflank.errors import ArgumentTypeError, IllegalMoveError
from outflank.values import Analysis, Line

PATIENCE = 0.05
"""Seconds to wait for the core before Python may look at signals again."""
PACE = 0.35
"""The part of a move's share of the clock after which a search goes no deeper: the iteration
that was under way then has taken the rest."""
MAX_SHARES = 2.5
"""No move takes more than so many shares, however unsure it is."""
MOVE_SECONDS = 0.003
"""Kept for every move to come, which takes a little time even if there is nothing to search."""
AT_ONCE = 1e-6
"""The pace of the only legal move."""

# More than any game or patience needs, and what the core can hold.
_MAX_PLIES, _MAX_NODES, _MAX_SECONDS = 1000, 2**63 - 1, 1e9


@dataclass(frozen=True, slots=True)
class Question:
    """A position and how far to look; zero is no limit."""

    position: Position
    depth: int
    nodes: int
    seconds: float
    selectivity: int
    to_end: bool
    """Whether the end of the game is to be reached, whatever the depth."""
    lines: int
    outcome: bool
    pace: float = 0.0
    """Seconds for a usual move of a game, of which an easy one takes fewer."""

    def start(self, core: EngineCore, *, fresh: bool) -> None:
        """Lets the core begin; with `fresh` it forgets what it stored before."""
        core.start(
            self.position.play(Move.PASS) if self.position.must_pass() else self.position,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            selectivity=self.selectivity,
            to_end=self.to_end,
            lines=1 if self.position.must_pass() else self.lines,
            outcome_only=self.outcome,
            fresh=fresh,
            pace=self.pace,
        )

    def snapshots(self, core: EngineCore) -> Iterator[Analysis | None]:
        """What the core knows, seen by the side to move; None where nothing changed for a while."""
        number, finished = 0, False
        while not finished:
            snapshot = core.wait(PATIENCE, number)
            if snapshot is None:
                yield None
                continue
            number, finished, depth, selectivity, exact, nodes, seconds, rows = snapshot
            lines = tuple(self._line(*row) for row in rows)
            yield Analysis(lines, depth, selectivity, exact, self.outcome, nodes, seconds, finished)

    def _line(self, move: Move, score: int, line: tuple[Move, ...]) -> Line:
        line = line or (move,)
        if self.outcome:
            score = (score > 0) - (score < 0)
        if self.position.must_pass():
            return Line(Move.PASS, -score, (Move.PASS, *line))
        return Line(move, score, line)


def question_for(
    position: Position, limit: Limit | Level, *, lines: int = 1, outcome: bool = False
) -> Question:
    """The question that a limit or a level stands for."""
    check_number("lines", lines)
    if not isinstance(limit, Limit | Level):
        raise ArgumentTypeError(f"the limit must be a Limit or a Level, not {limit!r}")
    if position.is_over():
        raise IllegalMoveError("the game is over: there is no move to choose")
    nodes, seconds, pace, to_end = 0, 0.0, 0.0, False
    empties = position.empties
    if isinstance(limit, Level):
        depth, selectivity = limit.search_at(empties, position.size)
        to_end = depth == empties
    else:
        depth = min(limit.depth_at(position.size, empties) or 0, _MAX_PLIES)
        nodes = min(limit.nodes or 0, _MAX_NODES)
        seconds = min(limit.seconds_at(empties) or 0.0, _MAX_SECONDS)
        if limit.clock is not None:
            pace = PACE * seconds
            left = limit.clock - MOVE_SECONDS * empties / 2
            seconds = min(MAX_SHARES * seconds, SHARE_LEFT * left, limit.time or math.inf)
            seconds = max(seconds, SHORTEST)
        selectivity = limit.selectivity or (FULL_WIDTH if depth else MIDGAME_SELECTIVITY)
    lines = min(lines, len(position.legal_moves))
    return Question(position, depth, nodes, seconds, selectivity, to_end, lines, outcome, pace)
