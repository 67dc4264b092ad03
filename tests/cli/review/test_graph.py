import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.cli.review.graph import HALF, graph_lines


@given(
    st.lists(st.tuples(st.integers(-144, 144), st.sampled_from(["", "?!", "?", "??"])), min_size=1),
    st.integers(20, 200),
    st.booleans(),
)
def test_it_fits_and_shows_the_side_that_leads(
    moves: list[tuple[int, str]], width: int, unicode: bool
) -> None:
    values, marks = [value for value, _ in moves], [mark for _, mark in moves]
    lines = graph_lines(values, marks, width, unicode=unicode)
    assert len(lines) == 2 * HALF + 2
    assert max(map(len, lines[:-1])) <= width
    assert unicode or all(line.isascii() for line in lines)
    if len(values) <= width - 6:
        above, below = lines[HALF - 1], lines[HALF + 1]
        for column, (value, mark) in enumerate(moves, 6):
            assert (above[column : column + 1].strip() != "") == (value > 0)
            assert (below[column : column + 1].strip() != "") == (value < 0)
            axis = "─" if unicode else "-"
            assert lines[HALF][column] == (mark[:1] or axis)


@pytest.mark.parametrize("unicode", [False, True])
def test_the_edge_is_the_largest_lead(unicode: bool) -> None:
    lines = graph_lines([0, 30, -12], ["", "", ""], 80, unicode=unicode)
    assert lines[0].split()[0] == "+32"
    assert lines[2 * HALF].split()[0] == "-32"
