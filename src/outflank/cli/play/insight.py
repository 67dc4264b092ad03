"""What lies behind a move: the search that found it, and the heuristics that speak for it."""

from dataclasses import dataclass

from outflank import Agent, Decision, Move, Position
from outflank.cli.play.notation import Notation
from outflank.cli.play.thinking import short
from outflank.engine.evals import Contribution, evaluation_info, explain, load_evaluation

# Whoever has no evaluation made of heuristics is explained with the terms of a report: seven of
# them, named as players name them. It has no weights for 4x4.
HEURISTICS = ("kandlikar-parry", "rudimentary")


def statistics(decision: Decision, who: str, notation: Notation) -> list[str]:
    """The facts of a search, one per line; what the player did not tell is left out."""
    facts = []
    if decision.depth is not None:
        facts.append(f"depth {decision.depth}")
    if decision.nodes is not None:
        facts.append(f"{decision.nodes:,} nodes")
    if decision.seconds is not None:
        facts.append(f"{decision.seconds:.2f} s")
        if decision.nodes and decision.seconds > 0:
            facts.append(f"{short(decision.nodes / decision.seconds)} nodes/s")
    lines = [f"Last search of {who}: {', '.join(facts) or 'it told nothing'}"]
    if decision.score is not None:
        lines.append(f"  score {decision.score:+.2f} for {notation.name(decision.move)}")
    if len(decision.line) > 1:
        lines.append(f"  expected: {notation.names(decision.line)}")
    if decision.branching is not None:
        lines.append(f"  effective branching factor {decision.branching:.2f}")
    if decision.plies:
        generated, pruned, probes, hits, cuts = (
            sum(getattr(ply, name) for ply in decision.plies)
            for name in ("generated", "pruned", "probes", "hits", "cuts")
        )
        lines.append(f"  pruned {pruned:,} of {generated:,} moves ({_percent(pruned, generated)})")
        lines.append(
            f"  table: {hits:,} hits in {probes:,} probes ({_percent(hits, probes)}), "
            f"{cuts:,} nodes answered by it alone"
        )
    return lines


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two moves, term by term, for the side that plays one of them."""

    evaluation: str
    move: Move
    other: Move
    terms: tuple[tuple[str, float, float], ...]
    """Name, value after `move`, value after `other`; the widest apart first."""

    @property
    def totals(self) -> tuple[float, float]:
        """The value of the position after each move."""
        return sum(term[1] for term in self.terms), sum(term[2] for term in self.terms)

    @property
    def deciding(self) -> str:
        """The term that does most for the move that comes out ahead; empty if none does."""
        ahead = 1 if self.totals[0] >= self.totals[1] else -1
        name, mine, theirs = max(self.terms, key=lambda term: ahead * (term[1] - term[2]))
        return name if ahead * (mine - theirs) > 0 else ""

    def lines(self, notation: Notation) -> list[str]:
        """A table for the screen."""
        names = notation.name(self.move), notation.name(self.other)
        width = max(len(term[0]) for term in self.terms)
        rows = [
            f"Why {names[0]} and not {names[1]}? "
            f"By the heuristics of {self.evaluation}, right after the move:",
            f"  {'':{width}} {names[0]:>10} {names[1]:>10} {'difference':>11}",
        ]
        for name, mine, theirs in (*self.terms, ("total", *self.totals)):
            rows.append(
                f"  {name:{width}} {mine:>10.1f} {theirs:>10.1f} {mine - theirs:>+11.1f}"
                + ("  <- decides" if name == self.deciding else "")
            )
        return rows


def evaluation_of(player: Agent | None, size: int) -> str:
    """The evaluation a player is explained with: its own if it has one for this board."""
    own = player.evaluation if player is not None else None
    for name in (own, *HEURISTICS):
        if name is not None and size in evaluation_info(name).sizes:
            return name
    raise AssertionError("rudimentary is for every board")


def favourite(position: Position, evaluation: str, without: Move) -> Move | None:
    """The move the evaluation likes best right after it, apart from one."""
    native = load_evaluation(evaluation, position.size)
    others = [move for move in position.legal_moves if move != without]
    if not others:
        return None
    return max(others, key=lambda move: native.value(position.play(move), position.turn))


def compare(position: Position, evaluation: str, move: Move, other: Move) -> Comparison:
    """What the evaluation makes of two moves."""
    native = load_evaluation(evaluation, position.size)

    def terms(choice: Move) -> list[Contribution]:
        return explain(native, position.play(choice), position.turn)

    pairs = [
        (mine.name, mine.value, theirs.value)
        for mine, theirs in zip(terms(move), terms(other), strict=True)
        if mine.value or theirs.value
    ]
    pairs.sort(key=lambda term: -abs(term[1] - term[2]))
    return Comparison(evaluation, move, other, tuple(pairs) or (("nothing", 0.0, 0.0),))
