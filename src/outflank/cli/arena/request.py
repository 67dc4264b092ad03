"""The options of a run on the command line, derived from their definitions in `outflank.arena`."""

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import click

from outflank._text import printable
from outflank.agents.options import MAX_MEGABYTES, Option
from outflank.agents.spec import AgentSpec
from outflank.arena.openings import read_openings
from outflank.arena.options import RunOption
from outflank.arena.settings import OPTIONS, RunSettings
from outflank.cli.options import limit_option, sizes_option
from outflank.errors import SettingsError

Command = TypeVar("Command", bound=Callable[..., Any])

LIMITS = ("time", "nodes", "depth", "level")
MEMORY = Option("memory", "megabytes", None, "", most=MAX_MEGABYTES)
FILE = click.Path(dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What was typed about a run. All else is a default, or stands in the log to resume."""

    opponents: tuple[str, ...]
    """The players that were typed without an option."""
    gauntlet: str | None
    openings: Path | None
    values: Mapping[str, Any]
    """Of the other options, by the fields of the settings."""

    @property
    def players(self) -> tuple[str, ...]:
        """All of them, the one of a gauntlet first."""
        if self.gauntlet is None:
            return self.opponents
        return (self.gauntlet, *(name for name in self.opponents if name != self.gauntlet))

    def settings(self) -> RunSettings:
        values = {**self.values, "gauntlet": self.gauntlet is not None}
        settings = RunSettings.of(self.players, values)
        if self.openings is None:
            return settings
        if settings.balance is not None:
            raise SettingsError("--balanced chooses random openings; a file is taken as it is")
        return replace(settings, openings=read_openings(self.openings, settings.sizes))

    def check_same(self, path: Path, logged: RunSettings) -> None:
        """SettingsError if anything that was typed differs from the settings of a log."""
        typed = dict(self.values)
        if self.openings is not None:
            typed["openings"] = read_openings(self.openings, logged.sizes)
        different = []
        if self.opponents and self.players != logged.players:
            different.append("players")
        gauntlet = logged.players[0] if logged.gauntlet else None
        if (self.opponents or self.gauntlet) and self.gauntlet != gauntlet:
            different.append("gauntlet")
        for option in OPTIONS:
            if option.field in typed and typed[option.field] != logged.value(option.field):
                different.append(option.name)
        if different:
            raise SettingsError(
                f"{path} is of a run with other {', '.join(dict.fromkeys(different))}; "
                f"leave them out, or name another file"
            )

    def check_programs(self, path: Path | None, settings: RunSettings) -> None:
        """A log starts no program that was not also typed: it may come from a stranger."""
        for player in settings.players:
            if player not in self.players and AgentSpec.parse(player).starts_program:
                raise SettingsError(
                    f"{path} would start {printable(player)}; a program that a log names must be "
                    f"named on the command line, too: give all players of the run"
                )


_TYPED = [option for option in OPTIONS if option.help]


def run_options(command: Command) -> Command:
    """Add the players and all options of a run; the command gets a `RunRequest` as `request`."""

    @functools.wraps(command)
    def run(**parameters: Any) -> Any:
        return command(request=take_request(parameters), **parameters)

    decorated: Any = click.option(
        "--sandbox", is_flag=True, help="Deny agents from files the network and writing of files."
    )(run)
    for option in reversed(_TYPED):
        decorated = _click_option(option)(decorated)
    return click.argument("players", nargs=-1)(decorated)  # type: ignore[no-any-return]


def take_request(parameters: dict[str, Any]) -> RunRequest:
    values = {
        option.field: parameters.pop(option.name if option.name in LIMITS else option.field)
        for option in _TYPED
    }
    values = {name: value for name, value in values.items() if _is_typed(value)}
    if clock := values.pop("game_seconds", None):
        values["game_seconds"], values["increment"] = clock
    players: tuple[str, ...] = parameters.pop("players")
    gauntlet, openings = values.pop("gauntlet", None), values.pop("openings", None)
    if parameters.pop("sandbox"):
        players = tuple(map(_sandboxed, players))
        gauntlet = gauntlet and _sandboxed(gauntlet)
    return RunRequest(players, gauntlet, openings, values)


def _is_typed(value: object) -> bool:
    """Whether an option has a value; 0, which equals False, is one."""
    return value is not None and value is not False and value != ()


def _click_option(option: RunOption) -> Callable[[Command], Command]:
    help = option.help
    if _is_typed(option.default):
        value = option.default
        help += f"  [default: {value[0] if option.field == 'sizes' else value}]"
    if option.name in LIMITS:
        return limit_option(option.name, help)
    if option.field == "sizes":
        return sizes_option(help)
    kinds: dict[str, dict[str, Any]] = {
        "gauntlet": {"metavar": "PLAYER"},
        "openings": {"type": FILE},
        "sprt": {"type": float, "nargs": 2, "metavar": "ELO0 ELO1"},
        "game_seconds": {"metavar": "SECONDS[+INCREMENT]", "callback": _read_game_clock},
        "memory": {"metavar": "SIZE", "callback": _read_memory},
    }
    if option.field in kinds:
        kind = kinds[option.field]
    elif option.kind is bool:
        kind = {"is_flag": True}
    elif get_origin(option.kind) is Literal:
        kind = {"type": click.Choice(get_args(option.kind))}
    else:
        kind = {"type": option.kind}
    return click.option(f"--{option.name}", option.field, help=help, **kind)


def _sandboxed(player: str) -> str:
    spec = AgentSpec.parse(player)
    return str(spec.with_options(sandbox="yes")) if spec.is_path else player


def _read_memory(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return int(MEMORY.read(text) or 0)
    except SettingsError as error:
        raise click.BadParameter(str(error)) from None


def _read_game_clock(
    _ctx: click.Context, _param: click.Parameter, text: str | None
) -> tuple[float, float] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text)
    if match is None or float(match[1]) == 0:
        raise click.BadParameter("give seconds and an increment, such as 60 or 60+0.5")
    return float(match[1]), float(match[2] or 0)
