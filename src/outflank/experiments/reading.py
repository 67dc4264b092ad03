"""Reads experiments from the TOML files in `data/experiments`, and checks all but the games."""

import importlib.resources
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from outflank._board import PHASES, SIZES, board_name
from outflank._files import decoded
from outflank._schema import TomlDocument, TomlTable
from outflank._text import suggestion
from outflank.engine.evals import evaluation_names
from outflank.errors import FileError, SettingsError
from outflank.experiments import depth, determinism, memory
from outflank.experiments.experiment import (
    CHARTS,
    CONDITIONS,
    EXPECTATIONS,
    JUDGEMENTS,
    LIMITS,
    REPORTS,
    Chart,
    Claim,
    Conclusion,
    Discs,
    Experiment,
    Grid,
    Part,
    Variant,
)
from outflank.experiments.measure import Keys, Measure

T = TypeVar("T")

MEASURES: dict[str, Measure] = {
    "depth-and-breadth": depth.BREADTH,
    "determinism": determinism.MEASURE,
    "memory": memory.MEASURE,
    "midgame-depth": depth.MIDGAME,
}
"""The measurements that experiments can ask for, by name."""


def _files() -> dict[str, Traversable]:
    folder = importlib.resources.files("outflank") / "data" / "experiments"
    files = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): files[name] for name in sorted(files)}


def experiment_names() -> tuple[str, ...]:
    return tuple(_files())


def load_experiment(name: str, *, quick: bool = False) -> Experiment:
    """The experiment of that name; a quick one is small enough for two minutes."""
    files = _files()
    if name not in files:
        hint = suggestion(name, files, "outflank experiment --list lists them")
        raise SettingsError(f"there is no experiment {name!r}; {hint}")
    return read_experiment(files[name], quick=quick)


def read_experiment(file: Traversable | Path, *, quick: bool = False) -> Experiment:
    """Read a file; FileError names it, and the key or line that is wrong."""
    try:
        text = decoded(file.read_bytes(), file.name)
    except OSError as error:
        raise FileError(f"{file.name}: cannot be read: {error.strerror}") from None
    return _experiment(TomlDocument(file.name, text).root, file.name.removesuffix(".toml"), quick)


def _experiment(root: TomlTable, name: str, quick: bool) -> Experiment:
    evaluations = root.table("evaluations")
    variants = tuple(_variant(name, evaluations.table(name)) for name in evaluations.names)
    players = root.read("players", dict[str, str])
    for player, spec in players.items():
        for missing in set(re.findall(r"\{(.*?)\}", spec)) - {variant.name for variant in variants}:
            why = f"needs evaluations.{missing}, which is missing"
            raise root.table("players").fail(player, why)
    parts: dict[str, Part] = {}
    for table in root.tables("part"):
        part = _part(table, players)
        if part.name in parts:
            raise root.fail("part", f"has {part.name!r} twice")
        parts[part.name] = part
    claims = tuple(claim for table in root.tables("claim") for claim in _claims(table, parts))
    measure = root.read("measure", str, MEASURES) if root.has("measure") else None
    if not parts and measure is None:
        raise root.fail("part", "is missing: there is nothing to play")
    # What is claimed of measurements stands in the code that makes them.
    known: dict[str, Iterable[str]] = {
        "parts": parts,
        "players": players,
        "against": players,
        "by": CHARTS,
        "word": JUDGEMENTS,
        **({} if measure else {"claims": {claim.says for claim in claims}}),
    }
    values, figures, smaller = root.table("values"), root.table("figures"), root.table("quick")
    games = smaller.read("games", int, default=10**6)
    sizes = smaller.read("sizes", tuple[int, ...], default=list(SIZES))
    fewer = smaller.table("values").raw()
    smaller.done()
    return _read(
        root,
        Experiment,
        {},
        name=name,
        conclusions=tuple(_conclusion(table, known) for table in root.tables("conclusion")),
        variants=variants,
        players=players,
        parts=tuple(_quick(part, games, sizes) if quick else part for part in parts.values()),
        claims=claims,
        charts=tuple(
            _read(table, Chart, known, number=number)
            for number, table in enumerate(root.tables("chart"), 1)
        ),
        discs=tuple(_discs(table, parts) for table in root.tables("discs")),
        grids=tuple(_grid(table, parts) for table in root.tables("grid")),
        measure=measure,
        **_values(measure, values.overlaid(fewer) if quick else values, figures),
    )


def _read(table: TomlTable, kind: type[T], known: Mapping[str, Iterable[str]], **values: Any) -> T:
    """Read the fields of a dataclass by their types, but for `values`, which others have read.

    Fields named in `known` must be among these words.
    """
    hints = get_type_hints(kind)
    for field in fields(kind):  # type: ignore[arg-type]
        key, hint = field.name, hints[field.name]
        if key in values or (field.default is not MISSING and not table.has(key)):
            continue
        if type(None) in get_args(hint):
            [hint] = set(get_args(hint)) - {type(None)}
        values[key] = table.read(key, hint, known.get(key))
    table.done()
    return kind(**values)


