"""Pictures of a run: who beat whom, by how much, and what the moves took.

Two players are drawn as two lines of one picture; many get a small picture each, all on the same
scale, because nobody can tell fifteen colours apart.
"""

import math
from collections.abc import Callable, Collection
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from outflank._board import PHASES, board_name
from outflank.arena.charts import (
    COLORS,
    DRAWN,
    FAINT,
    INK,
    LOST,
    PHASE_COLORS,
    PLAYERS_PER_PICTURE,
    WON,
    Value,
    bars,
    count_text,
    empty,
    grouped_bars,
    ink_on,
    intervals,
    label,
    legend,
    log_axis,
    panels,
    save,
    seconds_text,
    single,
    styled,
)
from outflank.arena.summary import MatchResult, Summary
from outflank.arena.tally import MoveUse
from outflank.errors import SettingsError
from outflank.stats.elo import score_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Who beat whom


@styled
def cross_table(summary: Summary) -> "Figure":
    """The score of every row against every column, best players first."""
    from matplotlib.colors import LinearSegmentedColormap

    order = summary.ranking
    count = len(order)
    cells = {
        (order.index(first), order.index(second)): result.estimate
        for (first, second), result in summary.cross_table.items()
    }
    scores = np.full((count, count), np.nan)
    for place, estimate in cells.items():
        scores[place] = estimate.score
    step = 0.62 if count <= PLAYERS_PER_PICTURE else 0.36
    figure, axes = single("Score of each row against each column, in %", 0.35 + step * count)
    colors = LinearSegmentedColormap.from_list("score", [LOST, "#f7f7f5", WON])
    axes.pcolormesh(scores, cmap=colors, vmin=0, vmax=1, edgecolors="white", linewidth=1.5)
    axes.set_facecolor("#eceef0")
    for (row, column), estimate in sorted(cells.items()):
        text = f"{100 * estimate.score:.0f}"
        if count <= PLAYERS_PER_PICTURE:
            text = score_text(estimate.score, estimate.score_error, unit="").replace(" ±", "\n±")
        ink = ink_on(colors(estimate.score))
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=ink, fontsize=8.5)
    names = [f"{label(summary.names[n])}  {place}" for place, n in enumerate(order, 1)]
    axes.set_xticks(np.arange(count) + 0.5, [str(place) for place in range(1, count + 1)])
    axes.set_yticks(np.arange(count) + 0.5, names)
    axes.xaxis.tick_top()
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    return figure


@styled
def elo(summary: Summary) -> "Figure":
    """Strength with its interval: of two players the difference by board, of many the ratings."""
    names, sizes = summary.names, summary.settings.sizes
    if not summary.games:
        return empty("Elo", "no games yet")
    if len(names) == 2:
        first, second = (label(name, 44) for name in names)
        results = {board_name(size): summary.by_size[size, 0] for size in sizes}
        if len(sizes) > 1:
            results = {"all boards": summary.standings[0].result, **results}
        known = {board: result.estimate for board, result in results.items() if result.games}
        rows = [(board, e.elo, e.elo_low, e.elo_high) for board, e in known.items()]
        title = f"Elo of {first} above {second}, with 95 % intervals"
    else:
        rows = [
            (label(row.name), row.rating.elo, row.rating.low, row.rating.high)
            for row in summary.ranked
            if row.result.games
        ]
        title = "Elo ratings with 95 % intervals; their average is 0"
    figure, axes = single(title, 0.75 + 0.3 * len(rows))
    intervals(axes, rows)
    axes.set_xlabel("Elo")
    return figure


@styled
def discs(summary: Summary) -> "Figure":
    names, sizes = summary.names, summary.settings.sizes
    if len(names) == 2:
        rows = [(board_name(n), n, summary.by_size[n, 0]) for n in sizes]
        title = f"How the games ended, as {label(names[0], 48)} sees them"
    else:
        rows = [(row.name, max(sizes), row.result) for row in summary.standings]
        title = "How the games of each player ended, as it sees them"
    rows = [row for row in rows if row[2].games]
    if not rows:
        return empty(title, "no games yet")
    same = len(names) > 2
    titles, height = [name for name, _, _ in rows], 2.6 if len(rows) <= 4 else 1.5
    figure, grid = panels(title, titles, height, "disc difference", sharex=same, sharey=same)
    for axes, (_, size, result) in zip(grid, rows, strict=True):
        _histogram(axes, result, size)
    figure.supylabel("games", fontsize=9.5)
    from matplotlib.patches import Patch

    legend(figure, [Patch(color=c) for c in (LOST, DRAWN, WON)], ["lost", "drawn", "won"])
    return figure


