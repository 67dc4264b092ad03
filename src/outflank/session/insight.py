"""What lies behind a move: the search that found it, and the heuristics that speak for it."""

from dataclasses import astuple, dataclass

from outflank.agents import Agent
from outflank.engine import Analysis, Decision, Line, Ply
from outflank.engine.evals import evaluation_info, explain, load_evaluation
from outflank.game import Move, Position

# Whoever has no evaluation made of heuristics is explained with the terms of a report: seven of
# them, named as players name them. It has no weights for 4x4.
HEURISTICS = ("kandlikar-parry", "rudimentary")


def counts_of(decision: Decision) -> Ply | None:
    """The counts of a search, summed over its plies; None if its player does not have them."""
    if not decision.plies:
        return None
    return Ply(*map(sum, zip(*map(astuple, decision.plies), strict=True)))


@dataclass(frozen=True, slots=True)
class Explanation:
    """Two moves: what the engine sees behind them, and what heuristics make of them."""

    kind: str
    """How far the engine looked: "12 plies @ 100 %" or "exact"."""
    move: Line
    other: Line
    evaluation: str
    terms: tuple[tuple[str, float, float], ...]
    """Name, value after `move`, value after `other`; the widest apart first."""

    @property
    def better(self) -> Move | None:
        """The move the engine prefers; None if they are worth the same."""
        if self.move.score == self.other.score:
            return None
        return self.move.move if self.move.score > self.other.score else self.other.move

    @property
    def totals(self) -> tuple[float, float]:
        """The value of the position after each move, by the heuristics."""
        return sum(term[1] for term in self.terms), sum(term[2] for term in self.terms)

    @property
    def strongest(self) -> str:
        """The term that speaks most for the better move; empty if none does."""
        sign = (self.move.score > self.other.score) - (self.move.score < self.other.score)
        name, own, instead = max(self.terms, key=lambda term: sign * (term[1] - term[2]))
        return name if sign * (own - instead) > 0 else ""


def evaluation_of(player: Agent | None, size: int) -> str:
    """The evaluation a player is explained with: its own if it has one for this board."""
    own = player.evaluation if player is not None else None
    names = (name for name in (own, *HEURISTICS) if name is not None)
    return next(name for name in names if size in evaluation_info(name).sizes)


def explain_move(
    position: Position, analysis: Analysis, evaluation: str, move: Move, other: Move | None = None
) -> Explanation | None:
    """A move against another one, else the engine's favourite among the others.

    None if `analysis` has no line for either: a search that was stopped at once has but one.
    """
    lines = {line.move: line for line in analysis.lines}
    if other is None:
        other = next((choice for choice in lines if choice != move), None)
    if other is None or not {move, other} <= lines.keys():
        return None
    native = load_evaluation(evaluation, position.size)
    parts = (explain(native, position.play(choice), position.turn) for choice in (move, other))
    terms = [
        (own.name, own.value, instead.value)
        for own, instead in zip(*parts, strict=True)
        if own.value or instead.value
    ]
    terms.sort(key=lambda term: -abs(term[1] - term[2]))
    return Explanation(
        analysis.kind,
        lines[move],
        lines[other],
        evaluation,
        tuple(terms) or (("nothing", 0.0, 0.0),),
    )
