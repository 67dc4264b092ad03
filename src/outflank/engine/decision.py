"""What a player answers: its move, and what it saw on the way."""

from dataclasses import dataclass, field

from outflank._native import Move


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
    line: tuple[Move, ...] = ()
    """The expected continuation, the move itself first."""
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
