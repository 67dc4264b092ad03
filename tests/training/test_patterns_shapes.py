import pytest

from outflank import Move
from outflank._native import PatternLayout
from outflank.training.shapes import PHASES, Shape, shapes

MOST_INSTANCES = {6: 64, 8: 64, 10: 96, 12: 128}


def instances(shape: Shape, size: int) -> set[frozenset[int]]:
    """The images of a shape, found with the symmetries of moves."""
    found = set()
    for symmetry in range(8):
        moves = [Move.at(s // size, s % size).transform(symmetry, size) for s in shape]
        found.add(frozenset(move.row * size + move.column for move in moves))
    return found


@pytest.mark.parametrize("size", PHASES)
def test_every_square_is_seen(size: int) -> None:
    seen = {s for shape in shapes(size) for image in instances(shape, size) for s in image}
    assert seen == set(range(size * size))


@pytest.mark.parametrize("size", PHASES)
def test_the_core_accepts_them(size: int) -> None:
    count = sum(len(instances(shape, size)) for shape in shapes(size))
    assert count <= MOST_INSTANCES[size]
    assert PatternLayout(size, shapes(size)).width == count + 3


@pytest.mark.parametrize("size", PHASES)
def test_no_shape_is_there_twice(size: int) -> None:
    kinds = [frozenset(instances(shape, size)) for shape in shapes(size)]
    assert len(set(kinds)) == len(kinds)
    for shape in shapes(size):
        assert len(set(shape)) == len(shape) <= 10


def test_shapes_are_what_they_are_called() -> None:
    corner, angle, block, edge, *_ = shapes(8)
    assert corner == (0, 1, 2, 8, 9, 10, 16, 17, 18)
    assert angle == (0, 1, 2, 3, 4, 8, 16, 24, 32, 9)
    assert block == (0, 1, 2, 3, 4, 8, 9, 10, 11, 12)
    assert edge == (0, 1, 2, 3, 4, 5, 6, 7, 9, 14)
    assert shapes(12)[11] == tuple(14 + 13 * step for step in range(9))
