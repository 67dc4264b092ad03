"""`outflank train`: learns weights from games, played against itself or by people."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from outflank._board import SIZES
from outflank._files import write_text
from outflank.cli.progress import progress
from outflank.errors import SettingsError

BOARDS = [str(size) for size in SIZES if size > 4]
"""Nothing is learned on 4x4: it is solved at once."""
SUFFIXES = {"linear": ".toml", "patterns": ".ofw", "humanlike": ".ofh"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingFlags:
    """What the recipes are told on the command line."""

    games: int
    rounds: int
    seed: int
    folder: Path
    output: Path
    pairs: int
    workers: int
    cluster: str | None
    terms: str | None
    start: Path | None
    wthor: Path | None
    positions: int


@click.command()
@click.option(
    "--recipe",
    type=click.Choice(list(SUFFIXES)),
    required=True,
    help="linear: weights of the hand-made heuristics, by logistic regression. "
    "patterns: weights of the engine's patterns, by least squares. "
    "humanlike: what people of a rating play, from games of WTHOR.",
)
@click.option(
    "--size",
    "sizes",
    type=click.Choice(BOARDS),
    multiple=True,
    help="Repeatable with linear; humanlike is for 8x8.",
)
@click.option(
    "--terms",
    metavar="EVALUATION",
    help="For linear: learn weights for the terms of this evaluation, a name or a .toml file, and "
    "begin with its own weights; without it, for the terms of improved.",
)
@click.option(
    "--start",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="For patterns: begin with these weights (.ofw); without it, from nothing.",
)
@click.option(
    "--wthor",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="For patterns: positions of these WTHOR games (.wtb) too, of the years up to 2012. For "
    "humanlike: all of its games, with the files of players (.jou) and tournaments (.trn).",
)
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=600_000,
    show_default=True,
    help="For humanlike: positions to fit to.",
)
@click.option(
    "--games", type=click.IntRange(min=10), default=3000, show_default=True, help="In each round."
)
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
    help="The file to write: an evaluation (.toml) for linear, weights (.ofw) for patterns, "
    "a model (.ofh) for humanlike.",
)
@click.option(
    "--match",
    "pairs",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="Opening pairs to play against what the training started from.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes that play and label games (patterns) or look at positions (humanlike); what is "
    "learned does not depend on it.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="A Dask scheduler, as tcp://host:8786, whose workers do so.",
)
def train(recipe: str, sizes: tuple[str, ...], **flags: Any) -> None:
    """Learn the weights of an evaluation from self-play, or what people play from their games.

    With linear and patterns, each round plays GAMES games with the weights of the round before,
    fits new weights to what became of them (linear) or to what their positions are worth
    (patterns), and measures them on games it did not see; a match shows what they are worth.
    humanlike fits a network to games of people up to 2012, chooses by those of 2013, and reports
    on those of 2014 and 2015. Stop it with Ctrl-C at any time: the same command goes on where it
    was, and does nothing once it is done.

    \b
    Examples:
      outflank train --recipe linear --size 6 --games 500 --folder run6 --output mine.toml
      outflank train --recipe linear --terms kandlikar-parry --size 6 --folder k6 --output k6.toml
      outflank agents alphabeta      (then play with alphabeta:eval=mine.toml,nodes=20000)
      outflank train --recipe patterns --size 6 --games 2000 --folder patterns6 --output mine.ofw
      outflank train --recipe patterns --size 6 --start mine.ofw --folder more6 --output more.ofw
      outflank train --recipe humanlike --wthor WTHOR --folder people --output people.ofh
    """
    asked = TrainingFlags(**flags)
    output = asked.output
    if output.suffix != SUFFIXES[recipe]:
        raise SettingsError(
            f"{output} must end in {SUFFIXES[recipe]}, as the recipe {recipe} writes"
        )
    if not output.parent.is_dir():
        raise SettingsError(f"there is no folder {output.parent} to write {output.name} into")
    boards = sorted({int(size) for size in sizes})
    if recipe == "humanlike":
        _humanlike(boards, asked)
        return
    if not boards:
        raise SettingsError(f"the recipe {recipe} needs a board: give --size")
    if recipe == "patterns":
        if len(boards) > 1:
            raise SettingsError("a file of pattern weights is for one board: give --size once")
        if asked.terms is not None:
            raise SettingsError("the recipe patterns has no terms: leave out --terms")
        _patterns(boards[0], asked)
        return
    if asked.start is not None:
        raise SettingsError("the recipe linear begins with --terms: leave out --start")
    if asked.wthor is not None:
        raise SettingsError("the recipe linear plays all its games: leave out --wthor")
    if asked.workers > 1 or asked.cluster is not None:
        option = "--workers" if asked.cluster is None else "--cluster"
        raise SettingsError(f"the recipe linear plays in one process: leave out {option}")
    _linear(boards, asked)


def _linear(sizes: list[int], asked: TrainingFlags) -> None:
    from outflank.training.features import learnable_terms
    from outflank.training.linear import LinearPlan
    from outflank.training.linear import train as run
    from outflank.training.write_evaluation import evaluation_toml, terms_toml

    terms = asked.terms
    if terms is not None:
        for size in sizes:
            learnable_terms(terms, size)
        if asked.output.exists() and Path(terms).exists() and asked.output.samefile(terms):
            raise SettingsError(f"{terms} gives the terms: write to another file")
    fits = []
    for size in sizes:
        plan = LinearPlan(
            asked.folder / str(size),
            size,
            games=asked.games,
            rounds=asked.rounds,
            seed=asked.seed,
            terms=terms,
        )
        with progress(f"{size}x{size}") as report:
            fit = run(plan, lambda _, fraction, report=report: report(fraction))  # type: ignore[misc]
        fits.append(fit)
        click.echo(
            f"{size}x{size}: {fit.positions:,} positions; on {fit.held_out_positions:,} unseen "
            f"ones cross-entropy {fit.held_out_loss:.3f} (guessing: 0.693), winner right in "
            f"{100 * fit.held_out_accuracy:.1f} %"
        )
    chosen = "" if terms is None else f"--terms {terms} "
    command = (
        f"outflank train --recipe linear {chosen}{' '.join(f'--size {size}' for size in sizes)} "
        f"--games {asked.games} --rounds {asked.rounds} --seed {asked.seed}"
    )
    if terms is None:
        text = evaluation_toml(fits, "Learned", command)
    else:
        text = terms_toml(fits, terms, command)
    write_text(asked.output, text)
    click.echo(f"wrote {asked.output}")
    for fit in fits:
        _match(asked.output, plan.start, fit.size, asked.pairs)


def _match(output: Path, start: str, size: int, pairs: int) -> None:
    """What the new weights are worth against those the training began with."""
    if pairs == 0:
        return
    from outflank.agents import agent
    from outflank.stats.pairs import play_pairs, random_openings

    nodes = 5000
    with (
        progress(f"{size}x{size} match") as report,
        agent(f"alphabeta:eval={output},nodes={nodes}") as learned,
        agent(f"alphabeta:eval={start},nodes={nodes}") as before,
    ):
        openings = random_openings(size, pairs, seed=1)
        result = play_pairs(learned, before, openings, lambda done: report(done / len(openings)))
    click.echo(f"{size}x{size} against {start}, {nodes} nodes a move: {result}")


def _patterns(size: int, asked: TrainingFlags) -> None:
    from outflank.training.patterns import PatternPlan, describe, export
    from outflank.training.patterns import train as run

    plan = PatternPlan(
        asked.folder,
        size,
        games=asked.games,
        rounds=asked.rounds,
        seed=asked.seed,
        start=asked.start,
        wthor=asked.wthor,
    )
    with stage_bars() as report:
        trained = run(plan, report, workers=asked.workers, cluster=asked.cluster, pairs=asked.pairs)
    click.echo(describe(trained))
    export(trained, asked.output)
    click.echo(f"wrote {asked.output}")


def _humanlike(sizes: list[int], asked: TrainingFlags) -> None:
    from outflank.training.people.recipe import HumanPlan, describe, export
    from outflank.training.people.recipe import train as run

    if sizes not in ([], [8]):
        raise SettingsError("people's games are on 8x8: leave out --size")
    if asked.wthor is None:
        raise SettingsError("the recipe humanlike learns from games of people: give --wthor")
    if asked.terms is not None or asked.start is not None:
        option = "--terms" if asked.terms is not None else "--start"
        raise SettingsError(f"the recipe humanlike begins with nothing: leave out {option}")
    plan = HumanPlan(asked.folder, asked.wthor, asked.positions, asked.seed)
    with stage_bars() as report:
        trained = run(plan, report, workers=asked.workers, cluster=asked.cluster)
    click.echo(describe(trained))
    export(trained, asked.output)
    click.echo(f"wrote {asked.output}")


@contextmanager
def stage_bars() -> Iterator[Callable[[str, float], None]]:
    """One progress bar after another: a new title begins a new bar."""
    shown, show = "", None
    with ExitStack() as bars:

        def report(title: str, fraction: float) -> None:
            nonlocal shown, show
            if show is None or title != shown:
                bars.close()
                shown, show = title, bars.enter_context(progress(title))
            show(fraction)

        yield report
