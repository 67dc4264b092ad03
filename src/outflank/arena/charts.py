"""How the pictures of the arena look: their style, and the shapes they are made of."""

import io
import math
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np

from outflank.errors import MissingExtraError, SettingsError
from outflank.stats.elo import elo_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which people with any kind of colour blindness can tell apart.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
WON, LOST, DRAWN = "#0072b2", "#d55e00", "#8c8c8c"
PHASE_COLORS = ("#b9d8ea", "#5ba3cf", "#0f5c94")
INK, FAINT = "#24292e", "#e1e5e8"
PLAYERS_PER_PICTURE = len(COLORS)

STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "font.size": 9.5,
    # Names are shown as they are: a dollar sign begins no formula.
    "text.parse_math": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#9aa1a8",
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": False,
    "axes.grid": True,
    "grid.color": "#eceef0",
    "xtick.color": "#9aa1a8",
    "ytick.color": "#9aa1a8",
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "figure.facecolor": "white",
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    # Words stay words: they can be searched, and read aloud.
    "svg.fonttype": "none",
    # The same picture is the same file.
    "svg.hashsalt": "outflank",
}

Parameters = ParamSpec("Parameters")
Value = tuple[float, float]
"""With its error, which is infinite if it is not known."""


def require_matplotlib() -> None:
    """MissingExtraError if pictures cannot be drawn: to be asked before hours are spent."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("plots need matplotlib") from None


@contextmanager
def _house_style() -> Iterator[None]:
    """The user's own settings of matplotlib are neither used nor changed."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def styled(function: "Callable[Parameters, Figure]") -> "Callable[Parameters, Figure]":
    @wraps(function)
    def drawn(*args: Parameters.args, **kwargs: Parameters.kwargs) -> "Figure":
        require_matplotlib()
        with _house_style():
            return function(*args, **kwargs)

    return drawn


def save(figure: "Figure", file_format: str) -> bytes:
    if file_format not in ("svg", "png"):
        raise SettingsError(f"plots are written as svg or png, not as {file_format}")
    nothing = ("Date", "Creator", "Format", "Type") if file_format == "svg" else ("Software",)
    file = io.BytesIO()
    with _house_style():
        figure.savefig(file, format=file_format, dpi=150, metadata=dict.fromkeys(nothing))
    return file.getvalue()


def drawable(text: str) -> str:
    """The text with a square for what the font lacks: matplotlib would warn of it."""
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont("DejaVu Sans"))
    return "".join(c if font.get_char_index(ord(c)) else "\N{WHITE SQUARE}" for c in text)


def label(name: str, longest: int = 34) -> str:
    """A name that fits and can be drawn; the middle of a long one is left out."""
    text = drawable(name)
    if len(text) > longest:
        head, tail = longest // 2, len(text) - (longest - 1) // 2
        text = f"{text[:head]}…{text[tail:]}"
    # Before version 3.10, matplotlib left what begins with an underscore out of a legend.
    return f" {text}" if text.startswith("_") else text


