"""What the engine knows about a position: its best lines, and how sure it is of them."""

from dataclasses import dataclass

from outflank._native import Move
from outflank._text import plural
from outflank.engine.decision import Decision


def kind_of(depth: int, selectivity: int, exact: bool) -> str:
    """How far a search looked: "12 plies @ 100 %" or "exact"."""
    return "exact" if exact else f"{plural(depth, 'ply', 'plies')} @ {selectivity} %"


@dataclass(frozen=True, slots=True)
class Line:
    """A move, what it is worth, and how play goes on."""

    move: Move
    score: int
    """Discs the side to move is expected to win by; after `outcome` only 1, 0 or -1."""
    line: tuple[Move, ...]
    """The expected continuation, the move itself first."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The state of a search: the last one of a search is `finished`."""

    lines: tuple[Line, ...]
    """As many moves as were asked for, the best first."""
    depth: int
    """Plies of the deepest finished iteration."""
    selectivity: int
    """How sure the scores are for that depth, in percent; 100 if no line was left out."""
    exact: bool
    """True if every line was followed to the end of the game: the scores are the true ones."""
    outcome: bool
    """True if the scores only tell a win (1), a draw (0) or a loss (-1)."""
    nodes: int
    seconds: float
    finished: bool

    @property
    def best(self) -> Line:
        """The best move and what it is worth."""
        return self.lines[0]

    @property
    def kind(self) -> str:
        """What the scores are: "12 plies @ 100 %", "exact", or "outcome"."""
        if self.exact and self.outcome:
            return "outcome"
        return kind_of(self.depth, self.selectivity, self.exact)

    def decision(self) -> Decision:
        """The best move as a player's answer."""
        return Decision(
            self.best.move,
            score=float(self.best.score),
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            line=self.best.line,
            selectivity=self.selectivity,
        )
