"""How deep a search gets in the middle of the game, on small boards and on large ones."""

from typing import Any

from outflank.experiments.breadth import board_names, depth, limit_words, limits, main_limit
from outflank.experiments.experiment import Experiment
from outflank.experiments.jobs import Job, Measured, claim_row
from outflank.experiments.verdict import FAILS, HOLDS, NOISE, judge
from outflank.stats.elo import Mean, mean_error

PHASE = "mid"
ROUNDING = 0.5
"""Plies: an average this far from a whole number is still called by it."""


def jobs(experiment: Experiment) -> list[Job]:
    """The searches of each board, on one position of the middle from each game."""
    values, spec = experiment.values, experiment.figures["player"]
    by_nodes = values["positions"] * sum(values["nodes"]) / 1e6
    seconds = values["timed"] * sum(values["seconds"]) + by_nodes
    return [Job(f"{size}", depth, (values, spec, size, PHASE), seconds) for size in values["sizes"]]


def measured(experiment: Experiment, records: dict[str, dict[str, Any]]) -> Measured:
    """Mean depths by board and limit, beside the report's, and of small boards against large."""
    values, figures = experiment.values, experiment.figures
    sizes = values["sizes"]
    said = {size: (figures["least"][str(size)], figures["most"][str(size)]) for size in sizes}
    means = {
        limit: {size: mean_error([row[0] for row in records[str(size)][limit]]) for size in sizes}
        for limit in limits(values)
    }
    rows = [
        [limit_words(limit), *(f"{mean.value:.1f} ± {mean.error:.1f}" for mean in found.values())]
        for limit, found in means.items()
    ]
    rows.append(["the report, 1.9 s in Python", *(_range(*said[size]) for size in sizes)])
    table = {
        "title": f"Mean depth of {figures['player']} in mid-game",
        "note": f"{values['positions']} positions a size with nodes, {values['timed']} with time, "
        f"seed {values['seed']}",
        "columns": ["limit", *board_names(values)],
        "rows": rows,
    }
    chart = {
        "title": table["title"],
        "groups": board_names(values),
        "series": {limit_words(limit): list(found.values()) for limit, found in means.items()},
        "ylabel": "plies",
        "line": None,
    }
    limit = main_limit(values)
    how = f"{figures['player']}, {limit_words(limit)}, {values['positions']} positions"
    claims = []
    for size in sizes:
        mean = means[limit][size]
        claims.append(
            claim_row(
                report=experiment.report,
                says="The mean depth in mid-game",
                where=f"{size}x{size}",
                figure=_range(*said[size]),
                measured=f"{mean.value:.1f} ± {mean.error:.1f} plies",
                word=_within(mean, *said[size]),
                how=how,
                size=size,
            )
        )
    small, large = means[limit][sizes[0]], means[limit][sizes[-1]]
    lead, error = small.value - large.value, (small.error**2 + large.error**2) ** 0.5
    claims.append(
        claim_row(
            report=experiment.report,
            says="The search is deeper on the smallest board than on the largest",
            where="",
            figure=f"{_range(*said[sizes[0]])} against {_range(*said[sizes[-1]])}",
            measured=f"{lead:+.1f} ± {error:.1f} plies",
            word=judge("rises", lead, error),
            how=how,
        )
    )
    return Measured([table], claims, [chart])


def _within(mean: Mean, least: int, most: int) -> str:
    """The verdict on an average that should round to one of some whole numbers."""
    low, high = mean.value - mean.error, mean.value + mean.error
    bottom, top = least - ROUNDING, most + ROUNDING
    if high < bottom or low > top:
        return FAILS
    return HOLDS if bottom <= low and high <= top else NOISE


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} or {most}"
