"""The measure `midgame-depth`: the depth of searches in the middle of the game, by size."""

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
from outflank.experiments.searches import depth_jobs, depths, limit_text, limits, main_limit
from outflank.experiments.verdict import FAILS, HOLDS, NOISE, judge
from outflank.stats.elo import Mean, mean_error

PHASE = "mid"
ROUNDING = 0.5
"""Plies: an average this far from a whole number is still called by it."""


def jobs(experiment: Experiment) -> list[MeasurementJob]:
    return depth_jobs(experiment.values, experiment.figures["player"], [PHASE])


def findings(experiment: Experiment, records: Records) -> Findings:
    """Mean depths by board and limit, beside the report's, and of small boards against large."""
    values, figures, spec = experiment.values, experiment.figures, experiment.figures["player"]
    sizes = values["sizes"]
    ranges = {size: (figures["least"][str(size)], figures["most"][str(size)]) for size in sizes}
    range_texts = [_range_text(*ranges[size]) for size in sizes]
    means = {
        limit_text(limit): [
            mean_error(depths(records, spec, size, limit, [PHASE])) for size in sizes
        ]
        for limit in limits(values)
    }
    rows = {
        limit: [f"{mean.value:.1f} ± {mean.error:.1f}" for mean in row]
        for limit, row in means.items()
    }
    table = size_table(
        f"Mean depth of {spec} in mid-game",
        f"{values['positions']} positions a size with nodes, {values['timed']} with time, "
        f"seed {values['seed']}",
        "limit",
        sizes,
        {**rows, "the report, 1.9 s in Python": range_texts},
    )
    main = limit_text(main_limit(values))
    how = f"{spec}, {main}, {values['positions']} positions"
    claims = [
        claim_row(
            report=experiment.report,
            says="The mean depth in mid-game",
            figure=figure,
            measured=f"{mean.value:.1f} ± {mean.error:.1f} plies",
            verdict=_verdict(mean, *ranges[size]),
            how=how,
            size=size,
        )
        for size, figure, mean in zip(sizes, range_texts, means[main], strict=True)
    ]
    lead, error = difference(means[main][0], means[main][-1])
    claims.append(
        claim_row(
            report=experiment.report,
            says="The search is deeper on the smallest board than on the largest",
            figure=f"{range_texts[0]} against {range_texts[-1]}",
            measured=f"{lead:+.1f} ± {error:.1f} plies",
            verdict=judge("rises", lead, error),
            how=how,
        )
    )
    return Findings([table], claims, [size_chart(table["title"], "plies", sizes, means)])


def _verdict(mean: Mean, least: int, most: int) -> str:
    """On an average that should round to one of some whole numbers."""
    low, high = mean.value - mean.error, mean.value + mean.error
    bottom, top = least - ROUNDING, most + ROUNDING
    if high < bottom or low > top:
        return FAILS
    return HOLDS if bottom <= low and high <= top else NOISE


def _range_text(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} or {most}"


MEASURE = Measure(
    values={
        "sizes": "wholes",
        "positions": "whole",
        "timed": "whole",
        "nodes": "wholes",
        "seconds": "numbers",
        "seed": "whole",
    },
    figures={"player": "text", "least": "wholes_by_name", "most": "wholes_by_name"},
    by_size=("least", "most"),
    jobs=jobs,
    findings=findings,
)
