from dataclasses import replace

import pytest

from outflank import Analysis, Color, Decision, Engine, Limit, Move, Position, agent
from outflank.engine import Line, Ply
from outflank.engine.evals import load_evaluation
from outflank.session.insight import Explanation, counts_of, evaluation_of, explain_move


def analysis_of(*scores: tuple[str, int]) -> Analysis:
    lines = tuple(Line(Move(name), score, (Move(name),)) for name, score in scores)
    return Analysis(lines, 8, 100, exact=False, outcome=False, nodes=1, seconds=0.1, finished=True)


def test_a_comparison_adds_up() -> None:
    position = Position().play("f5").play("d6")
    for name in ("kandlikar-parry", "sommer", "improved", "rudimentary"):
        native = load_evaluation(name, 8)
        moves = position.legal_moves
        analysis = analysis_of(*((move.name, 0) for move in moves))
        explanation = explain_move(position, analysis, name, moves[0], moves[1])
        assert explanation is not None
        for move, total in zip(moves, explanation.totals, strict=False):
            assert total == pytest.approx(native.value(position.play(move), Color.BLACK))
        differences = [abs(own - other) for _, own, other in explanation.terms]
        assert differences == sorted(differences, reverse=True)


def test_the_strongest_term_speaks_for_its_move() -> None:
    terms = (("a", -5.0, 0.0), ("b", 4.0, 0.0), ("c", 3.0, 0.0))
    worse, better = (Line(Move("d3"), score, (Move("d3"),)) for score in (0, 2))
    other = Line(Move("c4"), 1, (Move("c4"),))
    assert Explanation("exact", better, other, "x", terms).strongest == "b"
    assert Explanation("exact", worse, other, "x", terms).strongest == "a"
    assert Explanation("exact", worse, other, "x", terms[1:]).strongest == ""
    assert Explanation("exact", other, other, "x", terms).strongest == ""


def test_heuristics_for_which_two_moves_are_the_same() -> None:
    for scores in ((0, 0), (1, 0), (0, 1)):
        analysis = analysis_of(*zip(("d3", "c4"), scores, strict=True))
        explanation = explain_move(Position(), analysis, "corners", Move("d3"), Move("c4"))
        assert explanation is not None
        assert explanation.totals[0] == explanation.totals[1]
        assert explanation.strongest == ""


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
    assert level.other.move == Move("e6")


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
