"""`outflank train`: learns weights from games, played against itself or by people."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank._board import SIZES, board_name
from outflank._files import write_text
from outflank.cli.options import (
    Decorator,
    cluster_option,
    file_option,
    json_option,
    number_option,
    options,
    size_option,
    sizes_option,
    workers_option,
)
from outflank.cli.output import print_json
from outflank.cli.progress import progress
from outflank.errors import SettingsError

if TYPE_CHECKING:
    from outflank.stats.pairs import PairScore
    from outflank.training.linear import LinearFit, LinearPlan

BOARDS = [size for size in SIZES if size > 4]
"""Nothing is learned on 4x4: it is solved at once."""
MATCH_NODES = 5000
"""Nodes per move in the match of linear weights."""


def _run_options(suffix: str) -> Decorator:
    def check(_ctx: click.Context, _param: click.Parameter, output: Path) -> Path:
        if output.suffix != suffix:
            raise SettingsError(f"{output} must end in {suffix}")
        if not output.parent.is_dir():
            raise SettingsError(f"there is no folder {output.parent} to write {output.name} into")
        return output

    return options(
        file_option(
            "--folder",
            folder=True,
            required=True,
            help="Where games and fits are kept; the same folder again continues the run.",
        ),
        click.option(
            "--output",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            required=True,
            callback=check,
            help=f"The file to write ({suffix}).",
        ),
        click.option("--seed", type=int, default=1, show_default=True, help="Random seed."),
        json_option(),
    )


_ROUND_OPTIONS = options(
    number_option("--games", default=3000, min=10, help="Games per round."),
    number_option("--rounds", default=2, help="Rounds of self-play and fit."),
    number_option(
        "--match",
        "pairs",
        default=20,
        min=0,
        help="Opening pairs to play against what the training started from.",
    ),
)


@click.group()
def train() -> None:
    """Learn the weights of an evaluation from self-play, or what people play from their games.

    Stop it with Ctrl-C at any time: the same command goes on where it was, and does nothing once it
    is done.

    \b
    Examples:
      outflank train linear --size 6 --games 500 --folder run6 --output mine.toml
      outflank agents alphabeta      (then play with alphabeta:eval=mine.toml,nodes=20000)
      outflank train patterns --size 6 --games 2000 --folder patterns6 --output mine.ofw
      outflank train humanlike --wthor WTHOR --folder people --output people.ofh
    """


@train.command(short_help="Learn weights of the hand-made heuristics.")
@sizes_option("Boards to learn for: --size 6 --size 8, or --size 6,8.", sizes=BOARDS, required=True)
@click.option(
    "--terms",
    metavar="EVALUATION",
    help="Learn weights for the terms of this evaluation, a name or a .toml file, and begin with "
    "its own weights.  [default: the terms of improved]",
)
@_ROUND_OPTIONS
@_run_options(".toml")
def linear(
    *,
    sizes: tuple[int, ...],
    terms: str | None,
    games: int,
    rounds: int,
    pairs: int,
    folder: Path,
    output: Path,
    seed: int,
    as_json: bool,
) -> None:
    """Learn weights of the hand-made heuristics, by logistic regression, in one process.

    Each round plays GAMES games with the weights of the round before, fits new weights to how they
    ended, and measures them on games it did not see; a match shows what they are worth.

    \b
    Examples:
      outflank train linear --size 6 --games 500 --folder run6 --output mine.toml
      outflank train linear --terms kandlikar-parry --size 6,8 --folder k --output k.toml
    """
    from outflank.training.features import learnable_terms
    from outflank.training.linear import LinearPlan
    from outflank.training.linear import train as run
    from outflank.training.write_evaluation import evaluation_toml, terms_toml

    sizes = tuple(sorted(sizes))
    if terms is not None:
        for size in sizes:
            learnable_terms(terms, size)
        if output.exists() and Path(terms).exists() and output.samefile(terms):
            raise SettingsError(f"{terms} gives the terms: write to another file")
    plans = [
        LinearPlan(folder / str(size), size, games=games, rounds=rounds, seed=seed, terms=terms)
        for size in sizes
    ]
    fits = []
    for plan in plans:
        with progress(board_name(plan.size)) as bar:
            fits.append(run(plan, lambda _, fraction, bar=bar: bar(fraction)))  # type: ignore[misc]
        if not as_json:
            click.echo(_fit_text(fits[-1]))
    command = _linear_command(plans)
    of_terms = terms is not None and terms_toml(fits, terms, command)
    write_text(output, of_terms or evaluation_toml(fits, "Learned", command))
    matches = [_match(output, plan, pairs) if pairs else None for plan in plans]
    if as_json:
        records = [
            {**asdict(fit), "match": match and _match_record(plan.start, match)}
            for plan, fit, match in zip(plans, fits, matches, strict=True)
        ]
        print_json({"output": str(output), "fits": records})
        return
    click.echo(f"Wrote {output}.")
    for plan, match in zip(plans, matches, strict=True):
        if match is not None:
            board = board_name(plan.size)
            click.echo(f"{board} against {plan.start}, {MATCH_NODES} nodes a move: {match}")


@train.command(short_help="Learn weights of the engine's patterns.")
@size_option("Board to learn for.", sizes=BOARDS, required=True)
@file_option(
    "--start", exists=True, help="Begin with these weights (.ofw).  [default: from nothing]"
)
@file_option(
    "--wthor",
    folder=True,
    exists=True,
    help="Learn from positions of these WTHOR games (.wtb) too, of the years up to 2012.",
)
@_ROUND_OPTIONS
@workers_option("Processes that play and label games; what is learned does not depend on it.")
@cluster_option()
@_run_options(".ofw")
def patterns(
    *,
    rounds: int,
    pairs: int,
    output: Path,
    workers: int,
    cluster: str | None,
    as_json: bool,
    **plan: Any,
) -> None:
    """Learn weights of the engine's patterns, by least squares.

    Each round plays GAMES games with the weights of the round before, fits new weights to what
    their positions are worth, and measures them on games it did not see; a match shows what they
    are worth.

    \b
    Examples:
      outflank train patterns --size 6 --games 2000 --folder patterns6 --output mine.ofw
      outflank train patterns --size 6 --start mine.ofw --folder more6 --output more.ofw
    """
    from outflank.training.patterns import PatternPlan, describe, export
    from outflank.training.patterns import train as run

    with stage_bars() as report:
        trained = run(
            PatternPlan(rounds=rounds, **plan),
            report,
            workers=workers,
            cluster=cluster,
            pairs=pairs,
        )
    export(trained, output)
    if as_json:
        opponents = [trained.start, *(f"round {number}" for number in range(1, rounds))]
        matches = [
            _match_record(opponent, match)
            for opponent, match in zip(opponents, trained.matches, strict=False)
        ]
        record = {"output": str(output), "size": trained.header.size, **trained.header.training}
        print_json({**record, "matches": matches})
        return
    click.echo(f"{describe(trained)}\nWrote {output}.")


@train.command(short_help="Learn what people of a rating play.")
@file_option(
    "--wthor",
    folder=True,
    exists=True,
    required=True,
    help="Folder of WTHOR games (.wtb), with the files of players (.jou) and tournaments (.trn).",
)
@number_option("--positions", default=600_000, help="Positions to fit to.")
@workers_option("Processes that look at positions; what is learned does not depend on it.")
@cluster_option()
@_run_options(".ofh")
def humanlike(
    *, output: Path, workers: int, cluster: str | None, as_json: bool, **plan: Any
) -> None:
    """Learn what people of a rating play on 8x8, from games of WTHOR.

    It fits a network to games of people up to 2012, chooses by those of 2013, and reports on those
    of 2014 and 2015.

    \b
    Examples:
      outflank train humanlike --wthor WTHOR --folder people --output people.ofh --workers 2
    """
    from outflank.training.people.recipe import HumanPlan, describe, export
    from outflank.training.people.recipe import train as run

    with stage_bars() as report:
        trained = run(HumanPlan(**plan), report, workers=workers, cluster=cluster)
    export(trained, output)
    if as_json:
        print_json({"output": str(output), **trained.model.training})
        return
    click.echo(f"{describe(trained)}\nWrote {output}.")


def _linear_command(plans: "list[LinearPlan]") -> str:
    """What the file says it was made by: as the first versions had it, for the same bytes."""
    first = plans[0]
    terms = "" if first.terms is None else f"--terms {first.terms} "
    sizes = " ".join(f"--size {plan.size}" for plan in plans)
    return (
        f"outflank train --recipe linear {terms}{sizes} --games {first.games} "
        f"--rounds {first.rounds} --seed {first.seed}"
    )


def _fit_text(fit: "LinearFit") -> str:
    return (
        f"{board_name(fit.size)}: {fit.positions:,} positions; on {fit.held_out_positions:,} "
        f"unseen ones cross-entropy {fit.held_out_loss:.3f} (guessing: 0.693), winner right in "
        f"{100 * fit.held_out_accuracy:.1f} %"
    )


def _match(output: Path, plan: "LinearPlan", pairs: int) -> "PairScore":
    from outflank.agents import agent
    from outflank.stats.pairs import play_pairs, random_openings

    with (
        progress(f"{board_name(plan.size)} match") as report,
        agent(f"alphabeta:eval={output},nodes={MATCH_NODES}") as learned,
        agent(f"alphabeta:eval={plan.start},nodes={MATCH_NODES}") as before,
    ):
        openings = random_openings(plan.size, pairs, seed=1)
        return play_pairs(learned, before, openings, lambda done: report(done / len(openings)))


def _match_record(opponent: str, match: "PairScore") -> dict[str, Any]:
    """The match as JSON, with the share of points and half the width of its 95% interval."""
    return {"opponent": opponent, **asdict(match), "score": match.score, "error": match.error}


@contextmanager
def stage_bars() -> Iterator[Callable[[str, float], None]]:
    """One progress bar after another: a new stage begins a new bar."""
    stage, show = "", None
    with ExitStack() as bars:

        def report(title: str, fraction: float) -> None:
            nonlocal stage, show
            if show is None or title != stage:
                bars.close()
                stage, show = title, bars.enter_context(progress(title))
            show(fraction)

        yield report