def _values(measure: str | None, values: TomlTable, figures: TomlTable) -> dict[str, Any]:
    """The settings of a special measurement, and the report's figures for it."""
    settings, known, by_size = {}, {}, {}
    if measure is not None:
        settings = _by_kind(values, MEASURES[measure].values)
        known = _by_kind(figures, MEASURES[measure].figures)
        by_size = _by_kind(figures, MEASURES[measure].by_size)
    values.done()
    figures.done()
    for key, by_name in by_size.items():
        for size in settings["sizes"]:
            if str(size) not in by_name:
                raise figures.fail(key, f"has nothing for {board_name(size)}")
    return {"values": settings, "figures": known | by_size}


def _by_kind(table: TomlTable, keys: Keys) -> dict[str, Any]:
    return {key: table.read(key, kind) for kind, names in keys.items() for key in names.split()}


def _variant(name: str, table: TomlTable) -> Variant:
    known = {"of": evaluation_names(), "phase": PHASES}
    terms = tuple(term.raw() for term in table.tables("add"))
    return _read(table, Variant, known, name=name, add=terms)


def _part(table: TomlTable, players: dict[str, str]) -> Part:
    limits = [limit for limit in LIMITS if table.has(limit)]
    if len(limits) != 1:
        raise table.fail(limits[1] if limits else "nodes", f"one of {', '.join(LIMITS)} is needed")
    part = _read(table, Part, {"players": players, "conditions": CONDITIONS})
    if not re.fullmatch(r"[a-z0-9-]+", part.name):
        raise table.fail("name", "names a file: use small letters, digits and -")
    if part.conditions == REPORTS and not part.start:
        raise table.fail("conditions", "of a report begin at the start position: start = true")
    try:
        part.settings(players)
    except SettingsError as error:
        raise table.fail("name", f"{part.name}: {error}") from None
    return part


def _quick(part: Part, games: int, sizes: tuple[int, ...]) -> Part:
    fewer = tuple(size for size in part.sizes if size in sizes) or part.sizes[:1]
    return replace(part, sizes=fewer, games=min(part.games, games))


def _claims(table: TomlTable, parts: dict[str, Part]) -> list[Claim]:
    """A claim for each part and each size that is listed; without sizes, all of them together."""
    chosen = [parts[name] for name in table.read("parts", tuple[str, ...], parts)]
    sizes: tuple[int | None, ...] = table.read("sizes", tuple[int, ...], default=[]) or (None,)
    share = (0.0, 1.0)
    if table.has("expect") and table.read("expect", str) == "share":
        shares = table.read("share", tuple[float, ...])
        if len(shares) != 2 or not shares[0] <= shares[1] <= 1:
            raise table.fail("share", "must be two shares from 0 to 1, the lower one first")
        share = (shares[0], shares[1])
    claims = []
    for part in chosen:
        known = {"first": part.players, "second": part.players, "expect": EXPECTATIONS}
        claim = _read(table, Claim, known, part=part.name, where="", size=None, share=share)
        if claim.second is not None and not part.meet(claim.first, claim.second):
            why = f"is {claim.second}, whom {claim.first} does not meet in {part.name}"
            raise table.fail("second", why)
        for size in sizes:
            if size is not None and size not in part.sizes:
                raise table.fail("sizes", f"has {size}, which {part.name} does not play")
            where = [board_name(size)] if size is not None else []
            if len(chosen) > 1:
                where.append(f"{part.label[0].lower()}{part.label[1:]}")
            claims.append(replace(claim, size=size, where=", ".join(where)))
    return claims


def _conclusion(table: TomlTable, known: Mapping[str, Iterable[str]]) -> Conclusion:
    text = " ".join(table.read("text", str).split())
    conclusion = _read(table, Conclusion, known, text=text)
    if bool(conclusion.word) != bool(conclusion.claims):
        raise table.fail("word" if conclusion.claims else "claims", "is missing")
    return conclusion


def _discs(table: TomlTable, parts: dict[str, Part]) -> Discs:
    discs = _read(table, Discs, {"parts": parts})
    for name in discs.figures:
        if any(name not in parts[part].players for part in discs.parts):
            raise table.fail("figures", f"names {name!r}, who does not play there")
    return discs


def _grid(table: TomlTable, parts: dict[str, Part]) -> Grid:
    grid = _read(table, Grid, {"parts": parts})
    for part in grid.parts:
        for first, row in grid.figures.items():
            for second in row:
                if not {first, second} <= set(parts[part].players) or first == second:
                    why = f"has a game against {second}, not played in {part}"
                    raise table.table("figures").fail(first, why)
    return grid
