import math
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from outflank.errors import SettingsError
from outflank.stats.elo import PairCounts, elo_of, score_of
from outflank.stats.sprt import MIN_PAIRS, Sprt

SIMULATION = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "sprt.py"))
MATCHES = 10_000

some_counts = st.lists(st.integers(0, 1000), min_size=5, max_size=5).map(
    lambda counts: PairCounts(tuple(counts))
)


def test_bounds() -> None:
    assert Sprt(0, 5).upper == pytest.approx(math.log(19))
    assert Sprt(0, 5).lower == pytest.approx(-math.log(19))
    assert Sprt(0, 5, alpha=0.05, beta=0.1).lower == pytest.approx(-2.2513, abs=1e-4)
    assert Sprt(0, 5, alpha=0.05, beta=0.1).upper == pytest.approx(2.8904, abs=1e-4)


# Log-likelihood ratios as Stockfish's test framework printed them in 2020, when it tested claims
# in logistic Elo: pull requests 2493, 2598, 2920, 2951, 2971, 3098 and 3209 of Stockfish.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((424, 2948, 5832, 3045, 460), -1, 3, 2.94),
        ((1284, 17437, 55536, 18085, 1292), 0, 2, 2.94),
        ((243, 1665, 3339, 1762, 281), -1.5, 0.5, 2.95),
        ((444, 5546, 17841, 5604, 428), -1.5, 0.5, 2.63),
        ((665, 4806, 9333, 4893, 747), -0.5, 1.5, 2.95),
        ((328, 4564, 15580, 4789, 371), 0.25, 1.75, 2.98),
        ((59, 754, 2467, 865, 75), -0.5, 1.5, 2.95),
        ((33, 1185, 8378, 1302, 50), 0.25, 1.75, 2.95),
        ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
        ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
        ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
        ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),
        ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
        ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
        # From the tests of fastchess.
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    ],
)
def test_published_ratios(counts: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    assert Sprt(elo0, elo1).ratio(PairCounts(counts)) == pytest.approx(ratio, abs=0.0051)


def test_a_published_ratio_to_five_digits() -> None:
    """Test 69d3c8dc7c5b3724e29d2712 of montytest.muzhen.org, far from both claims.

    The approximations are off in the second digit: -0.52194 and -0.55961.
    """
    counts = PairCounts((13, 37, 50, 25, 3))
    assert counts.variance == pytest.approx(0.05762, abs=5e-6)
    # Its second claim is four units of 800 / ln 10 standard deviations of a game, 2.716 Elo.
    elo1 = elo_of(0.5 + 4 * math.log(10) / 800 * math.sqrt(2 * counts.variance))
    assert elo1 == pytest.approx(2.716, abs=5e-4)
    assert Sprt(0, elo1).ratio(counts) == pytest.approx(-0.53772, abs=6e-6)


def _best_log_likelihood(counts: tuple[int, ...], score: float) -> float:
    """The slow way: a general optimiser over the five probabilities, from several starts."""
    scores = np.arange(5) / 4
    found: list[Any] = [
        minimize(  # type: ignore[call-overload]  # it knows no dict of constraints
            lambda p: -np.dot(counts, np.log(p)) / sum(counts),
            x0=start,
            jac=lambda p: -np.array(counts) / p / sum(counts),
            method="SLSQP",
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": np.ones_like},
                {"type": "eq", "fun": lambda p: p @ scores - score, "jac": lambda _: scores},
            ],
            options={"ftol": 1e-14, "maxiter": 500},
        )
        for start in np.random.default_rng(1).dirichlet(np.ones(5), size=8)
    ]
    feasible = [f.fun for f in found if abs(f.x.sum() - 1) + abs(f.x @ scores - score) < 1e-9]
    return float(-min(feasible) * sum(counts))


@pytest.mark.parametrize("counts", [(3, 1, 9, 2, 7), (40, 3, 60, 5, 92), (1, 1, 2, 1, 30)])
@pytest.mark.parametrize("claims", [(0, 10), (-200, 50), (300, 400)])
def test_the_ratio_is_that_of_the_likelihoods(
    counts: tuple[int, ...], claims: tuple[float, float]
) -> None:
    h0, h1 = (_best_log_likelihood(counts, score_of(elo)) for elo in claims)
    assert Sprt(*claims).ratio(PairCounts(counts)) == pytest.approx(h1 - h0, abs=1e-4)


def test_only_wins() -> None:
    """All that either claim can do is to win with its score and to lose with the rest."""
    ratio = Sprt(0, 5).ratio(PairCounts((0, 0, 0, 0, 104)))
    assert ratio == pytest.approx(104 * math.log(score_of(5) / 0.5), rel=1e-3)


claims = st.tuples(st.floats(-300, 300), st.floats(1, 200)).map(lambda c: (c[0], c[0] + c[1]))


