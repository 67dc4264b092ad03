"""`outflank arena`: which player is better, and by how much."""

import json
import os
import re
import shlex
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import click
from click.core import ParameterSource

from outflank._files import replacing, write_text
from outflank._text import printable
from outflank.agents.options import MAX_MEGABYTES, Option
from outflank.agents.spec import AgentSpec
from outflank.arena.log import Log, check_space, read_log
from outflank.arena.openings import read_openings
from outflank.arena.seat import ask_once, check_player, doubt
from outflank.arena.settings import GameRules, RunSettings
from outflank.arena.summary import Summary, summarize
from outflank.arena.tally import Pair
from outflank.arena.tournament import Run, all_openings, play_run, release
from outflank.cli.progress import progress
from outflank.errors import EngineError, SettingsError
from outflank.executor import open_executor
from outflank.pages.replay import ReplayGames

MEMORY = Option("memory", "megabytes", 500, "", most=MAX_MEGABYTES)


def _sizes(_: click.Context, __: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter("give sizes such as 6,8,10,12") from None


def _memory(_: click.Context, __: click.Parameter, text: str) -> int:
    try:
        return int(MEMORY.read(text) or 0)
    except SettingsError as error:
        raise click.BadParameter(str(error)) from None


def _game_clock(
    _: click.Context, __: click.Parameter, text: str | None
) -> tuple[float, float] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text)
    if match is None or float(match[1]) == 0:
        raise click.BadParameter("give seconds and an increment, such as 60 or 60+0.5")
    return float(match[1]), float(match[2] or 0)


PLACES = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("players", nargs=-1)
@click.option("--gauntlet", metavar="PLAYER", help="This player meets each of the others.")
@click.option("--sizes", default="8", show_default=True, callback=_sizes, help="Boards to play on.")
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=100,
    show_default=True,
    help="For each two players and size.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Positions to look at for a move.")
@click.option("--depth", type=click.IntRange(min=1, max=1000), help="Plies to look ahead.")
@click.option("--time", "seconds", type=click.FloatRange(min=0, min_open=True, max=1e9),
              help="Seconds for each move.")  # fmt: skip
@click.option("--game-clock", metavar="SECONDS[+INCREMENT]", callback=_game_clock,
              help="For all moves of a player in a game.")  # fmt: skip
@click.option("--clock", type=click.Choice(["wall", "cpu"]), default="wall", show_default=True,
              help="Which time counts. 0.1 s more than allowed is tolerated.")  # fmt: skip
@click.option(
    "--concurrency", type=click.IntRange(min=1, max=1024), help="Games at a time.  [default: cores]"
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True,
              help="Of the openings and of players who throw dice.")  # fmt: skip
@click.option("--plies", type=click.IntRange(min=0, max=40), default=8, show_default=True,
              help="Random moves of an opening.")  # fmt: skip
@click.option("--balanced", type=click.IntRange(min=0), metavar="DISCS",
              help="Only openings the engine thinks this close.")  # fmt: skip
@click.option("--start", is_flag=True, help="Every game begins at the start position.")
@click.option("--openings", "openings_file", type=PLACES,
              help="Openings from a file instead, one line of moves each.")  # fmt: skip
@click.option("--sprt", type=float, nargs=2, metavar="ELO0 ELO1",
              help="Stop as soon as it is clear which of the two differences holds.")  # fmt: skip
@click.option("--memory", default="500MB", show_default=True, callback=_memory,
              help="For a player in a process of its own.")  # fmt: skip
@click.option("--isolate", is_flag=True, help="Outflank's own players get processes too.")
@click.option("--sandbox", is_flag=True,
              help="Agents from files can write no files and use no net.")  # fmt: skip
@click.option("--on-error", type=click.Choice(["forfeit", "random"]), default="forfeit",
              show_default=True, help="A fault costs the game, or a random move.")  # fmt: skip
@click.option("--allow-broken", is_flag=True,
              help="Play even if a player fails when it is tried first.")  # fmt: skip
@click.option("--log", "log_path", type=PLACES, help="Where to keep the games.")
@click.option("--resume", is_flag=True, help="Go on with the run of --log.")
@click.option("--report", "report_path", type=PLACES, help="Show a log again; plays nothing.")
@click.option("--html", "html_path", type=PLACES, help="Write a page with tables, plots and games.")
@click.option("--csv", "csv_path", type=PLACES, help="Write the matches as a table.")
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path),
              help="Write each plot into this folder.")  # fmt: skip
