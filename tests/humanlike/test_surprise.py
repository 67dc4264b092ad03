"""How surprising moves are, and the rating that they speak for."""

import json
from dataclasses import replace

import numpy as np
import pytest

from outflank import Color
from outflank._background import finish
from outflank.humanlike.surprise import (
    RATINGS,
    PeopleReviewer,
    Population,
    RatingEstimate,
    estimate_rating,
    people_record,
    percent,
)
from support.people import cheap_people, small_model
from support.reviews import cheap_review


def test_a_reviewed_game() -> None:
    game = cheap_review()
    people = finish(PeopleReviewer().review(game))
    assert people is not None
    assert people.chances.shape == (len(RATINGS), len(game.moves))
    for number, move in enumerate(game.moves):
        chance = people.chance(number)
        assert (chance is None) == move.is_forced
        assert chance is None or 0 <= chance <= 1
    assert people.chance(0) == pytest.approx(1)  # all first moves are images of one
    for color in Color:
        found = people.estimates[color]
        assert found.low < found.rating < found.high
        assert found.moves == sum(not move.is_forced for move in game.moves_of(color))
        assert people.rating(color) == found.rating


def test_a_rating_that_is_given() -> None:
    reviewer = PeopleReviewer(small_model())
    people = finish(reviewer.review(cheap_review(), 1500))
    assert people is not None
    assert people.rating(Color.BLACK) == people.rating(Color.WHITE) == 1500
    assert people.words(4).endswith(" % of 1500 players play this")
    record = json.loads(json.dumps(people_record(people)))
    assert record["ratings"] == {"black": 1500, "white": 1500}
    assert len(record["chances"]) == len(cheap_review().moves)
    assert record["estimates"]["white"]["moves"] == people.estimates[Color.WHITE].moves


def test_a_review_pauses_after_each_move_and_rating() -> None:
    pauses: list[None] = []
    found = finish(PeopleReviewer(small_model()).review(cheap_review()), pauses.append)
    assert found is not None
    assert len(pauses) == sum(not forced for forced in found.forced) + len(RATINGS)
    assert np.array_equal(found.chances, cheap_people().chances)
    assert people_record(found) == people_record(cheap_people())


def test_the_ratings_in_words() -> None:
    people = cheap_people()
    ratings, legend = people.summary
    black, white = (str(people.estimates[color]) for color in Color)
    assert ratings == f"Ratings, by the moves: Black {black}, White {white}"
    assert legend.endswith('"people": tournament players of that rating who play the move.')
    one_side = replace(people, fixed_rating=1500, estimates={
        Color.BLACK: RatingEstimate(1600, 1300, 1900, 0),
        Color.WHITE: RatingEstimate(1600, 1300, 1900, 4),
    })  # fmt: skip
    ratings, legend = one_side.summary
    assert ratings == "Ratings, by the moves: White 1600 (1300 to 1900)"
    assert legend.endswith("tournament players rated 1500 who play the move.")
    nobody = replace(people, estimates=dict.fromkeys(Color, RatingEstimate(1600, 1300, 1900, 0)))
    (legend,) = nobody.summary
    assert "95" not in legend
    words = "Rating, by 1 move on 8x8: 1600 (1300 to 1900); in brackets 95 %."
    assert RatingEstimate(1600, 1300, 1900, 1).words == words


def test_nothing_is_known_on_other_boards() -> None:
    found = finish(PeopleReviewer(small_model()).review(cheap_review(6)))
    assert found is None
    assert people_record(found) is None


def test_estimates_follow_the_moves() -> None:
    ratings = np.array(RATINGS, np.float64)
    nothing = np.zeros((len(RATINGS), 0))
    known = Population(1600, 150)
    before = estimate_rating([nothing], known)
    assert abs(before.rating - 1600) <= 10
    assert before.low == pytest.approx(1600 - 294, abs=15)
    assert before.high == pytest.approx(1600 + 294, abs=15)
    # Moves that strong players make far more often.
    strong = np.tile((ratings / 2000)[:, np.newaxis], (1, 30))
    after = estimate_rating([strong], known)
    assert after.rating > before.rating
    assert after.moves == 30
    sharp = -(((ratings - 1300) / 20) ** 2)[:, np.newaxis]
    assert estimate_rating([sharp], known).rating == pytest.approx(1300, abs=30)
    assert estimate_rating([sharp], known).high < 1400


def test_doubt_widens_the_interval_and_keeps_the_middle() -> None:
    sharp = -(((np.array(RATINGS, np.float64) - 1500) / 20) ** 2)[:, np.newaxis]
    sure = estimate_rating([sharp], Population(1500, 150))
    doubted = estimate_rating([sharp], Population(1500, 150, doubt=80))
    assert doubted.rating == sure.rating
    assert doubted.high - doubted.low == pytest.approx(2 * 1.96 * 81, abs=25)
    assert sure.high - sure.low < 100


def test_percent() -> None:
    assert [percent(each) for each in (0.0, 0.0049, 0.006, 0.5, 1.0)] == [
        "< 1 %",
        "< 1 %",
        "1 %",
        "50 %",
        "100 %",
    ]