def _histogram(axes: "Axes", result: MatchResult, size: int) -> None:
    """Differences are even, so edges at odd numbers keep draws, and only draws, by themselves."""
    from matplotlib.ticker import MaxNLocator

    squares = size * size
    width = 2 * max(1, round(squares / 32))
    side = np.arange(1, squares + 1 + width, width)
    edges = np.concatenate([-side[::-1], side])
    diffs = result.game_diffs
    counts, _ = np.histogram(list(diffs), edges, weights=list(diffs.values()))
    middle = len(side) - 1
    stops = (0, middle, middle + 1, len(counts))
    for color, (first, last) in zip((LOST, DRAWN, WON), pairwise(stops), strict=True):
        axes.stairs(counts[first:last], edges[first : last + 1], fill=True, color=color)
    axes.axvline(0, color="#9aa1a8", linewidth=0.8, zorder=0)
    average = result.discs.value
    # Where fewer games are.
    x, align = (0.02, "left") if average > 0 else (0.98, "right")
    text = f"{average:+.1f}\non average"
    axes.text(x, 0.97, text, transform=axes.transAxes, ha=align, va="top", fontsize=8)
    axes.set_xlim(-squares - width / 2, squares + width / 2)
    axes.set_xticks([-squares, -squares // 2, 0, squares // 2, squares])
    axes.grid(visible=False, axis="x")
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))


# What the moves took

Curve = dict[int, float]
"""Values by the number of the move, from 1."""


def _range(curves: Collection[Curve]) -> tuple[list[int], list[float], list[float]]:
    plies = sorted({ply for curve in curves for ply in curve})
    values = [[curve[ply] for curve in curves if ply in curve] for ply in plies]
    return plies, list(map(min, values)), list(map(max, values))


def _by_ply(
    summary: Summary,
    title: str,
    axis: str,
    measure: Callable[[MoveUse], float | None],
    text: Callable[[float], str] | None = None,
) -> "Figure":
    """A line for each player and board over the moves of a game.

    Few players: a panel for each board, a colour for each player. Many: the other way round. With
    a text for its numbers the axis has powers of ten.
    """
    from matplotlib.ticker import MaxNLocator

    curves: dict[tuple[int, int], Curve] = {}
    for (player, size, ply), use in summary.by_ply.items():
        if (value := measure(use)) is not None:
            curves.setdefault((player, size), {})[ply + 1] = value
    if not curves:
        return empty(title, "no player told")
    names = {player: label(summary.names[player]) for player, _ in curves}
    boards = {size: board_name(size) for _, size in curves}
    many = len(names) > PLAYERS_PER_PICTURE
    alone = many and len(boards) == 1
    parts, shades = (names, boards) if many else (boards, names)
    if alone:
        shades = dict.fromkeys(boards, "this player")
    colors = dict(zip(shades, COLORS, strict=False))
    height = 3.2 if len(parts) == 1 else 2.4 if len(parts) <= 4 else 1.5
    figure, grid = panels(
        title, list(parts.values()), height, "move of the game", sharex=many, sharey=True
    )
    panel = dict(zip(parts, grid, strict=True))
    handles: dict[str, Any] = {}
    for (player, size), curve in curves.items():
        part, shade = (player, size) if many else (size, player)
        lines = panel[part].plot(list(curve), list(curve.values()), color=colors[shade])
        handles[shades[shade]] = lines[0]
    for axes in grid:
        if alone:
            band = _range(curves.values())
            handles["all players"] = axes.fill_between(*band, color=FAINT, linewidth=0)
        if text is None:  # twice as deep is twice as high
            axes.set_ylim(bottom=0)
            axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
        else:
            log_axis(axes, text)
    figure.supylabel(axis, fontsize=9.5)
    legend(figure, list(handles.values()), list(handles))
    return figure


@styled
def depth(summary: Summary) -> "Figure":
    title = "How deep each player looked, on average"
    return _by_ply(summary, title, "plies", lambda use: use.mean_depth)


