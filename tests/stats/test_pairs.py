import json
from dataclasses import asdict

import pytest

from outflank import Position, agent
from outflank.stats.elo import PairCounts, estimate
from outflank.stats.pairs import PairScore, play_pairs, random_openings


def test_openings_differ_and_repeat() -> None:
    for size in (4, 6, 8, 10, 12):
        openings = random_openings(size, 6, seed=1, plies=4)
        assert len({opening.canonical() for opening in openings}) == 6
        assert openings == random_openings(size, 6, seed=1, plies=4)
        assert openings != random_openings(size, 6, seed=2, plies=4)
    assert all(opening.empties == 52 for opening in random_openings(8, 5, seed=3, plies=8))


def test_no_more_openings_than_there_are() -> None:
    assert len(random_openings(8, 5, seed=1, plies=1)) == 1


def test_a_player_against_itself_is_even() -> None:
    result = play_pairs(agent("greedy"), agent("greedy"), random_openings(6, 5, seed=1))
    assert result.score == 0.5
    # Five pairs that were all split prove little, and nobody is told that they prove all.
    assert 0.1 < result.error < 0.4
    assert result.discs == 0
    assert result.games == 10


def test_a_better_player_scores() -> None:
    done: list[int] = []
    first, second = agent("kandlikar-parry:nodes=500"), agent("random:seed=4")
    result = play_pairs(first, second, random_openings(6, 6, seed=2), done.append)
    assert done == [1, 2, 3, 4, 5, 6]
    assert result.score > 0.8
    assert result.forfeits == 0
    assert str(result).startswith(f"+{result.wins} =")


def test_the_interval_is_that_of_the_arena() -> None:
    result = PairScore(3, 2, 1, 0, (2.0, 1.5, 0.5), 4.0)
    assert result.score == pytest.approx(4 / 6)
    assert result.estimate == estimate(PairCounts((0, 1, 0, 1, 1)))
    assert result.error == result.estimate.score_error
    assert PairScore(1, 0, 1, 0, (1.0,), 0.0).error == estimate(PairCounts.of([1.0])).score_error


def test_a_match_lost_throughout_is_not_certain() -> None:
    result = PairScore(0, 0, 4, 0, (0.0, 0.0), -20.0)
    assert str(result).startswith("+0 =0 -4, 0.0 % ± ")
    assert "± 0.0" not in str(result)


def test_a_match_written_before_is_read() -> None:
    """As the folders of trainings hold it; what it says of itself is computed anew."""
    text = '{"wins": 4, "draws": 0, "losses": 0, "forfeits": 0, "pairs": [2.0, 2.0], "discs": 12.5}'
    stored = json.loads(text)
    result = PairScore(**{**stored, "pairs": tuple(stored["pairs"])})
    assert asdict(result) == {**stored, "pairs": (2.0, 2.0)}
    assert str(result).startswith("+4 =0 -0, 100.0 % ± ")


def test_the_start_position_counts() -> None:
    result = play_pairs(agent("greedy"), agent("random:seed=1"), [Position(6)])
    assert result.games == 2
