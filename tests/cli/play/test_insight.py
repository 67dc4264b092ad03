import pytest

from outflank import Color, Decision, Move, Position, agent
from outflank.cli.play.insight import Comparison, compare, evaluation_of, favourite, statistics
from outflank.cli.play.notation import STANDARD
from outflank.engine.evals import load_evaluation


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
    assert not any("decides" in line for line in comparison.lines(STANDARD))


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


def test_statistics_tell_what_is_known_and_no_more() -> None:
    known = Decision(Move("d3"), score=-1.5, depth=4, nodes=16, seconds=0.001)
    lines = statistics(known, "White", STANDARD)
    assert lines == [
        "Last search of White: depth 4, 16 nodes, 0.00 s, 16 k nodes/s",
        "  score -1.50 for d3",
        "  effective branching factor 2.00",
    ]
    assert statistics(Decision(Move("d3")), "White", STANDARD) == [
        "Last search of White: it told nothing"
    ]
