"""What an experiment is: matches to play, what a report claims of them, and how to show it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from outflank._board import board_name
from outflank.arena.settings import OPTIONS, RunSettings
from outflank.errors import SettingsError

LIMITS = ("nodes", "depth", "seconds")
EXPECTATIONS = ("better", "worse", "equal", "no better", "rises", "falls", "share")
TRENDS = ("rises", "falls")
JUDGEMENTS = ("better", "worse", "equal", "undecided", "holds", "fails")
OURS, REPORTS = "ours", "the report's"
CONDITIONS = (OURS, REPORTS)
CHARTS = ("size", "part", "player", "cross-table", "elo")


@dataclass(frozen=True, slots=True)
class Variant:
    """An evaluation made from another: terms dropped or added, or weights of one phase or board."""

    name: str
    of: str
    drop: tuple[str, ...] = ()
    phase: str | None = None
    size: int | None = None
    """The board whose weights are used on all boards."""
    add: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One run of the arena, with one of the three limits."""

    name: str
    title: str
    players: tuple[str, ...]
    sizes: tuple[int, ...]
    games: int
    seed: int
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    gauntlet: bool = False
    start: bool = False
    """True: games begin at the start position, not after random openings."""
    conditions: str = OURS
    """Whose: the report's own, with its start, strength and number of games, or ours."""
    short: str = ""
    """The title in claims and legends, if it has a shorter one."""

    @property
    def label(self) -> str:
        return self.short or self.title

    @property
    def timed(self) -> bool:
        """True if the clock decides how deep the players look."""
        return self.seconds is not None

    @property
    def description(self) -> str:
        """The limit, the number of games, the start and the seed."""
        if self.seconds is not None:
            limit = f"{1000 * self.seconds:g} ms a move"
        else:
            limit = f"{self.nodes:,} nodes a move" if self.nodes else f"{self.depth} plies"
        start = ", from the start position" if self.start else ""
        return f"{limit}, {self.games} games a match and size{start}, seed {self.seed}"

    def meet(self, first: str, second: str) -> bool:
        return first != second and (not self.gauntlet or self.players[0] in (first, second))

    def settings(self, specs: dict[str, str]) -> RunSettings:
        options = [option.field for option in OPTIONS if hasattr(self, option.field)]
        values = {name: getattr(self, name) for name in options}
        # Processor time is judged, so that a busy machine costs no game.
        values["clock"] = "cpu" if self.timed else "wall"
        return RunSettings.of([specs[name] for name in self.players], values)

    def record(self, specs: dict[str, str]) -> dict[str, Any]:
        """What decides which games are played, for JSON."""
        values = {key: value for key, value in asdict(self).items() if value is not None}
        for text in ("title", "short", "conditions"):
            del values[text]
        values["games_a_match"] = values.pop("games")
        players = {name: specs[name] for name in self.players}
        return {**values, "players": players, "sizes": list(self.sizes)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Something a report says that games can confirm or refute."""

    says: str
    where: str = ""
    """The board and the part, where it is measured on several."""
    figure: str
    """The report's own number, or why it has none."""
    part: str
    first: str
    second: str | None = None
    """None: all others of the part together."""
    size: int | None = None
    """None: all sizes of the part together."""
    expect: str
    share: tuple[float, float] = (0.0, 1.0)
    """The share of points the report gives, where that is expected."""
    report: str = ""
    """Whose claim it is, if not of the experiment's report."""
    black: bool = False
    """True: it is about whoever moves first in the games of the two."""

    @property
    def matchup(self) -> str:
        board = "all boards" if self.size is None else board_name(self.size)
        side = "black in " if self.black else ""
        return f"{side}{self.first} against {self.second or 'all others'}, {board}"


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A sentence, the claims it rests on, and its word for what their figures say."""

    text: str
    word: str = ""
    """One of the judgements; empty if it judges nothing."""
    claims: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """Where they were measured; all of them if empty."""
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars with error bars: scores in groups."""

    title: str
    by: str
    """What the groups are, or another kind of picture."""
    parts: tuple[str, ...]
    players: tuple[str, ...] = ()
    against: str | None = None
    number: int = 1
    """Its place in the experiment's file, which names the picture."""


@dataclass(frozen=True, slots=True)
class Discs:
    """A report's sums of discs, to be shown beside ours for as many games."""

    title: str
    parts: tuple[str, ...]
    games: int
    figures: dict[str, str]


@dataclass(frozen=True, slots=True)
class Grid:
    """A report's discs of single games, the row's player moving first, to be shown beside ours."""

    title: str
    parts: tuple[str, ...]
    figures: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    name: str
    title: str
    report: str
    question: str
    says: str
    """What the report says, in our words."""
    note: str = ""
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
    figures: dict[str, Any]
    """What its results are compared with."""

    @property
    def timed(self) -> bool:
        """True if a clock has a say."""
        return self.measure is not None or any(part.timed for part in self.parts)

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def only(self, names: Iterable[str]) -> "Experiment":
        """The experiment with these parts alone, and what can be said of them."""
        known = [part.name for part in self.parts]
        chosen = set(names)
        for name in sorted(chosen.difference(known)):
            there = f"its parts are {', '.join(known)}" if known else "it has none"
            raise SettingsError(f"{self.name} has no part {name!r}; {there}")
        return replace(
            self,
            conclusions=(),
            parts=tuple(part for part in self.parts if part.name in chosen),
            claims=tuple(claim for claim in self.claims if claim.part in chosen),
            charts=tuple(chart for chart in self.charts if chosen.issuperset(chart.parts)),
            discs=tuple(discs for discs in self.discs if chosen.issuperset(discs.parts)),
            grids=tuple(grid for grid in self.grids if chosen.issuperset(grid.parts)),
            measure=None,
        )
