import math
from dataclasses import astuple
from functools import cache
from itertools import combinations

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from outflank.errors import SettingsError
from outflank.stats.elo import PairCounts, elo_of, estimate, score_of
from outflank.stats.ratings import PRIOR, UNIT, PairResult, Rating, bootstrap, ratings

# How often a pair between equal players gives 0, 0.5, ... 2 points: two games drawn alike, a few
# draws. For others the chances are tilted until the score is right.
LEVEL = np.array([0.2, 0.03, 0.54, 0.03, 0.2])


@cache
def chances(elo: float) -> np.ndarray:
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        tilted = LEVEL * np.exp(middle * np.arange(5) / 4)
        tilted /= tilted.sum()
        below = tilted @ np.arange(5) / 4 < score_of(elo)
        low, high = (middle, high) if below else (low, middle)
    return tilted


def tournament(truth: list[float], pairs: int, seed: int) -> list[PairResult]:
    """Everyone against everyone else."""
    draw = np.random.default_rng(seed)
    return [
        PairResult(first, second, float(points))
        for first, second in combinations(range(len(truth)), 2)
        for points in draw.choice(5, size=pairs, p=chances(truth[first] - truth[second])) / 2
    ]


def wins(players: int, results: list[PairResult]) -> np.ndarray:
    """Points of each player against each other one."""
    won = np.zeros((players, players))
    for result in results:
        won[result.first, result.second] += result.points
        won[result.second, result.first] += 2 - result.points
    return won


def with_prior(won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each match gets PRIOR draws times the average of its shares in its players' games."""
    games = won + won.T
    shares: NDArray[np.float64] = games / games.sum(axis=1, keepdims=True)
    return won + PRIOR * (shares + shares.T) / 4


@pytest.mark.parametrize("seed", range(8))
def test_equal_to_choix(seed: int) -> None:
    draw = np.random.default_rng(seed)
    players = int(draw.integers(2, 12))
    truth = list(draw.normal(0, 200, size=players))
    results = tournament(truth, pairs=int(draw.integers(1, 40)), seed=seed)
    # Not everyone meets everyone, and not equally often; all meet player 0.
    results = [r for r in results if r.first == 0 or draw.random() < 0.6]
    expected = UNIT * choix.ilsr_pairwise_dense(with_prior(wins(players, results)), tol=1e-12)
    assert ratings(players, results) == pytest.approx(list(expected), abs=1e-5)


def test_the_prior_hardly_moves_a_tournament() -> None:
    truth = [-250.0, -100.0, 0.0, 60.0, 90.0, 200.0]
    results = tournament(truth, pairs=50, seed=3)
    without = UNIT * choix.ilsr_pairwise_dense(wins(6, results), tol=1e-12)
    moved = np.abs(np.array(ratings(6, results)) - without)
    print("moved by the prior at most", moved.max())
    assert moved.max() < 0.5
    widths = [rating.high - rating.low for rating in bootstrap(6, results, seed=1)]
    assert moved.max() < min(widths) / 50


def test_two_players_in_closed_form() -> None:
    results = [PairResult(0, 1, points) for points in (2, 2, 1, 1.5, 0, 1, 2, 0.5, 1, 2)]
    first, second = ratings(2, results)
    assert first == pytest.approx(-second)
    assert first - second == pytest.approx(400 * math.log10((13 + PRIOR / 2) / (7 + PRIOR / 2)))
    # The same from the other side, and with the sides mixed.
    swapped = [PairResult(1, 0, 2 - r.points) for r in results[:5]] + results[5:]
    assert ratings(2, swapped) == pytest.approx([first, second])


def test_three_players_in_closed_form() -> None:
    """75 % and 75 % make 90 %: 191 Elo from one to the next."""
    results = [
        *[PairResult(0, 1, points) for points in [2.0] * 100 + [1.0] * 100],
        *[PairResult(1, 2, points) for points in [2.0] * 100 + [1.0] * 100],
        *[PairResult(0, 2, points) for points in [2.0] * 160 + [1.0] * 40],
    ]
    assert ratings(3, results) == pytest.approx([elo_of(0.75), 0, -elo_of(0.75)], abs=0.5)


def test_winners_of_everything_stay_finite() -> None:
    first, second = ratings(2, [PairResult(0, 1, 2)] * 10)
    assert first - second == pytest.approx(763, abs=0.5)
    ladder = [PairResult(a, b, 2) for a, b in combinations(range(30), 2)]
    found = ratings(30, ladder)
    assert found == sorted(found, reverse=True)
    assert found == pytest.approx([-elo for elo in reversed(found)])


STEEP = [PairResult(a, a + 1, 2) for a in range(60) for _ in range(100)]
# Matches of very unequal length; found by chance as one where whole Newton steps run away.
UNEQUAL = [
    PairResult(first, second, points)
    for first, second, points, pairs in (
        (0, 1, 0.5, 1), (0, 2, 0, 1), (0, 3, 0, 1258), (0, 4, 0, 29), (1, 2, 0, 7), (2, 4, 2, 84),
        (3, 4, 0, 250),
    )
    for _ in range(pairs)
]  # fmt: skip


@pytest.mark.parametrize(("players", "results"), [(61, STEEP), (5, UNEQUAL)])
def test_everybody_scores_what_is_expected(players: int, results: list[PairResult]) -> None:
    """That is where the likelihood is highest, however far apart the players are."""
    found = ratings(players, results)
    won = with_prior(wins(players, results))
    games = won + won.T
    for player in range(players):
        expected = sum(
            games[player, other] * score_of(found[player] - found[other])
            for other in range(players)
        )
        assert won[player].sum() == pytest.approx(expected, abs=1e-6)


def test_players_that_cannot_be_compared() -> None:
    results = [PairResult(0, 1, 1.5), PairResult(2, 3, 0), PairResult(3, 2, 0.5)]
    found = ratings(5, results)
    assert found[0] == pytest.approx(-found[1])
    assert found[2] == pytest.approx(-found[3])
    assert found[0] > 0 > found[2]
    assert found[4] == 0
    assert found[:2] == pytest.approx(ratings(2, results[:1]))
    assert ratings(3, []) == [0, 0, 0]


@given(st.permutations(range(5)), st.integers(0, 1000))
@settings(max_examples=30)
def test_renumbering_players_permutes_ratings(order: list[int], seed: int) -> None:
    results = tournament([0.0, 50.0, -200.0, 30.0, 400.0], pairs=3, seed=seed)
    renumbered = [PairResult(order[r.first], order[r.second], r.points) for r in results]
    plain, permuted = ratings(5, results), ratings(5, renumbered)
    assert [permuted[order[player]] for player in range(5)] == pytest.approx(plain, abs=1e-6)
    assert sum(plain) == pytest.approx(0, abs=1e-6)


def _coverage(truth: list[float], pairs: int, runs: int) -> float:
    held = 0
    for run in range(runs):
        found = bootstrap(len(truth), tournament(truth, pairs, seed=run), seed=run, rounds=200)
        held += sum(r.low <= elo <= r.high for r, elo in zip(found, truth, strict=True))
    return held / (runs * len(truth))


# One pair a match is where resampling alone would never leave the spot; in the last tournament
# some win or lose everything.
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("truth", "pairs", "runs"),
    [
        ([60.0 * player - 330 for player in range(12)], 1, 40),
        ([-150.0, -50.0, 0.0, 50.0, 150.0], 1, 100),
        ([-150.0, -50.0, 0.0, 50.0, 150.0], 30, 100),
        ([-100.0, 100.0], 10, 200),
        ([-400.0, 0.0, 400.0], 5, 150),
    ],
)
def test_the_interval_holds_the_truth(truth: list[float], pairs: int, runs: int) -> None:
    covered = _coverage(truth, pairs, runs)
    print(f"{len(truth)} players, {pairs} pairs: {100 * covered:.1f} %")
    assert 0.9 <= covered <= 0.995


