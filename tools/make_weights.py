"""Trains the pattern weights of one board, as shipped: `python tools/make_weights.py FOLDER`.

Games and fits are kept in FOLDER/SIZE; a run that was stopped goes on.
"""

from pathlib import Path

import click

from outflank.cli.train import BOARDS, stage_bars
from outflank.training.patterns import PatternPlan, describe, export, train

GAMES = {6: 20_000, 8: 60_000, 10: 15_000, 12: 15_000}
ROUNDS = {6: 2, 8: 4, 10: 6, 12: 7}
OUTPUT = Path(__file__).parents[1] / "src" / "outflank" / "data" / "weights"


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--size", type=click.Choice(BOARDS), required=True)
@click.option("--games", type=int, help="In each round; by default what the shipped file has.")
@click.option("--rounds", type=int, help="By default those of the shipped file.")
@click.option("--workers", type=int, default=1, show_default=True)
def main(folder: Path, size: str, games: int | None, rounds: int | None, workers: int) -> None:
    """Trains a board and writes its file of weights."""
    board = int(size)
    plan = PatternPlan(
        folder / size, board, games=games or GAMES[board], rounds=rounds or ROUNDS[board]
    )
    with stage_bars() as report:
        trained = train(plan, report, workers=workers)
    print(describe(trained))
    OUTPUT.mkdir(exist_ok=True)
    export(trained, OUTPUT / f"{size}.ofw")
    print(f"wrote {OUTPUT / f'{size}.ofw'}")


if __name__ == "__main__":
    main()