@click.option("--plot-format", type=click.Choice(["svg", "png"]), default="svg", show_default=True)
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, tcp://host:8786.")
@click.option("--json", "as_json_", is_flag=True, help="Print one JSON object.")
def arena(players: tuple[str, ...], **options: Any) -> None:
    """Play a tournament and say how sure its result is.

    PLAYERS are agents as `outflank agents` lists them, files of the course kit, or engines of other
    people by their commands. Everybody meets everybody, or --gauntlet PLAYER meets all others.
    Every opening is played twice with colours swapped. What stands after ± or in [ , ] is a 95 %
    interval.

    \b
    Examples:
      outflank arena improved kandlikar-parry --nodes 5000
      outflank arena engine improved greedy-corners --nodes 5000 --sizes 6,8 --games 40
      outflank arena --gauntlet ./student_agent.py random greedy-corners --time 2
      outflank arena engine "gtp:edax -q -gtp" "nboard:depth=8:ntest" --time 1
      outflank arena engine:nodes=2000 engine:nodes=1000 --games 20000 --sprt 0 20
      outflank arena --log cup.jsonl --resume                  (go on with a stopped run)
      outflank arena --report cup.jsonl --html cup.html        (show it again)
    """
    options["players"] = players
    outputs = {key: options[key] for key in ("html_path", "csv_path", "plots", "plot_format")}
    _check_outputs(options)
    if options["report_path"] is not None:
        if players or options["resume"] or options["log_path"]:
            raise click.UsageError("--report shows a log and plays nothing: give no players")
        settings, pairs = read_log(options["report_path"])
        _check_same(options["report_path"], settings, options)
        games = ReplayGames()
        run = Run(settings, pairs, games.add)
        run.count_rest()
        _tell(run, games, options["report_path"], outputs, as_json=options["as_json_"])
        return
    _play(options, outputs)


def _play(options: dict[str, Any], outputs: dict[str, Any]) -> None:
    path: Path | None = options["log_path"]
    if not options["resume"]:
        _play_rest(options, outputs, _settings(options))
        return
    if path is None:
        raise click.UsageError("--resume needs --log FILE, the run to go on with")
    log, settings, played = Log.resume(path)
    with log:
        _check_same(path, settings, options)
        _play_rest(options, outputs, settings, log, played)


def _play_rest(
    options: dict[str, Any],
    outputs: dict[str, Any],
    settings: RunSettings,
    log: Log | None = None,
    played: Iterable[Pair] = (),
) -> None:
    """Plays what a log lacks, or a whole run, and shows the result."""
    from rich.console import Console

    from outflank.cli.arena.broken import BrokenPlayers
    from outflank.cli.arena.show import live

    _check_named(settings, options)
    for spec in settings.players:
        check_player(spec, settings.conditions, settings.sizes)
        if warning := doubt(spec, settings.conditions):
            click.echo(f"outflank: {warning}", err=True)
    if not options["allow_broken"] and options["cluster"] is None:  # its workers have other files
        for spec in settings.players:
            ask_once(spec, settings.conditions, settings.sizes)
    if options["cluster"] is None:
        concurrency = _concurrency(settings, options["concurrency"])
    elif options["concurrency"] is None:
        concurrency = 1
    else:
        raise click.UsageError("the workers of a cluster play as many games as they can")
    path = options["log_path"] or _default_log()
    if log is None:
        check_space(path, settings)
    games = ReplayGames()
    run = Run(settings, played, games.add)
    with progress("choosing openings") as report:
        lines = all_openings(settings, report)
    stopped, damage = False, None
    with open_executor(concurrency, options["cluster"]) as executor:
        log = log or Log.create(path, settings)
        try:
            console = Console(stderr=True)
            with log, live(console, run) as screen:
                on_move = screen.moved if screen.is_seen else None
                broken = BrokenPlayers(console)

                def look(run: Run) -> None:
                    broken.look(run.tally)
                    screen(run)

                play_run(run, lines, log, executor, look, on_move=on_move)
                damage = log.damage()
        except KeyboardInterrupt:
            stopped = True
        finally:
            release()
    run.count_rest()
    _tell(run, games, path, outputs, as_json=options["as_json_"])
    if damage is not None:
        raise EngineError(damage)
    if stopped:
        click.echo(f"outflank: stopped; go on with: {_resuming(settings, path)}", err=True)
        raise SystemExit(130)


