"""The pictures of an experiment."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank._board import board_name
from outflank._files import replacing
from outflank.arena.charts import grouped_bars, save
from outflank.arena.plots import cross_table, elo
from outflank.arena.summary import summarize
from outflank.arena.tally import ArenaTally
from outflank.experiments.experiment import Chart, Experiment, Part
from outflank.experiments.scores import counts_of, match_of
from outflank.stats.elo import estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WHOLE_RUNS = {"cross-table": cross_table, "elo": elo}
"""The kinds of picture that show a part as the arena does."""


def draw_charts(
    experiment: Experiment, tallies: dict[str, ArenaTally], more: list[dict[str, Any]], folder: Path
) -> list[dict[str, str]]:
    """Draw every chart into the folder, and `more` bars; titles and names of files.

    A picture has the same name whichever parts were played.
    """
    charts = experiment.charts
    figures = [(chart.number, chart.title, _figure(chart, experiment, tallies)) for chart in charts]
    for number, options in enumerate(more, len(charts) + 1):
        figures.append((number, options["title"], grouped_bars(**options)))
    made = []
    for number, title, figure in figures:
        name = f"{experiment.name}-{number}.png"
        with replacing(folder / name) as file:
            file.write(save(figure, "png"))
        made.append({"title": title, "file": name})
    return made


def _figure(chart: Chart, experiment: Experiment, tallies: dict[str, ArenaTally]) -> "Figure":
    parts = [experiment.part(name) for name in chart.parts]
    part, players = parts[0], chart.players
    if draw := WHOLE_RUNS.get(chart.by):
        return draw(summarize(tallies[part.name], part.players))

    def score(part: Part, player: str, size: int | None = None) -> tuple[float, float]:
        match = match_of(tallies[part.name], part, player, chart.against, size)
        result = estimate(counts_of(part, match))
        return 100 * result.score, 100 * result.score_error

    if chart.by == "part":
        groups = [part.label for part in parts]
        series = {name: [score(part, name) for part in parts] for name in players}
    elif chart.by == "size":
        groups = list(map(board_name, part.sizes))
        series = {
            _label(name, of, chart): [score(of, name, size) for size in part.sizes]
            for of in parts
            for name in players
        }
    else:
        groups = list(players)
        series = {
            board_name(size): [score(part, name, size) for name in players] for size in part.sizes
        }
    against = f" against {chart.against}" if chart.against else ""
    return grouped_bars(chart.title, groups, series, f"score{against}, %")


def _label(name: str, part: Part, chart: Chart) -> str:
    if len(chart.parts) == 1:
        return name
    return part.label if len(chart.players) == 1 else f"{name}, {part.label}"
