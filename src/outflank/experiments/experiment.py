"""What an experiment is: matches to play, what a report claims of them, and how to show it.

Experiments come with Outflank as TOML files in `data/experiments`. Reading one checks all of it
that can be checked without playing.
"""

import importlib.resources
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from outflank._board import PHASES, SIZES
from outflank._schema import TomlDocument, TomlTable
from outflank._text import nearest
from outflank.arena.settings import GameRules, RunSettings
from outflank.engine.evals import evaluation_names
from outflank.errors import FileError, SettingsError
from outflank.experiments.measures import MEASURES, read_values
from outflank.experiments.wording import WORDS, fault

LIMITS = ("nodes", "depth", "seconds")
EXPECTATIONS = ("better", "worse", "equal", "no better", "rises", "falls", "share")
OURS, THEIRS = "ours", "the report's"
CHARTS = ("size", "part", "player", "cross-table", "elo")


@dataclass(frozen=True, slots=True)
class Variant:
    """An evaluation made from another: terms dropped or added, or weights of one phase or board."""

    name: str
    of: str
    drop: tuple[str, ...] = ()
    phase: str | None = None
    size: int | None = None
    """The board whose weights are used on all of them."""
    add: tuple[dict[str, Any], ...] = ()
    """Terms, as an evaluation file writes them."""


@dataclass(frozen=True, slots=True)
class Part:
    """One run of the arena."""

    name: str
    title: str
    players: tuple[str, ...]
    """Their names in the experiment."""
    sizes: tuple[int, ...]
    games: int
    seed: int
    limit: str
    """nodes, depth or seconds."""
    amount: float
    gauntlet: bool = False
    start: bool = False
    """True: games begin at the start position, not after random openings."""
    conditions: str = OURS
    """Whose: the report's own, with its start, strength and number of games, or ours."""
    short: str = ""
    """What claims and legends call it."""

    @property
    def timed(self) -> bool:
        """True if the clock decides how deep the players look."""
        return self.limit == "seconds"

    @property
    def limit_text(self) -> str:
        """The limit in words."""
        if self.timed:
            return f"{1000 * self.amount:g} ms a move"
        return f"{self.amount:,.0f} {'plies' if self.limit == 'depth' else 'nodes a move'}"

    @property
    def facts(self) -> str:
        """Under what its games were played, as its table says."""
        begun = ", from the start position" if self.start else ""
        return f"{self.limit_text}, {self.games} games a match and size{begun}, seed {self.seed}"

    def meet(self, first: str, second: str) -> bool:
        """True if the two play each other."""
        return first != second and (not self.gauntlet or self.players[0] in (first, second))

    def settings(self, specs: dict[str, str]) -> RunSettings:
        """The run, with the specs of the players by name."""
        amount = self.amount if self.timed else int(self.amount)
        # Processor time is judged, so that a busy machine costs nobody a game.
        conditions = GameRules(clock="cpu" if self.timed else "wall", **{self.limit: amount})  # type: ignore[arg-type]
        return RunSettings(
            players=tuple(specs[name] for name in self.players),
            sizes=self.sizes,
            games=self.games,
            gauntlet=self.gauntlet,
            seed=self.seed,
            conditions=conditions,
            start=self.start,
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a report says that games can confirm or refute."""

    says: str
    where: str
    """The board and the part, where it is measured on several; else empty."""
    figure: str
    """The report's own number, or why it has none."""
    part: str
    first: str
    second: str | None
    """None: all others of the part together."""
    size: int | None
    """None: all sizes of the part together."""
    expect: str
    share: tuple[float, float] = (0.0, 1.0)
    """The share of points the report gives, where that is expected."""
    report: str = ""
    """Whose claim it is, if not of the experiment's report."""
    black: bool = False
    """True: it is about whoever moves first in the games of the two."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A sentence, the claims it rests on, and the word it has for what their figures say."""

    text: str
    word: str
    """better, worse, equal, undecided, holds or fails; empty if it judges nothing."""
    claims: tuple[str, ...]
    """By what they say."""
    parts: tuple[str, ...]
    """Where they were measured; all of them if empty."""
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars with error bars: scores in groups."""

    title: str
    by: str
    """What the groups are, or another kind of picture."""
    parts: tuple[str, ...]
    players: tuple[str, ...]
    against: str | None


@dataclass(frozen=True, slots=True)
class Discs:
    """A report's sums of discs, to be shown beside ours for as many games."""

    title: str
    parts: tuple[str, ...]
    games: int
    figures: dict[str, str]
    """By player."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A report's discs of single games, the row's player moving first, to be shown beside ours."""

    title: str
    parts: tuple[str, ...]
    figures: dict[str, dict[str, str]]
    """By row and column."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A whole experiment."""

    name: str
    title: str
    report: str
    """Whose."""
    question: str
    says: str
    """What the report says, in our words."""
    note: str
    """What differs from the report's own experiment."""
    conclusions: tuple[Conclusion, ...]
    variants: tuple[Variant, ...]
    players: dict[str, str]
    """Specs by name; {x} stands for the file of the variant x."""
    parts: tuple[Part, ...]
    claims: tuple[Claim, ...]
    charts: tuple[Chart, ...]
    discs: tuple[Discs, ...]
    grids: tuple[Grid, ...]
    measure: str | None
    """Which of the special measurements it needs."""
    values: dict[str, Any]
    """What that measurement is told."""
    figures: dict[str, Any]
    """What its results are compared with."""

    @property
    def timed(self) -> bool:
        """True if a clock has a say."""
        return self.measure is not None or any(part.timed for part in self.parts)

    def part(self, name: str) -> Part:
        """The part of that name."""
        return next(part for part in self.parts if part.name == name)

    def only(self, names: Iterable[str]) -> "Experiment":
        """The experiment with these parts alone, and what can be said of them."""
        known = [part.name for part in self.parts]
        kept = set(names)
        for name in sorted(kept.difference(known)):
            there = f"its parts are {', '.join(known)}" if known else "it has none"
            raise SettingsError(f"{self.name} has no part {name!r}; {there}")
        return replace(
            self,
            conclusions=(),
            parts=tuple(part for part in self.parts if part.name in kept),
            claims=tuple(claim for claim in self.claims if claim.part in kept),
            charts=tuple(chart for chart in self.charts if kept.issuperset(chart.parts)),
            discs=tuple(discs for discs in self.discs if kept.issuperset(discs.parts)),
            grids=tuple(grid for grid in self.grids if kept.issuperset(grid.parts)),
            measure=None,
        )


def _files() -> dict[str, Traversable]:
    folder = importlib.resources.files("outflank") / "data" / "experiments"
    files = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): files[name] for name in sorted(files)}


