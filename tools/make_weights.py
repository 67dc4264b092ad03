"""Trains the shipped pattern weights of one board further: `python tools/make_weights.py FOLDER`.

Games, labels and fits are kept in FOLDER/SIZE; a run that was stopped goes on. It begins with the
weights that are shipped now, of which FOLDER/SIZE-before.ofw becomes a copy.
"""

import shutil
from pathlib import Path

import click

from outflank.cli.options import size_option, workers_option
from outflank.cli.train import BOARDS, stage_bars
from outflank.training.patterns import PatternPlan, describe, export, train

SHIPPED = Path(__file__).parents[1] / "src" / "outflank" / "data" / "weights"


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@size_option("Board to learn for.", sizes=BOARDS, required=True)
@click.option("--games", type=int, default=40_000, show_default=True, help="In each round.")
@click.option("--rounds", type=int, default=1, show_default=True)
@click.option(
    "--wthor",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Games of people too.",
)
@workers_option()
def main(
    *, folder: Path, size: int, games: int, rounds: int, wthor: Path | None, workers: int
) -> None:
    """Trains a board and writes its file of weights."""
    shipped, before = SHIPPED / f"{size}.ofw", folder / f"{size}-before.ofw"
    folder.mkdir(parents=True, exist_ok=True)
    if not before.exists():
        shutil.copyfile(shipped, before)
    plan = PatternPlan(
        folder / str(size), size, games=games, rounds=rounds, start=before, wthor=wthor
    )
    with stage_bars() as report:
        trained = train(plan, report, workers=workers)
    print(describe(trained))
    export(trained, shipped)
    print(f"wrote {shipped}")


if __name__ == "__main__":
    main()
