"""The rules on arrays of 8x8 bitboards: bit row * 8 + column, so that bit 0 is a1.

The features of a move need more than the batch of `outflank.game` tells, of millions of boards and
of a dozen alike; numpy does both.
"""

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]

SIDE = 8
_NO_LEFT = np.uint64(0xFEFEFEFEFEFEFEFE)
_NO_RIGHT = np.uint64(0x7F7F7F7F7F7F7F7F)
_EVERYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
CORNERS = np.uint64(0x8100000000000081)
# Four directions at a time: to the right, down, down left, down right; and the other way.
_STEPS = np.array([1, SIDE, SIDE - 1, SIDE + 1], np.uint64)
_STAYS = {
    True: np.array([_NO_RIGHT, _EVERYWHERE, _NO_LEFT, _NO_RIGHT]),
    False: np.array([_NO_LEFT, _EVERYWHERE, _NO_RIGHT, _NO_LEFT]),
}
"""Squares from which a step does not leave the board."""


def bits_of(squares: NDArray[np.integer]) -> Bits:
    """One bit for each square; none for squares below zero."""
    bits: Bits = np.where(
        squares >= 0, np.uint64(1) << np.maximum(squares, 0).astype(np.uint64), np.uint64(0)
    )
    return bits


def _stepped(rays: Bits, *, ahead: bool) -> Bits:
    """The squares of four boards, each moved by one in a direction of its own."""
    axes = (len(_STEPS),) + (1,) * (rays.ndim - 1)
    steps, leave = _STEPS.reshape(axes), _STAYS[ahead].reshape(axes)
    moved: Bits = (rays & leave) << steps if ahead else (rays & leave) >> steps
    return moved


def _between(seeds: Bits, other: Bits, *, ahead: bool) -> Bits:
    """The discs of the other side that lie in a row beside the seeds, for four directions."""
    discs = _stepped(np.broadcast_to(seeds, (len(_STEPS), *seeds.shape)), ahead=ahead) & other
    for _ in range(SIDE - 3):  # six at most lie between two of the other side
        discs |= _stepped(discs, ahead=ahead) & other
    return discs


def mobility(own: Bits, other: Bits) -> Bits:
    reached = np.zeros_like(own)
    for ahead in (True, False):
        ends = _stepped(_between(own, other, ahead=ahead), ahead=ahead)
        reached |= np.bitwise_or.reduce(ends, axis=0)
    legal: Bits = reached & ~(own | other)
    return legal


def flips(own: Bits, other: Bits, move: Bits) -> tuple[Bits, NDArray[np.int64]]:
    """What a move of `own` flips, and in how many directions."""
    flipped = np.zeros_like(own)
    directions = np.zeros(own.shape, np.int64)
    for ahead in (True, False):
        lines = _between(move, other, ahead=ahead)
        closed = (_stepped(lines, ahead=ahead) & own) != 0
        flipped |= np.bitwise_or.reduce(np.where(closed, lines, np.uint64(0)), axis=0)
        directions += closed.sum(axis=0)
    return flipped, directions


def beside(bits: Bits) -> Bits:
    """The squares next to some squares, and perhaps these too."""
    one, row = np.uint64(1), np.uint64(SIDE)
    wide = bits | ((bits & _NO_RIGHT) << one) | ((bits & _NO_LEFT) >> one)
    around: Bits = wide | (wide << row) | (wide >> row)
    return around


def region(seed: Bits, within: Bits) -> Bits:
    """The squares of `within` that hang together with the seed."""
    connected = seed & within
    while True:
        grown: Bits = beside(connected) & within
        if np.array_equal(grown, connected):
            return connected
        connected = grown


def count(bits: Bits) -> NDArray[np.float32]:
    return np.bitwise_count(bits).astype(np.float32)


def transposed(bits: Bits) -> Bits:
    for step, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        apart = (bits ^ (bits >> np.uint64(step))) & np.uint64(mask)
        bits = bits ^ apart ^ (apart << np.uint64(step))
    return bits


def mirrored(bits: Bits) -> Bits:
    for step, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        half = np.uint64(mask)
        bits = ((bits >> np.uint64(step)) & half) | ((bits & half) << np.uint64(step))
    return bits


def upside_down(bits: Bits) -> Bits:
    return bits.byteswap()


def planes(bits: Bits) -> NDArray[np.uint8]:
    """One byte for each square, 0 or 1."""
    flat = np.ascontiguousarray(bits, "<u8").view(np.uint8).reshape(len(bits), SIDE)
    return np.unpackbits(flat, axis=1, bitorder="little")
