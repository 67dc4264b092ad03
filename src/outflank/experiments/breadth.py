"""The measure `depth-and-breadth`: searches of two players by size, phase and limit."""

from collections.abc import Iterable
from statistics import fmean, median
from typing import Any

from outflank._board import PHASES
from outflank.experiments.experiment import Experiment
from outflank.experiments.measure import (
    Findings,
    Measure,
    MeasurementJob,
    Records,
    claim_row,
    difference,
    size_chart,
    size_table,
)
from outflank.experiments.searches import (
    breadth,
    depth_jobs,
    depths,
    limit_text,
    limits,
    main_limit,
)
from outflank.experiments.verdict import FAILS, HOLDS, judge, slope
from outflank.stats.elo import mean_error

MIN_ERROR = 0.05
"""Plies: a few positions that were all searched equally deep do not prove more than this."""


def jobs(experiment: Experiment) -> list[MeasurementJob]:
    values = experiment.values
    tasks = []
    for spec in experiment.figures["players"]:
        for size in values["sizes"]:
            args, seconds = (values, spec, size), values["games"] * size**2 / 2000
            tasks.append(MeasurementJob(f"{spec} {size} breadth", breadth, args, seconds))
        tasks += depth_jobs(values, spec)
    return tasks


def findings(experiment: Experiment, records: Records) -> Findings:
    """Tables and verdicts; those by phase, and the verdicts, are about the first player."""
    values, players = experiment.values, experiment.figures["players"]
    first = players[0]
    return Findings(
        [
            *(_depth_table(spec, experiment, records) for spec in players),
            _phase_table(first, values, records),
            _breadth_table(first, experiment, records),
        ],
        [
            *_trend_claims(first, experiment, records),
            *_phase_claims(first, experiment, records),
            *_breadth_claims(first, experiment, records),
        ],
        _charts(first, values, records),
    )


def _depth_table(spec: str, experiment: Experiment, records: Records) -> dict[str, Any]:
    values, figures = experiment.values, experiment.figures

    def cell(size: int, limit: str) -> str:
        plies = depths(records, spec, size, limit)
        mean, error = mean_error(plies)
        return f"{median(plies):g} ({mean:.1f} ± {error:.1f})"

    rows: dict[str, Iterable[str]] = {
        limit_text(limit): [cell(size, limit) for size in values["sizes"]]
        for limit in limits(values)
    }
    if spec == figures["players"][0]:
        rows["the report, 1.9 s in Python"] = _medians(experiment)
    note = (
        f"median (mean) of {3 * values['positions']} positions a size with nodes, "
        f"{3 * values['timed']} with time, seed {values['seed']}"
    )
    return size_table(f"Depth reached by {spec}", note, "limit", values["sizes"], rows)


def _phase_table(spec: str, values: dict[str, Any], records: Records) -> dict[str, Any]:
    limit = main_limit(values)

    def cell(size: int, phase: str) -> str:
        searches = records[f"{spec} {size} {phase}"][limit]
        pruned = sum(row[3] for row in searches) / max(1, sum(row[2] for row in searches))
        roots = [row[1] ** (1 / row[0]) for row in searches if row[0] and row[1]]
        depth = median(row[0] for row in searches)
        return f"{depth:g} / {100 * pruned:.0f} % / {fmean(roots):.1f}"

    return size_table(
        f"Depth, pruning and effective branching of {spec} by phase",
        "median depth / children never looked at / depth-th root of the nodes; "
        f"{limit_text(limit)}",
        "phase",
        values["sizes"],
        {phase: [cell(size, phase) for size in values["sizes"]] for phase in PHASES},
    )


def _breadth_table(spec: str, experiment: Experiment, records: Records) -> dict[str, Any]:
    values, largest = experiment.values, experiment.figures["largest_branching"]

    def cell(size: int, phases: Iterable[str]) -> str:
        counts = _moves(records, spec, size, phases)
        return f"{fmean(counts):.1f} / {max(counts)}"

    rows: dict[str, Iterable[str]] = {
        name: [cell(size, phases) for size in values["sizes"]]
        for name, phases in (*((phase, [phase]) for phase in PHASES), ("whole game", PHASES))
    }
    rows["largest in the report"] = [f"about {largest[str(size)]}" for size in values["sizes"]]
    return size_table(
        f"Moves to choose from in games of {spec}",
        f"mean / largest, {values['games']} games a size, forced moves left out",
        "phase",
        values["sizes"],
        rows,
    )


