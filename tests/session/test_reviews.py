"""The review service, and `outflank.review`."""

import pytest

import outflank
from outflank import Color, Game, Limit, NotationError, SettingsError
from outflank._background import finish
from outflank.engine.profile import profile_of
from outflank.engine.review import Reviewer
from outflank.humanlike import surprise
from outflank.humanlike.surprise import PeopleReviewer, people_record
from outflank.session.reviews import ReviewProgress, ReviewService
from support.people import small_model
from support.reviews import game_of

NODES = 300


@pytest.fixture
def small_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surprise, "load_model", small_model)


def short_game(size: int, moves: int) -> Game:
    whole = game_of(size)
    game = Game.from_moves(whole.moves[:moves], whole.start)
    game.black, game.white = "Anna", "Bob"
    return game


@pytest.mark.usefixtures("small_people")
def test_one_game_is_reviewed_with_people() -> None:
    game, steps = short_game(8, 6), list[ReviewProgress]()
    with ReviewService() as service:
        report = finish(
            service.report([game], Limit(nodes=NODES), rating=1500),
            lambda step: steps.append(step) if step is not None else None,
        )
        assert service.people is service.people
    assert steps == [ReviewProgress(done, 6, 1) for done in range(1, 7)]
    with Reviewer(Limit(nodes=NODES)) as reviewer:
        expected = reviewer.review(game)
    people = finish(PeopleReviewer(small_model()).review(expected, 1500))
    assert (report.games, report.profile, report.rating) == ((expected,), None, None)
    assert report.record() == {**expected.record(), "people": people_record(people)}


@pytest.mark.usefixtures("small_people")
def test_several_games_have_a_profile_and_the_player_a_rating() -> None:
    games = [short_game(8, 8), short_game(6, 12)]
    with ReviewService() as service:
        everybody = finish(service.report(games, Limit(nodes=NODES)))
        report = finish(service.report(games, Limit(nodes=NODES), player="ann"))
    assert everybody.rating is None
    assert report.games == everybody.games
    assert report.people[1] is None  # on 6x6
    assert report.profile == profile_of(report.games, "ann")
    assert report.people[0] is not None
    assert report.rating == report.people[0].estimates[Color.BLACK]
    assert report.mistakes == [
        move for game in report.games for move in game.moves_of(Color.BLACK) if move.mark
    ]
    assert len(everybody.mistakes) > len(report.mistakes)
    record = report.record()
    assert record["games"][1]["people"] is None
    assert record["profile"]["rating"]["rating"] == report.rating.rating


def test_a_public_function_reviews_a_game() -> None:
    game = short_game(6, 10)
    with Reviewer(Limit(nodes=NODES)) as reviewer:
        assert outflank.review(game, nodes=NODES) == reviewer.review(game)
    depths = {move.depth for move in outflank.review(game, depth=3).moves if not move.exact}
    assert depths <= {3}
    assert outflank.review(game, level=1).moves
    assert outflank.review(game, time=0.001).moves


def test_a_public_function_refuses_what_it_cannot_review() -> None:
    with pytest.raises(NotationError, match="no move in it"):
        outflank.review(Game())
    with pytest.raises(SettingsError, match="either a level or nodes"):
        outflank.review(game_of(6), level=3, nodes=5)
    with pytest.raises(TypeError, match="takes a Game, not str"):
        outflank.review("f5d6")  # type: ignore[arg-type]
