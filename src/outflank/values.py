"""The plain values that players, engines, protocols and the arena exchange."""

from dataclasses import dataclass, field

from outflank._native import Color, Move
from outflank._text import plural


@dataclass(frozen=True, slots=True)
class Ply:
    """What happened at one distance from the root."""

    generated: int
    """Children of the nodes at this ply."""
    searched: int
    """Children that were looked at; the others were pruned."""
    probes: int
    hits: int
    cuts: int
    """Nodes answered by the table alone."""

    @property
    def pruned(self) -> int:
        """Children never looked at."""
        return self.generated - self.searched


@dataclass(frozen=True, slots=True)
class Decision:
    """A chosen move and the facts behind it; what a player does not know stays None."""

    move: Move
    score: float | None = None
    """For the player that moves, in the units of its evaluation."""
    depth: int | None = None
    """Plies of the deepest finished iteration."""
    nodes: int | None = None
    seconds: float | None = None
    pv: tuple[Move, ...] = ()
    """The principal variation: the expected continuation, the move itself first."""
    selectivity: int | None = None
    """How sure the score is for that depth, in percent; 100 if no line was left out."""
    plies: tuple[Ply, ...] = field(default=(), repr=False)
    book: bool = False
    """True if the move is from a book, without a search."""

    @property
    def branching(self) -> float | None:
        """Effective branching factor: the depth-th root of the nodes."""
        if not self.depth or not self.nodes:
            return None
        return float(self.nodes ** (1 / self.depth))


FORCED_PASS = Decision(Move.PASS, nodes=0, seconds=0.0, pv=(Move.PASS,))
"""The answer where there is nothing to choose."""


def forfeit_score(loser: Color, size: int) -> int:
    """Black's score of a game that a side has lost by every square, whatever lies on the board."""
    return -(size**2) if loser == Color.BLACK else size**2


def kind_of(depth: int, selectivity: int, exact: bool) -> str:
    """How far a search looked: "12 plies @ 100 %" or "exact"."""
    return "exact" if exact else f"{plural(depth, 'ply', 'plies')} @ {selectivity} %"


@dataclass(frozen=True, slots=True)
class Line:
    """A move, what it is worth, and how play goes on."""

    move: Move
    score: int
    """Discs the side to move is expected to win by; after `outcome` only 1, 0 or -1."""
    pv: tuple[Move, ...]
    """The principal variation: the expected continuation, the move itself first."""


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
    book: bool = False
    """True if a book says so, without a search."""

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
            pv=self.best.pv,
            selectivity=self.selectivity,
            book=self.book,
        )
