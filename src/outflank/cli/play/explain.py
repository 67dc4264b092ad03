"""What `why` and `stats` write."""

from outflank import Decision
from outflank.cli.play.notation import Notation
from outflank.session.insight import Comparison, counts_of


def short(count: float) -> str:
    """A large number in few characters.

    >>> short(532.4), short(24_310), short(1_250_000)
    ('532', '24 k', '1.2 M')
    """
    if count < 1e3:
        return f"{count:.0f}"
    return f"{count / 1e3:.0f} k" if count < 1e6 else f"{count / 1e6:.1f} M"


def statistics_lines(decision: Decision, who: str, notation: Notation) -> list[str]:
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
    counts = counts_of(decision)
    if counts is not None:
        lines.append(
            f"  pruned {counts.pruned:,} of {counts.generated:,} moves "
            f"({_percent(counts.pruned, counts.generated)})"
        )
        lines.append(
            f"  table: {counts.hits:,} hits in {counts.probes:,} probes "
            f"({_percent(counts.hits, counts.probes)}), {counts.cuts:,} nodes answered by it alone"
        )
    return lines


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


def comparison_lines(comparison: Comparison, notation: Notation) -> list[str]:
    """Two moves as a table, a line for each heuristic."""
    names = notation.name(comparison.move), notation.name(comparison.other)
    width = max(len(term[0]) for term in comparison.terms)
    rows = [
        f"Why {names[0]} and not {names[1]}? "
        f"By the heuristics of {comparison.evaluation}, right after the move:",
        f"  {'':{width}} {names[0]:>10} {names[1]:>10} {'difference':>11}",
    ]
    for name, mine, theirs in (*comparison.terms, ("total", *comparison.totals)):
        rows.append(
            f"  {name:{width}} {mine:>10.1f} {theirs:>10.1f} {mine - theirs:>+11.1f}"
            + ("  <- decides" if name == comparison.deciding else "")
        )
    return rows