def _check_named(settings: RunSettings, options: dict[str, Any]) -> None:
    """A log starts no program that was not also typed: it may come from a stranger."""
    typed = _players(options)
    for player in settings.players:
        if player not in typed and AgentSpec.parse(player).starts_program:
            raise SettingsError(
                f"{options['log_path']} would start {printable(player)}; a program that a log "
                f"names must be named on the command line, too: give all players of the run"
            )


def _resuming(settings: RunSettings, path: Path) -> str:
    """The command that goes on with a run."""
    words = ["outflank", "arena"]
    if any(AgentSpec.parse(player).starts_program for player in settings.players):
        words += ["--gauntlet"] if settings.gauntlet else []
        words += settings.players
    return shlex.join([*words, "--log", str(path), "--resume"])


def _settings(options: dict[str, Any]) -> RunSettings:
    clock = options["game_clock"]
    conditions = GameRules(
        nodes=options["nodes"],
        depth=options["depth"],
        seconds=options["seconds"],
        game_seconds=None if clock is None else clock[0],
        increment=0.0 if clock is None else clock[1],
        clock=_clock(options["clock"]),
        memory=options["memory"],
        on_error="random" if options["on_error"] == "random" else "forfeit",
        isolate=options["isolate"],
    )
    file = options["openings_file"]
    if file is not None and options["balanced"] is not None:
        raise SettingsError("--balanced chooses random openings; a file is taken as it is")
    return RunSettings(
        players=_players(options),
        sizes=options["sizes"],
        games=options["games"],
        gauntlet=options["gauntlet"] is not None,
        seed=options["seed"],
        plies=options["plies"],
        balance=options["balanced"],
        openings=() if file is None else read_openings(file, options["sizes"]),
        start=options["start"],
        sprt=options["sprt"],
        conditions=conditions,
    )


def _clock(name: str) -> Literal["wall", "cpu"]:
    return "cpu" if name == "cpu" else "wall"


def _players(options: dict[str, Any]) -> tuple[str, ...]:
    players: tuple[str, ...] = options["players"]
    first: str | None = options["gauntlet"]
    if first is not None:
        players = (first, *(player for player in players if player != first))
    return tuple(map(_sandboxed, players)) if options["sandbox"] else players


def _sandboxed(player: str) -> str:
    spec = AgentSpec.parse(player)
    return str(spec.with_options(sandbox="yes")) if spec.is_path else player


def _check_same(path: Path, logged: RunSettings, options: dict[str, Any]) -> None:
    """What was typed must be as in the log; the rest is taken from there."""
    context = click.get_current_context()
    typed = {
        str(param.name): param.opts[0].lstrip("-")
        for param in context.command.params
        if context.get_parameter_source(str(param.name)) == ParameterSource.COMMANDLINE
    }
    asked, kept = dict(options), _as_options(logged)
    if "openings_file" in typed:
        asked["openings_file"] = read_openings(options["openings_file"], logged.sizes)
    if "players" in typed:
        # Those who meet everybody and those who meet each other are typed apart.
        asked["players"], typed["gauntlet"] = _players(options), "gauntlet"
    if different := [
        name for key, name in typed.items() if key in kept and asked[key] != kept[key]
    ]:
        raise SettingsError(
            f"{path} is of a run with other {', '.join(different)}; "
            f"leave them out, or name another file"
        )


def _as_options(settings: RunSettings) -> dict[str, Any]:
    """What would have been typed for these settings, as far as it decides about the games."""
    conditions = settings.conditions
    clock = (conditions.game_seconds, conditions.increment)
    return {
        "players": settings.players,
        "gauntlet": settings.players[0] if settings.gauntlet else None,
        "sizes": settings.sizes,
        "games": settings.games,
        "nodes": conditions.nodes,
        "depth": conditions.depth,
        "seconds": conditions.seconds,
        "game_clock": None if conditions.game_seconds is None else clock,
        "clock": conditions.clock,
        "seed": settings.seed,
        "plies": settings.plies,
        "balanced": settings.balance,
        "openings_file": settings.openings,
        "start": settings.start,
        "sprt": settings.sprt,
        "memory": conditions.memory,
        "isolate": conditions.isolate,
        "on_error": conditions.on_error,
    }


