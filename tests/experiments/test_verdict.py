"""Verdicts from hand-made intervals."""

import math

import pytest

from outflank.experiments.verdict import judge, slope


@pytest.mark.parametrize(
    ("expect", "value", "error", "word"),
    [
        ("better", 0.60, 0.05, "holds"),
        ("better", 0.52, 0.05, "noise"),
        ("better", 0.55, 0.05, "noise"),  # the interval touches the middle
        ("better", 0.40, 0.05, "fails"),
        ("worse", 0.40, 0.05, "holds"),
        ("worse", 0.48, 0.05, "noise"),
        ("worse", 0.60, 0.05, "fails"),
        ("equal", 0.51, 0.03, "holds"),
        ("equal", 0.51, 0.20, "noise"),
        ("equal", 0.56, 0.03, "fails"),
        ("equal", 0.44, 0.03, "fails"),
        ("no better", 0.47, 0.02, "holds"),
        ("no better", 0.51, 0.02, "holds"),
        ("no better", 0.53, 0.02, "fails"),
        ("no better", 0.51, 0.20, "noise"),
        ("no better", 0.20, 0.20, "holds"),
        ("rises", 0.3, 0.2, "holds"),
        ("rises", 0.1, 0.2, "noise"),
        ("rises", -0.3, 0.2, "fails"),
        ("falls", -0.3, 0.2, "holds"),
        ("falls", 0.1, 0.2, "noise"),
        ("falls", 0.3, 0.2, "fails"),
    ],
)
def test_judge(expect: str, value: float, error: float, word: str) -> None:
    assert judge(expect, value, error) == word


@pytest.mark.parametrize(
    ("share", "value", "error", "word"),
    [
        ((1.0, 1.0), 1.0, 0.01, "holds"),
        ((1.0, 1.0), 0.97, 0.01, "fails"),
        ((1.0, 1.0), 0.995, 0.01, "fails"),  # not every game was won
        ((0.998, 1.0), 0.995, 0.01, "holds"),
        ((0.998, 1.0), 0.98, 0.01, "fails"),
        ((0.65, 0.70), 0.68, 0.02, "holds"),
        ((0.65, 0.70), 0.63, 0.03, "holds"),
        ((0.65, 0.70), 0.80, 0.02, "fails"),
        ((0.65, 0.70), 0.50, 0.02, "fails"),
        ((0.65, 0.70), 0.68, 0.10, "noise"),
    ],
)
def test_judge_a_share(share: tuple[float, float], value: float, error: float, word: str) -> None:
    assert judge("share", value, error, share) == word


def test_a_slope_is_that_of_the_line_through_the_points() -> None:
    points = [(x, 3.0 - 0.5 * x, 0.1) for x in (6.0, 8.0, 10.0, 12.0)]
    rise, error = slope(points)
    assert rise == pytest.approx(-0.5)
    # sum of (x - 9)^2 is 20, and all errors are alike
    assert error == pytest.approx(0.1 / math.sqrt(20))


def test_a_doubtful_point_counts_little() -> None:
    rise, _ = slope([(6.0, 0.0, 0.01), (8.0, 0.2, 0.01), (10.0, 9.0, 10.0)])
    assert rise == pytest.approx(0.1, abs=0.001)


def test_one_point_has_no_slope() -> None:
    assert slope([(8.0, 0.5, 0.1)]) == (0.0, math.inf)