@styled
def nodes(summary: Summary) -> "Figure":
    title = "Positions each player looked at for a move, on average"
    return _by_ply(summary, title, "positions", lambda use: use.mean_nodes or None, count_text)


@styled
def time(summary: Summary) -> "Figure":
    title = "Time each player took for a move, on average"
    # Logs hold microseconds; what took less took something.
    return _by_ply(summary, title, "time", lambda use: max(use.mean_seconds, 1e-6), seconds_text)


@styled
def time_share(summary: Summary) -> "Figure":
    title = "Where in the game each player spent its time"
    rows = []
    for number, row in enumerate(summary.standings):
        spent = [summary.by_phase[number, phase].seconds for phase in PHASES]
        if sum(spent) > 0:
            rows.append((label(row.name), spent, sum(spent) / row.result.games))
    if not rows:
        return empty(title, "no time was measured")
    figure, axes = single(title, 0.9 + 0.32 * len(rows))
    handles = []
    left = np.zeros(len(rows))
    for index, (color, ink) in enumerate(zip(PHASE_COLORS, (INK, INK, "white"), strict=True)):
        shares = np.array([100 * spent[index] / sum(spent) for _, spent, _ in rows])
        handles.append(axes.barh(range(len(rows)), shares, 0.74, left, color=color))
        labels = [f"{share:.0f}" if share >= 6 else "" for share in shares]
        axes.bar_label(handles[-1], labels, label_type="center", color=ink, fontsize=8.5)
        left += shares
    for place, (_, _, total) in enumerate(rows):
        axes.annotate(
            f"{seconds_text(total)} a game", (101.5, place), va="center", fontsize=8.5,
            annotation_clip=False,
        )  # fmt: skip
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of its thinking time")
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    legend(figure, handles, [f"{third} third" for third in ("first", "second", "last")])
    return figure


# Bars


@styled
def sizes(summary: Summary) -> "Figure":
    players, boards = summary.names, summary.settings.sizes
    groups = [board_name(size) for size in boards]
    scores = {
        name: [_percent(summary.by_size[size, number]) for size in boards]
        for number, name in enumerate(players)
    }
    title = "Score of each player by board, with 95 % intervals"
    if len(players) == 2:
        first, second = (label(name, 44) for name in players)
        title = f"Score of {first} against {second}, by board"
        del scores[players[1]]
    elif len(boards) == 1:
        title = f"Score of each player on {groups[0]}, with 95 % intervals"
        groups, scores = list(scores), {title: [score for (score,) in scores.values()]}
    if len(scores) <= PLAYERS_PER_PICTURE:
        return grouped_bars(title, groups, scores, "score, %")
    figure, grid = panels(title, players, 1.5, sharey=True)
    for axes, name in zip(grid, players, strict=True):
        bars(axes, groups, {name: scores[name]}, 50, most=100)
    figure.supylabel("score, %", fontsize=9.5)
    return figure


def _percent(result: MatchResult) -> Value:
    if not result.games:
        return math.nan, math.inf
    return 100 * result.estimate.score, 100 * result.estimate.score_error


KINDS: "dict[str, Callable[[Summary], Figure]]" = {
    "elo": elo,
    "cross-table": cross_table,
    "sizes": sizes,
    "discs": discs,
    "depth": depth,
    "nodes": nodes,
    "time": time,
    "time-share": time_share,
}
"""Every plot by its name."""


def worth_drawing(summary: Summary) -> list[str]:
    """The plots that say more than a table or a sentence would."""
    uses = summary.by_ply.values()
    conditions = {
        "cross-table": len(summary.names) > 2,
        "sizes": len(summary.settings.sizes) > 1,
        "depth": any(use.mean_depth is not None for use in uses),
        "nodes": any(use.mean_nodes for use in uses),
        "time": bool(uses),
        "time-share": any(use.seconds for use in uses),
    }
    return [kind for kind in KINDS if summary.games and conditions.get(kind, True)]


def draw(summary: Summary, kind: str, file_format: str = "svg") -> bytes:
    """One plot of a run as a file; one that has nothing to show says so."""
    if kind not in KINDS:
        raise SettingsError(f"there is no plot {kind}; choose from {', '.join(KINDS)}")
    return save(KINDS[kind](summary), file_format)
