"""The games of an experiment as data: scores for its claims and tables, and tables of discs."""

import math
import time
from collections.abc import Iterator
from typing import Any

from outflank.arena.summary import standings
from outflank.arena.tally import ArenaTally, MatchTally
from outflank.experiments.experiment import TRENDS, Claim, Discs, Experiment, Grid, Part
from outflank.experiments.verdict import slope
from outflank.stats.elo import PairCounts, estimate

Key = tuple[str, str | None, int | None, bool]
"""Which games a score is of: player, opponent, size, and whether it is that of whoever moves first.

None stands for all opponents or all boards together.
"""
MIN_RATED_PLAYERS = 4
"""Players from which on a part also has ratings."""


def match_of(
    tally: ArenaTally, part: Part, first: str, second: str | None, size: int | None = None
) -> MatchTally:
    """The games of a player against another, or against all others of the part."""
    number = part.players.index(first)
    if second is None:
        return tally.player(number, size)
    return tally.match(number, part.players.index(second), size)


def counts_of(part: Part, match: MatchTally, *, black: bool = False) -> PairCounts:
    """The pairs of a match, as its first player sees them, or whoever is black.

    From the start position the same games come again and again: such a pair counts once.
    """
    points = match.black_points if black else match.points
    if part.start:
        points = [value for value, new in zip(points, match.new, strict=True) if new]
    return PairCounts.of(points)


def matchups(part: Part) -> list[tuple[str, str | None]]:
    """The rows of the part's table: a player, and whom it is shown against; None is all others."""
    first, second, *more = part.players
    if not more:
        return [(first, second)]
    if part.gauntlet:
        return [(name, first) for name in part.players[1:]]
    return [(name, None) for name in part.players]


def boards(part: Part) -> list[int | None]:
    """The sizes, and None for all of them together if there are several."""
    return [*part.sizes, *([None] if len(part.sizes) > 1 else [])]


def part_result(experiment: Experiment, part: Part, tally: ArenaTally) -> dict[str, Any]:
    """What was played and when, and the scores."""
    claims = [claim for claim in experiment.claims if claim.part == part.name]
    keys: list[Key] = [(*row, size, False) for row in matchups(part) for size in boards(part)]
    keys += [
        (claim.first, claim.second, claim.size, claim.black)
        for claim in claims
        if claim.expect not in TRENDS
    ]
    repeated = sum(match.repeated for match in tally.matches.values())
    return {
        **part.record(experiment.players),
        "date": time.strftime("%Y-%m-%d"),
        "games": tally.games,
        "different": tally.games - repeated if part.start else None,
        "faults": sum(sum(counter.values()) for counter in tally.faults),
        "scores": [_score(part, tally, key) for key in dict.fromkeys(keys)],
        "trends": [_trend(part, tally, claim) for claim in claims if claim.expect in TRENDS],
        "ratings": dict(_ratings(part, tally)),
    }


def _score(part: Part, tally: ArenaTally, key: Key) -> dict[str, Any]:
    first, second, size, black = key
    match = match_of(tally, part, first, second, size)
    counts, games = counts_of(part, match, black=black), match.score
    result = estimate(counts)
    row: dict[str, Any] = {"first": first, "second": second, "size": size}
    if black:
        row["black"] = True
    elif second is not None:
        row |= {"wins": games.wins, "draws": games.draws, "losses": games.losses}
        row["elo"] = [_finite(elo) for elo in (result.elo, result.elo_low, result.elo_high)]
        row["discs"] = sum(match.diffs) / len(match.diffs) if match.diffs else 0.0
    return {**row, "pairs": counts.pairs, "score": result.score, "error": result.score_error}


def _trend(part: Part, tally: ArenaTally, claim: Claim) -> dict[str, Any]:
    points, pairs = [], 0
    for size in part.sizes:
        counts = counts_of(part, match_of(tally, part, claim.first, claim.second, size))
        result = estimate(counts)
        points.append((float(size), result.score, result.score_error))
        pairs += counts.pairs
    rise, error = slope(points)
    row = {"first": claim.first, "second": claim.second, "pairs": pairs}
    return {**row, "slope": rise, "error": _finite(error)}


def _ratings(part: Part, tally: ArenaTally) -> Iterator[tuple[str, list[float | None]]]:
    # Ratings take every game for a trial, and from the start position many are the same.
    if not part.gauntlet and not part.start and len(part.players) >= MIN_RATED_PLAYERS:
        for name, standing in zip(part.players, standings(tally), strict=True):
            rating = standing.rating
            yield name, [_finite(elo) for elo in (rating.elo, rating.low, rating.high)]


# Discs beside those of a report


def disc_tables(experiment: Experiment, tallies: dict[str, ArenaTally]) -> list[dict[str, Any]]:
    return [
        *(
            _grid_table(grid, experiment.part(name), tallies[name])
            for grid in experiment.grids
            for name in grid.parts
        ),
        *(_discs_table(discs, experiment, tallies) for discs in experiment.discs),
    ]


def _discs_table(
    discs: Discs, experiment: Experiment, tallies: dict[str, ArenaTally]
) -> dict[str, Any]:
    """Sums of discs on the board, ours scaled to as many games as the report has."""
    parts = [experiment.part(name) for name in discs.parts]
    rows = []
    for name, figure in discs.figures.items():
        row = [name, figure]
        for part in parts:
            match = match_of(tallies[part.name], part, name, None)
            scale = discs.games / match.score.games if match.score.games else 0.0
            row.append(f"{match.discs[0] * scale:.0f}-{match.discs[1] * scale:.0f}")
        rows.append(row)
    return {
        "title": discs.title,
        "note": f"discs on the board, won-lost, in {discs.games} games; ours are averages",
        "columns": ["player", "the report", *(part.title for part in parts)],
        "rows": rows,
    }


def _grid_table(grid: Grid, part: Part, tally: ArenaTally) -> dict[str, Any]:
    """Discs of single games, the report's and ours on average, each row's player being black."""

    def cell(first: str, second: str) -> str:
        figure = grid.figures[first].get(second)
        if figure is None:
            return ""
        match = match_of(tally, part, first, second)
        own, opponent = match.discs_as_black
        games = match.as_black.games or 1
        return f"{figure} / {own / games:.0f}-{opponent / games:.0f}"

    return {
        "title": f"{grid.title}: {part.label}",
        "note": "discs on the board, the report / ours; the player of the row moves first",
        "columns": ["first to move", *grid.figures],
        "rows": [
            [first, *(cell(first, second) for second in grid.figures)] for first in grid.figures
        ],
    }


def find_row(rows: list[dict[str, Any]], **key: Any) -> dict[str, Any] | None:
    """The first of the rows that has these values; what a row does not have counts as None."""
    return next(
        (row for row in rows if all(row.get(name) == value for name, value in key.items())), None
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
