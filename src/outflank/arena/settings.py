"""The settings of a run: who plays what, and the conditions every move is held to."""

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Literal

from outflank._board import SIZES
from outflank._schema import JsonObject, fields_of, value_text
from outflank.agents.limits import limit_names, limit_spec
from outflank.agents.options import MAX_MEGABYTES, MAX_WHOLE
from outflank.agents.spec import AgentSpec
from outflank.arena.options import check_options, option, options_of
from outflank.engine.level import MAX_LEVEL, MIN_LEVEL
from outflank.errors import FileError, OutflankError, SettingsError
from outflank.formats.record import ARENA_LOG
from outflank.stats.sprt import Sprt

MAX_GAMES = 10**7
"""Of a match: more than anyone waits for."""
MAX_SECONDS = 10**9


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of every move. Of the limits, an agent's own spec comes first."""

    nodes: int | None = option(None, "Nodes per move.", minimum=1, maximum=MAX_WHOLE)
    depth: int | None = option(None, "Plies to look ahead.", minimum=1, maximum=1000)
    seconds: float | None = option(None, "Seconds per move.", "time", above=0, maximum=MAX_SECONDS)
    game_seconds: float | None = option(
        None, "Seconds per game, and more per move.", "game-clock", above=0, maximum=MAX_SECONDS
    )
    increment: float = option(0.0, name="game-clock", minimum=0, maximum=MAX_SECONDS)
    """Seconds added to the game clock after each move."""
    clock: Literal["wall", "cpu"] = option(
        "wall", "The time that counts, with 0.1 s of tolerance: on the wall clock, or CPU time."
    )
    memory: int = option(
        500, "Megabytes per player in its own process.", minimum=1, maximum=MAX_MEGABYTES
    )
    on_error: Literal["forfeit", "random"] = option(
        "forfeit", "The price of a fault: the game, or a random move."
    )
    isolate: bool = option(False, "Run Outflank's own players in their own processes, too.")
    level: int | None = option(
        None, "Level of the engine, 1 to 60.", minimum=MIN_LEVEL, maximum=MAX_LEVEL
    )

    def __post_init__(self) -> None:
        limits = [*self.limits.values(), self.game_seconds]
        if sum(value is not None for value in limits) > 1:
            raise SettingsError("give one limit: time, nodes, depth, level or game-clock")
        if self.increment and self.game_seconds is None:
            raise SettingsError("an increment needs a game clock")
        check_options(self)

    @property
    def timed(self) -> bool:
        """True if a clock decides anything."""
        return self.seconds is not None or self.game_seconds is not None

    @property
    def limits(self) -> dict[str, float]:
        """The limit for each move, by the name of the option that agents take it by."""
        limits = {
            "nodes": self.nodes, "depth": self.depth, "time": self.seconds, "level": self.level,
        }  # fmt: skip
        return {name: value for name, value in limits.items() if value is not None}

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
class Schedule:
    """The pairings of a run in order, made when asked for: a log may claim millions."""

    sizes: tuple[int, ...]
    matches: tuple[tuple[int, int], ...]
    pairs: int
    """Of each match on each size."""

    def __len__(self) -> int:
        return self.pairs * len(self.sizes) * len(self.matches)

    def __getitem__(self, place: int) -> Pairing:
        pair, rest = divmod(range(len(self))[place], len(self.sizes) * len(self.matches))
        size, match = divmod(rest, len(self.matches))
        return Pairing(self.sizes[size], pair, *self.matches[match])

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(len(self)))

    def place_of(self, pairing: Pairing) -> int:
        board = pairing.pair * len(self.sizes) + self.sizes.index(pairing.size)
        return board * len(self.matches) + self.matches.index((pairing.first, pairing.second))


