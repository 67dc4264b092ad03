"""Learned weights as an evaluation file."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from outflank._board import PHASES
from outflank.engine.evals import evaluation_info
from outflank.training.features import PARITY, RAMP_K, TERMS, Term, Weights, learnable_terms

_quote = partial(json.dumps, ensure_ascii=False)  # TOML reads texts of JSON


def evaluation_toml(boards: Sequence[Weights], title: str, source: str) -> str:
    """An evaluation file (see docs/heuristics.md) for the boards that were trained."""
    about = "Squares by phase, X and C apart, edges, stability; weights from games."
    lines = [
        *_head(title, about, source),
        "",
        "# The coin parity counts little until the board is nearly full.",
        *_term(PARITY),
        "[term.weights]",
        *(f"{one.size} = {{ max = {one.parity}, k = {RAMP_K} }}" for one in boards),
        *_weighted(TERMS, boards),
        "",
        *_term(("squares", "table", "difference")),
        "weights = 1",
    ]
    for one in boards:
        lines.append(f"[term.table.{one.size}]")
        for phase in PHASES:
            rows = [", ".join(f"{value:7.2f}" for value in row) for row in one.tables[phase]]
            indents = [" " * (9 * i) for i in range(len(rows))]
            triangle = [f"  {a}[{b}]," for a, b in zip(indents, rows, strict=True)]
            lines += [f"{phase} = [", *triangle, "]"]
    return "\n".join(lines) + "\n"


def terms_toml(boards: Sequence[Weights], evaluation: str | Path, source: str) -> str:
    """The terms of an evaluation with the weights that were learned for them."""
    terms = learnable_terms(evaluation, boards[0].size)
    title = f"{evaluation_info(evaluation).title}, learned"
    about = f"The terms of {evaluation} with weights learned from games."
    return "\n".join([*_head(title, about, source), *_weighted(terms, boards)]) + "\n"


def _head(title: str, about: str, source: str) -> list[str]:
    texts = {"title": title, "description": about, "source": source}
    return ["format = 1", *(f"{key} = {_quote(text)}" for key, text in texts.items())]


def _weighted(terms: Sequence[Term], boards: Sequence[Weights]) -> list[str]:
    lines = []
    for term in terms:
        lines += ["", *_term(term), "[term.weights]"]
        for one in boards:
            weights = ", ".join(f"{phase} = {one.terms[term[0]][phase]}" for phase in PHASES)
            lines.append(f"{one.size} = {{ {weights} }}")
    return lines


def _term(term: Term) -> list[str]:
    keys = zip(("name", "feature", "scale"), term, strict=True)
    return ["[[term]]", *(f"{key} = {_quote(text)}" for key, text in keys)]
