from dataclasses import replace

import pytest

from outflank import Analysis, Color, Decision, Engine, Limit, Move, Position, agent
from outflank.engine import Line, Ply
from outflank.engine.evals import load_evaluation
from outflank.session.insight import (
    Comparison,
    compare,
    counts_of,
    evaluation_of,
    explain_move,
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


def test_the_strongest_term_speaks_for_its_move() -> None:
    terms = (("a", -5.0, 0.0), ("b", 4.0, 0.0), ("c", 3.0, 0.0))
    comparison = Comparison("x", Move("d3"), Move("c4"), terms)
    assert comparison.strongest_for(Move("d3")) == "b"
    assert comparison.strongest_for(Move("c4")) == "a"
    one_sided = Comparison("x", Move("d3"), Move("c4"), terms[1:])
    assert one_sided.strongest_for(Move("c4")) == ""


def test_two_moves_that_are_worth_the_same() -> None:
    comparison = compare(Position(), "corners", Move("d3"), Move("c4"))
    assert comparison.totals[0] == comparison.totals[1]
    assert comparison.strongest_for(Move("d3")) == comparison.strongest_for(Move("c4")) == ""


def analysis_of(*scores: tuple[str, int]) -> Analysis:
    lines = tuple(Line(Move(name), score, (Move(name),)) for name, score in scores)
    return Analysis(lines, 8, 100, exact=False, outcome=False, nodes=1, seconds=0.1, finished=True)


def test_a_move_is_explained_against_the_best_of_the_others() -> None:
    analysis = analysis_of(("d3", 4), ("c4", 1), ("f5", -2), ("e6", -2))
    first = explain_move(Position(), analysis, "rudimentary", Move("d3"))
    assert first is not None
    assert (first.other.move, first.better, first.kind) == (
        Move("c4"),
        Move("d3"),
        "8 plies @ 100 %",
    )
    later = explain_move(Position(), analysis, "rudimentary", Move("f5"))
    assert later is not None
    assert (later.other.move, later.better) == (Move("d3"), Move("d3"))
    level = explain_move(Position(), analysis, "rudimentary", Move("f5"), Move("e6"))
    assert level is not None
    assert level.better is None
    assert level.heuristics.other == Move("e6")


def test_a_search_that_was_stopped_at_once_explains_nothing() -> None:
    with Engine(threads=1, hash_mb=1) as engine:
        analysis = engine.analyse(Position(), Limit(depth=2), lines=4)
    one = replace(analysis, lines=analysis.lines[:1])
    best, other = analysis.lines[0].move, analysis.lines[1].move
    assert explain_move(Position(), one, "rudimentary", best) is None
    assert explain_move(Position(), one, "rudimentary", other) is None
    assert explain_move(Position(), one, "rudimentary", best, other) is None


def test_the_only_move_needs_no_explanation() -> None:
    only = Position.from_text("XXXXXXXXXXXX-OOX X")
    assert explain_move(only, analysis_of(("a4", 16)), "rudimentary", Move("a4")) is None


def test_whose_evaluation_explains() -> None:
    assert evaluation_of(agent("sommer"), 8) == "sommer"
    assert evaluation_of(agent("mcts"), 8) == "kandlikar-parry"
    assert evaluation_of(agent("random"), 10) == "kandlikar-parry"
    assert evaluation_of(None, 4) == "rudimentary"


def test_the_counts_of_a_search() -> None:
    plies = (Ply(generated=10, searched=4, probes=3, hits=2, cuts=1),) * 2
    assert counts_of(Decision(Move("d3"), plies=plies)) == Ply(20, 8, 6, 4, 2)
    assert counts_of(Decision(Move("d3"))) is None