@dataclass(frozen=True, slots=True)
class RunSettings:
    """A whole run. Two runs with equal settings and no clock give the same games."""

    players: tuple[str, ...]
    """Specs, as typed."""
    sizes: tuple[int, ...] = option((8,), "Board sizes: --size 6 --size 8, or --size 6,8.", "size")
    games: int = option(100, "Games per match and board size.", minimum=2, maximum=MAX_GAMES)
    gauntlet: bool = option(False, "Play this player against each of the others.")
    """True: the first player meets all others, who do not meet each other."""
    seed: int = option(1, "Random seed of openings and players.", minimum=0, maximum=MAX_WHOLE)
    plies: int = option(8, "Random moves per opening.", minimum=0, maximum=40)
    balance: int | None = option(
        None, "Use openings the engine scores as close as this.", "balanced", 0, MAX_WHOLE
    )
    openings: tuple[tuple[int, str], ...] = option(
        (), "Read the openings from FILE, one line of moves each."
    )
    """Sizes and transcripts to use instead of random openings."""
    sprt: tuple[float, float] | None = option(
        None, "Stop as soon as a sequential test decides between two Elo differences."
    )
    conditions: Conditions = Conditions()
    start: bool = option(False, "Begin every game at the starting position.")

    def __post_init__(self) -> None:
        for name in ("players", "sizes"):  # a notebook may give lists
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if len(self.players) < 2:
            raise SettingsError("an arena needs two players or more")
        if repeated := {spec for spec in self.players if self.players.count(spec) > 1}:
            raise SettingsError(
                f"{min(repeated)} is given twice; tell the two apart by an option, such as a seed"
            )
        check_options(self)
        if self.games % 2:
            raise SettingsError(
                "every opening is played twice, so games must be an even number, "
                f"not {value_text(self.games)}"
            )
        boards = [*self.sizes, *(size for size, _ in self.openings)]
        if wrong := [size for size in boards if size not in SIZES]:
            raise SettingsError(
                f"there are no boards of size {value_text(wrong[0])}; choose from {SIZES}"
            )
        if not self.sizes or len(set(self.sizes)) < len(self.sizes):
            raise SettingsError("give each size once")
        if self.sprt is not None:
            if len(self.players) != 2:
                raise SettingsError("a sequential test (sprt) is for two players")
            Sprt(*self.sprt)  # says what is wrong with them
        if self.start and (self.openings or self.balance is not None):
            raise SettingsError("games from the starting position take no openings")
        for size in self.sizes if self.openings else ():
            if all(board != size for board, _ in self.openings):
                raise SettingsError(f"the openings have none for {size}x{size}")

    @classmethod
    def of(cls, players: Sequence[str], values: Mapping[str, Any]) -> "RunSettings":
        """The settings with these values of options, by their fields; the others are defaults."""
        limits = {option.field for option in options_of(Conditions)}
        conditions = Conditions(**{name: values[name] for name in limits & values.keys()})
        others = {name: value for name, value in values.items() if name not in limits}
        return cls(tuple(players), conditions=conditions, **others)

    def value(self, field: str) -> Any:
        """The value of an option, by its field."""
        return getattr(self.conditions if hasattr(self.conditions, field) else self, field)

    @property
    def matches(self) -> tuple[tuple[int, int], ...]:
        if self.gauntlet:
            return tuple((0, other) for other in range(1, len(self.players)))
        return tuple(combinations(range(len(self.players)), 2))

    @property
    def total_games(self) -> int:
        """All there is to play."""
        return self.games * len(self.sizes) * len(self.matches)

    def pairings(self) -> Schedule:
        """All there is to play; the first games of every match come before the second ones."""
        return Schedule(self.sizes, self.matches, self.games // 2)

    def to_json(self) -> str:
        """The first line of a log."""
        record = asdict(self)
        if self.conditions.level is None:  # as logs were before there was a level
            del record["conditions"]["level"]
        return json.dumps({"log": ARENA_LOG, "version": 1, **record})

    @classmethod
    def from_json(cls, line: str) -> "RunSettings":
        """Reads the first line of a log; FileError if it is none."""
        try:
            record = JsonObject(line).values
        except FileError:
            raise FileError("not an arena log: its first line is damaged") from None
        try:
            if record.pop("log") != ARENA_LOG or record.pop("version") != 1:
                raise FileError("it was written by another version of Outflank")
            conditions = record["conditions"]
            if isinstance(conditions, dict):
                record["conditions"] = Conditions(**fields_of(Conditions, conditions, ["level"]))
            return cls(**fields_of(cls, record, optional=["start"]))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            reason = str(error) if isinstance(error, OutflankError) else "its first line is damaged"
            raise FileError(f"not an arena log: {reason}") from None

    def differences(self, other: "RunSettings") -> list[str]:
        """Return the names of the fields in which they differ."""
        return [
            field.name
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        ]


OPTIONS = (*options_of(RunSettings), *options_of(Conditions))
"""All that decides about the games of a run, besides the players."""
