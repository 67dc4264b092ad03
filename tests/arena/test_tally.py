"""The tally against sums done by hand."""

from typing import Any

import pytest

from outflank import Color
from outflank.arena.record import Fault, GameRecord
from outflank.arena.settings import RunSettings
from outflank.arena.tally import ArenaTally, Pair

SETTINGS = RunSettings(("a", "b", "c"), games=4)


def game(
    black: int,
    white: int,
    score: int,
    *,
    pair: int = 0,
    moves: str = "F5d6C3",
    fault: Fault | None = None,
) -> GameRecord:
    discs = (32 + score // 2, 32 - score // 2)
    return GameRecord(
        8, pair, black, white, 1, moves, score, discs, (4, None), (100, 50), (0.5, 0.25), fault
    )


def pair_of(first: int, second: int, one: int, other: int, **facts: Any) -> Pair:
    """A pair by black's score in either game."""
    return game(first, second, one, **facts), game(second, first, other, **facts)


def test_a_match_from_both_sides() -> None:
    tally = ArenaTally(SETTINGS)
    tally.add(pair_of(0, 1, 10, 4))
    tally.add(pair_of(0, 1, 0, -20, pair=1))
    match = tally.match(0, 1)
    assert match.points == [1.0, 1.5]
    assert match.diffs == [3.0, 10.0]
    assert (match.as_black.wins, match.as_black.draws) == (1, 1)
    assert (match.as_white.wins, match.as_white.losses) == (1, 1)
    assert match.counts.counts == (0, 0, 1, 1, 0)
    assert match.discs == [37 + 30 + 32 + 42, 27 + 34 + 32 + 22]
    other = tally.match(1, 0)
    assert other.points == [1.0, 0.5]
    assert other.diffs == [-3.0, -10.0]
    assert other.discs == match.discs[::-1]
    assert (other.as_black.wins, other.as_black.losses) == (1, 1)
    assert (other.as_white.draws, other.as_white.losses) == (1, 1)
    assert match.score.share == pytest.approx(2.5 / 4)


def test_a_player_over_all_matches() -> None:
    tally = ArenaTally(SETTINGS)
    tally.add(pair_of(0, 1, 10, -10))
    tally.add(pair_of(1, 2, 6, -2))
    mine = tally.player(1)
    assert mine.points == [0.0, 2.0]
    assert mine.score.games == 4
    assert tally.player(2).points == [0.0]
    assert tally.player(1, size=8).points == [0.0, 2.0]
    assert tally.games == 4


def test_faults_are_counted_for_their_player() -> None:
    tally = ArenaTally(SETTINGS)
    fault = Fault(Color.WHITE, "time", "too slow")
    tally.add((game(0, 2, 64, fault=fault), game(2, 0, -4)))
    assert tally.faults[2] == {"time": 1}
    assert not tally.faults[0]
    assert tally.reasons == {(2, "time"): "too slow"}


def test_moves_are_counted_by_player_and_ply() -> None:
    tally = ArenaTally(SETTINGS)
    tally.add(pair_of(0, 1, 2, 2))
    assert set(tally.uses) == {(0, 8, 1), (1, 8, 1), (0, 8, 2), (1, 8, 2)}
    use = tally.phase_use(0, "early")
    assert (use.moves, use.nodes, use.longest_seconds) == (2, 150, 0.5)
    assert use.mean_depth == 4
    assert use.mean_seconds == pytest.approx(0.375)
    assert tally.phase_use(0, "late").moves == 0


def test_repeats() -> None:
    tally = ArenaTally(SETTINGS)
    tally.add(pair_of(0, 1, 2, 2))
    tally.add(pair_of(0, 1, 2, 2, pair=1))
    assert tally.match(0, 1).repeated == 2


def test_a_pair_is_new_unless_both_games_were_played_before() -> None:
    tally = ArenaTally(SETTINGS)
    tally.add(pair_of(0, 1, 2, 2))
    tally.add(pair_of(0, 1, 2, 2, pair=1))
    tally.add((game(0, 1, 6, pair=2), game(1, 0, 4, pair=2, moves="D3c5F6")))
    assert tally.match(0, 1).new == [True, False, True]
    assert tally.match(1, 0).new == [True, False, True]


def test_what_black_wins_and_its_discs() -> None:
    tally = ArenaTally(SETTINGS)
    tally.add(pair_of(0, 1, 10, 4))
    tally.add(pair_of(0, 1, 0, -20, pair=1))
    match, other = tally.match(0, 1), tally.match(1, 0)
    # Whoever black is: two wins, then a draw and a loss.
    assert match.black_points == other.black_points == [2.0, 0.5]
    assert match.discs_as_black == [37 + 32, 27 + 32]
    assert other.discs_as_black == [34 + 22, 30 + 42]