def _moves(records: Records, spec: str, size: int, phases: Iterable[str] = PHASES) -> list[int]:
    moves = records[f"{spec} {size} breadth"]["moves"]
    return [count for phase in phases for count in moves[phase]]


def _trend_claims(spec: str, experiment: Experiment, records: Records) -> list[dict[str, Any]]:
    values, claims = experiment.values, []
    for limit in (main_limit(values), f"time={max(values['seconds']):g}"):
        plies = {size: depths(records, spec, size, limit) for size in values["sizes"]}
        means = {size: mean_error(found) for size, found in plies.items()}
        rise, error = slope(
            [(float(size), mean, max(error, MIN_ERROR)) for size, (mean, error) in means.items()]
        )
        medians = "/".join(f"{median(found):g}" for found in plies.values())
        positions = len(plies[values["sizes"][-1]])
        claims.append(
            claim_row(
                report=experiment.figures["report"],
                says="The larger the board, the less deep the search",
                where=limit_text(limit),
                figure="/".join(_medians(experiment)),
                measured=f"{medians}; {rise:+.2f} ± {error:.2f} plies for each row more",
                verdict=judge("falls", rise, error),
                how=f"median depth of {spec}, {positions} positions a size",
            )
        )
    return claims


def _phase_claims(spec: str, experiment: Experiment, records: Records) -> list[dict[str, Any]]:
    values, claims = experiment.values, []
    limit = main_limit(values)
    for size in values["sizes"]:
        late = mean_error(depths(records, spec, size, limit, ["late"]))
        lead, error = difference(late, mean_error(depths(records, spec, size, limit, ["mid"])))
        claims.append(
            claim_row(
                report=experiment.figures["report"],
                says="The search is deeper late in the game",
                figure="slightly greater depth",
                measured=f"{lead:+.1f} ± {error:.1f} plies",
                verdict=judge("rises", lead, error),
                how=f"late against mid-game, {limit_text(limit)}, "
                f"{values['positions']} positions each",
                size=size,
            )
        )
    return claims


def _breadth_claims(spec: str, experiment: Experiment, records: Records) -> list[dict[str, Any]]:
    figures, claims = experiment.figures, []
    # The report says "about": so much more or less still agrees with it.
    about = figures["about"]
    for size in experiment.values["sizes"]:
        most, figure = max(_moves(records, spec, size)), figures["largest_branching"][str(size)]
        claims.append(
            claim_row(
                report=figures["report"],
                says="The largest branching",
                figure=f"about {figure}",
                measured=str(most),
                verdict=HOLDS if figure / about <= most <= figure * about else FAILS,
                how=f"the largest number of moves in {experiment.values['games']} games",
                size=size,
            )
        )
    return claims


def _charts(spec: str, values: dict[str, Any], records: Records) -> list[dict[str, Any]]:
    sizes = values["sizes"]
    by_limit = {
        limit_text(limit): [mean_error(depths(records, spec, size, limit)) for size in sizes]
        for limit in limits(values)
    }

    def pruned(size: int, phase: str) -> list[float]:
        searches = records[f"{spec} {size} {phase}"][main_limit(values)]
        return [100 * row[3] / max(1, row[2]) for row in searches]

    by_phase = {phase: [mean_error(pruned(size, phase)) for size in sizes] for phase in PHASES}
    return [
        size_chart(f"Mean depth of {spec} by size and limit", "plies", sizes, by_limit),
        size_chart(f"Share of children that {spec} never looks at", "% pruned", sizes, by_phase),
    ]


def _medians(experiment: Experiment) -> list[str]:
    """The median depths of the report."""
    return [experiment.figures["median_depths"][str(size)] for size in experiment.values["sizes"]]


MEASURE = Measure(
    values={
        "sizes": "wholes",
        "positions": "whole",
        "timed": "whole",
        "games": "whole",
        "nodes": "wholes",
        "seconds": "numbers",
        "seed": "whole",
    },
    figures={
        "report": "text",
        "players": "words",
        "largest_branching": "wholes_by_name",
        "median_depths": "texts",
        "about": "number",
    },
    by_size=("largest_branching", "median_depths"),
    jobs=jobs,
    findings=findings,
)