@given(some_counts, claims)
def test_the_other_side_sees_the_opposite(counts: PairCounts, claims: tuple[float, float]) -> None:
    ratio = Sprt(*claims).ratio(counts)
    assert math.isfinite(ratio)
    mirrored = Sprt(-claims[1], -claims[0]).ratio(counts.mirrored())
    assert mirrored == pytest.approx(-ratio, rel=1e-6, abs=1e-6)


@given(some_counts, claims, st.integers(0, 3))
def test_a_better_pair_speaks_for_the_higher_claim(
    counts: PairCounts, claims: tuple[float, float], lower: int
) -> None:
    def with_one(result: int) -> PairCounts:
        return counts + PairCounts(tuple(int(i == result) for i in range(5)))

    # A result seen for the first time stops being counted as a thousandth, hence the slack.
    test = Sprt(*claims)
    assert test.ratio(with_one(lower + 1)) > test.ratio(with_one(lower)) - 0.01


def test_many_at_once() -> None:
    rows = np.random.default_rng(1).multinomial(50, (0.1, 0, 0.6, 0.05, 0.25), size=40)
    rows[0] = 0
    test = Sprt(0, 50)
    ratios, sides = test.ratios(rows), test.sides(rows)
    assert ratios[0] == 0
    for row, ratio, side in zip(rows, ratios, sides, strict=True):
        counts = PairCounts(tuple(row.tolist()))
        assert test.ratio(counts) == pytest.approx(ratio, abs=1e-9)
        assert test.verdict(counts) == {-1: "H0", 0: None, 1: "H1"}[side]
    assert set(sides) == {0, 1}


def test_verdicts() -> None:
    test = Sprt(0, 10)
    assert test.verdict(PairCounts()) is None
    assert test.verdict(PairCounts((50, 10, 100, 20, 120))) == "H1"
    assert test.verdict(PairCounts((120, 20, 100, 10, 50))) == "H0"
    assert test.verdict(PairCounts((10, 2, 20, 2, 10))) is None


def test_players_that_cannot_be_told_apart() -> None:
    """A player against itself wins one game of every pair; that is not better."""
    assert Sprt(0, 10).verdict(PairCounts((0, 0, 50, 0, 0))) is None
    assert Sprt(0, 10).verdict(PairCounts((0, 0, 150, 0, 0))) == "H0"
    assert Sprt(-10, 0).verdict(PairCounts((0, 0, 150, 0, 0))) == "H1"


def test_no_verdict_after_a_few_pairs() -> None:
    test = Sprt(-300, 300)
    few = PairCounts((0, 0, 0, 0, MIN_PAIRS - 1))
    assert test.ratio(few) > test.upper
    assert test.verdict(few) is None
    assert test.verdict(few + PairCounts((0, 0, 0, 0, 1))) == "H1"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((5, 5), "must be below the second"),
        ((5, 0), "must be below the second"),
        ((0, math.nan), "within 1000 of zero, not nan"),
        ((-math.inf, 0), "within 1000"),
        ((0, 5, 0), "alpha must lie between 0 and 0.5"),
        ((0, 5, 0.05, 0.5), "beta must lie between 0 and 0.5"),
    ],
)
def test_wrong_tests(arguments: tuple[float, ...], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        Sprt(*arguments)


def _check_rates(case: Any) -> None:
    allowed = 0.05 + 3 * math.sqrt(0.05 * 0.95 / MATCHES)
    at0 = SIMULATION["simulate"](case, case.elo0, MATCHES, seed=1)
    at1 = SIMULATION["simulate"](case, case.elo1, MATCHES, seed=2)
    print(
        f"{case.name}: first kind {100 * at0.h1 / MATCHES:.2f} %, "
        f"second kind {100 * at1.h0 / MATCHES:.2f} %, at most {100 * allowed:.2f} %"
    )
    assert at0.h1 / MATCHES <= allowed
    assert at1.h0 / MATCHES <= allowed
    # Not by never deciding: most matches end with the claim that is true.
    assert at0.h0 / MATCHES > 0.85
    assert at1.h1 / MATCHES > 0.85


@pytest.mark.thorough
@pytest.mark.parametrize(
    "arguments",
    [
        ("lopsided openings, few draws", 0, 80, 0.03, 200, 2000),
        ("most pairs split", 0, 100, 0.03, 800, 2000),
        ("many draws", -40, 40, 0.4, 100, 2000),
        ("a strong player", 200, 320, 0.03, 200, 2000),
    ],
    ids=lambda arguments: arguments[0],
)
def test_error_rates(arguments: tuple[Any, ...]) -> None:
    _check_rates(SIMULATION["Case"](*arguments))


@pytest.mark.slow
@pytest.mark.parametrize("case", SIMULATION["CASES"], ids=lambda case: case.name)
def test_error_rates_of_close_claims(case: Any) -> None:
    _check_rates(case)


def test_simulated_pairs_have_the_score_of_the_claim() -> None:
    for case in SIMULATION["CASES"]:
        chances = SIMULATION["pair_chances"](case, case.elo1)
        assert chances.sum() == pytest.approx(1)
        assert chances @ np.arange(5) / 4 == pytest.approx(score_of(case.elo1))
