"""The rules on thousands of boards per call, for people who train their own models.

`Boards` holds positions of one size, packed. Ten random plies on a thousand boards, then the move
that a model likes best of the legal ones:

>>> boards = Boards(size=8, count=1000)
>>> for ply in range(10):
...     boards = boards.play(boards.random_moves(seed=ply))
>>> values = np.random.default_rng(1).random((1000, 8, 8))    # what a model makes of each square
>>> masks = boards.legal_masks()
>>> best = np.where(masks, values, -1).reshape(1000, -1).argmax(axis=1)
>>> boards = boards.play(np.where(masks.any(axis=(1, 2)), best, PASS))
>>> over, scores = boards.outcomes()
>>> boards.encode().shape, scores.shape
((1000, 3, 8, 8), (1000,))

The functions do the same for people who have arrays: `boards` of shape (count, size, size) with 0
for empty, 1 for black and 2 for white, `turns` of shape (count,) with 1 or 2. Each call packs and
unpacks them, so what goes on for more than a move or two is quicker with `Boards`.

A move is row * size + column, or `PASS`. Errors name the board by its index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank._native import Move, PackedBoards, Position
from outflank.errors import ArgumentTypeError, NotationError

__all__ = [
    "PASS",
    "Boards",
    "legal_masks",
    "outcomes",
    "play",
    "playouts",
    "start",
    "transform_moves",
]

PASS = -1
"""The move of a side without a legal square. On a board that is over it changes nothing."""


class Boards:
    """Positions of one size, packed in native memory; never changed: `play` returns new ones.

    >>> boards = Boards(size=6, count=3)
    >>> boards
    <Boards 6x6, 3 positions>
    >>> boards = boards.play([8, 13, 22])
    >>> boards[0] == Position(6).play("c2")
    True
    >>> boards.turns
    array([2, 2, 2], dtype=uint8)
    >>> len(boards[[0, 2]]), len(boards[boards.legal_masks()[:, 0, 0]])
    (2, 0)
    """

    __slots__ = ("_packed",)

    _packed: PackedBoards

    def __init__(self, size: int = 8, count: int = 1) -> None:
        """`count` start positions."""
        self._packed = PackedBoards.start(size, count)

    @classmethod
    def from_numpy(cls, boards: ArrayLike, turns: ArrayLike) -> Boards:
        """Packs arrays of boards (0 empty, 1 black, 2 white) and of turns (1 or 2)."""
        return cls._of(PackedBoards.from_numpy(_cells(boards), _turns(turns)))

    @classmethod
    def from_positions(cls, positions: Iterable[Position]) -> Boards:
        """Packs positions, all of one size; at least one."""
        items = list(positions)
        for position in items:
            if not isinstance(position, Position):
                raise ArgumentTypeError(f"expected a Position, not {type(position).__name__}")
        sizes = sorted({position.size for position in items})
        if len(sizes) != 1:
            sizes_found = " and ".join(f"{size}x{size}" for size in sizes) or "none"
            raise NotationError(f"the positions must be of one board size; there is {sizes_found}")
        cells = np.stack([position.to_numpy() for position in items])
        return cls.from_numpy(cells, [int(position.turn) for position in items])

    @classmethod
    def decode(cls, planes: ArrayLike, turns: ArrayLike) -> Boards:
        """The boards that `encode` made `planes` of; only the first two planes are read."""
        array = np.asarray(planes)
        if array.dtype.kind not in "iubf":
            raise ArgumentTypeError(f"planes must hold numbers, not {array.dtype}")
        if array.ndim != 4 or array.shape[1] < 2:
            raise NotationError(f"planes have shape {array.shape}; expected (count, 3, size, size)")
        for plane in (array[:, 0], array[:, 1]):
            if wrong := plane[(plane != 0) & (plane != 1)].tolist():
                raise NotationError(f"planes hold {wrong[0]}; only 0 and 1 are allowed")
        own, other = array[:, 0] == 1, array[:, 1] == 1
        if both := np.argwhere(own & other).tolist():
            board, row, column = both[0]
            raise NotationError(
                f"board {board}: row {row}, column {column} has a disc in both planes"
            )
        movers = _turns(turns)
        if len(movers) != len(array):
            raise NotationError(f"{len(array)} boards but {len(movers)} turns")
        own_color = movers[:, None, None]
        return cls.from_numpy(own * own_color + other * (3 - own_color), movers)

    @classmethod
    def _of(cls, packed: PackedBoards) -> Boards:
        boards = cls.__new__(cls)
        boards._packed = packed
        return boards

    @property
    def size(self) -> int:
        """Squares along one side."""
        return self._packed.size

    @property
    def turns(self) -> NDArray[np.uint8]:
        """The side to move of each board, 1 or 2."""
        return self._packed.turns()

    def to_numpy(self) -> NDArray[np.uint8]:
        """The boards as an array of shape (count, size, size): 0 empty, 1 black, 2 white."""
        return self._packed.cells()

    def encode(self) -> NDArray[np.float32]:
        """Planes for a neural network: an array of shape (count, 3, size, size) of 0 and 1.

        The discs of the side to move, the discs of the other side, and the legal squares.
        """
        return self._packed.planes()

    def legal_masks(self) -> NDArray[np.bool_]:
        """Where each side to move may play: an array of shape (count, size, size).

        A board without a legal square is a forced pass, or over (see `outcomes`).
        """
        return self._packed.legal_masks()

    def legal_moves(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """How many legal squares each board has, and all those squares, board after board.

        A board's squares are in row-major order. Passes are not among them.

        >>> counts, squares = Boards(size=4, count=2).legal_moves()
        >>> counts.tolist(), squares.tolist()
        ([4, 4], [1, 4, 11, 14, 1, 4, 11, 14])
        """
        return self._packed.legal_moves()

    def legal_counts(self) -> NDArray[np.int64]:
        """How many legal squares each board has."""
        return self._packed.legal_counts()

    def nth_moves(self, numbers: ArrayLike) -> NDArray[np.int64]:
        """The legal move of each board with this number, from 0 in row-major order.

        Where there is no legal square, number 0 is `PASS`. Choosing by numbers is the quickest way
        for moves of your own, as no squares are listed:

        >>> boards, draw = Boards(size=8, count=1000), np.random.default_rng(1)
        >>> numbers = draw.random(1000) * boards.legal_counts()
        >>> boards = boards.play(boards.nth_moves(numbers.astype(np.int64)))
        """
        return self._packed.nth_moves(_whole_numbers(numbers, np.int64, "numbers", "(count,)"))

    def random_moves(self, seed: int) -> NDArray[np.int64]:
        """A legal move of each board, all equally likely; `PASS` where there is no legal square.

        The move depends on the seed, the number of the board and its legal squares alone, so every
        ply needs another seed.
        """
        return self._packed.random_moves(seed)

    def play(self, moves: ArrayLike) -> Boards:
        """The boards after one move on each: row * size + column, or `PASS`.

        A side without a legal square must pass; on a board that is over `PASS` changes nothing.
        """
        return self._of(self._packed.play(_whole_numbers(moves, np.int64, "moves", "(count,)")))

    def outcomes(self) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Which games are over, and black's score of each board with the empties to the winner."""
        return self._packed.outcomes()

    def playouts(self, seed: int = 0) -> NDArray[np.int16]:
        """Black's final score of one random game from each board.

        Game i depends on the seed, i and its board alone.

        >>> (Boards(8, 100).playouts(seed=1) == Position().playouts(100, seed=1)).all().item()
        True
        """
        return self._packed.playouts(seed)

    def transform(self, symmetry: int) -> Boards:
        """The boards turned or mirrored, as by `Position.transform`."""
        return self._of(self._packed.transformed(symmetry))

    def symmetries(self) -> tuple[Boards, ...]:
        """The eight images of the boards, in the order of `transform`."""
        return tuple(self.transform(symmetry) for symmetry in range(8))

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Position: ...
    @overload
    def __getitem__(self, index: slice | ArrayLike) -> Boards: ...
    def __getitem__(self, index: SupportsIndex | slice | ArrayLike) -> Position | Boards:
        """One position by its number; several by a slice, an array of numbers or one of bool."""
        try:
            chosen = np.arange(len(self))[index]  # type: ignore[index]
        except IndexError as error:
            raise IndexError(f"{len(self)} boards: {error}") from None
        if chosen.ndim == 0:
            return self._packed.position(int(chosen))
        if chosen.ndim != 1:
            raise IndexError(f"boards are numbered along one axis, not {chosen.ndim}")
        return self._of(self._packed.selected(np.ascontiguousarray(chosen, np.int64)))

    def __iter__(self) -> Iterator[Position]:
        return (self._packed.position(index) for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Equal size, boards and turns, all in the same order."""
        return isinstance(other, Boards) and self._packed.equals(other._packed)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        positions = "1 position" if len(self) == 1 else f"{len(self)} positions"
        return f"<Boards {self.size}x{self.size}, {positions}>"

    def __reduce__(self) -> tuple[Any, tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
        return Boards.from_numpy, (self.to_numpy(), self.turns)


def transform_moves(moves: ArrayLike, symmetry: int, size: int) -> NDArray[np.int64]:
    """The images of moves on boards turned by `symmetry`; a pass stays a pass.

    >>> transform_moves([1, PASS], symmetry=1, size=8)
    array([ 6, -1])
    """
    squares = Position(size).size ** 2
    array = _whole_numbers(moves, np.int64, "moves")
    if (wrong := array[(array < PASS) | (array >= squares)]).size:
        raise NotationError(f"move {wrong.flat[0]} is not on a {size}x{size} board")
    images = [
        Move.at(square // size, square % size).transform(symmetry, size)
        for square in range(squares)
    ]
    # The last entry is the image of the pass: -1 counts from the end.
    table = np.array([*(image.row * size + image.column for image in images), PASS])
    return np.asarray(table[array])


def start(size: int = 8, count: int = 1) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """`count` start positions: boards and turns."""
    boards = Boards(size, count)
    return boards.to_numpy(), boards.turns


def legal_masks(boards: ArrayLike, turns: ArrayLike) -> NDArray[np.bool_]:
    """Where each side to move may play: an array of bool with the shape of `boards`."""
    return Boards.from_numpy(boards, turns).legal_masks()


def play(
    boards: ArrayLike, turns: ArrayLike, moves: ArrayLike
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The boards and turns after one move on each; the arguments are left as they are."""
    after = Boards.from_numpy(boards, turns).play(moves)
    return after.to_numpy(), after.turns


def outcomes(boards: ArrayLike) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
    """Which games are over, and black's score of each board with the empties to the winner."""
    cells = _cells(boards)
    return Boards.from_numpy(cells, np.ones(len(cells), np.uint8)).outcomes()


def playouts(boards: ArrayLike, turns: ArrayLike, seed: int = 0) -> NDArray[np.int16]:
    """Black's final score of one random game from each board."""
    return Boards.from_numpy(boards, turns).playouts(seed)


def _whole_numbers(
    values: ArrayLike, dtype: type[Any], name: str, shape: str | None = None
) -> NDArray[Any]:
    """`values` as `dtype` and with as many axes as `shape`; refuses what the change would alter."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise NotationError(f"{name} have rows of different lengths") from None
    if array.dtype.kind not in "iub" and array.size:
        raise ArgumentTypeError(f"{name} must hold integers, not {array.dtype}")
    if shape is not None and array.ndim != shape.count(",") + (not shape.endswith(",)")):
        raise NotationError(f"{name} have shape {array.shape}; expected {shape}")
    changed = array.astype(dtype, order="C", copy=False)
    if not np.can_cast(array.dtype, dtype) and not np.array_equal(changed, array):
        wrong = array[changed != array].flat[0]
        raise NotationError(f"{name} hold {wrong}, which is out of range")
    return changed


def _cells(boards: ArrayLike) -> NDArray[np.uint8]:
    return _whole_numbers(boards, np.uint8, "boards", "(count, size, size)")


def _turns(turns: ArrayLike) -> NDArray[np.uint8]:
    return _whole_numbers(turns, np.uint8, "turns", "(count,)")
