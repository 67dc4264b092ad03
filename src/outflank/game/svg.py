"""A position as a picture (SVG), for notebooks and documents."""

from outflank._native import Color, Move, Position
from outflank.errors import NotationError

SQUARE = 48
MARGIN = 28
GREEN, LINE, BACKGROUND, LABEL = "#2e7d4f", "#1b4d31", "#20352a", "#e8f0ea"
BLACK_DISC, WHITE_DISC, HINT, LAST = "#15181a", "#f7f7f2", "#d7f2c9", "#e0a030"


def _circle(row: int, column: int, radius: float, style: str) -> str:
    x = MARGIN + SQUARE * (column + 0.5)
    y = MARGIN + SQUARE * (row + 0.5)
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {style}/>'


def board_svg(position: Position, last_move: Move | None = None) -> str:
    """Draws the board with coordinates, discs and dots on the legal squares."""
    if not isinstance(position, Position):
        raise TypeError(f"board_svg draws a Position, not {type(position).__name__}")
    if not isinstance(last_move, Move | None):
        raise TypeError(f"the last move must be a Move or None, not {type(last_move).__name__}")
    size = position.size
    if last_move is not None and max(last_move.row, last_move.column) >= size:
        raise NotationError(f"{last_move} is not on a {size}x{size} board")
    board = SQUARE * size
    side = board + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" '
        f'height="{side}" role="img" aria-label="Othello board, {position.to_text()}">',
        f'<rect width="{side}" height="{side}" rx="10" fill="{BACKGROUND}"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{board}" height="{board}" fill="{GREEN}"/>',
    ]
    grid = "".join(
        f"M{MARGIN} {MARGIN + SQUARE * i}h{board}M{MARGIN + SQUARE * i} {MARGIN}v{board}"
        for i in range(size + 1)
    )
    parts.append(f'<path d="{grid}" stroke="{LINE}" stroke-width="1.5" fill="none"/>')
    parts.append(f'<g font-family="sans-serif" font-size="14" fill="{LABEL}" text-anchor="middle">')
    for i in range(size):
        middle = MARGIN + SQUARE * (i + 0.5)
        parts.append(f'<text x="{middle:g}" y="{MARGIN * 0.7:g}">{chr(ord("a") + i)}</text>')
        parts.append(f'<text x="{MARGIN / 2:g}" y="{middle + 5:g}">{i + 1}</text>')
    parts.append("</g>")
    for row in range(size):
        for column in range(size):
            color = position.color_at(row, column)
            if color is not None:
                fill = BLACK_DISC if color == Color.BLACK else WHITE_DISC
                style = f'fill="{fill}" stroke="{LINE}"'
                parts.append(_circle(row, column, SQUARE * 0.42, style))
    for move in position.legal_moves:
        if not move.is_pass:
            parts.append(_circle(move.row, move.column, SQUARE * 0.1, f'fill="{HINT}"'))
    if last_move is not None and not last_move.is_pass:
        parts.append(_circle(last_move.row, last_move.column, SQUARE * 0.12, f'fill="{LAST}"'))
    parts.append("</svg>")
    return "".join(parts)


# Notebooks ask a value for its picture by this name. The type is native, so it is added here.
setattr(Position, "_repr_svg_", board_svg)  # noqa: B010
