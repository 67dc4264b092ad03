import pytest

from outflank import Position
from outflank.cli.perft import count_leaves

LEAVES = {
    4: [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980],
    6: [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792, 108820292],
    8: [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800],
    10: [4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812, 25168320],
    12: [4, 12, 56, 244, 1396, 8200, 55180, 392268, 3046196],
}
QUICK = {4: 14, 6: 10, 8: 10, 10: 9, 12: 8}
"""Depths that take about ten seconds together, on the slowest instruction set."""


@pytest.mark.parametrize("size", LEAVES)
def test_known_numbers(size: int) -> None:
    position = Position(size)
    assert position.perft(0) == 1
    for depth, leaves in enumerate(LEAVES[size][: QUICK[size]], 1):
        assert position.perft(depth) == leaves


@pytest.mark.slow
@pytest.mark.parametrize("size", LEAVES)
def test_the_deepest_known_numbers(size: int) -> None:
    for depth, leaves in list(enumerate(LEAVES[size], 1))[QUICK[size] :]:
        assert Position(size).perft(depth) == leaves


@pytest.mark.parametrize(("size", "depth"), [(4, 13), (6, 9), (8, 9)])
def test_counting_in_pieces_gives_the_same_and_reports_progress(size: int, depth: int) -> None:
    seen = [0.0]

    def report(fraction: float, _: str | None = None, /) -> None:
        seen.append(fraction)

    assert count_leaves(Position(size), depth, report) == LEAVES[size][depth - 1]
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)