def experiment_names() -> tuple[str, ...]:
    """The experiments that come with Outflank."""
    return tuple(_files())


def load_experiment(name: str, *, quick: bool = False) -> Experiment:
    """The experiment of that name; a quick one is small enough for two minutes."""
    files = _files()
    if name not in files:
        raise SettingsError(
            f"there is no experiment {name!r}; the nearest name is {nearest(name, files)!r}"
        )
    return read_experiment(files[name], quick=quick)


def read_experiment(file: Traversable | Path, *, quick: bool = False) -> Experiment:
    """Reads a file; FileError names it, and the key or line that is wrong."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{file.name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileError(f"{file.name}: not UTF-8 text") from None
    return _read(TomlDocument(file.name, text).root, file.name.removesuffix(".toml"), quick)


def _read(root: TomlTable, name: str, quick: bool) -> Experiment:
    variants = tuple(_variant(key, one) for key, one in root.named("evaluations").items())
    players = root.texts("players")
    _check_braces(root, players, {variant.name for variant in variants})
    parts = tuple(_part(one, players) for one in root.tables("part"))
    names = [part.name for part in parts]
    if repeated := {part for part in names if names.count(part) > 1}:
        raise root.fail("part", f"has {min(repeated)!r} twice")
    known = {part.name: part for part in parts}
    claims = tuple(claim for one in root.tables("claim") for claim in _claims(one, known))
    charts = tuple(_chart(one, known, players) for one in root.tables("chart"))
    discs = tuple(_discs(one, known) for one in root.tables("discs"))
    grids = tuple(_grid(one, known) for one in root.tables("grid"))
    measure = root.choice("measure", MEASURES) if root.has("measure") else None
    # What is claimed of measurements stands in the code that makes them.
    said = None if measure else {claim.says for claim in claims}
    conclusions = tuple(_conclusion(one, said, known) for one in root.tables("conclusion"))
    values, figures = root.table("values"), root.table("figures")
    smaller = root.table("quick")
    games, sizes = smaller.whole("games", 10**6), smaller.wholes("sizes", list(SIZES))
    fewer = smaller.table("values").raw()
    smaller.done()
    if quick:
        parts = tuple(_quick(part, games, sizes) for part in parts)
        values = values.overlaid(fewer)
    told, compared = read_values(measure, values, figures)
    if not parts and measure is None:
        raise root.fail("part", "is missing: there is nothing to play")
    found = Experiment(
        name,
        title=root.text("title"),
        report=root.text("report"),
        question=root.text("question"),
        says=root.text("says"),
        note=root.text("note", ""),
        conclusions=conclusions,
        variants=variants,
        players=players,
        parts=parts,
        claims=claims,
        charts=charts,
        discs=discs,
        grids=grids,
        measure=measure,
        values=told,
        figures=compared,
    )
    root.done()
    return found


def _variant(name: str, table: TomlTable) -> Variant:
    phase = table.choice("phase", PHASES) if table.has("phase") else None
    found = Variant(
        name,
        table.choice("of", evaluation_names()),
        table.words("drop", None, []),
        phase,
        table.whole("size") if table.has("size") else None,
        tuple(term.raw() for term in table.tables("add")),
    )
    table.done()
    return found


def _check_braces(root: TomlTable, players: dict[str, str], variants: Iterable[str]) -> None:
    for name, spec in players.items():
        for used in re.findall(r"\{(.*?)\}", spec):
            if used not in variants:
                why = f"needs evaluations.{used}, which is missing"
                raise root.table("players").fail(name, why)


def _part(table: TomlTable, players: dict[str, str]) -> Part:
    limits = [limit for limit in LIMITS if table.has(limit)]
    if len(limits) != 1:
        raise table.fail(limits[1] if limits else "nodes", f"one of {', '.join(LIMITS)} is needed")
    limit = limits[0]
    part = Part(
        name=table.text("name"),
        title=table.text("title"),
        players=table.words("players", players),
        sizes=table.wholes("sizes"),
        games=table.whole("games"),
        seed=table.whole("seed"),
        limit=limit,
        amount=table.number(limit) if limit == "seconds" else table.whole(limit),
        gauntlet=table.switch("gauntlet"),
        start=table.switch("start"),
        conditions=table.choice("conditions", (OURS, THEIRS), OURS),
        short=table.text("short", table.text("title")),
    )
    if not re.fullmatch(r"[a-z0-9-]+", part.name):
        raise table.fail("name", "names a file: use small letters, digits and -")
    if part.conditions == THEIRS and not part.start:
        raise table.fail("conditions", "of a report begin at the start position: start = true")
    table.done()
    try:
        part.settings(players)
    except SettingsError as error:
        raise table.fail("name", f"{part.name}: {error}") from None
    return part


def _quick(part: Part, games: int, sizes: tuple[int, ...]) -> Part:
    kept = tuple(size for size in part.sizes if size in sizes) or part.sizes[:1]
    return replace(part, sizes=kept, games=min(part.games, games))


def _claims(table: TomlTable, parts: dict[str, Part]) -> list[Claim]:
    """A claim for each part and each size that is listed; without sizes, all of them together."""
    chosen = [parts[name] for name in table.words("parts", parts)]
    sizes: tuple[int | None, ...] = table.wholes("sizes", []) or (None,)
    expect = table.choice("expect", EXPECTATIONS)
    share = table.numbers("share") if expect == "share" else (0.0, 1.0)
    if len(share) != 2 or not share[0] <= share[1] <= 1:
        raise table.fail("share", "must be two shares from 0 to 1, the lower one first")
    says, figure, report = table.text("says"), table.text("figure"), table.text("report", "")
    black = table.switch("black")
    found = []
    for part in chosen:
        first = table.choice("first", part.players)
        second = table.choice("second", part.players) if table.has("second") else None
        if second is not None and not part.meet(first, second):
            raise table.fail("second", f"is {second}, whom {first} does not meet in {part.name}")
        for size in sizes:
            if size is not None and size not in part.sizes:
                raise table.fail("sizes", f"has {size}, which {part.name} does not play")
            where = [f"{size}x{size}"] if size is not None else []
            if len(chosen) > 1:
                where.append(f"{part.short[0].lower()}{part.short[1:]}")
            claim = Claim(
                says=says,
                where=", ".join(where),
                figure=figure,
                part=part.name,
                first=first,
                second=second,
                size=size,
                expect=expect,
                share=(share[0], share[1]),
                report=report,
                black=black,
            )
            found.append(claim)
    table.done()
    return found


def _conclusion(
    table: TomlTable, claims: Iterable[str] | None, parts: dict[str, Part]
) -> Conclusion:
    found = Conclusion(
        text=" ".join(table.text("text").split()),
        word=table.choice("word", WORDS) if table.has("word") else "",
        claims=table.words("claims", claims, []),
        parts=table.words("parts", parts, []),
        sizes=table.wholes("sizes", []),
    )
    if bool(found.word) != bool(found.claims):
        raise table.fail("word" if found.claims else "claims", "is missing")
    if wrong := fault(found.text, found.word):
        raise table.fail("text", wrong)
    table.done()
    return found


def _chart(table: TomlTable, parts: dict[str, Part], players: dict[str, str]) -> Chart:
    chart = Chart(
        title=table.text("title"),
        by=table.choice("by", CHARTS),
        parts=table.words("parts", parts),
        players=table.words("players", players, []),
        against=table.choice("against", players) if table.has("against") else None,
    )
    table.done()
    return chart


def _discs(table: TomlTable, parts: dict[str, Part]) -> Discs:
    found = Discs(
        title=table.text("title"),
        parts=table.words("parts", parts),
        games=table.whole("games"),
        figures=table.texts("figures"),
    )
    for name in found.figures:
        if any(name not in parts[part].players for part in found.parts):
            raise table.fail("figures", f"names {name!r}, who does not play there")
    table.done()
    return found


def _grid(table: TomlTable, parts: dict[str, Part]) -> Grid:
    rows = table.table("figures")
    found = Grid(
        title=table.text("title"),
        parts=table.words("parts", parts),
        figures={name: rows.texts(name) for name in rows.names},
    )
    for part in found.parts:
        for first, row in found.figures.items():
            for second in row:
                if not {first, second} <= set(parts[part].players) or first == second:
                    raise rows.fail(first, f"has a game against {second}, not played in {part}")
    table.done()
    return found
