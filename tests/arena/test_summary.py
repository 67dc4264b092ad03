"""The summary of a run against sums done by hand."""

import math

import pytest

from outflank.arena.settings import RunSettings
from outflank.arena.summary import standings, summarize
from outflank.arena.tally import ArenaTally
from outflank.stats.ratings import PairResult, ratings
from support.made_runs import game, pair, random_run, tally_of

# Three pairs, by the disc differences of the first player: a win and a loss, two wins, two draws.
TWO = RunSettings(("strong", "weak"), games=6)
SCORES = [(10, -4), (6, 2), (0, 0)]


def small() -> ArenaTally:
    return tally_of(TWO, [pair(0, 1, both, number=n) for n, both in enumerate(SCORES)])


def test_two_players_by_hand() -> None:
    strong, weak = standings(small())
    assert (strong.name, weak.name) == ("strong", "weak")
    assert (
        strong.result.total.wins,
        strong.result.total.draws,
        strong.result.total.losses,
        strong.result.games,
    ) == (3, 2, 1, 6)
    assert (
        weak.result.total.wins,
        weak.result.total.draws,
        weak.result.total.losses,
        weak.result.games,
    ) == (1, 2, 3, 6)
    assert strong.result.estimate.score == pytest.approx(4 / 6)
    # Pairs gave 3, 4 and 0 discs: 7/3 on average, a variance of 13/3, and Student's 4.303.
    assert strong.result.discs.value == pytest.approx(7 / 3)
    assert strong.result.discs.error == pytest.approx(4.303 * math.sqrt(13 / 9))
    # Two thirds of the points against one: 400 log10(2).
    assert strong.rating.elo == pytest.approx(120.412, abs=1e-3)
    assert strong.rating.low < strong.rating.elo < strong.rating.high
    assert weak.rating.elo == pytest.approx(-strong.rating.elo)
    assert (weak.rating.low, weak.rating.high) == pytest.approx(
        (-strong.rating.high, -strong.rating.low)
    )
    assert strong.superiority is not None
    assert weak.superiority is not None
    assert strong.superiority > 0.5
    assert strong.superiority + weak.superiority == pytest.approx(1)


def test_raw_discs_leave_empty_squares_out() -> None:
    both = (
        game(0, 1, 20, discs=(20, 10)),  # 34 empty squares went to the winner
        game(1, 0, -4, discs=(30, 34)),
    )
    first, second = standings(tally_of(TWO, [both]))
    assert (first.result.discs.value, first.result.raw_discs.value) == (12, 7)
    assert (second.result.discs.value, second.result.raw_discs.value) == (-12, -7)
    assert math.isinf(first.result.discs.error)  # one pair says nothing of how far pairs spread


def test_three_players_are_rated_on_one_scale() -> None:
    settings = RunSettings(("a", "b", "c"), games=4)
    pairs = [
        pair(first, second, scores, number=n)
        for first, second in settings.matches
        for n, scores in enumerate([(8, 4), (2, -6)])
    ]
    tally = tally_of(settings, pairs)
    rows = standings(tally)
    results = [
        PairResult(first, second, points)
        for first, second in settings.matches
        for points in (2.0, 1.0)
    ]
    assert [row.rating.elo for row in rows] == pytest.approx(ratings(3, results))
    assert sum(row.rating.elo for row in rows) == pytest.approx(0, abs=1e-6)
    assert rows[0].rating.elo > rows[1].rating.elo > rows[2].rating.elo
    assert all(row.rating.low <= row.rating.elo <= row.rating.high for row in rows)
    assert all(row.superiority is None for row in rows)
    assert summarize(tally).ranking == (0, 1, 2)


def test_the_quick_table_differs_only_in_its_intervals() -> None:
    tally = random_run(("a", "b", "c", "d"), games=10)
    slow, quick = standings(tally), standings(tally, intervals=False)
    for one, other in zip(slow, quick, strict=True):
        assert other.rating.elo == pytest.approx(one.rating.elo)
        assert (other.rating.low, other.rating.high) == (-math.inf, math.inf)
        assert other.result == one.result
    assert all(math.isfinite(row.rating.high - row.rating.low) for row in slow)
    assert standings(tally) == slow  # drawn from the seed of the run


def test_black_is_counted_over_both_games_of_a_pair() -> None:
    # Whoever had black won, but for one draw as white.
    pairs = [pair(0, 1, both, number=n) for n, both in enumerate([(10, -4), (6, -2), (8, 0)])]
    black = summarize(tally_of(TWO, pairs)).black
    assert (black.wins, black.draws, black.losses) == (5, 1, 0)


def test_those_who_are_level_stay_in_their_order() -> None:
    settings = RunSettings(("a", "b", "c"), games=2)
    assert summarize(ArenaTally(settings)).ranking == (0, 1, 2)
    lost = tally_of(settings, [pair(0, 2, (-4, -4), number=0)])
    assert summarize(lost).ranking == (2, 1, 0)


def test_every_number_is_the_same_from_either_side() -> None:
    summary = summarize(random_run(("a", "b", "c"), (4, 6), 6))
    assert summary.games == summary.planned == 2 * 3 * 6
    for (row, column), result in summary.cross_table.items():
        other = summary.cross_table[column, row]
        assert result.total == other.total.mirrored()
        assert result.counts == other.counts.mirrored()
        assert result.discs.value == pytest.approx(-other.discs.value)
    for number, standing in enumerate(summary.standings):
        boards = [summary.by_size[size, number] for size in (4, 6)]
        assert boards[0].counts + boards[1].counts == standing.result.counts
    assert summary.black.games == summary.games
