"""The groups of squares whose contents the pattern evaluation looks up, for each board.

A shape is written once; the core adds its images under the eight symmetries of the board, and a
shape and its mirrored self share their weights. Edges and corners decide most games, so they are
seen by several shapes; rows and diagonals see the rest. No shape has more than ten squares:
3^10 contents are as many as the games of a training run fill.
"""

from outflank._native import Move

Shape = tuple[int, ...]
"""Squares as row * size + column."""

PHASES = {6: 8, 8: 15, 10: 24, 12: 35}
"""How many sets of weights a board has, from the first move to the last; each has four moves."""

# Squares, or from the first to the last of a row, column or diagonal.
_CORNER = ("a1 b1 c1 a2 b2 c2 a3 b3 c3", "a1-e1 a2-a5 b2", "a1-e1 a2-e2")
_SHAPES = {
    6: (
        *_CORNER,
        "a1-f1 b2 e2",
        "a1 b1-e1 f1 b2-e2",
        *("a2-f2", "a3-f3"),
        *("a1-f6", "b1-f5", "c1-f4"),
    ),
    8: (
        *_CORNER,
        "a1-h1 b2 g2",
        "a1 c1-f1 h1 c2-f2",
        *("a2-h2", "a3-h3", "a4-h4"),
        *("a1-h8", "b1-h7", "c1-h6", "d1-h5", "e1-h4"),
    ),
    10: (
        *_CORNER,
        "a1-j1",
        "b1-i1 b2 i2",
        *("a2-j2", "a3-j3", "a4-j4", "a5-j5"),
        *("a1-j10", "b1-j9", "c1-j8", "d1-j7", "e1-j6", "f1-j5", "g1-j4"),
    ),
    12: (
        *_CORNER,
        *("a1-j1", "b1-k1"),
        *("b2-k2", "b3-k3", "b4-k4", "b5-k5", "b6-k6"),
        *("a1-h8", "c2-k10"),  # parts of the diagonals of 12 and 11
        *("c1-l10", "d1-l9", "e1-l8", "f1-l7", "g1-l6", "h1-l5", "i1-l4"),
    ),
}


def shapes(size: int) -> tuple[Shape, ...]:
    """The shapes of a board.

    >>> shapes(6)[-1]
    (2, 9, 16, 23)
    """
    return tuple(_squares(text, size) for text in _SHAPES[size])


def _squares(text: str, size: int) -> Shape:
    squares: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        begin, end = Move(first), Move(last or first)
        down, right = end.row - begin.row, end.column - begin.column
        for step in range(max(abs(down), abs(right)) + 1):
            row, column = begin.row + step * (down > 0), begin.column + step * (right > 0)
            squares.append(row * size + column)
    return tuple(squares)
