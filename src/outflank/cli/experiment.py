"""`outflank experiment`: the experiments of the reports, repeated with enough games."""

from pathlib import Path
from typing import Any

import click

from outflank.cli.options import cluster_option, json_option, workers_option
from outflank.cli.output import print_json
from outflank.cli.progress import progress
from outflank.executor import open_executor, worker_count
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
@workers_option("Games at a time.", default=None)
@cluster_option()
@json_option("Print one JSON array.")
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
        _print_list(as_json=as_json)
        return
    if names and everything:
        raise click.UsageError("Give names, or --all of them.")
    if parts and len(names) != 1:
        raise click.UsageError("--part needs the name of one experiment.")
    chosen = [load_experiment(name, quick=quick) for name in names or experiment_names()]
    if parts:
        chosen = [chosen[0].only(parts)]
    if cluster is None:
        workers = worker_count(workers, timed=any(experiment.timed for experiment in chosen))
    from outflank.experiments.run import run_experiment

    reports = []
    with open_executor(workers or 1, cluster) as executor:
        for number, choice in enumerate(chosen, 1):
            name = choice.name
            title = name if len(chosen) == 1 else f"{name} ({number} of {len(chosen)})"
            place = folder / (f"{name}-quick" if quick else name)
            try:
                with progress(title) as update:
                    reports.append(run_experiment(choice, place, executor, update, quick=quick))
            except KeyboardInterrupt:
                stopped = f"Stopped. What was played is kept in {place}"
                click.echo(f"{stopped}; the same command goes on with it.", err=True)
                raise SystemExit(130) from None
            if not as_json:
                _print_report(reports[-1], place)
    if as_json:
        print_json(reports)


def _print_table(columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*columns, box=None, pad_edge=False)
    table.columns[0].no_wrap = columns[0] == "experiment"
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)


def _print_list(*, as_json: bool) -> None:
    experiments = [load_experiment(name) for name in experiment_names()]
    if as_json:
        keys = ("name", "title", "report", "question")
        print_json([{key: getattr(one, key) for key in keys} for one in experiments])
        return
    _print_table(("experiment", "question"), [(one.name, one.question) for one in experiments])
    click.echo("\nRun one with: outflank experiment NAME --quick")


def _print_report(report: dict[str, Any], place: Path) -> None:
    from rich.text import Text

    from outflank.experiments.report import claim_text

    colors = {"holds": "green", "fails": "red", "noise": "yellow"}
    click.secho(report["title"], bold=True)
    rows = [
        (
            claim_text(claim),
            claim["figure"],
            claim["conditions"],
            claim["measured"],
            Text(claim["verdict"], style=colors[claim["verdict"]]),
        )
        for claim in report["claims"]
    ]
    if rows:
        _print_table(("claim", "the report", "conditions", "here", "verdict"), rows)
    click.echo(f"tables and pictures: {place / 'report.md'}\n")
