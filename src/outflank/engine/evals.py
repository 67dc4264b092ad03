"""Evaluations by name, or from a TOML file: terms, their weights by phase and size, square tables.

The format is described in docs/heuristics.md. A file is checked as a whole, for every board size,
before any of it is used; what is wrong is told with the file and the line.
"""

import importlib.resources
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from outflank._board import PHASES, SIZES, WIN_VALUE, board_name, phase_of
from outflank._files import read_text
from outflank._native import Color, Evaluation, Position
from outflank._schema import At, TomlDocument
from outflank._text import listed, suggestion
from outflank.errors import SettingsError

FORMAT = 1
_LARGEST_EXPONENT = 700  # of a float
SCALES = ("ratio", "dominance", "difference", "own", "penalty")


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one term of an evaluation adds to the value of a position."""

    name: str
    own: float
    """What the feature counts for the player."""
    other: float
    """The same for the opponent."""
    scaled: float
    weight: float
    value: float
    """weight * scaled"""


def generated_table(size: int) -> list[float]:
    """The square table called "generated", row by row.

    Corner > other edge squares > interior > next to the edge > next to a corner: the order that
    Champion and Gin-Naccarato describe. The numbers are ours; nothing depends on more than their
    order.
    """
    more = size // 2 - 2
    edge, next_to_edge = [100.0, -25.0, *[10.0] * more], [-50.0, *[-5.0] * more]
    return _unfolded([edge, next_to_edge, *([0.0] * length for length in range(more, 0, -1))])


def evaluation_names() -> tuple[str, ...]:
    """The evaluations that come with Outflank."""
    return tuple(_packaged())


def evaluation_info(name_or_path: str | Path) -> "EvaluationFile":
    """Title, description, source and board sizes of an evaluation."""
    return _parsed(*_read(name_or_path))


def load_evaluation(name_or_path: str | Path, size: int) -> Evaluation:
    """The evaluation of that name, or in that TOML file, for one board size.

    >>> load_evaluation("parity", 8).value(Position().play("d3"), Color.BLACK)
    80.0
    """
    return _built(*_read(name_or_path), size)


def evaluation_terms(name_or_path: str | Path, size: int) -> "list[NativeTerm]":
    return _parsed(*_read(name_or_path)).native_terms(size)


def explain(
    evaluation: Evaluation, position: Position, color: Color | None = None
) -> list[Contribution]:
    """Each term's share in the value of a position for `color`, by default the side to move."""
    rows: dict[str, list[Contribution]] = {}
    for name, *numbers in evaluation.explain(position, position.turn if color is None else color):
        # Nobody wants to read -0.0, and adding 0.0 turns it into 0.0.
        contribution = Contribution(name, *(number + 0.0 for number in numbers))
        rows.setdefault(name, []).append(contribution)
    # A table that changes with the phase became three native terms of one name.
    phase = PHASES.index(phase_of(position.size, position.size**2 - position.empties))
    return [same[phase if len(same) > 1 else 0] for same in rows.values()]


def _packaged() -> dict[str, Any]:
    folder = importlib.resources.files("outflank") / "data" / "evals"
    files = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): files[name] for name in sorted(files)}


def _read(name_or_path: str | Path) -> tuple[str, str]:
    label, file = str(name_or_path), Path(name_or_path)
    if isinstance(name_or_path, str) and file.suffix != ".toml" and len(file.parts) < 2:
        known = _packaged()
        if label not in known:
            raise SettingsError(
                f"unknown evaluation {label!r} (a file would end in .toml); "
                f"{suggestion(label, known)}"
            )
        label = f"{label}.toml"
        return label, known[name_or_path].read_text("utf-8")
    return label, read_text(file).replace("\r\n", "\n")


@lru_cache(maxsize=64)
def _built(label: str, text: str, size: int) -> Evaluation:
    return Evaluation(size, _parsed(label, text).native_terms(size))


NativeTerm = tuple[str, str, str, list[float], list[float]]
"""Name, feature, scale, weights by number of discs, and square table."""
_Leaf = TypeVar("_Leaf")


