"""What a run of the arena plays, and how its games are judged."""

import dataclasses
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Literal, overload

from outflank._board import SIZES
from outflank._schema import JsonObject, fields_of, shown
from outflank.agents.limits import limit_names, limit_spec
from outflank.agents.options import MAX_MEGABYTES, MAX_WHOLE
from outflank.agents.spec import AgentSpec
from outflank.errors import FileError, OutflankError, SettingsError
from outflank.formats.record import ARENA_LOG
from outflank.stats.sprt import Sprt

MOST_GAMES = 10**7
"""Of a match: more than anyone waits for."""
MOST_SECONDS = 10**9
LATER = ("start",)
"""Settings that older logs do not have."""


def _check_range(name: str, value: float | None, least: int, most: float = math.inf) -> None:
    if value is not None and not least <= value <= most:
        # Not isnan, which takes no whole number of hundreds of digits.
        below, above = value < least, value > most
        bound = f"at least {least}" if below else f"at most {most}" if above else "a number"
        raise SettingsError(f"{name} must be {bound}, {shown(value)} is not")


@dataclass(frozen=True, slots=True)
class GameRules:
    """What every move of a run is held to. Of the limits, an agent's own spec comes first."""

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    """For each move."""
    game_seconds: float | None = None
    """For all moves of a player in a game, with `increment` added after each."""
    increment: float = 0.0
    clock: Literal["wall", "cpu"] = "wall"
    memory: int = 500
    """Megabytes a player in a process of its own may use."""
    on_error: Literal["forfeit", "random"] = "forfeit"
    isolate: bool = False
    """True: Outflank's own players get processes of their own too."""

    def __post_init__(self) -> None:
        given = [self.nodes, self.depth, self.seconds, self.game_seconds]
        if sum(value is not None for value in given) > 1:
            raise SettingsError("give one limit: nodes, depth, time a move, or a game clock")
        if self.increment and self.game_seconds is None:
            raise SettingsError("an increment needs a game clock")
        _check_range("nodes", self.nodes, 1, MAX_WHOLE)
        _check_range("depth", self.depth, 1, 1000)
        for name in ("seconds", "game_seconds"):
            if getattr(self, name) == 0:
                raise SettingsError(f"{name} must be above 0")
            _check_range(name, getattr(self, name), 0, MOST_SECONDS)
        _check_range("increment", self.increment, 0, MOST_SECONDS)
        _check_range("memory", self.memory, 1, MAX_MEGABYTES)

    @property
    def timed(self) -> bool:
        """True if a clock decides anything."""
        return self.seconds is not None or self.game_seconds is not None

    @property
    def limits(self) -> dict[str, float]:
        """The limit for each move, by the name of the option that agents take it by."""
        given = {"nodes": self.nodes, "depth": self.depth, "time": self.seconds}
        return {key: value for key, value in given.items() if value is not None}

    def limited(self, spec: AgentSpec) -> AgentSpec:
        """The player's spec with the limit of the run, unless it has its own or takes none."""
        if spec.command and not set(self.limits) <= set(limit_names(spec)):
            return spec  # the flags of its own command limit it
        return limit_spec(spec, self.limits)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two games: an opening played by two players with both colours."""

    size: int
    pair: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Schedule(Sequence[Pairing]):
    """The pairings of a run in order. None of them is kept: a log may claim millions."""

    sizes: tuple[int, ...]
    matches: tuple[tuple[int, int], ...]
    pairs: int
    """Of each match on each size."""

    def __len__(self) -> int:
        return self.pairs * len(self.sizes) * len(self.matches)

    @overload
    def __getitem__(self, place: int) -> Pairing: ...
    @overload
    def __getitem__(self, place: slice) -> list[Pairing]: ...
    def __getitem__(self, place: int | slice) -> Pairing | list[Pairing]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        pair, rest = divmod(range(len(self))[place], len(self.sizes) * len(self.matches))
        size, match = divmod(rest, len(self.matches))
        return Pairing(self.sizes[size], pair, *self.matches[match])

    def place_of(self, pairing: Pairing) -> int:
        """Where in the order a pairing stands."""
        board = pairing.pair * len(self.sizes) + self.sizes.index(pairing.size)
        return board * len(self.matches) + self.matches.index((pairing.first, pairing.second))


@dataclass(frozen=True, slots=True)
class RunSettings:
    """A whole run. Two runs with equal settings and no clock give the same games."""

    players: tuple[str, ...]
    """Specs, as typed."""
    sizes: tuple[int, ...] = (8,)
    games: int = 100
    """Between each two players, on each size."""
    gauntlet: bool = False
    """True: the first player meets all others, who do not meet each other."""
    seed: int = 1
    plies: int = 8
    """Random moves of an opening."""
    balance: int | None = None
    """Openings that the engine thinks further apart, in discs, are left out."""
    openings: tuple[tuple[int, str], ...] = ()
    """Sizes and transcripts to use instead of random openings."""
    sprt: tuple[float, float] | None = None
    """Elo differences to tell apart; the run ends when it can."""
    conditions: GameRules = GameRules()
    start: bool = False
    """True: every game begins at the start position, and there are no openings."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise SettingsError("an arena needs two players or more")
        if repeated := {spec for spec in self.players if self.players.count(spec) > 1}:
            raise SettingsError(
                f"{min(repeated)} is given twice; tell the two apart by an option, such as a seed"
            )
        if self.games < 2 or self.games % 2:
            raise SettingsError(
                "every opening is played twice, so games must be an even number, "
                f"not {shown(self.games)}"
            )
        if self.games > MOST_GAMES:
            raise SettingsError(f"a match has at most {MOST_GAMES:,} games")
        boards = [*self.sizes, *(size for size, _ in self.openings)]
        if wrong := [size for size in boards if size not in SIZES]:
            raise SettingsError(
                f"there are no boards of size {shown(wrong[0])}; choose from {SIZES}"
            )
        if not self.sizes or len(set(self.sizes)) < len(self.sizes):
            raise SettingsError("give each size once")
        if self.sprt is not None:
            if len(self.players) != 2:
                raise SettingsError("a sequential test (sprt) is for two players")
            Sprt(*self.sprt)  # says what is wrong with them
        _check_range("seed", self.seed, 0, MAX_WHOLE)
        _check_range("plies", self.plies, 0, 40)
        _check_range("balance", self.balance, 0, MAX_WHOLE)
        if self.start and (self.openings or self.balance is not None):
            raise SettingsError("games from the start position take no openings")
        if missing := [size for size in self.sizes if not self._has_openings(size)]:
            raise SettingsError(f"the openings have none for {missing[0]}x{missing[0]}")

    def _has_openings(self, size: int) -> bool:
        return not self.openings or any(other == size for other, _ in self.openings)

    @property
    def matches(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by their numbers."""
        if self.gauntlet:
            return tuple((0, other) for other in range(1, len(self.players)))
        return tuple(combinations(range(len(self.players)), 2))

    @property
    def total_games(self) -> int:
        """All there is to play."""
        return self.games * len(self.sizes) * len(self.matches)

    def pairings(self) -> "Schedule":
        """All there is to play; the first games of every match come before the second ones."""
        return Schedule(self.sizes, self.matches, self.games // 2)

    def to_json(self) -> str:
        """The first line of a log."""
        return json.dumps({"log": ARENA_LOG, "version": 1, **asdict(self)})

    @classmethod
    def from_json(cls, line: str) -> "RunSettings":
        """Reads the first line of a log; FileError if it is none."""
        try:
            facts = JsonObject(line).values
        except FileError:
            raise FileError("not an arena log: its first line is damaged") from None
        try:
            if facts.pop("log") != ARENA_LOG or facts.pop("version") != 1:
                raise FileError("it was written by another version of Outflank")
            facts["conditions"] = _conditions(facts["conditions"])
            return cls(**fields_of(cls, facts, optional=LATER))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            reason = str(error) if isinstance(error, OutflankError) else "its first line is damaged"
            raise FileError(f"not an arena log: {reason}") from None

    def differences(self, other: "RunSettings") -> list[str]:
        """The names of what differs between two settings."""
        return [
            field.name
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        ]


def _conditions(facts: Any) -> Any:
    return GameRules(**fields_of(GameRules, facts)) if isinstance(facts, dict) else facts
