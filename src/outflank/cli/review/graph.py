"""Values move by move as a graph of characters."""

from collections.abc import Sequence

HALF = 4
"""Lines above zero, and as many below; each is two steps high."""
MIN_SCALE = 8
"""Discs at the edge of the graph, at least: small leads look small."""
_UNICODE = {"full": "█", "low": "▄", "high": "▀", "axis": "─"}
_ASCII = {"full": "#", "low": ".", "high": "'", "axis": "-"}
_LABEL = 6


def graph_lines(
    values: Sequence[int], marks: Sequence[str], width: int, *, unicode: bool
) -> list[str]:
    """A column for each value, those of black's lead above the line; marks stand on the line.

    >>> print(*graph_lines([4, 8, -2], ["", "?", ""], 40, unicode=False), sep="\\n")
       +8  #
           #
          ##
          ##
        0 -?-
            #
    <BLANKLINE>
    <BLANKLINE>
       -8
          1
    """
    count, room = len(values), width - _LABEL
    columns = range(count) if count <= room else [place * count // room for place in range(room)]
    signs = _UNICODE if unicode else _ASCII
    scale = max(MIN_SCALE, 4 * -(-max(abs(values[index]) for index in columns) // 4))
    steps = [_steps(values[index], scale) for index in columns]
    labels = {HALF: f"{scale:+d}", 0: "0", -HALF: f"{-scale:+d}"}
    lines = []
    for line in range(HALF, -HALF - 1, -1):
        side, half = (1, signs["low"]) if line > 0 else (-1, signs["high"])
        by_height = f"{half:>{2 * abs(line)}}".ljust(2 * HALF + 1, signs["full"])
        row = "".join(by_height[max(0, side * step)] for step in steps)
        if line == 0:
            row = "".join(marks[index][:1] or signs["axis"] for index in columns)
        lines.append(_line(labels.get(line, ""), row))
    return [*lines, _line("", _numbers(columns))]


def _steps(value: int, scale: int) -> int:
    """The height of a value in steps; only zero has none."""
    steps = round(2 * HALF * value / scale)
    return steps or (value > 0) - (value < 0)


def _numbers(columns: Sequence[int]) -> str:
    text, last = "", -1
    for place, index in enumerate(columns):
        tenth = (index + 1) // 10 * 10
        if tenth > last and place >= len(text):
            text = f"{text:<{place}}{tenth or 1} "
        last = tenth
    return text


def _line(label: str, row: str) -> str:
    return f"{label:>{_LABEL - 1}} {row}".rstrip()
