"""The rules on arrays of 8x8 bitboards: bit row * 8 + column, so that bit 0 is a1.

The features of a move need more than the batch of `outflank.game` tells, of millions of boards and
of a dozen alike; numpy does both.
"""

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]
Flags = NDArray[np.bool_]

SIDE = 8
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
_INNER = SIDE - 2
"""So many discs can lie between two of the other side, at most."""


def _mask(squares: "list[int]") -> np.uint64:
    return np.uint64(sum(1 << square for square in squares))


_NO_LEFT = _mask([square for square in range(64) if square % SIDE > 0])
_NO_RIGHT = _mask([square for square in range(64) if square % SIDE < SIDE - 1])
CORNERS = _mask([0, 7, 56, 63])


def bits_of(squares: NDArray[np.integer]) -> Bits:
    """One bit for each square; none for squares below zero."""
    found: Bits = np.where(
        squares >= 0, np.uint64(1) << np.maximum(squares, 0).astype(np.uint64), np.uint64(0)
    )
    return found


def shifted(bits: Bits, direction: tuple[int, int]) -> Bits:
    """All squares moved by one; what leaves the board is gone."""
    row, column = direction
    if column:
        bits = bits & (_NO_RIGHT if column > 0 else _NO_LEFT)
    step = SIDE * row + column
    moved: Bits = bits << np.uint64(step) if step > 0 else bits >> np.uint64(-step)
    return moved


def _between(seeds: Bits, other: Bits, direction: tuple[int, int]) -> Bits:
    """The discs of the other side that lie in a row beside the seeds."""
    found = shifted(seeds, direction) & other
    for _ in range(_INNER - 1):
        found = found | (shifted(found, direction) & other)
    return found


def mobility(own: Bits, other: Bits) -> Bits:
    """The legal squares of `own`."""
    found = np.zeros_like(own)
    for direction in DIRECTIONS:
        found |= shifted(_between(own, other, direction), direction)
    legal: Bits = found & ~(own | other)
    return legal


def flips(own: Bits, other: Bits, move: Bits) -> tuple[Bits, NDArray[np.int64]]:
    """What a move of `own` flips, and in how many directions."""
    found = np.zeros_like(own)
    directions = np.zeros(own.shape, np.int64)
    for direction in DIRECTIONS:
        line = _between(move, other, direction)
        closed = (shifted(line, direction) & own) != 0
        found |= np.where(closed, line, np.uint64(0))
        directions += closed
    return found, directions


def beside(bits: Bits) -> Bits:
    """The squares next to some squares, and perhaps these too."""
    wide = bits | shifted(bits, (0, 1)) | shifted(bits, (0, -1))
    around: Bits = wide | shifted(wide, (1, 0)) | shifted(wide, (-1, 0))
    return around


def region(seed: Bits, within: Bits) -> Bits:
    """The squares of `within` that hang together with the seed."""
    found = seed & within
    while True:
        grown: Bits = beside(found) & within
        if np.array_equal(grown, found):
            return found
        found = grown


def count(bits: Bits) -> NDArray[np.float32]:
    """How many squares there are in each."""
    return np.bitwise_count(bits).astype(np.float32)


def transposed(bits: Bits) -> Bits:
    """Rows and columns swapped."""
    for step, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        apart = (bits ^ (bits >> np.uint64(step))) & np.uint64(mask)
        bits = bits ^ apart ^ (apart << np.uint64(step))
    return bits


def mirrored(bits: Bits) -> Bits:
    """Left and right swapped."""
    for step, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        half = np.uint64(mask)
        bits = ((bits >> np.uint64(step)) & half) | ((bits & half) << np.uint64(step))
    return bits


def upside_down(bits: Bits) -> Bits:
    """Top and bottom swapped."""
    return bits.byteswap()


def planes(bits: Bits) -> NDArray[np.uint8]:
    """One byte for each square, 0 or 1."""
    flat = np.ascontiguousarray(bits, "<u8").view(np.uint8).reshape(len(bits), SIDE)
    return np.unpackbits(flat, axis=1, bitorder="little")
