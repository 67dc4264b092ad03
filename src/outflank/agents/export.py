"""A player of ours as one file for the course kit."""

import importlib.resources
from pathlib import Path

from outflank.engine.evals import evaluation_terms
from outflank.errors import SettingsError

SIZES = (6, 8, 10, 12)
"""The boards of the course kit."""


def _terms(evaluation: str | Path) -> str:
    lines = ["{"]
    for size in SIZES:
        lines.append(f"    {size}: [")
        for _, feature, scale, weights, table in evaluation_terms(evaluation, size):
            values = [int(value) if value.is_integer() else value for value in table]
            # Pairs of a number of discs, and the weight from there on.
            numbered = enumerate(weights)
            runs = [(n, weight) for n, weight in numbered if n == 0 or weight != weights[n - 1]]
            lines.append(f"        ({feature!r}, {scale!r}, {runs}, {values or None}),")
        lines.append("    ],")
    return "\n".join([*lines, "}"])


def student_agent(evaluation: str | Path, *, agent_name: str, seconds: float, version: str) -> str:
    """The source of a `student_agent.py` that plays by an evaluation."""
    if not agent_name.isidentifier():
        raise SettingsError(f"{agent_name!r} is no name for an agent: use letters, digits and _")
    template = importlib.resources.files("outflank") / "data" / "student_agent.py.txt"
    text = template.read_text("utf-8")
    for name, value in {
        "VERSION": version,
        "EVALUATION": Path(evaluation).name.replace('"', "").replace("\\", ""),
        "SECONDS": repr(seconds),
        "TERMS": _terms(evaluation),
        "AGENT_NAME": agent_name,
    }.items():
        text = text.replace("{{" + name + "}}", value)
    return text
