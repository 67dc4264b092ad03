import math
from collections.abc import Iterator
from statistics import fmean, stdev

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import SettingsError
from outflank.stats.elo import PairCounts, elo_of, estimate, mean_error, score_of

some_counts = st.lists(st.integers(0, 50), min_size=5, max_size=5).map(
    lambda counts: PairCounts(tuple(counts))
)


def test_the_elo_scale() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert score_of(200) == pytest.approx(0.76, abs=0.001)
    assert elo_of(1) == math.inf
    assert elo_of(0) == -math.inf
    assert (score_of(math.inf), score_of(-math.inf)) == (1, 0)
    assert score_of(1e6) == 1
    for wrong in (-0.01, 1.01, math.nan):
        with pytest.raises(SettingsError, match="between 0 and 1"):
            elo_of(wrong)


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_counts() -> None:
    counts = PairCounts.of([2, 1, 1.0, 0.5, 2, 0])
    assert counts.counts == (1, 1, 2, 0, 2)
    assert (counts.pairs, counts.games) == (6, 12)
    assert counts.score == 6.5 / 12
    points = [1, 0.5, 0.5, 0.25, 1, 0]
    assert counts.variance == pytest.approx(fmean((p - fmean(points)) ** 2 for p in points))
    assert counts.mirrored().counts == (2, 0, 2, 1, 1)
    assert (counts + PairCounts.of([0.5])).counts == (1, 2, 2, 0, 2)
    nothing = PairCounts()
    assert (nothing.pairs, nothing.score, nothing.variance) == (0, 0.5, 0)


def test_wrong_counts() -> None:
    with pytest.raises(SettingsError, match=r"not 0\.25"):
        PairCounts.of([1, 0.25])
    with pytest.raises(SettingsError, match="not 3"):
        PairCounts.of([3])
    for wrong in ((1, 2, 3), (0, 0, -1, 0, 0)):
        with pytest.raises(SettingsError, match="five numbers"):
            PairCounts(wrong)


# Elo difference, error and likelihood of superiority that fastchess gives in its own tests. It has
# no prior, which is why its errors are a little smaller.
@pytest.mark.parametrize(
    ("counts", "elo", "error", "superiority"),
    [
        ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0),
        ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_published_differences(
    counts: tuple[int, ...], elo: float, error: float, superiority: float
) -> None:
    result = estimate(PairCounts(counts))
    assert result.elo == pytest.approx(elo, abs=0.006)
    assert result.elo_error == pytest.approx(error, rel=0.002)
    assert result.superiority == pytest.approx(superiority, abs=1e-4)


@given(some_counts)
def test_an_estimate_is_sound_and_the_same_from_both_sides(counts: PairCounts) -> None:
    own, theirs = estimate(counts), estimate(counts.mirrored())
    assert own.elo_low <= own.elo <= own.elo_high
    assert own.score_error > 0
    assert own.elo_error > 0
    assert (own.elo > 0) == (own.superiority > 0.5)
    # Infinite only where nothing bounds it.
    assert math.isinf(own.elo_high) == (counts.score == 1 or not counts.pairs)
    assert math.isinf(own.elo_low) == (counts.score == 0 or not counts.pairs)
    assert theirs.elo == pytest.approx(-own.elo)
    assert theirs.elo_low == pytest.approx(-own.elo_high)
    assert theirs.elo_error == pytest.approx(own.elo_error)
    assert theirs.superiority == pytest.approx(1 - own.superiority)


def test_half_the_distance_between_the_ends() -> None:
    result = estimate(PairCounts((1, 3, 4, 7, 2)))
    low, high = result.score - result.score_error, result.score + result.score_error
    assert (result.elo_low, result.elo_high) == (elo_of(low), elo_of(high))
    assert result.elo_error == pytest.approx((elo_of(high) - elo_of(low)) / 2)


def test_pairs_that_are_all_alike() -> None:
    nothing = estimate(PairCounts())
    assert (nothing.score, nothing.score_error, nothing.superiority) == (0.5, 0.5, 0.5)
    assert (nothing.elo, nothing.elo_low, nothing.elo_high) == (0, -math.inf, math.inf)
    one = estimate(PairCounts((0, 0, 1, 0, 0)))
    assert one.score_error > 0.5
    for pairs in (10, 100, 1000):
        won = estimate(PairCounts((0, 0, 0, 0, pairs)))
        # A player who splits a pair with this chance wins them all one time in forty.
        splits = 1 - 0.025 ** (1 / pairs)
        assert splits / 2 <= won.score_error <= 1.15 * splits / 2
        assert (won.elo, won.elo_high, won.elo_error) == (math.inf,) * 3
        assert won.elo_low == pytest.approx(elo_of(1 - won.score_error))
        level = estimate(PairCounts((0, 0, pairs, 0, 0)))
        assert level.superiority == 0.5
        assert 0 < level.score_error < won.score_error


def test_the_prior_hardly_moves_a_hundred_pairs() -> None:
    counts = PairCounts((20, 5, 45, 5, 25))
    plain = 1.96 * math.sqrt(counts.variance / counts.pairs)
    assert estimate(counts).score_error == pytest.approx(plain, rel=0.01)


def _all_counts(pairs: int, results: int = 5) -> Iterator[tuple[int, ...]]:
    if results == 1:
        yield (pairs,)
        return
    for count in range(pairs + 1):
        for rest in _all_counts(pairs - count, results - 1):
            yield (count, *rest)


def _chance(counts: tuple[int, ...], chances: tuple[float, ...]) -> float:
    ways = math.factorial(sum(counts))
    for count in counts:
        ways //= math.factorial(count)
    return ways * math.prod(p**count for p, count in zip(chances, counts, strict=True))


@pytest.mark.parametrize(("pairs", "at_least"), [(5, 0.89), (10, 0.92)])
def test_the_interval_holds_the_truth(pairs: int, at_least: float) -> None:
    """Exactly: over every match there can be, weighted with its chance."""
    estimates = {counts: estimate(PairCounts(counts)) for counts in _all_counts(pairs)}
    for truth in (
        (0.25, 0, 0.5, 0, 0.25),
        (0.05, 0.02, 0.86, 0.02, 0.05),
        (0.05, 0.2, 0.5, 0.2, 0.05),
        (0.01, 0, 0.18, 0, 0.81),
        (0.01, 0.01, 0.2, 0.03, 0.75),
        (0, 0, 0.05, 0, 0.95),
        (0.05, 0, 0, 0, 0.95),
        (0, 0, 0, 0.02, 0.98),
        (0, 0.01, 0.98, 0.01, 0),
    ):
        elo = elo_of(sum(p * i / 4 for i, p in enumerate(truth)))
        held = sum(
            _chance(counts, truth)
            for counts, found in estimates.items()
            if found.elo_low - 1e-9 <= elo <= found.elo_high + 1e-9
        )
        print(f"{pairs} pairs, {truth}: {100 * held:.1f} %")
        assert held >= at_least


@given(st.lists(st.integers(-128, 128).map(lambda n: n / 2), min_size=2, max_size=60))
def test_mean_of_disc_differences(values: list[float]) -> None:
    mean, error = mean_error(values)
    assert mean == pytest.approx(sum(values) / len(values))
    quantile = scipy.stats.t.ppf(0.975, len(values) - 1)
    assert error == pytest.approx(quantile * stdev(values) / math.sqrt(len(values)), rel=0.01)


def test_mean_of_too_few() -> None:
    assert mean_error([]) == (0.0, math.inf)
    assert mean_error([-4.5]) == (-4.5, math.inf)
