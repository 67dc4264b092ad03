import pytest

from outflank import Color, Decision, Move, Position, agent
from outflank.engine import Ply
from outflank.engine.evals import load_evaluation
from outflank.session.insight import (
    Comparison,
    SearchCounts,
    compare,
    counts_of,
    evaluation_of,
    favourite,
)


def test_a_comparison_adds_up() -> None:
    position = Position().play("f5").play("d6")
    for name in ("kandlikar-parry", "sommer", "improved", "rudimentary"):
        native = load_evaluation(name, 8)
        moves = position.legal_moves
        comparison = compare(position, name, moves[0], moves[1])
        for move, total in zip(moves, comparison.totals, strict=False):
            assert total == pytest.approx(native.value(position.play(move), Color.BLACK))
        differences = [abs(mine - theirs) for _, mine, theirs in comparison.terms]
        assert differences == sorted(differences, reverse=True)


def test_the_deciding_term_favours_the_winner() -> None:
    # The widest term speaks for the loser; the two others together outweigh it.
    terms = (("a", -5.0, 0.0), ("b", 4.0, 0.0), ("c", 3.0, 0.0))
    assert Comparison("x", Move("d3"), Move("c4"), terms).deciding == "b"
    swapped = tuple((name, theirs, mine) for name, mine, theirs in terms)
    assert Comparison("x", Move("d3"), Move("c4"), swapped).deciding == "b"
    level = (("a", 1.0, 1.0),)
    assert Comparison("x", Move("d3"), Move("c4"), level).deciding == ""


def test_two_moves_that_are_worth_the_same() -> None:
    comparison = compare(Position(), "corners", Move("d3"), Move("c4"))
    assert comparison.totals[0] == comparison.totals[1]
    assert comparison.deciding == ""


def test_whose_evaluation_explains() -> None:
    assert evaluation_of(agent("sommer"), 8) == "sommer"
    assert evaluation_of(agent("mcts"), 8) == "kandlikar-parry"
    assert evaluation_of(agent("random"), 10) == "kandlikar-parry"
    assert evaluation_of(None, 4) == "rudimentary"


def test_the_favourite_of_an_evaluation() -> None:
    position = Position.from_text("-OX-----" + "--------" * 2 + "---OX---" * 2 + "-" * 24 + " X")
    assert favourite(position, "rudimentary", Move("c4")) == Move("a1")
    assert favourite(position, "rudimentary", Move("a1")) != Move("a1")
    only = Position.from_text("XXXXXXXXXXXX-OOX X")
    assert favourite(only, "rudimentary", Move("a4")) is None


def test_the_counts_of_a_search() -> None:
    plies = (Ply(generated=10, searched=4, probes=3, hits=2, cuts=1),) * 2
    assert counts_of(Decision(Move("d3"), plies=plies)) == SearchCounts(20, 12, 6, 4, 2)
    assert counts_of(Decision(Move("d3"))) is None
