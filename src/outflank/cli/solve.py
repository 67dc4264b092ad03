"""`outflank solve`: the true score of positions, by searching every line to its end."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from outflank import Analysis, Engine, Level, Limit, Position
from outflank.cli.options import (
    file_option,
    json_option,
    limit_options,
    number_option,
    size_option,
    threads_option,
)
from outflank.cli.output import print_json, warn
from outflank.cli.progress import ProgressReport, progress
from outflank.cli.solve_progress import SPEED_SECONDS, SolveProgress, expected_nodes
from outflank.cli.sources import BoardCommand, positions_from
from outflank.engine.engine import DEFAULT_HASH_MB, MAX_HASH_MB
from outflank.formats.obf import Problem

_ROW = "{:>5}  {:>7}  {:>5}  {:<4}  {:>15}  {:>9}  {:>6}  {}"


@dataclass(frozen=True, slots=True)
class SolveSettings:
    limit: Limit | Level | None
    threads: int
    hash_mb: int
    all_moves: bool
    outcome: bool
    weights: Path | None


@dataclass(frozen=True, slots=True)
class Solution:
    index: int
    problem: Problem
    settings: SolveSettings
    analysis: Analysis | None
    """None if the game is over."""
    cpu_seconds: float

    @property
    def score(self) -> int:
        """For the side to move; with `outcome` its sign."""
        if self.analysis is not None:
            return self.analysis.best.score
        position = self.problem.position
        return self._said(position.score(position.turn))

    @property
    def nodes(self) -> int:
        return self.analysis.nodes if self.analysis is not None else 0

    @property
    def moves(self) -> dict[str, int]:
        """The score of every move, if all were to be solved."""
        if self.analysis is None or not self.settings.all_moves:
            return {}
        return {line.move.name: line.score for line in self.analysis.lines}

    @property
    def verdict(self) -> str:
        """`right`, or what the record says otherwise; empty if either does not know the score."""
        lines = self.analysis.lines if self.analysis is not None else ()
        if self.problem.score is None or not (self.analysis is None or self.analysis.exact):
            return ""
        wrong = [f"{self.problem.score:+d}"] * (self.score != self._said(self.problem.score))
        known = self.problem.scores
        wrong += [
            f"{line.move.name}:{known[line.move]:+d}"
            for line in lines
            if line.move in known and line.score != self._said(known[line.move])
        ]
        return f"wrong (not {', '.join(wrong)})" if wrong else "right"

    def _said(self, score: int) -> int:
        return (score > 0) - (score < 0) if self.settings.outcome else score

    def record(self) -> dict[str, Any]:
        position, analysis = self.problem.position, self.analysis
        record: dict[str, Any] = {
            "index": self.index,
            "size": position.size,
            "empties": position.empties,
            "score": self.score,
            "move": analysis.best.move.name if analysis is not None else None,
            "exact": not self.settings.outcome and (analysis is None or analysis.exact),
            "nodes": self.nodes,
            "cpu_seconds": round(self.cpu_seconds, 6),
            "seconds": round(analysis.seconds, 6) if analysis is not None else 0.0,
        }
        return {**record, "moves": self.moves} if self.settings.all_moves else record

    def row(self) -> str:
        analysis = self.analysis
        limited = "" if analysis is None or analysis.exact else f"not solved ({analysis.kind})"
        remarks = [limited, self.verdict, *(f"{name}:{n:+d}" for name, n in self.moves.items())]
        return _ROW.format(
            self.index,
            self.problem.position.empties,
            f"{self.score:+d}",
            analysis.best.move.name if analysis is not None else "-",
            *_effort(self.nodes, self.cpu_seconds),
            "  ".join(filter(None, remarks)),
        ).rstrip()


@click.command(cls=BoardCommand)
@click.argument("source", metavar="FILE|BOARD|MOVES", required=False)
@size_option("Solve the start of this board: 4 and 6 can be solved, larger ones cannot.")
@limit_options()
@threads_option("Threads that search; with 1 the nodes are always the same.")
@number_option(
    "--hash", "hash_mb", default=DEFAULT_HASH_MB, max=MAX_HASH_MB, help="Hash size in megabytes."
)
@file_option("--weights", help="A file of weights, made by outflank train, that orders the moves.")
@click.option("--all-moves", is_flag=True, help="Solve every move, not only the best.")
@click.option("--outcome", is_flag=True, help="Only who wins: 1, 0 or -1 for the side to move.")
@json_option("Print a JSON object for each position.")
def solve(source: str | None, size: int | None, as_json: bool, **options: Any) -> None:
    """Solve positions: the score under perfect play, for the side to move.

    FILE holds positions or games in any format; of a game the position where its moves end is
    solved. OBF may say what the moves are worth; then each answer is called right or wrong, and a
    wrong one makes the exit code 1. BOARD is the squares row by row and the side to move. A lone -
    reads standard input. With a limit such as --time, a score may be an estimate; then the row says
    so, and "exact" is false.

    \b
    Examples:
      outflank solve endgames.obf
      outflank solve endgames.obf --all-moves --threads 1 --json > solved.jsonl
      outflank solve "-OXXX--OXX-OOXO- X"
      outflank solve unfinished.sgf --time 60
      outflank solve --size 6
    """
    settings = SolveSettings(**options)
    if source is None and size is None:
        raise click.UsageError("Missing argument 'FILE|BOARD|MOVES', or --size for a start.")
    if source is not None and size is not None:
        raise click.UsageError("--size is for the start of a board; a position has its own size.")
    if settings.outcome and settings.limit is not None:
        raise click.UsageError("Give either --outcome or a limit: the outcome is always exact.")
    problems = [Problem(Position(size or 8))] if source is None else positions_from(source)
    # A bar takes over sys.stdout, to print above itself. A file is not to be printed to that way,
    # and lines of JSON would be broken at the edge of the screen.
    out = None if sys.stdout.isatty() else sys.stdout
    silent: AbstractContextManager[ProgressReport] = nullcontext(lambda *_: None)
    bar = progress(f"solving {len(problems)}", SPEED_SECONDS)
    if not as_json:
        headings = ("index", "empties", "score", "move", "nodes", "CPU s", "Mn/s", "")
        print(_ROW.format(*headings).rstrip(), flush=True)
    solutions = []
    with (
        silent if as_json and out is None else bar as report,
        closing(_solve_all(problems, settings, report)) as solving,
    ):
        for solution in solving:
            solutions.append(solution)
            if as_json:
                print_json(solution.record())
            else:
                print(solution.row(), file=out, flush=True)
    if not as_json:
        print(_total(solutions))
    wrong = [str(solution.index) for solution in solutions if solution.verdict[:5] == "wrong"]
    if wrong:
        warn(f"wrong at index {', '.join(wrong)}")
        sys.exit(1)


def _solve_all(
    problems: list[Problem], settings: SolveSettings, report: ProgressReport
) -> Generator[Solution, None, None]:
    expected = [
        expected_nodes(problem.position, all_moves=settings.all_moves) for problem in problems
    ]
    engine: Engine | None = None
    with SolveProgress(expected, report) as bar:
        for index, problem in enumerate(problems):
            bar.begin(index)
            position = problem.position
            if engine is None or engine.size != position.size:
                engine = Engine(
                    position.size,
                    threads=settings.threads,
                    hash_mb=settings.hash_mb,
                    weights=settings.weights,
                )
            begun = time.process_time()
            over = position.is_over()
            analysis = None if over else _solve(engine, position, settings, bar.watch)
            seconds = 0.0 if over else time.process_time() - begun
            yield Solution(index, problem, settings, analysis, seconds)


def _solve(
    engine: Engine,
    position: Position,
    settings: SolveSettings,
    watch: Callable[[Analysis], None],
) -> Analysis:
    if settings.limit is None:
        return engine.solve(
            position, outcome=settings.outcome, all_moves=settings.all_moves, watch=watch
        )
    lines = max(1, len(position.legal_moves)) if settings.all_moves else 1
    for analysis in engine.analysis(position, settings.limit, lines=lines):
        watch(analysis)
    return analysis


def _total(solutions: list[Solution]) -> str:
    nodes = sum(solution.nodes for solution in solutions)
    seconds = sum(solution.cpu_seconds for solution in solutions)
    verdicts = [solution.verdict == "right" for solution in solutions if solution.verdict]
    summary = f"{sum(verdicts)} of {len(verdicts)} right" if verdicts else ""
    return _ROW.format("total", len(solutions), "", "", *_effort(nodes, seconds), summary).rstrip()


def _effort(nodes: int, seconds: float) -> tuple[str, str, str]:
    rate = f"{nodes / seconds / 1e6:.1f}" if nodes and seconds else ""
    return f"{nodes:,}", f"{seconds:.3f}", rate
