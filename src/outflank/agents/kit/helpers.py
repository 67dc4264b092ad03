"""The course kit's `helpers`: the rules on a numpy board with 0 for empty and 1 and 2 for discs.

Written anew. Squares off the board capture nothing here; the kit lets numpy wrap negative ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Board = NDArray[Any]
Square = tuple[int, int]

DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def get_directions() -> list[Square]:
    """The eight directions as steps of row and column."""
    return list(DIRECTIONS)


def _captured(rows: list[list[int]], square: Square, player: int, direction: Square) -> int:
    """Discs between the square and the next disc of `player`; other discs are the opponent's."""
    size, (down, right) = len(rows), direction
    row, column, run = square[0] + down, square[1] + right, 0
    while 0 <= row < size and 0 <= column < size and rows[row][column] != 0:
        if rows[row][column] == player:
            return run
        row, column, run = row + down, column + right, run + 1
    return 0


def _on_board(chess_board: Board, square: Square) -> bool:
    size = len(chess_board)
    return 0 <= square[0] < size and 0 <= square[1] < size


def count_capture_dir(chess_board: Board, move_pos: Square, player: int, direction: Square) -> int:
    """How many discs a move captures in one direction."""
    return _captured(chess_board.tolist(), (move_pos[0], move_pos[1]), player, direction)


def count_capture(chess_board: Board, move_pos: Square, player: int) -> int:
    """How many discs a move captures; 0 if it is not legal."""
    row, column = move_pos
    if not _on_board(chess_board, (row, column)) or chess_board[row, column] != 0:
        return 0
    rows = chess_board.tolist()
    return sum(_captured(rows, (row, column), player, direction) for direction in DIRECTIONS)


def flip_discs(chess_board: Board, move_pos: Square, player: int, direction: Square) -> None:
    """Flips what a move captures in one direction."""
    row, column = move_pos
    for _ in range(count_capture_dir(chess_board, move_pos, player, direction)):
        row, column = row + direction[0], column + direction[1]
        chess_board[row, column] = player


def execute_move(chess_board: Board, move_pos: Square, player: int) -> None:
    """Plays a move on the board itself."""
    row, column = move_pos
    if not _on_board(chess_board, (row, column)):
        raise IndexError(f"{(row, column)} is not a square of the board")
    chess_board[row, column] = player
    for direction in DIRECTIONS:
        flip_discs(chess_board, (row, column), player, direction)


def get_valid_moves(chess_board: Board, player: int) -> list[Square]:
    """The legal squares of a player, row by row."""
    rows = chess_board.tolist()
    return [
        (row, column)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell == 0 and any(_captured(rows, (row, column), player, way) for way in DIRECTIONS)
    ]


def check_endgame(
    chess_board: Board, player: int, opponent: int
) -> tuple[bool, np.signedinteger[Any], np.signedinteger[Any]]:
    """Whether neither player can move, and the discs of player 1 and of player 2.

    The counts are numpy numbers, as in the kit: dividing by them never raises.
    """
    over = not get_valid_moves(chess_board, player) and not get_valid_moves(chess_board, opponent)
    return over, np.sum(chess_board == 1), np.sum(chess_board == 2)


def random_move(chess_board: Board, player: int) -> Square | None:
    """One of the legal squares, drawn from numpy's global generator; None if there is none."""
    moves = get_valid_moves(chess_board, player)
    return moves[np.random.randint(len(moves))] if moves else None