def _concurrency(settings: RunSettings, asked: int | None) -> int:
    """Games at a time; a clock is fair only while every thread has a core."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    threads = max(AgentSpec.parse(spec).threads for spec in settings.players)
    if asked is None:
        return max(1, cores // threads)
    if settings.conditions.timed and asked * threads > cores:
        raise SettingsError(
            f"{asked} games at a time with {threads} threads each need {asked * threads} cores, "
            f"and there are {cores}: with a clock that would not be fair"
        )
    return asked


def _default_log() -> Path:
    from platformdirs import user_data_path

    folder = user_data_path("outflank", appauthor=False) / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.jsonl"


def _check_outputs(options: dict[str, Any]) -> None:
    """Whether what is asked for can be written, before hours are spent."""
    reports = {f"--{key}": options[f"{key}_path"] for key in ("html", "csv")}
    for path in filter(None, reports.values()):
        if not path.parent.is_dir():
            raise SettingsError(f"there is no folder {path.parent} to write {path.name} into")
    if options["plots"] is not None:
        from outflank.arena.charts import require_matplotlib
        from outflank.arena.plots import KINDS

        require_matplotlib()
        for kind in KINDS:
            reports[f"the plot {kind}"] = options["plots"] / f"{kind}.{options['plot_format']}"
    kept = {
        "--log": options["log_path"],
        "--report": options["report_path"],
        "--openings": options["openings_file"],
    }
    _check_different({**kept, **reports})


def _check_different(files: dict[str, Path | None]) -> None:
    """No file of a run may take the place of another, under whatever names they are given."""
    seen: dict[object, str] = {}
    for name, path in files.items():
        if path is None or (path.exists() and not path.is_file()):
            continue  # devices and pipes take everything
        place: object = os.path.realpath(path)  # unlike resolve, it takes links in a circle
        if path.exists():
            facts = path.stat()
            place = (facts.st_dev, facts.st_ino)
        if place in seen:
            raise SettingsError(f"{seen[place]} and {name} are the same file, {path}")
        seen[place] = name


def _tell(
    run: Run, games: ReplayGames, path: Path, outputs: dict[str, Any], *, as_json: bool
) -> None:
    """Shows the result, then writes what was asked for; no file that fails hides the result."""
    summary = summarize(run.tally)
    if as_json:
        from outflank.arena.table import as_json as facts

        click.echo(json.dumps({**facts(summary), "log": str(path)}, allow_nan=False))
        _write(summary, games, outputs)
        return
    from rich.console import Console

    from outflank.cli.arena.show import final

    console = Console(highlight=False)
    for part in final(summary):
        console.print(part)
    if run.uncounted:
        click.echo(f"\n{run.uncounted} more games {_why_uncounted(run)}")
    click.echo(f"games: {printable(str(path))}")
    for place in _write(summary, games, outputs):
        click.echo(f"wrote: {printable(str(place))}")


def _why_uncounted(run: Run) -> str:
    if run.verdict is None:
        return "are in the log; they count when earlier ones have been played."
    return "were under way when the test ended; they are in the log and not counted."


def _write(summary: Summary, games: ReplayGames, outputs: dict[str, Any]) -> list[Path]:
    written: list[Path] = []
    if outputs["html_path"] is not None:
        from outflank.pages.arena import arena_page

        write_text(outputs["html_path"], arena_page(summary, games.chosen()))
        written.append(outputs["html_path"])
    if outputs["csv_path"] is not None:
        from outflank.arena.table import as_csv

        write_text(outputs["csv_path"], as_csv(summary))
        written.append(outputs["csv_path"])
    if outputs["plots"] is not None:
        from outflank.arena.plots import KINDS, draw

        outputs["plots"].mkdir(parents=True, exist_ok=True)
        for kind in KINDS:
            place = outputs["plots"] / f"{kind}.{outputs['plot_format']}"
            with replacing(place) as file:
                file.write(draw(summary, kind, outputs["plot_format"]))
            written.append(place)
    return written
