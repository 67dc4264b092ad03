"""Pictures of a run: who beat whom, by how much, and what the moves took.

Two players are drawn as two lines of one picture; many get a small picture each, all on the same
scale, because nobody can tell fifteen colours apart.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
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
    count_axis,
    depth_axis,
    empty,
    grouped_bars,
    ink_on,
    intervals,
    label,
    legend,
    panels,
    require_matplotlib,
    save,
    seconds_axis,
    seconds_text,
    single,
    styled,
)
from outflank.arena.summary import MatchResult, MoveUse, Summary
from outflank.errors import SettingsError
from outflank.stats.elo import score_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "KINDS",
    "cross_table",
    "depth",
    "discs",
    "draw",
    "elo",
    "grouped_bars",
    "nodes",
    "require_matplotlib",
    "save",
    "sizes",
    "time",
    "time_share",
    "worth_drawing",
]

# Who beat whom


@styled
def cross_table(summary: Summary) -> "Figure":
    """The score of every row against every column, best players first."""
    from matplotlib.colors import LinearSegmentedColormap

    order = summary.ranking
    count = len(order)
    cells = {
        (row, column): summary.cross_table[first, second].estimate
        for row, first in enumerate(order)
        for column, second in enumerate(order)
        if (first, second) in summary.cross_table
    }
    scores = np.full((count, count), np.nan)
    for place, found in cells.items():
        scores[place] = found.score
    step = 0.62 if count <= PLAYERS_PER_PICTURE else 0.36
    figure, axes = single("Score of each row against each column, in %", 0.35 + step * count)
    colors = LinearSegmentedColormap.from_list("score", [LOST, "#f7f7f5", WON])
    axes.pcolormesh(scores, cmap=colors, vmin=0, vmax=1, edgecolors="white", linewidth=1.5)
    axes.set_facecolor("#eceef0")
    for (row, column), found in cells.items():
        text = f"{100 * found.score:.0f}"
        if count <= PLAYERS_PER_PICTURE:
            text = score_text(found.score, found.score_error, unit="").replace(" ±", "\n±")
        ink = ink_on(colors(found.score))
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=ink, fontsize=8.5)
    numbers = [str(place + 1) for place in range(count)]
    named = [
        f"{label(summary.names[n])}  {number}" for number, n in zip(numbers, order, strict=True)
    ]
    axes.set_xticks(np.arange(count) + 0.5, numbers)
    axes.set_yticks(np.arange(count) + 0.5, named)
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
        rows = [
            (board, result.estimate.elo, result.estimate.elo_low, result.estimate.elo_high)
            for board, result in results.items()
            if result.games
        ]
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
    """How many games ended with which disc difference."""
    names, sizes = summary.names, summary.settings.sizes
    if len(names) == 2:
        shown = [(board_name(n), n, summary.by_size[n, 0]) for n in sizes]
        title = f"How the games ended, as {label(names[0], 48)} sees them"
    else:
        largest = max(sizes)
        shown = [(row.name, largest, row.result) for row in summary.standings]
        title = "How the games of each player ended, as it sees them"
    shown = [part for part in shown if part[2].games]
    if not shown:
        return empty(title, "no games yet")
    same = len(names) > 2
    titles, height = [name for name, _, _ in shown], 2.6 if len(shown) <= 4 else 1.5
    figure, grid = panels(title, titles, height, "disc difference", sharex=same, sharey=same)
    for axes, (_, size, result) in zip(grid, shown, strict=True):
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
    counts, _ = np.histogram(
        list(result.game_diffs), edges, weights=list(result.game_diffs.values())
    )
    middle = len(side) - 1
    for color, first, last in (
        (LOST, 0, middle),
        (DRAWN, middle, middle + 1),
        (WON, middle + 1, None),
    ):
        part = counts[first:last]
        axes.stairs(part, edges[first : first + len(part) + 1], fill=True, color=color)
    axes.axvline(0, color="#9aa1a8", linewidth=0.8, zorder=0)
    average = result.discs.value
    # Where fewer games are.
    place, side_of = (0.02, "left") if average > 0 else (0.98, "right")
    text = f"{average:+.1f}\non average"
    axes.text(place, 0.97, text, transform=axes.transAxes, ha=side_of, va="top", fontsize=8)
    axes.set_xlim(-squares - width / 2, squares + width / 2)
    axes.set_xticks([-squares, -squares // 2, 0, squares // 2, squares])
    axes.grid(visible=False, axis="x")
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))


# What the moves took


@dataclass(frozen=True, slots=True)
class _Line:
    """One measure of one player on one board."""

    player: int
    size: int
    plies: list[int]
    values: list[float]


def _lines(summary: Summary, measure: Callable[[MoveUse], float | None]) -> list[_Line]:
    found: dict[tuple[int, int], _Line] = {}
    for (player, size, ply), use in summary.by_ply.items():
        value = measure(use)
        if value is not None:
            line = found.setdefault((player, size), _Line(player, size, [], []))
            line.plies.append(ply + 1)
            line.values.append(value)
    return list(found.values())


def _range(lines: list[_Line]) -> tuple[list[int], list[float], list[float]]:
    """The plies of all lines, with the lowest and the highest value of each."""
    found: dict[int, list[float]] = {}
    for line in lines:
        for ply, value in zip(line.plies, line.values, strict=True):
            found.setdefault(ply, []).append(value)
    plies = sorted(found)
    return plies, [min(found[ply]) for ply in plies], [max(found[ply]) for ply in plies]


def _by_ply(
    summary: Summary,
    title: str,
    axis: str,
    measure: Callable[[MoveUse], float | None],
    scale: Callable[["Axes"], None],
) -> "Figure":
    """A line for each player and board over the moves of a game.

    Few players: a panel for each board, a colour for each player. Many: the other way round.
    """
    lines = _lines(summary, measure)
    if not lines:
        return empty(title, "no player told")
    names = {line.player: label(summary.names[line.player]) for line in lines}
    boards = {line.size: board_name(line.size) for line in lines}
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
    handles: dict[str, Any] = {}
    for axes, part in zip(grid, parts, strict=True):
        for line in lines:
            own, shade = (line.player, line.size) if many else (line.size, line.player)
            if own == part:
                (handles[shades[shade]],) = axes.plot(line.plies, line.values, color=colors[shade])
        if alone:
            handles["all players"] = axes.fill_between(*_range(lines), color=FAINT, linewidth=0)
    for axes in grid:
        scale(axes)
    figure.supylabel(axis, fontsize=9.5)
    legend(figure, list(handles.values()), list(handles))
    return figure


@styled
def depth(summary: Summary) -> "Figure":
    """The average depth over the moves of a game."""
    title = "How deep each player looked, on average"
    return _by_ply(summary, title, "plies", lambda use: use.mean_depth, depth_axis)


@styled
def nodes(summary: Summary) -> "Figure":
    """The average number of positions looked at over the moves of a game."""
    title = "Positions each player looked at for a move, on average"
    return _by_ply(summary, title, "positions", lambda use: use.mean_nodes or None, count_axis)


@styled
def time(summary: Summary) -> "Figure":
    """The average time over the moves of a game."""
    title = "Time each player took for a move, on average"
    # Logs hold microseconds; what took less took something.
    return _by_ply(summary, title, "time", lambda use: max(use.mean_seconds, 1e-6), seconds_axis)


@styled
def time_share(summary: Summary) -> "Figure":
    """The part of its time that each player spent early, midway and late in a game."""
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
        for place, share in enumerate(shares):
            if share >= 6:
                middle = left[place] + share / 2
                axes.text(
                    middle, place, f"{share:.0f}", ha="center", va="center", color=ink, fontsize=8.5
                )
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
    """The score on each board."""
    players, boards = summary.names, summary.settings.sizes
    groups = [board_name(size) for size in boards]
    numbers = [0] if len(players) == 2 else list(range(len(players)))
    found = {
        players[number]: [_percent(summary.by_size[size, number]) for size in boards]
        for number in numbers
    }
    if len(players) == 2:
        first, second = (label(name, 44) for name in players)
        return grouped_bars(
            f"Score of {first} against {second}, by board", groups, found, "score, %"
        )
    if len(boards) == 1:
        title = f"Score of each player on {groups[0]}, with 95 % intervals"
        values = {title: [value for (value,) in found.values()]}
        return grouped_bars(title, list(found), values, "score, %")
    title = "Score of each player by board, with 95 % intervals"
    if len(players) <= PLAYERS_PER_PICTURE:
        return grouped_bars(title, groups, found, "score, %")
    figure, grid = panels(title, players, 1.5, sharey=True)
    for axes, name in zip(grid, players, strict=True):
        bars(axes, groups, {name: found[name]}, 50, most=100)
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
    wanted = {
        "cross-table": len(summary.names) > 2,
        "sizes": len(summary.settings.sizes) > 1,
        "depth": any(use.mean_depth is not None for use in uses),
        "nodes": any(use.mean_nodes for use in uses),
        "time": bool(uses),
        "time-share": any(use.seconds for use in uses),
    }
    return [kind for kind in KINDS if summary.games and wanted.get(kind, True)]


def draw(summary: Summary, kind: str, file_format: str = "svg") -> bytes:
    """One plot of a run as a file; one that has nothing to show says so."""
    if kind not in KINDS:
        raise SettingsError(f"there is no plot {kind}; choose from {', '.join(KINDS)}")
    return save(KINDS[kind](summary), file_format)