@dataclass(frozen=True, slots=True)
class _Term:
    name: str
    feature: str
    scale: str
    weights: dict[int, list[float]]
    """By board size: the weight at each number of discs."""
    tables: dict[int, list[list[float]]]
    """By board size: one table, or one per phase; empty lists if the feature needs none."""

    def lacks(self, size: int) -> str:
        return "weights" if size not in self.weights else "table" if size not in self.tables else ""

    def reach(self, size: int) -> float:
        """More than the term can ever add to a value or take from it."""
        count = max(sum(map(abs, table)) for table in self.tables[size]) or size * size
        scaled = {"ratio": 100, "dominance": 100, "penalty": 50 * count}.get(self.scale, count)
        return scaled * max(map(abs, self.weights[size]))


class EvaluationFile:
    """What an evaluation file says: `title`, `description`, `source`, and its terms.

    `sizes` are the boards that every term has weights for.
    """

    # Below, `at` is the path of keys to a value: ("term", 2, "weights", "8").

    def __init__(self, label: str, text: str) -> None:
        document = TomlDocument(label, text, _key_path)
        self._fail, self._text = document.fail, document.text
        self._check_keys = document.check_keys
        root = document.values
        self._check_keys((), root, ("format", "title", "term"), ("description", "source"))
        if type(root["format"]) is not int or root["format"] != FORMAT:
            raise self._fail(("format",), f"format must be {FORMAT}, not {root['format']!r}")
        self.title = self._text(("title",), root["title"])
        self.description = self._text(("description",), root.get("description", ""))
        self.source = self._text(("source",), root.get("source", ""))
        if not isinstance(root["term"], list) or not root["term"]:
            raise self._fail(("term",), "each term must be a table [[term]]")
        self._terms = [self._term(("term", i), term) for i, term in enumerate(root["term"])]
        for i, term in enumerate(self._terms):
            if term.name in [earlier.name for earlier in self._terms[:i]]:
                raise self._fail(("term", i), f"a second term is called {term.name!r}")
        self.sizes = tuple(s for s in SIZES if not any(term.lacks(s) for term in self._terms))
        if not self.sizes:
            raise self._fail(("term", 0), "no board size has weights in every term")
        for size in self.sizes:
            reach = [term.reach(size) for term in self._terms]
            if sum(reach) >= WIN_VALUE:
                at = ("term", reach.index(max(reach)))
                why = f"a value on {size}x{size} could reach {sum(reach):g}"
                raise self._fail(at, f"{why}, but a won game counts {WIN_VALUE:g}; scale it down")

    def native_terms(self, size: int) -> list[NativeTerm]:
        """What the native evaluation of that board size is made of."""
        natives: list[NativeTerm] = []
        for i, term in enumerate(self._terms):
            if missing := term.lacks(size):
                boards = listed([board_name(s) for s in self.sizes])
                why = f"term {term.name!r} has no {missing} for {size}x{size}"
                raise self._fail(("term", i), f"{why}; this evaluation is for {boards}")
            weights, tables = term.weights[size], term.tables[size]
            for phase, table in zip(PHASES, tables, strict=False):
                by_discs = weights
                if len(tables) > 1:  # each table has its weight in its own phase only
                    by_discs = [w * (phase_of(size, n) == phase) for n, w in enumerate(weights)]
                natives.append((term.name, term.feature, term.scale, by_discs, table))
        return natives

    def _choice(self, at: At, value: Any, known: Iterable[str]) -> str:
        if self._text(at, value) not in known:
            raise self._fail(at, f"unknown {at[-1]} {value!r}; {suggestion(value, known)}")
        return str(value)

    def _number(self, at: At, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._fail(at, f"{_key_path(at)} must be a number, not {value!r}")
        if not abs(value) < WIN_VALUE:
            raise self._fail(at, f"{_key_path(at)} must be a finite number below {WIN_VALUE:g}")
        return float(value)

    def _term(self, at: At, value: Any) -> _Term:
        if not isinstance(value, dict):
            raise self._fail(at, "each term must be a table [[term]]")
        self._check_keys(at, value, ("feature", "scale", "weights"), ("name", "table"))
        feature = self._choice((*at, "feature"), value["feature"], Evaluation.features())
        if (feature == "table") != ("table" in value):
            takes = "needs a" if feature == "table" else "takes no"
            raise self._fail(at, f"the feature {feature!r} {takes} table")
        tables = {size: list[list[float]]([[]]) for size in SIZES}
        if feature == "table":
            tables = self._by_size((*at, "table"), value["table"], self._tables)
        return _Term(
            self._text((*at, "name"), value.get("name", feature)),
            feature,
            self._choice((*at, "scale"), value["scale"], SCALES),
            self._by_size((*at, "weights"), value["weights"], self._weights),
            tables,
        )

    def _by_size(
        self, at: At, value: Any, leaf: Callable[[At, Any], dict[int, _Leaf]]
    ) -> dict[int, _Leaf]:
        """Asks `leaf` once for all boards, or for each board size the file names."""
        keys = set(value) if isinstance(value, dict) else set()
        if not any(key == "any" or key.isdecimal() for key in keys):
            return leaf(at, value)
        self._check_keys(at, value, (), [*map(str, SIZES), "any"])
        by_size: dict[int, _Leaf] = {}
        for key, part in value.items():
            sizes = [s for s in SIZES if str(s) not in keys] if key == "any" else [int(key)]
            parts = leaf((*at, key), part)
            for size in sizes:
                if size not in parts:
                    fits = listed([board_name(s) for s in parts])
                    raise self._fail((*at, key), f"this table is for {fits}, not {size}x{size}")
                by_size[size] = parts[size]
        return by_size

    def _weights(self, at: At, value: Any) -> dict[int, list[float]]:
        if not isinstance(value, dict):
            weight = self._number(at, value)
            return {size: [weight] * (size * size + 1) for size in SIZES}
        if value.keys() & {"max", "k"}:
            self._check_keys(at, value, ("max", "k"))
            return self._ramp(at, *(self._number((*at, key), value[key]) for key in ("max", "k")))
        self._check_keys(at, value, PHASES)
        by_phase = {phase: self._number((*at, phase), value[phase]) for phase in PHASES}
        return {s: [by_phase[phase_of(s, n)] for n in range(s * s + 1)] for s in SIZES}

    def _ramp(self, at: At, largest: float, k: float) -> dict[int, list[float]]:
        def weight(share: float) -> float:
            return largest * math.exp(k * (share - 1))

        # With k below zero the weight falls from that of the empty board.
        if -k > _LARGEST_EXPONENT or abs(weight(0)) >= WIN_VALUE:
            raise self._fail((*at, "k"), f"k = {k:g} makes the weight of an empty board too large")
        return {s: [weight(n / (s * s)) for n in range(s * s + 1)] for s in SIZES}

    def _tables(self, at: At, value: Any) -> dict[int, list[list[float]]]:
        if not isinstance(value, dict):
            return {size: [table] for size, table in self._table(at, value).items()}
        self._check_keys(at, value, PHASES)
        parts = [self._table((*at, phase), value[phase]) for phase in PHASES]
        sizes = [size for size in SIZES if all(size in part for part in parts)]
        if not sizes:
            raise self._fail(at, "the tables of the three phases are for different boards")
        return {size: [part[size] for part in parts] for size in sizes}

    def _table(self, at: At, value: Any) -> dict[int, list[float]]:
        if value == "generated":
            return {size: generated_table(size) for size in SIZES}
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            raise self._fail(at, f'{_key_path(at)} must be "generated" or rows of numbers')
        rows = [
            [self._number((*at, r, c), number) for c, number in enumerate(row)]
            for r, row in enumerate(value)
        ]
        count, lengths = len(rows), [len(row) for row in rows]
        if count in SIZES and lengths == [count] * count:
            return {count: [number for row in rows for number in row]}
        if 2 * count in SIZES and lengths == list(range(count, 0, -1)):
            return {2 * count: _unfolded(rows)}
        raise self._fail(
            at,
            f"{_key_path(at)} must have N rows of N numbers, or N/2 rows of N/2, ..., 2, 1 numbers "
            f"(an eighth of the board), not rows of {', '.join(map(str, lengths)) or 'nothing'}",
        )


_parsed = lru_cache(maxsize=64)(EvaluationFile)


def _unfolded(eighth: list[list[float]]) -> list[float]:
    """All squares, from those of rows 1 to N/2 that lie on the diagonal or right of it."""
    size = 2 * len(eighth)
    near = [min(i, size - 1 - i) for i in range(size)]
    return [eighth[min(r, c)][abs(r - c)] for r in near for c in near]


def _key_path(at: At) -> str:
    keys = [str(key) for key in at if isinstance(key, str) and key != "term"]
    cell = [key + 1 for key in at[2:] if isinstance(key, int)]
    return ".".join(keys) + (f", row {cell[0]}, number {cell[1]}," if cell else "")
