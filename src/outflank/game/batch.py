"""The rules on thousands of boards per call, for people who train their own models.

`boards` is an array of shape (count, size, size) with 0 for empty, 1 for black and 2 for white;
`turns` one of shape (count,) with 1 or 2. Errors name the board by its index.

>>> boards, turns = start(size=8, count=1000)
>>> masks = legal_masks(boards, turns)
>>> masks.shape, int(masks[0].sum())
((1000, 8, 8), 4)
>>> moves = masks.reshape(1000, -1).argmax(axis=1)
>>> boards, turns = play(boards, turns, moves)
>>> over, scores = outcomes(boards)
>>> bool(over.any()), int(scores[0])
(False, 62)
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank import _native
from outflank._native import Position
from outflank.errors import NotationError


def _whole_numbers(values: ArrayLike, dtype: type[Any], name: str) -> NDArray[Any]:
    """`values` as `dtype`; refuses what would not survive the change."""
    array = np.asarray(values)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} must hold integers, not {array.dtype}")
    changed = np.ascontiguousarray(array, dtype=dtype)
    if changed.dtype != array.dtype and not np.array_equal(changed, array):
        wrong = array[changed != array].flat[0]
        raise NotationError(f"{name} hold {wrong}, which is out of range")
    return changed


def _boards(boards: ArrayLike) -> NDArray[np.uint8]:
    array = _whole_numbers(boards, np.uint8, "boards")
    if array.ndim != 3:
        raise NotationError(f"boards have shape {array.shape}; expected (count, size, size)")
    return array


def _vector(values: ArrayLike, dtype: type[Any], name: str) -> NDArray[Any]:
    array = _whole_numbers(values, dtype, name)
    if array.ndim != 1:
        raise NotationError(f"{name} have shape {array.shape}; expected (count,)")
    return array


def start(size: int = 8, count: int = 1) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """`count` start positions: boards and turns."""
    boards = np.repeat(Position(size).to_numpy()[None], count, axis=0)
    return boards, np.ones(count, dtype=np.uint8)


def legal_masks(boards: ArrayLike, turns: ArrayLike) -> NDArray[np.bool_]:
    """Where each side to move may play: an array of bool with the shape of `boards`.

    A board without a legal square is a forced pass, or over (see `outcomes`).
    """
    return _native.batch_legal_masks(_boards(boards), _vector(turns, np.uint8, "turns"))


def play(
    boards: ArrayLike, turns: ArrayLike, moves: ArrayLike
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The boards and turns after one move on each; the arguments are left as they are.

    A move is row * size + column, or -1 for a pass.
    """
    return _native.batch_play(
        _boards(boards), _vector(turns, np.uint8, "turns"), _vector(moves, np.int64, "moves")
    )


def outcomes(boards: ArrayLike) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
    """Which games are over, and black's score of each board with the empties to the winner."""
    return _native.batch_outcomes(_boards(boards))
