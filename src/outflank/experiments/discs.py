"""Tables of discs beside those of a report: sums over many games, and single games."""

from typing import Any

from outflank.arena.tally import ArenaTally
from outflank.experiments.experiment import Discs, Experiment, Grid, Part
from outflank.experiments.scores import match_of


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
