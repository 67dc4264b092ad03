"""`outflank train`: learns weights from games the program plays against itself."""

from pathlib import Path

import click

from outflank.cli.progress import progress
from outflank.errors import NotationError

SIZES = ("6", "8", "10", "12")


@click.command()
@click.option(
    "--recipe",
    type=click.Choice(["linear"]),
    required=True,
    help="linear: weights of the hand-made heuristics, by logistic regression.",
)
@click.option(
    "--size", "sizes", type=click.Choice(SIZES), multiple=True, required=True, help="Repeatable."
)
@click.option("--games", type=click.IntRange(min=10), default=3000, show_default=True)
@click.option("--rounds", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Where games and fits are kept; the same folder again continues the run.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The evaluation file to write (TOML).",
)
@click.option(
    "--match",
    "pairs",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="Opening pairs to play against the evaluation the training started from.",
)
def train(  # noqa: PLR0917
    recipe: str,
    sizes: tuple[str, ...],
    games: int,
    rounds: int,
    seed: int,
    folder: Path,
    output: Path,
    pairs: int,
) -> None:
    """Learn the weights of an evaluation from self-play.

    Each round plays GAMES games with the weights of the round before, fits new weights to their
    results, and measures them on games it did not see; a match shows what they are worth. Stop it
    with Ctrl-C at any time: the same command goes on where it was, and does nothing once it is
    done.

    \b
    Examples:
      outflank train --recipe linear --size 6 --games 500 --folder run6 --output mine.toml
      outflank agents alphabeta      (then play with alphabeta:eval=mine.toml,nodes=20000)
    """
    from outflank.training.linear import Plan
    from outflank.training.linear import train as run
    from outflank.training.write_evaluation import evaluation_toml

    if output.suffix != ".toml":
        raise NotationError(f"{output} must end in .toml to be used as an evaluation")
    if not output.parent.is_dir():
        raise NotationError(f"there is no folder {output.parent} to write {output.name} into")
    fits = []
    for size in sorted({int(size) for size in sizes}):
        plan = Plan(folder / str(size), size, games=games, rounds=rounds, seed=seed)
        with progress(f"{size}x{size}") as report:
            fit = run(plan, lambda _, fraction, report=report: report(fraction))  # type: ignore[misc]
        fits.append(fit)
        click.echo(
            f"{size}x{size}: {fit.positions:,} positions; on {fit.held_out_positions:,} unseen "
            f"ones cross-entropy {fit.held_out_loss:.3f} (guessing: 0.693), winner right in "
            f"{100 * fit.held_out_accuracy:.1f} %"
        )
    command = f"outflank train --recipe {recipe} --games {games} --rounds {rounds} --seed {seed}"
    output.write_text(evaluation_toml(fits, "Learned", command))
    click.echo(f"wrote {output}")
    for fit in fits:
        _match(output, plan.start, fit.size, pairs)


def _match(output: Path, start: str, size: int, pairs: int) -> None:
    """What the new weights are worth against those the training began with."""
    if pairs == 0:
        return
    from outflank.agents import agent
    from outflank.agents.pairs import play_pairs, random_openings

    nodes = 5000
    with (
        progress(f"{size}x{size} match") as report,
        agent(f"alphabeta:eval={output},nodes={nodes}") as learned,
        agent(f"alphabeta:eval={start},nodes={nodes}") as before,
    ):
        openings = random_openings(size, pairs, seed=1)
        result = play_pairs(learned, before, openings, lambda done: report(done / len(openings)))
    click.echo(f"{size}x{size} against {start}, {nodes} nodes a move: {result}")
