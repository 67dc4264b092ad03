"""Evaluations made for an experiment: terms dropped or added, weights of one phase or board."""

import importlib.resources
import json
import tomllib
from pathlib import Path
from typing import Any

from outflank._board import PHASES, board_name
from outflank._files import write_text
from outflank.engine.evals import evaluation_info
from outflank.errors import FileError
from outflank.experiments.experiment import Variant


def write_variants(
    variants: tuple[Variant, ...], folder: Path, *, keep: bool = False
) -> dict[str, Path]:
    """Writes an evaluation file for each variant; where they are, by name.

    With `keep`, games were played with those that are there: one that has changed is refused.
    """
    if variants:
        folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for variant in variants:
        path = paths[variant.name] = folder / f"{variant.name}.toml"
        text = variant_toml(variant)
        if keep and path.exists() and path.read_bytes() != text.encode():
            raise FileError(
                f"{path} has changed since games were played with it; "
                f"choose another folder, or remove {folder.parent}"
            )
        write_text(path, text)
        evaluation_info(path)  # says what is wrong with it
    return paths


def variant_toml(variant: Variant) -> str:
    file = importlib.resources.files("outflank") / "data" / "evals" / f"{variant.of}.toml"
    terms: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["term"]
    for name in variant.drop:
        if name not in map(_name, terms):
            raise FileError(f"evaluations, {variant.name}: {variant.of} has no term {name!r}")
    terms = [term for term in terms if _name(term) not in variant.drop]
    if variant.size is not None:
        terms = [{**term, "weights": _of_board(term["weights"], variant)} for term in terms]
    if variant.phase is not None:
        terms = [{**term, "weights": _fixed(term["weights"], variant.phase)} for term in terms]
    changes = [
        *(f"without {name}" for name in variant.drop),
        *([f"{variant.phase} weights in all phases"] if variant.phase else []),
        *([f"{board_name(variant.size)} weights on all boards"] if variant.size else []),
        *(f"with {_name(term)}" for term in variant.add),
    ]
    what = ", ".join(changes)
    lines = [
        "format = 1",
        f"title = {_toml(variant.name)}",
        f"description = {_toml(f'{variant.of} {what}.')}",
        'source = "made for an experiment"',
    ]
    for term in (*terms, *variant.add):
        lines += ["", "[[term]]", *(f"{key} = {_toml(value)}" for key, value in term.items())]
    return "\n".join(lines) + "\n"


def _name(term: dict[str, Any]) -> str:
    return str(term.get("name", term.get("feature")))


def _fixed(weights: Any, phase: str) -> Any:
    """Weights by phase become those of one phase; others stay."""
    if not isinstance(weights, dict):
        return weights
    if set(weights) == set(PHASES):
        return weights[phase]
    return {key: _fixed(value, phase) for key, value in weights.items()}


def _of_board(weights: Any, variant: Variant) -> Any:
    """Weights by board become those of one board; others stay."""
    if not isinstance(weights, dict) or not any(key.isdigit() for key in weights):
        return weights
    if str(variant.size) not in weights:
        raise FileError(
            f"evaluations, {variant.name}: {variant.of} has no weights for size {variant.size}"
        )
    return weights[str(variant.size)]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # Texts, numbers and switches are written as in JSON.
    return json.dumps(value)
