"""A position as a picture (SVG), for notebooks and documents."""

import math
from collections.abc import Iterable, Mapping

from outflank._native import Color, Move, Position
from outflank.errors import ArgumentTypeError, NotationError

SQUARE = 48
MARGIN = 28
GREEN, LINE, BACKGROUND, LABEL = "#2e7d4f", "#1b4d31", "#20352a", "#e8f0ea"
BLACK_DISC, WHITE_DISC, HINT, LAST = "#15181a", "#f7f7f2", "#d7f2c9", "#e0a030"
MARK, ARROW = "#ffb000", "#e0a030"
_FONT: dict[str, str | float] = {"font_family": "sans-serif"}
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

Square = Move | str


def board_svg(
    position: Position,
    *,
    size: int | None = None,
    marks: Iterable[Square] | Mapping[Square, str] = (),
    values: Mapping[Square, float | str] | None = None,
    arrows: Iterable[tuple[Square, Square]] = (),
    last_move: Square | None = None,
) -> str:
    """Draw a position with coordinates, and dots on the legal squares.

    A square is a Move or its name.

    Args:
        position: The position.
        size: Width of the picture in pixels. [default: 48 for each square, and the margins]
        marks: Squares to frame; a mapping gives the CSS colour of each frame.
        values: Numbers or short texts to write on squares; numbers get a sign.
        arrows: Pairs of squares: from, to.
        last_move: The move to mark with a dot; a pass marks none.
    """
    if not isinstance(position, Position):
        raise ArgumentTypeError(f"board_svg draws a Position, not {type(position).__name__}")
    side = SQUARE * position.size + 2 * MARGIN
    if size is not None and (type(size) is not int or size < 1):
        raise ArgumentTypeError(f"the size must be a number of pixels, not {size!r:.40}")
    parts = [_board(position.size), *_discs(position)]
    colors = marks if isinstance(marks, Mapping) else dict.fromkeys(marks, MARK)
    parts += [_frame(*_place(position, square), color) for square, color in colors.items()]
    texts = {_place(position, square): text for square, text in (values or {}).items()}
    for move in position.legal_moves:
        if not move.is_pass and (move.row, move.column) not in texts:
            parts.append(_circle(move.row, move.column, 0.1, fill=HINT))
    parts += [_arrow(_place(position, first), _place(position, last)) for first, last in arrows]
    if last_move is not None and not _move(last_move).is_pass:
        parts.append(_circle(*_place(position, last_move), 0.12, fill=LAST))
    parts += [_value(position, place, text) for place, text in texts.items()]
    return _tag(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {side} {side}",
        width=size or side,
        height=size or side,
        role="img",
        aria_label=f"Othello board, {position.to_text()}",
    )


def _tag(name: str, content: str | None = None, /, **attributes: str | float) -> str:
    """An element; underscores of attributes become hyphens, and numbers lose zeros at the end."""
    pairs = ""
    for key, value in attributes.items():
        text = value.translate(_ESCAPES) if isinstance(value, str) else f"{value:g}"
        pairs += f' {key.replace("_", "-")}="{text}"'
    return f"<{name}{pairs}/>" if content is None else f"<{name}{pairs}>{content}</{name}>"


def _board(size: int) -> str:
    board, side = SQUARE * size, SQUARE * size + 2 * MARGIN
    grid = "".join(
        f"M{MARGIN} {MARGIN + SQUARE * i}h{board}M{MARGIN + SQUARE * i} {MARGIN}v{board}"
        for i in range(size + 1)
    )
    labels = []
    for i in range(size):
        middle = MARGIN + SQUARE * (i + 0.5)
        labels.append(_tag("text", chr(ord("a") + i), x=middle, y=MARGIN * 0.7))
        labels.append(_tag("text", str(i + 1), x=MARGIN / 2, y=middle + 5))
    return (
        _tag("rect", width=side, height=side, rx=10, fill=BACKGROUND)
        + _tag("rect", x=MARGIN, y=MARGIN, width=board, height=board, fill=GREEN)
        + _tag("path", d=grid, stroke=LINE, stroke_width=1.5, fill="none")
        + _tag("g", "".join(labels), **_FONT, font_size=14, fill=LABEL, text_anchor="middle")
    )


def _discs(position: Position) -> Iterable[str]:
    for row in range(position.size):
        for column in range(position.size):
            color = position.color_at(row, column)
            if color is not None:
                fill = BLACK_DISC if color == Color.BLACK else WHITE_DISC
                yield _circle(row, column, 0.42, fill=fill, stroke=LINE)


def _move(square: Square) -> Move:
    if not isinstance(square, Move | str):
        what = type(square).__name__
        raise ArgumentTypeError(f"a square must be a Move or its name, not {what}")
    return Move(square) if isinstance(square, str) else square


def _place(position: Position, square: Square) -> tuple[int, int]:
    move, size = _move(square), position.size
    if move.is_pass or max(move.row, move.column) >= size:
        raise NotationError(f"{move} is not on a {size}x{size} board")
    return move.row, move.column


def _center(row: int, column: int) -> tuple[float, float]:
    return MARGIN + SQUARE * (column + 0.5), MARGIN + SQUARE * (row + 0.5)


def _circle(row: int, column: int, radius: float, **attributes: str | float) -> str:
    x, y = _center(row, column)
    return _tag("circle", cx=x, cy=y, r=SQUARE * radius, **attributes)


def _frame(row: int, column: int, color: str) -> str:
    x, y, inset = MARGIN + SQUARE * column, MARGIN + SQUARE * row, 3
    side = SQUARE - 2 * inset
    shape = {"x": x + inset, "y": y + inset, "width": side, "height": side, "rx": 6}
    return _tag("rect", **shape, fill="none", stroke=color, stroke_width=4)


def _arrow(first: tuple[int, int], last: tuple[int, int]) -> str:
    (x, y), (end_x, end_y) = _center(*first), _center(*last)
    length = math.hypot(end_x - x, end_y - y) or 1.0
    right, down = (end_x - x) / length, (end_y - y) / length
    neck_x, neck_y, half = end_x - 16 * right, end_y - 16 * down, 9
    shaft = f"M{x:g} {y:g}L{neck_x:g} {neck_y:g}"
    head = (
        f"M{end_x:g} {end_y:g}L{neck_x - half * down:g} {neck_y + half * right:g}"
        f"L{neck_x + half * down:g} {neck_y - half * right:g}Z"
    )
    line = _tag("path", d=shaft, stroke=ARROW, stroke_width=6)
    return _tag("g", line + _tag("path", d=head, fill=ARROW), opacity=0.85)


def _value(position: Position, place: tuple[int, int], value: float | str) -> str:
    text = value
    if not isinstance(text, str):
        text = (f"{text:+d}" if isinstance(text, int) else f"{text:+.1f}").replace("-", "\u2212")
    x, y = _center(*place)
    dark = position.color_at(*place) == Color.WHITE
    font = {**_FONT, "font_size": 17, "font_weight": "bold", "text_anchor": "middle"}
    fill = BACKGROUND if dark else LABEL
    return _tag("text", text.translate(_ESCAPES), x=x, y=y + 6, fill=fill, **font)
