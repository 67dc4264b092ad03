"""`outflank experiment`: the experiments of the reports, repeated with enough games."""

import json
import os
from pathlib import Path
from typing import Any

import click

from outflank.cli.progress import progress
from outflank.errors import SettingsError
from outflank.experiments.experiment import Experiment
from outflank.experiments.reading import experiment_names, load_experiment


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "listed", is_flag=True, help="Show the experiments; plays nothing.")
@click.option("--all", "everything", is_flag=True, help="Run all of them.")
@click.option("--quick", is_flag=True, help="Fewer games and boards: two minutes at most.")
@click.option(
    "--part",
    "parts",
    multiple=True,
    metavar="NAME",
    help="Play this part of the experiment only; may be given again.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("experiments"),
    show_default=True,
    help="Where games and results are kept, a folder for each experiment.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Games at a time.  [default: cores]")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, tcp://host:8786.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def experiment(
    *,
    names: tuple[str, ...],
    listed: bool,
    everything: bool,
    quick: bool,
    parts: tuple[str, ...],
    folder: Path,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Repeat what the student reports tried, with enough games to tell.

    Each experiment plays its matches, measures what the report claims, and says for every claim
    whether it holds, fails, or cannot be told from noise. FOLDER/NAME then has a report with
    tables and pictures, and the games. Stop it with Ctrl-C at any time: the same command goes
    on where it was, and plays nothing once it is done.

    \b
    Examples:
      outflank experiment --list
      outflank experiment champion-weights --quick
      outflank experiment sommer-round-robin determinism --workers 2
      outflank experiment champion-mcts --part start --part depth-6
      outflank experiment --all --folder results      (all of them, at full size)
    """
    if listed or not (names or everything):
        _show_list(as_json=as_json)
        return
    if names and everything:
        raise click.UsageError("give names, or --all of them")
    if parts and len(names) != 1:
        raise click.UsageError("--part needs the name of one experiment")
    chosen = [load_experiment(name, quick=quick) for name in names or experiment_names()]
    if parts:
        chosen = [chosen[0].only(parts)]
    slots = _workers(chosen, workers, cluster)
    from outflank.executor import open_executor

    results = []
    with open_executor(slots, cluster) as executor:
        for number, one in enumerate(chosen, 1):
            title = one.name if len(chosen) == 1 else f"{one.name} ({number} of {len(chosen)})"
            place = folder / (f"{one.name}-quick" if quick else one.name)
            try:
                results.append(_run(one, place, executor, title, quick=quick))
            except KeyboardInterrupt:
                click.echo(
                    f"outflank: stopped; what was played is kept in {place}, and the same "
                    f"command goes on with it",
                    err=True,
                )
                raise SystemExit(130) from None
            if not as_json:
                _tell(results[-1], place)
    if as_json:
        click.echo(json.dumps(results, allow_nan=False))


def _run(
    chosen: Experiment, place: Path, executor: Any, title: str, *, quick: bool
) -> dict[str, Any]:
    from outflank.experiments.run import run_experiment

    with progress(title) as report:
        return run_experiment(
            chosen, place, executor, lambda _, fraction: report(fraction), quick=quick
        )


def _workers(chosen: list[Experiment], asked: int | None, cluster: str | None) -> int:
    """A clock is fair only while every game has a core."""
    if cluster is not None:
        return asked or 1
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    if asked is None:
        return cores
    timed = [one.name for one in chosen if one.timed]
    if timed and asked > cores:
        raise SettingsError(
            f"{timed[0]} has moves on a clock, which is fair with at most as many workers as "
            f"there are cores: {cores}, not {asked}"
        )
    return asked


def _show_list(*, as_json: bool) -> None:
    found = [load_experiment(name) for name in experiment_names()]
    if as_json:
        facts = [
            {"name": one.name, "title": one.title, "report": one.report, "question": one.question}
            for one in found
        ]
        click.echo(json.dumps(facts))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("experiment", no_wrap=True)
    table.add_column("question")
    for one in found:
        table.add_row(one.name, one.question)
    Console(highlight=False).print(table)
    click.echo("\nRun one with: outflank experiment NAME --quick")


def _tell(result: dict[str, Any], place: Path) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from outflank.experiments.report import claim_text

    colors = {"holds": "green", "fails": "red", "noise": "yellow"}
    console = Console(highlight=False)
    console.print(Text(result["title"], style="bold"))
    if result["claims"]:
        table = Table(box=None, pad_edge=False)
        for column in ("claim", "the report", "conditions", "here", "verdict"):
            table.add_column(column)
        for claim in result["claims"]:
            word = Text(claim["verdict"], style=colors[claim["verdict"]])
            table.add_row(
                Text(claim_text(claim)),
                Text(claim["figure"]),
                Text(claim["conditions"]),
                Text(claim["measured"]),
                word,
            )
        console.print(table)
    click.echo(f"tables and pictures: {place / 'report.md'}\n")
