"""Facts about boards that every room shares."""

SIZES = (4, 6, 8, 10, 12)
"""Squares along one side of the boards there are."""
START_DISCS = 4
"""With which every game begins."""
PHASES = ("early", "mid", "late")
WIN_VALUE = 1e9
"""What a won game counts in the core's searches. It outranks every heuristic value."""


def board_name(size: int) -> str:
    """What a board is called: 8x8."""
    return f"{size}x{size}"


def phase_of(size: int, discs: int) -> str:
    """The phase of a game with `discs` on the board: thirds of the squares.

    >>> phase_of(8, 21), phase_of(8, 22), phase_of(8, 43)
    ('early', 'mid', 'late')
    """
    filled, squares = 3 * discs, size * size
    return PHASES[(filled >= squares) + (filled >= 2 * squares)]
