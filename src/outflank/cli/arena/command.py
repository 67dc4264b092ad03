"""`outflank arena`: which player is better, and by how much."""

import os
import shlex
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from outflank._text import printable
from outflank.agents.spec import AgentSpec
from outflank.arena.log import Log, check_space, read_log
from outflank.arena.openings import Line
from outflank.arena.seat import ask_once, check_player, doubt
from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tally import Pair
from outflank.arena.tournament import Run, all_openings, play_run
from outflank.cli.arena.outputs import Outputs
from outflank.cli.arena.request import FILE, RunRequest, run_options
from outflank.cli.options import cluster_option, json_option, workers_option
from outflank.cli.output import print_json, warn
from outflank.cli.progress import progress
from outflank.errors import EngineError
from outflank.executor import Executor, open_executor, worker_count
from outflank.pages.replay import ReplayGames


@click.command()
@run_options
@workers_option("Games at a time.", default=None)
@cluster_option()
@click.option("--allow-broken", is_flag=True, help="Play even if a player fails its first test.")
@click.option("--log", "log_path", type=FILE, help="Save the games to FILE.")
@click.option("--resume", is_flag=True, help="Resume the run of --log.")
@click.option("--report", "report_path", type=FILE, help="Show the log FILE again; play nothing.")
@click.option("--html", type=FILE, help="Write a page with tables, plots and games.")
@click.option("--csv", type=FILE, help="Write the matches as a table.")
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path),
              help="Write each plot into this folder.")  # fmt: skip
@click.option("--plot-format", type=click.Choice(["svg", "png"]), default="svg", show_default=True)
@json_option()
def arena(
    *,
    request: RunRequest,
    workers: int | None,
    cluster: str | None,
    allow_broken: bool,
    log_path: Path | None,
    resume: bool,
    report_path: Path | None,
    as_json: bool,
    **reports: Any,
) -> None:
    """Play a tournament and say how sure its result is.

    PLAYERS are agents as `outflank agents` lists them, files of the course kit, or third-party
    engines by their commands. All meet all, or --gauntlet PLAYER meets each of the others.
    Every opening is played twice with colours swapped. What stands after ± or in [ , ] is a 95 %
    interval.

    \b
    Examples:
      outflank arena improved kandlikar-parry --nodes 5000
      outflank arena engine improved greedy-corners --nodes 5000 --size 6,8 --games 40
      outflank arena --gauntlet ./student_agent.py random greedy-corners --time 2
      outflank arena engine "gtp:edax -q -gtp" "nboard:depth=8:ntest" --time 1
      outflank arena engine:nodes=2000 engine:nodes=1000 --games 20000 --sprt 0 20
      outflank arena --log cup.jsonl --resume                  (resume a stopped run)
      outflank arena --report cup.jsonl --html cup.html        (show it again)
    """
    outputs = Outputs(**reports)
    outputs.check({"--log": log_path, "--report": report_path, "--openings": request.openings})
    games = ReplayGames()
    if report_path is not None:
        if request.players or resume or log_path:
            raise click.UsageError("--report shows a log and plays nothing: give no players")
        settings, pairs = read_log(report_path)
        request.check_same(report_path, settings)
        _show(Run(settings, pairs, games.add), games, report_path, outputs, as_json=as_json)
        return
    stopped = False
    with ExitStack() as stack:
        path, log, settings, pairs = _begin(request, log_path, stack, resume=resume)
        # The workers of a cluster have other files than this machine.
        _check_players(settings, ask=not allow_broken and cluster is None)
        slots = _slots(settings, workers, cluster)
        run = Run(settings, pairs, games.add)
        with progress("choosing openings") as report:
            lines = all_openings(settings, report)
        executor = stack.enter_context(open_executor(slots, cluster))
        log = log or stack.enter_context(Log.create(path, settings))
        try:
            _play(run, lines, log, executor)
        except KeyboardInterrupt:
            stopped = True
        damage = None if stopped else log.damage()
    _show(run, games, path, outputs, as_json=as_json)
    if damage is not None:
        raise EngineError(damage)
    if stopped:
        _stop(settings, path)


def _begin(
    request: RunRequest, path: Path | None, stack: ExitStack, *, resume: bool
) -> tuple[Path, Log | None, RunSettings, list[Pair]]:
    if not resume:
        settings = request.settings()
        path = path or _default_log()
        check_space(path, settings)
        return path, None, settings, []
    if path is None:
        raise click.UsageError("--resume needs --log FILE, the run to go on with")
    log, settings, pairs = Log.resume(path)
    stack.enter_context(log)
    request.check_same(path, settings)
    request.check_programs(path, settings)
    return path, log, settings, pairs


def _slots(settings: RunSettings, workers: int | None, cluster: str | None) -> int:
    if cluster is None:
        threads = max(AgentSpec.parse(spec).threads for spec in settings.players)
        return worker_count(workers, threads=threads, timed=settings.conditions.timed)
    if workers is not None:
        raise click.UsageError("the workers of a cluster play as many games as they can")
    return 1


def _check_players(settings: RunSettings, *, ask: bool) -> None:
    for spec in settings.players:
        check_player(spec, settings.conditions, settings.sizes)
        if warning := doubt(spec, settings.conditions):
            warn(warning)
    for spec in settings.players if ask else ():
        ask_once(spec, settings.conditions, settings.sizes)


def _play(run: Run, lines: dict[int, list[Line]], log: Log, executor: Executor) -> None:
    from rich.console import Console

    from outflank.cli.arena.show import BrokenPlayers, live

    console = Console(stderr=True)
    broken = BrokenPlayers(console)
    with live(console, run) as screen:

        def update(run: Run) -> None:
            broken.report(run.tally)
            screen(run)

        on_move = screen.moved if screen.is_seen else None
        play_run(run, lines, log, executor, update, on_move=on_move)


def _stop(settings: RunSettings, path: Path) -> NoReturn:
    words = ["outflank", "arena"]
    if any(AgentSpec.parse(player).starts_program for player in settings.players):
        words += ["--gauntlet"] if settings.gauntlet else []
        words += settings.players
    resume = shlex.join([*words, "--log", str(path), "--resume"])
    click.echo(f"Stopped. Resume with: {resume}", err=True)
    raise SystemExit(130)


def _default_log() -> Path:
    from platformdirs import user_data_path

    folder = user_data_path("outflank", appauthor=False) / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.jsonl"


def _show(run: Run, games: ReplayGames, path: Path, outputs: Outputs, *, as_json: bool) -> None:
    """Show the result, then write the reports; no report that fails hides the result."""
    run.count_rest()
    summary = summarize(run.tally)
    if as_json:
        from outflank.arena.table import as_json as record_of

        print_json({**record_of(summary), "log": str(path)})
        outputs.write(summary, games)
        return
    from rich.console import Console

    from outflank.cli.arena.show import final

    console = Console(highlight=False)
    for part in final(summary):
        console.print(part)
    if run.uncounted:
        reason = "are in the log; they count when earlier ones have been played."
        if run.verdict is not None:
            reason = "were under way when the test ended; they are in the log and not counted."
        click.echo(f"\n{run.uncounted} more games {reason}")
    click.echo(f"games: {printable(str(path))}")
    for place in outputs.write(summary, games):
        click.echo(f"wrote: {printable(str(place))}")
