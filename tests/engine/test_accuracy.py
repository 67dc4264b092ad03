import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.accuracy import (
    HALVING_DROP,
    MARKS,
    SCALE,
    expected_score,
    mark_of,
    mean_accuracy,
    move_accuracy,
    score_drop,
)
from support.boards import sizes

values = st.integers(-144, 144)
empties = st.integers(0, 140)


@pytest.mark.parametrize(
    ("value", "played", "mark"),
    [
        (0, 0, ""),
        (5, 4, ""),
        (5, 3, "?!"),
        (1, -2, "?!"),
        (6, 2, "?"),
        (3, -4, "?"),
        (4, -4, "??"),
        (8, 0, "??"),
        (0, -8, "??"),
        (-2, -30, "?"),
        (40, 2, "?"),
    ],
)
def test_marks(value: int, played: int, mark: str) -> None:
    assert mark_of(value, played) == mark
    assert mark in ("", *MARKS)


@given(values, values, empties, sizes)
def test_more_discs_never_lower_the_expected_score(
    one: int, other: int, empties: int, size: int
) -> None:
    low, high = sorted((one, other))
    assert 0 <= expected_score(low, empties, size) <= expected_score(high, empties, size) <= 1
    both = expected_score(one, empties, size) + expected_score(-one, empties, size)
    assert both == pytest.approx(1)


@given(values, values, empties, sizes)
def test_only_the_best_move_is_perfect(one: int, other: int, empties: int, size: int) -> None:
    played, value = sorted((one, other))
    assert 0 < move_accuracy(value, played, empties, size) <= 100
    assert move_accuracy(value, value, empties, size) == 100
    assert score_drop(value, played, empties, size) >= 0


def test_the_curve_is_the_one_of_the_documentation() -> None:
    assert expected_score(8, 36) == pytest.approx(1 / (1 + 2.718281828 ** (-8 / (SCALE * 6))))
    assert expected_score(2, 4) > expected_score(2, 30)
    # A board with four times the squares: four times the discs, on as large a share of it.
    assert expected_score(8, 16, 8) == pytest.approx(expected_score(2, 4, 4))


def test_the_accuracy_halves() -> None:
    drop = score_drop(4, -4, 36)
    assert move_accuracy(4, -4, 36) == pytest.approx(100 * 0.5 ** (drop / HALVING_DROP))
    assert score_drop(2, -2, 0) == 1


def test_the_mean_is_rounded_once() -> None:
    assert mean_accuracy([]) is None
    assert mean_accuracy([100, 50.06]) == 75.0
