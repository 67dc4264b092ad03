"""`outflank solve`: the true score of positions, by searching every line to its end."""

import json
import sys
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from outflank import Analysis, Engine, Move, Position
from outflank._board import SIZES
from outflank.cli.boards import BoardCommand
from outflank.cli.progress import Report, progress
from outflank.cli.solve_progress import SPEED_SECONDS, SolveProgress, expected_nodes
from outflank.cli.sources import positions_from
from outflank.engine.engine import DEFAULT_HASH_MB, DEFAULT_THREADS, MOST_HASH_MB
from outflank.engine.limit import MOST_THREADS
from outflank.formats.obf import Problem, parse_problem

_ROW = "{:>5}  {:>7}  {:>5}  {:<4}  {:>15}  {:>9}  {:>6}  {}"


@dataclass(frozen=True, slots=True)
class SolveSettings:
    """How to solve."""

    threads: int
    hash_mb: int
    all_moves: bool
    outcome: bool
    weights: Path | None


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved position."""

    index: int
    problem: Problem
    score: int
    exact: bool
    """False if the score only tells who wins."""
    move: str | None
    """None if the game is over."""
    moves: dict[str, int] | None
    """None if only the best was asked for."""
    nodes: int
    cpu_seconds: float
    seconds: float
    wrong: tuple[str, ...] | None
    """What the record says otherwise; None if it holds no score."""


@click.command(cls=BoardCommand)
@click.argument("source", metavar="FILE|BOARD|MOVES", required=False)
@click.option(
    "--size",
    type=click.Choice([*map(str, SIZES)]),
    help="Solve the start of this board: 4 and 6 can be solved, larger ones cannot.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=DEFAULT_THREADS,
    show_default=True,
    help="Threads that search; with 1 the nodes are always the same.",
)
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1, MOST_HASH_MB),
    default=DEFAULT_HASH_MB,
    show_default=True,
    help="Megabytes to remember positions in.",
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path),
    help="A file of weights, made by outflank train, that orders the moves.",
)
@click.option("--all-moves", is_flag=True, help="Solve every move, not only the best.")
@click.option("--outcome", is_flag=True, help="Only who wins: 1, 0 or -1 for the side to move.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each position.")
def solve(source: str | None, size: str | None, as_json: bool, **settings: Any) -> None:
    """Solve positions: the score under perfect play, for the side to move.

    FILE holds positions or games in any format; of a game the position where its moves end is
    solved. OBF may say what the moves are worth; then each answer is called right or wrong, and a
    wrong one makes the exit code 1. BOARD is the squares row by row and the side to move. A lone -
    reads standard input.

    \b
    Examples:
      outflank solve endgames.obf
      outflank solve endgames.obf --all-moves --threads 1 --json > solved.jsonl
      outflank solve "-OXXX--OXX-OOXO- X"
      outflank solve unfinished.sgf
      outflank solve --size 6
    """
    if source is None and size is None:
        raise click.UsageError("Missing argument 'FILE|BOARD|MOVES', or --size for a start.")
    if source is not None and size is not None:
        raise click.UsageError("--size is for the start of a board; a position has its own size.")
    start = Position(int(size or 8)).to_text()
    problems = [parse_problem(start)] if source is None else positions_from(source)
    # A bar takes over sys.stdout, to print above itself. A file is not to be printed to that way,
    # and lines of JSON would be broken at the edge of the screen.
    out = None if sys.stdout.isatty() else sys.stdout
    silent: AbstractContextManager[Report] = nullcontext(lambda *_: None)
    bar = progress(f"solving {len(problems)}", SPEED_SECONDS)
    shown = silent if as_json and out is None else bar
    if not as_json:
        headings = ("index", "empties", "score", "move", "nodes", "CPU s", "Mn/s", "")
        print(_ROW.format(*headings).rstrip(), flush=True)
    solutions = []
    with (
        shown as report,
        closing(_solved(problems, SolveSettings(**settings), report)) as solved,
    ):
        for solution in solved:
            solutions.append(solution)
            text = json.dumps(_record(solution)) if as_json else _row(solution)
            print(text, file=out, flush=True)
    if not as_json:
        print(_total(solutions))
    wrong = [str(solution.index) for solution in solutions if solution.wrong]
    if wrong:
        click.echo(f"outflank: wrong at index {', '.join(wrong)}", err=True)
        sys.exit(1)


def _solved(
    problems: list[Problem], settings: SolveSettings, report: Report
) -> Generator[Solution, None, None]:
    expected = [
        expected_nodes(problem.position, all_moves=settings.all_moves) for problem in problems
    ]
    engine: Engine | None = None
    with SolveProgress(expected, report) as bar:
        for index, problem in enumerate(problems):
            bar.begin(index)
            size = problem.position.size
            if engine is None or engine.size != size:
                engine = Engine(
                    size,
                    threads=settings.threads,
                    hash_mb=settings.hash_mb,
                    weights=settings.weights,
                )
            yield _solve(engine, index, problem, settings, bar.watch)


def _solve(
    engine: Engine,
    index: int,
    problem: Problem,
    settings: SolveSettings,
    watch: Callable[[Analysis], None],
) -> Solution:
    position = problem.position
    nodes, cpu_seconds, seconds = 0, 0.0, 0.0
    scores: dict[Move, int] = {}
    if position.is_over():
        score, move = _told(position.score(position.turn), settings), None
    else:
        begun = time.process_time()
        analysis = engine.solve(
            position, outcome=settings.outcome, all_moves=settings.all_moves, watch=watch
        )
        cpu_seconds = time.process_time() - begun
        nodes, seconds = analysis.nodes, analysis.seconds
        scores = {line.move: line.score for line in analysis.lines}
        score, move = analysis.best.score, analysis.best.move.name
    wrong = None
    if problem.score is not None:
        wrong = tuple(
            f"{move.name}:{problem.scores[move]:+d}"
            for move, found in scores.items()
            if move in problem.scores and found != _told(problem.scores[move], settings)
        )
        if score != _told(problem.score, settings):
            wrong = (f"{problem.score:+d}", *wrong)
    moves = {move.name: score for move, score in scores.items()} if settings.all_moves else None
    exact = not settings.outcome
    return Solution(index, problem, score, exact, move, moves, nodes, cpu_seconds, seconds, wrong)


def _told(score: int, settings: SolveSettings) -> int:
    """A score as it is told: with `outcome` its sign alone."""
    return (score > 0) - (score < 0) if settings.outcome else score


def _record(solution: Solution) -> dict[str, Any]:
    record: dict[str, Any] = {
        "index": solution.index,
        "size": solution.problem.position.size,
        "empties": solution.problem.position.empties,
        "score": solution.score,
        "move": solution.move,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "cpu_seconds": round(solution.cpu_seconds, 6),
        "seconds": round(solution.seconds, 6),
    }
    return record if solution.moves is None else {**record, "moves": solution.moves}


def _row(solution: Solution) -> str:
    remarks = [f"{name}:{score:+d}" for name, score in (solution.moves or {}).items()]
    if solution.wrong:
        remarks.insert(0, f"wrong (not {', '.join(solution.wrong)})")
    elif solution.wrong is not None:
        remarks.insert(0, "right")
    row = _ROW.format(
        solution.index,
        solution.problem.position.empties,
        f"{solution.score:+d}",
        solution.move or "-",
        f"{solution.nodes:,}",
        f"{solution.cpu_seconds:.3f}",
        _rate(solution.nodes, solution.cpu_seconds),
        "  ".join(remarks),
    )
    return row.rstrip()


def _total(solutions: list[Solution]) -> str:
    nodes = sum(solution.nodes for solution in solutions)
    seconds = sum(solution.cpu_seconds for solution in solutions)
    verdicts = [not solution.wrong for solution in solutions if solution.wrong is not None]
    row = _ROW.format(
        "total",
        len(solutions),
        "",
        "",
        f"{nodes:,}",
        f"{seconds:.3f}",
        _rate(nodes, seconds),
        f"{sum(verdicts)} of {len(verdicts)} right" if verdicts else "",
    )
    return row.rstrip()


def _rate(nodes: int, seconds: float) -> str:
    return f"{nodes / seconds / 1e6:.1f}" if nodes and seconds else ""