def test_the_interval_of_two_players_is_that_of_their_match() -> None:
    points = [2.0] * 60 + [1.5] * 15 + [1.0] * 90 + [0.5] * 5 + [0.0] * 30
    match = estimate(PairCounts.of(points))
    first, second = bootstrap(2, [PairResult(0, 1, p) for p in points], seed=5, rounds=4000)
    assert first.elo - second.elo == pytest.approx(match.elo, abs=0.5)
    assert 2 * first.low == pytest.approx(match.elo_low, abs=2)
    assert 2 * first.high == pytest.approx(match.elo_high, abs=2)
    assert astuple(second) == pytest.approx((-first.elo, -first.high, -first.low))


def test_nothing_bounds_a_player_who_won_everything() -> None:
    first, second = bootstrap(2, [PairResult(0, 1, 2)] * 10, seed=1)
    # Who splits a pair with this chance wins ten of ten one time in forty.
    least = elo_of(1 - (1 - 0.025**0.1) / 2)
    assert first.low - second.high == pytest.approx(least, rel=0.15)
    assert (first.high, second.low) == (math.inf, -math.inf)
    assert first.low < first.elo
    # Two who lose points only to each other are above the third by an unknown amount.
    results = [PairResult(0, 1, 1), PairResult(0, 2, 2), PairResult(1, 2, 2)] * 5
    top, also_top, bottom = bootstrap(3, results, seed=1)
    assert top.high == also_top.high == math.inf
    assert bottom.low == -math.inf
    assert math.isfinite(top.low)
    assert math.isfinite(bottom.high)
    # A single half point, even through another player, is a bound.
    half = [*results, PairResult(2, 1, 0.5)]
    for numbers in ((0, 1, 2), (2, 1, 0)):
        renumbered = [PairResult(numbers[r.first], numbers[r.second], r.points) for r in half]
        bounded = bootstrap(3, renumbered, seed=1)
        assert all(math.isfinite(value) for r in bounded for value in (r.low, r.high))
    # And about one who has not played nothing is known.
    assert bootstrap(1, [], seed=1) == [Rating(0, -math.inf, math.inf)]


def test_the_seed_decides() -> None:
    results = tournament([0.0, 30.0, 60.0], pairs=20, seed=1)
    again = [PairResult(r.second, r.first, 2 - r.points) for r in reversed(results)]
    assert bootstrap(3, results, seed=1, rounds=250) == bootstrap(3, again, seed=1, rounds=250)
    assert bootstrap(3, results, seed=1, rounds=250) != bootstrap(3, results, seed=2, rounds=250)


def test_a_large_tournament() -> None:
    truth = [50.0 * player - 275 for player in range(12)]
    found = bootstrap(12, tournament(truth, pairs=1000, seed=4), seed=1)
    assert [r.elo for r in found] == pytest.approx(truth, abs=12)
    assert all(5 < r.high - r.low < 15 for r in found)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (PairResult(0, 3, 1), "0 and 3 are not two of 3 players"),
        (PairResult(-1, 2, 1), "-1 and 2 are not two"),
        (PairResult(1, 1, 1), "1 and 1 are not two"),
        (PairResult(0, 1, 2.5), "not 2.5"),
    ],
)
def test_wrong_results(result: PairResult, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        ratings(3, [result])
