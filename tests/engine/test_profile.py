from dataclasses import replace

import pytest

from outflank import Color
from outflank.engine.profile import profile_of, sides_of
from outflank.engine.reasons import KINDS
from support.reviews import cheap_review


def test_sides_by_a_part_of_the_name() -> None:
    review = cheap_review()
    assert sides_of(review, "ANN") == [Color.BLACK]
    assert sides_of(review, "b") == [Color.WHITE]
    assert sides_of(review, None) == [Color.BLACK, Color.WHITE]
    assert sides_of(review, "carl") == []


def test_a_profile_adds_up() -> None:
    first = replace(cheap_review(), opening="Tiger")
    turned = replace(cheap_review(6), black="Bob", white="anna", opening="Cow")
    profile = profile_of([first, turned, first], "anna")
    assert profile.games == 3
    assert profile.total.moves == (
        2 * first.players[Color.BLACK].moves + turned.players[Color.WHITE].moves
    )
    assert profile.colors[Color.BLACK].loss == 2 * first.players[Color.BLACK].loss
    assert [(name, games) for name, (games, _) in profile.openings.items()] == [
        ("Tiger", 2),
        ("Cow", 1),
    ]
    marked = [m for m in first.moves_of(Color.BLACK) if m.mark] * 2
    marked += [m for m in turned.moves_of(Color.WHITE) if m.mark]
    assert sum(one.count for one in profile.mistakes) == len(marked)
    assert sum(one.loss for one in profile.mistakes) == sum(move.loss for move in marked)
    losses = [one.loss for one in profile.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert {one.kind for one in profile.mistakes} <= set(KINDS)


def test_everybody() -> None:
    profile = profile_of([cheap_review()])
    assert (profile.player, profile.games, profile.openings) == (
        None,
        1,
        {"Perpendicular Opening": (1, profile.total)},
    )


def test_records_have_what_programs_rely_on() -> None:
    review = cheap_review()
    record = review.record()
    keys = {"ply", "color", "move", "best", "value", "played", "loss", "exact", "depth", "mark"}
    for move, row in zip(review.moves, record["moves"], strict=True):
        assert keys <= row.keys()
        assert row["loss"] == row["value"] - row["played"] == move.loss
        assert row["color"] == ("black" if move.color == Color.BLACK else "white")
    for side in ("black", "white"):
        assert set(record["players"][side]["phases"]) == {"early", "mid", "late"}
        assert 0 < record["players"][side]["accuracy"] <= 100
    assert record["opening"] == "Perpendicular Opening"
    assert [point["ply"] for point in record["turning_points"]] == [
        move.ply for move in review.turning_points
    ]


@pytest.mark.parametrize("player", [None, "anna"])
def test_the_record_of_a_profile(player: str | None) -> None:
    record = profile_of([cheap_review(), cheap_review(6)], player).record()
    assert record["player"] == player
    assert set(record["colors"]) == {"black", "white"}
    assert record["mistakes"][0].keys() == {"kind", "words", "count", "loss"}
