"""What `why` and `stats` write."""

from outflank import Decision
from outflank._text import plural
from outflank.cli.terminal.notation import Notation
from outflank.session.insight import Explanation, counts_of


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
    fields = []
    if decision.book:
        fields.append("from the book")
    if decision.depth is not None:
        fields.append(f"depth {decision.depth}")
    if decision.nodes is not None:
        fields.append(f"{decision.nodes:,} nodes")
    if decision.seconds is not None:
        fields.append(f"{decision.seconds:.2f} s")
        if decision.nodes and decision.seconds > 0:
            fields.append(f"{short(decision.nodes / decision.seconds)} nodes/s")
    lines = [f"Last search of {who}: {', '.join(fields) or 'it told nothing'}"]
    if decision.score is not None:
        lines.append(f"  score {decision.score:+.2f} for {notation.name(decision.move)}")
    if len(decision.pv) > 1:
        lines.append(f"  expected: {notation.names(decision.pv)}")
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


def why_lines(explanation: Explanation, notation: Notation) -> list[str]:
    """What the engine sees behind two moves, then a table with a line for each heuristic."""
    move, other = (notation.name(line.move) for line in (explanation.move, explanation.other))
    width = max(len(move), len(other))
    rows = [f"Why {move} and not {other}? The engine sees ({explanation.kind}):"]
    for line in (explanation.move, explanation.other):
        name, expected = notation.name(line.move), notation.names(line.pv)
        rows.append(f"  {name:{width}} {line.score:+3d}  expected: {expected}")
    rows.append(f"  {_verdict(explanation, notation)}")
    rows.append(f"The heuristics of {explanation.evaluation} right after each move, to illustrate:")
    width = max(len(term[0]) for term in explanation.terms)
    rows.append(f"  {'':{width}} {move:>10} {other:>10} {'difference':>11}")
    better, strongest = explanation.better, explanation.strongest
    for name, own, opponent in (*explanation.terms, ("total", *explanation.totals)):
        mark = f"  <- speaks for {notation.name(better)}" if better and name == strongest else ""
        rows.append(
            f"  {name:{width}} {own:>10.1f} {opponent:>10.1f} {own - opponent:>+11.1f}{mark}"
        )
    gap = explanation.totals[0] - explanation.totals[1]
    if better is not None and (gap < 0 if better == explanation.move.move else gap > 0):
        rows.append(f"  They would prefer {other if gap < 0 else move}; the engine looks further.")
    return rows


def _verdict(explanation: Explanation, notation: Notation) -> str:
    if explanation.better is None:
        return "Both are worth the same."
    discs = plural(abs(explanation.move.score - explanation.other.score), "disc")
    return f"{notation.name(explanation.better)} is worth {discs} more."
