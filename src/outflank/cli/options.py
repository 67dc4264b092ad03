"""The options that several commands share: one name, one check and one meaning for each.

Importing this module loads neither numpy nor the compiled core, so that --help stays quick.
"""

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from outflank._board import SIZES

if TYPE_CHECKING:
    from outflank import Level, Limit

Command = TypeVar("Command", bound=Callable[..., Any])

DYNAMIC = "dynamic"
"""The value of --depth that lets the depth follow the empty squares."""
MAX_PLIES = 1000
MAX_LEVEL = 60
MAX_WORKERS = 1024
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?", re.ASCII)
_OPEN_ENDS = ("0000", "9999")


class Decorator(Protocol):
    def __call__(self, command: Command, /) -> Command: ...


def options(*decorators: Decorator) -> Decorator:
    """Add several options, the first of them first."""

    def add(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return add


def _shown_default(value: object) -> dict[str, Any]:
    """How click is told a default: None, if it is given at all, satisfies a required option."""
    return {} if value is None else {"default": value, "show_default": True}


def number_option(
    *names: str,
    help: str,
    default: int | None = None,
    min: int = 1,
    max: int | None = None,
    required: bool = False,
) -> Decorator:
    """Add an option for a whole number."""
    return click.option(
        *names,
        type=click.IntRange(min, max),
        metavar="N",
        **_shown_default(default),
        required=required,
        help=help,
    )


def file_option(
    *names: str,
    help: str,
    folder: bool = False,
    exists: bool = False,
    required: bool = False,
    default: str | None = None,
) -> Decorator:
    """Add an option for a file, or for a folder."""
    return click.option(
        *names,
        type=click.Path(exists=exists, file_okay=not folder, dir_okay=folder, path_type=Path),
        metavar="FOLDER" if folder else "FILE",
        **_shown_default(default),
        required=required,
        help=help,
    )


def size_option(
    help: str = "Board size.",
    *,
    default: int | None = None,
    sizes: Iterable[int] = SIZES,
    required: bool = False,
) -> Decorator:
    """Add `--size N` for one board; the command gets `size`, a number or None."""
    return click.option(
        "--size",
        type=click.Choice([*map(str, sizes)]),
        **_shown_default(default and str(default)),
        required=required,
        callback=lambda _ctx, _param, text: None if text is None else int(text),
        help=help,
    )


def sizes_option(
    help: str = "Board sizes: --size 6 --size 8, or --size 6,8.",
    *,
    default: Sequence[int] = (),
    sizes: Iterable[int] = SIZES,
    required: bool = False,
) -> Decorator:
    """Add `--size` for several boards; the command gets `sizes`, a tuple without repeats."""
    choice = click.Choice([*map(str, sizes)])

    def read(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[int, ...]:
        names = [name.strip() for text in texts for name in text.split(",")]
        return tuple(dict.fromkeys(int(choice.convert(name, param, ctx)) for name in names))

    return click.option(
        "--size",
        "sizes",
        multiple=True,
        metavar="N[,N...]",
        **_shown_default([*map(str, default)] or None),
        required=required,
        callback=read,
        help=help,
    )


def workers_option(help: str = "Worker processes.", *, default: int | None = 1) -> Decorator:
    """Add `--workers N`; a default of None stands for the number of cores."""
    return click.option(
        "--workers",
        type=click.IntRange(1, MAX_WORKERS),
        default=default,
        show_default="cores" if default is None else True,
        metavar="N",
        help=help,
    )


def threads_option(help: str) -> Decorator:
    """Add `--threads N` for the threads of one search; this loads the engine."""
    from outflank.engine.engine import DEFAULT_THREADS
    from outflank.engine.limit import MAX_THREADS

    return number_option("--threads", default=DEFAULT_THREADS, max=MAX_THREADS, help=help)


def cluster_option(
    help: str = "Run on the workers of a Dask scheduler, such as tcp://host:8786.",
) -> Decorator:
    return click.option("--cluster", metavar="ADDRESS", help=help)


def json_option(help: str = "Print one JSON object.") -> Decorator:
    """Add `--json`; the command gets `as_json` and then prints nothing else on standard output."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def memory_option(help: str, *, default: str = "500MB") -> Decorator:
    """Add `--memory SIZE`; the command gets `memory`, a number of megabytes."""

    def read(_ctx: click.Context, _param: click.Parameter, text: str) -> int:
        from outflank import SettingsError
        from outflank.agents.options import MAX_MEGABYTES, Option

        try:
            return int(Option("memory", "megabytes", None, "", most=MAX_MEGABYTES).read(text) or 0)
        except SettingsError as error:
            raise click.BadParameter(f"{error}.") from None

    return click.option(
        "--memory", metavar="SIZE", default=default, show_default=True, callback=read, help=help
    )


def library_option() -> Decorator:
    """Add `--library FILE`; None stands for the user's own library."""
    return file_option(
        "--library", help="Library of games.  [default: OUTFLANK_LIBRARY, or your own]"
    )


def position_option(
    help: str = "Games with this position: moves, a board, or an opening name.",
) -> Decorator:
    """Add `--position TEXT`, to be read by `sources.position_of`, which knows the board's size."""
    return click.option("--position", metavar="POSITION", help=help)


def player_option(help: str = "Part of the name of a player.") -> Decorator:
    return click.option("--player", metavar="NAME", help=help)


def date_option(help: str = "2004, 2004-09-18, 2001..2005, 2001.. or ..2005.") -> Decorator:
    """Add `--date A..B`; the command gets `dates`, the first and last year, month or day, or None.

    Either end may be left open. The last year or month counts as a whole.
    """
    return click.option("--date", "dates", metavar="A..B", callback=_read_dates, help=help)


def _read_dates(
    _ctx: click.Context, _param: click.Parameter, text: str | None
) -> tuple[str, str] | None:
    if text is None:
        return None
    first, dots, last = text.partition("..")
    ends = (first or _OPEN_ENDS[0], last or _OPEN_ENDS[1]) if dots else (first, first)
    if not (first or last) or not all(map(_DATE.fullmatch, ends)):
        raise click.BadParameter(f"{text!r} is not a date. Write 2004, 2004-09-18 or 2001..2005.")
    if ends[0][: len(ends[1])] > ends[1]:
        raise click.BadParameter(f"{text!r} ends before it begins.")
    return ends


def limit_option(
    name: str, help: str, *, default: float | None = None, dynamic: bool = False
) -> Decorator:
    """Add one of `--time`, `--nodes`, `--depth` and `--level`; the command gets `name`.

    `default` is shown only: the parameter is None if the option is not given.
    """
    types: dict[str, Any] = {
        "time": click.FloatRange(min=0, min_open=True),
        "nodes": click.IntRange(min=1),
        "depth": None if dynamic else click.IntRange(1, MAX_PLIES),
        "level": click.IntRange(1, MAX_LEVEL),
    }
    metavars = {"time": "SECONDS", "depth": "PLIES|dynamic" if dynamic else "PLIES"}
    return click.option(
        f"--{name}",
        name,
        type=types[name],
        metavar=metavars.get(name, "N"),
        callback=_read_depth if name == "depth" and dynamic else None,
        help=help if default is None else f"{help}  [default: {default:,}]",
    )


def limit_options(
    per: str = "position",
    *,
    names: Sequence[str] = ("time", "nodes", "depth", "level"),
    default: tuple[str, float] | None = None,
    dynamic: bool = False,
) -> Decorator:
    """Add `--time --nodes --depth --level`, of which one may be given; the command gets `limit`.

    It is a `Limit`, a `Level`, or None without a `default`, which is a name and a number. With
    `dynamic`, `--depth dynamic` is allowed.
    """
    texts = {
        "time": f"Seconds per {per}.",
        "nodes": f"Nodes per {per}.",
        "depth": "Plies to look ahead.",
        "level": "Level of the engine.",
    }
    defaults = dict([default] if default is not None else [])

    def add(command: Command) -> Command:
        @functools.wraps(command)
        def run(*args: Any, **parameters: Any) -> Any:
            values = {name: parameters.pop(name) for name in names}
            return command(*args, limit=_limit(values, defaults), **parameters)

        decorate = options(
            *(
                limit_option(name, texts[name], default=defaults.get(name), dynamic=dynamic)
                for name in names
            )
        )
        return decorate(run)  # type: ignore[return-value]

    return add


def limit_text(limit: "Limit | Level") -> str:
    """The option that sets a limit, as somebody would type it.

    >>> from outflank import Level, Limit
    >>> limit_text(Level(12)), limit_text(Limit(nodes=5000))
    ('--level 12', '--nodes 5000')
    """
    from outflank import Level

    if isinstance(limit, Level):
        return f"--level {limit.number}"
    values = {"time": limit.time, "nodes": limit.nodes, "depth": limit.depth}
    return " ".join(f"--{name} {value}" for name, value in values.items() if value is not None)


def _read_depth(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | str | None:
    if text is None or text == DYNAMIC:
        return text
    depth = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= depth <= MAX_PLIES:
        raise click.BadParameter(f"{text!r} is neither 1 to {MAX_PLIES} plies nor '{DYNAMIC}'.")
    return depth


def _limit(values: dict[str, Any], defaults: dict[str, float]) -> "Limit | Level | None":
    from outflank import Level, Limit

    chosen = {name: value for name, value in values.items() if value is not None}
    if len(chosen) > 1:
        first, second, *_ = chosen
        raise click.UsageError(f"Give either --{first} or --{second}, not both.")
    chosen = chosen or defaults
    if not chosen:
        return None
    if "level" in chosen:
        return Level(int(chosen["level"]))
    return Limit(dynamic=True) if chosen.get("depth") == DYNAMIC else Limit(**chosen)
