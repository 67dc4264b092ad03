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
    columns = _columns(len(values), width - _LABEL)
    visible = [values[index] for index in columns]
    signs = [marks[index] for index in columns]
    signs_used = _UNICODE if unicode else _ASCII
    scale = max(MIN_SCALE, 4 * -(-max(map(abs, visible)) // 4))
    steps = [_steps(value, scale) for value in visible]
    rows = [(f"{scale:+d}", HALF)] + [("", line) for line in range(HALF - 1, 0, -1)]
    lines = [_line(label, _row(steps, line, signs_used, "low")) for label, line in rows]
    lines.append(_line("0", "".join(sign[:1] or signs_used["axis"] for sign in signs)))
    down = [-step for step in steps]
    for line in range(1, HALF + 1):
        label = f"{-scale:+d}" if line == HALF else ""
        lines.append(_line(label, _row(down, line, signs_used, "high")))
    lines.append(_line("", _numbers(columns)))
    return lines


def _columns(count: int, width: int) -> list[int]:
    if count <= width:
        return list(range(count))
    return [index * count // width for index in range(width)]


def _steps(value: int, scale: int) -> int:
    """The height of a value in steps; only zero has none."""
    steps = round(2 * HALF * value / scale)
    return steps or (value > 0) - (value < 0)


def _row(steps: Sequence[int], line: int, signs: dict[str, str], half: str) -> str:
    return "".join(
        signs["full"] if step >= 2 * line else signs[half] if step == 2 * line - 1 else " "
        for step in steps
    )


def _numbers(columns: Sequence[int]) -> str:
    """The number of every tenth move, where it begins."""
    text = ""
    last = 0
    for place, index in enumerate(columns):
        number = index + 1
        tenth = number // 10 * 10
        if (number == 1 or tenth > last) and place >= len(text):
            label = str(tenth or 1)
            text = f"{text:<{place}}{label} "
        last = max(last, tenth)
    return text


def _line(label: str, row: str) -> str:
    return f"{label:>{_LABEL - 1}} {row}".rstrip()
