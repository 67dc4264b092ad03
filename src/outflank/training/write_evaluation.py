"""Learned weights as an evaluation file."""

from outflank._board import PHASES
from outflank.training.linear import RAMP_K, TERMS, Fit


def evaluation_toml(fits: list[Fit], title: str, source: str) -> str:
    """An evaluation file (see docs/heuristics.md) for the boards that were trained."""
    lines = [
        "format = 1",
        f'title = "{title}"',
        'description = "Squares by phase, X and C apart, edges, stability; weights from games."',
        f'source = "{source}"',
        "",
        "# The coin parity counts little until the board is nearly full.",
        "[[term]]",
        'name = "parity"',
        'feature = "discs"',
        'scale = "ratio"',
        "[term.weights]",
        *(f"{fit.size} = {{ max = {fit.parity}, k = {RAMP_K} }}" for fit in fits),
    ]
    for name, feature, scale in TERMS:
        lines += [
            "",
            "[[term]]",
            f'name = "{name}"',
            f'feature = "{feature}"',
            f'scale = "{scale}"',
            "[term.weights]",
        ]
        for fit in fits:
            weights = ", ".join(f"{phase} = {fit.terms[name][phase]}" for phase in PHASES)
            lines.append(f"{fit.size} = {{ {weights} }}")
    lines += ["", "[[term]]", 'name = "squares"', 'feature = "table"', 'scale = "difference"']
    lines += ["weights = 1"]
    for fit in fits:
        lines.append(f"[term.table.{fit.size}]")
        for phase in PHASES:
            rows = [", ".join(f"{value:7.2f}" for value in row) for row in fit.tables[phase]]
            indents = [" " * (9 * i) for i in range(len(rows))]
            shown = [f"  {a}[{b}]," for a, b in zip(indents, rows, strict=True)]
            lines += [f"{phase} = [", *shown, "]"]
    return "\n".join(lines) + "\n"