def panels(
    title: str, names: Sequence[str], height: float, axis: str = "", **options: Any
) -> "tuple[Figure, list[Axes]]":
    """A figure with named axes in rows of so many inches; the places left over stay empty."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    count = len(names)
    columns = 1 if count == 1 else 2 if count <= 4 else 3
    rows = -(-count // columns)
    layout = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.07)
    figure = Figure(figsize=(8.0, 0.5 + height * rows), layout=layout)
    grid = figure.subplots(rows, columns, squeeze=False, **options).ravel()
    for axes in grid[count:]:
        axes.set_axis_off()
    # Where a shared axis has no panel below it, the last one of the column must show its numbers.
    for axes in grid[max(0, count - columns) : count]:
        axes.tick_params(labelbottom=True)
    for axes in grid[(rows - 1) * columns : count]:
        axes.set_xlabel(axis)
    for name, axes in zip(names, grid, strict=False):
        axes.set_title(label(name, 28 if columns == 3 else 40), fontsize=8.5)
    lines = "\n".join(textwrap.wrap(drawable(title), 74))
    figure.suptitle(lines, x=0.012, ha="left", fontsize=11.5, fontweight="bold")
    return figure, list(grid[:count])


def single(title: str, height: float) -> "tuple[Figure, Axes]":
    figure, (axes,) = panels(title, [""], height)
    return figure, axes


def empty(title: str, reason: str) -> "Figure":
    figure, axes = single(title, 1.0)
    axes.set_axis_off()
    axes.text(0.0, 0.5, reason, transform=axes.transAxes, va="center")
    return figure


def ink_on(color: Sequence[float]) -> str:
    """Black or white, whichever is easier to read on a colour (WCAG's measure of contrast)."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    return "white" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "black"


def legend(figure: "Figure", handles: Sequence[Any], names: Sequence[str]) -> None:
    columns = max(1, min(len(names), 92 // (max(map(len, names)) + 6)))
    figure.legend(handles, names, loc="outside lower left", ncols=columns, handlelength=1.4)


def log_axis(axes: "Axes", text: Callable[[float], str]) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: text(value)))
    axes.yaxis.set_minor_formatter(NullFormatter())


def count_text(value: float) -> str:
    return _in_units(value, ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")))


def seconds_text(value: float) -> str:
    return _in_units(value, ((1.0, " s"), (1e-3, " ms"), (1e-6, " µs")))


def _in_units(value: float, units: Sequence[tuple[float, str]]) -> str:
    # What is rounded up to a unit is shown in it.
    size, unit = next((row for row in units if value >= 0.9995 * row[0]), units[-1])
    return f"{value / size:.3g}{unit}"


def intervals(axes: "Axes", rows: Sequence[tuple[str, float, float, float]]) -> None:
    """A dot and a bar for each row; an arrow where there is no end."""
    known = [value for row in rows for value in row[1:] if math.isfinite(value)] or [0.0]
    low, high = min(0.0, *known), max(0.0, *known)
    room = max(0.06 * (high - low), 10.0)
    low, high = low - room, high + room
    axes.axvline(0, color="#9aa1a8", linewidth=1)
    for place, (_, value, start, end) in enumerate(rows):
        ends = [min(max(edge, low), high) for edge in (start, end)]
        axes.plot(ends, [place, place], color=WON, linewidth=2.2, solid_capstyle="butt")
        for edge, mark, x in zip((start, end), "<>", ends, strict=True):
            axes.plot(x, place, "|" if math.isfinite(edge) else mark, color=WON, markersize=7)
        if math.isfinite(value):
            axes.plot(value, place, "o", color=WON, markersize=6)
        axes.annotate(
            elo_text(value, start, end), (1.015, place), xycoords=("axes fraction", "data"),
            va="center", fontsize=8.5, annotation_clip=False,
        )  # fmt: skip
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_xlim(low, high)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)


@styled
def grouped_bars(
    title: str,
    groups: Sequence[str],
    series: Mapping[str, Sequence[Value]],
    ylabel: str,
    line: float | None = 50,
) -> "Figure":
    """Bars with 95 % intervals side by side, a group for each name of `groups`.

    Each series gives one value and its error for every group; the line marks where nothing would
    be proven. An interval of a share in % ends at 0 and at 100.
    """
    for name, values in series.items():
        if len(values) != len(groups):
            raise SettingsError(f"{name} has {len(values)} values for {len(groups)} groups")
    figure, axes = single(title, 3.4)
    handles = bars(axes, groups, series, line, most=100 if "%" in ylabel else math.inf)
    axes.set_ylabel(drawable(ylabel))
    if len(series) > 1:
        legend(figure, handles, [label(name) for name in series])
    return figure


def bars(
    axes: "Axes",
    groups: Sequence[str],
    series: Mapping[str, Sequence[Value]],
    line: float | None,
    most: float = math.inf,
) -> list[Any]:
    width = 0.8 / max(2, len(series))
    least = 0.0 if math.isfinite(most) else -math.inf
    numbers = np.array(list(series.values()), dtype=float).reshape(len(series), len(groups), 2)
    values, errors = numbers[..., 0], np.where(np.isfinite(numbers[..., 1]), numbers[..., 1], 0.0)
    # Where a value is not known, fmin leaves the error.
    ends = np.stack([np.fmin(errors, values - least), np.fmin(errors, most - values)], axis=1)
    highest = np.nanmax(np.abs(values), initial=0.0)
    digits = 0 if highest > 100 else 1 if highest >= 10 else 2
    handles = []
    for index, heights in enumerate(values):
        places = np.arange(len(groups)) + (index - (len(series) - 1) / 2) * width
        handle = axes.bar(
            places,
            heights,
            0.92 * width,
            yerr=ends[index],
            color=COLORS[index % PLAYERS_PER_PICTURE],
            # Colours come round again with hatches.
            hatch=("", "///", "...", "xx")[index // PLAYERS_PER_PICTURE % 4],
            edgecolor="white",
            linewidth=0,
            error_kw={"ecolor": INK, "elinewidth": 1.1, "capsize": 2.5},
        )
        handles.append(handle)
        if values.size <= 20:
            box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 0.5}
            axes.bar_label(handle, fmt=f"{{:.{digits}f}}", padding=3, fontsize=8, bbox=box)
    if line is not None:
        axes.axhline(line, color=INK, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1.5)
    # All names together, or two neighbours, are longer than there is room for.
    crowded = sum(map(len, groups)) > 75 or any(
        (len(left) + len(right)) / 2 > 95 / len(groups) for left, right in pairwise(groups)
    )
    rotation, align = (30, "right") if crowded else (0, "center")
    names = [label(name) for name in groups]
    axes.set_xticks(range(len(groups)), names, rotation=rotation, ha=align)
    axes.grid(visible=False, axis="x")
    axes.tick_params(axis="x", length=0)
    # One or two bars would be as wide as the page.
    room = 0.5 + max(0, 4 - values.size) / 2
    axes.set_xlim(-room, len(groups) - 1 + room)
    axes.margins(y=0.1)
    if not (values < 0).any():
        axes.set_ylim(bottom=0)
    return handles
