"""The engine's answers: limits, levels, repeatability, passes, and what it refuses."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import outflank
from outflank import (
    Analysis,
    Decision,
    Engine,
    EngineError,
    FileError,
    IllegalMoveError,
    Level,
    Limit,
    Move,
    Position,
    SettingsError,
)
from outflank._native import PatternLayout, PatternWeights
from outflank.engine.engine import MAX_HASH_MB

# White has no square to play on; black's only move takes everything.
PASS = Position.from_text("XO" + "-" * 34 + " O")
OVER = Position.from_text("XX" + "-" * 34 + " O")


def middle_of_a_game(size: int, seed: int, plies: int | None = None) -> Position:
    """A position with a choice, from random moves."""
    draw = random.Random(seed)
    while True:
        position = Position(size)
        for _ in range(size * size // 3 if plies is None else plies):
            if not position.is_over():
                position = position.play(draw.choice(position.legal_moves))
        if len(position.legal_moves) > 1:
            return position


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(threads=1, hash_mb=4, level=4, book=False) as engine:
        yield engine


def facts(decision: Decision) -> tuple[Move, float | None, int | None, int | None]:
    return decision.move, decision.score, decision.depth, decision.nodes


def last(analyses: Iterator[Analysis]) -> Analysis:
    *_, analysis = analyses
    return analysis


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_every_board(size: int) -> None:
    with Engine(size, threads=1, hash_mb=1, level=3, book=False) as engine:
        position = middle_of_a_game(size, 1)
        decision = engine.play(position)
        assert position.is_legal(decision.move)
        assert decision.pv[0] == decision.move
        assert decision.depth == min(3, position.empties)
        for move in decision.pv:
            position = position.play(move)


def test_the_level_decides_unless_there_is_a_limit(engine: Engine) -> None:
    position = middle_of_a_game(8, 2)
    assert engine.play(position).depth == 4
    assert engine.play(position, Level(6)).depth == 6
    assert engine.play(position, Limit(depth=3)).depth == 3
    assert engine.play(position, Limit(dynamic=True)).depth == 5
    limited = engine.play(position, Limit(nodes=50_000))
    assert limited.nodes is not None
    assert limited.nodes <= 50_000
    assert limited.depth is not None
    assert limited.depth > 4
    assert engine.play(position, Limit(time=0.05)).depth is not None


def test_a_level_is_exact_near_the_end(engine: Engine) -> None:
    eight, nine = middle_of_a_game(8, 3, plies=52), middle_of_a_game(8, 3, plies=51)
    assert (eight.empties, nine.empties) == (8, 9)
    assert last(engine.analysis(eight)).kind == "exact"
    assert last(engine.analysis(nine)).kind.startswith("4 plies @")
    # A limit reaches the end by deepening.
    assert last(engine.analysis(nine, Limit(depth=8))).kind.startswith("8 plies @")
    for limit in (Limit(depth=9), Limit(depth=10**30), Limit(nodes=10**30), Limit(time=1e300)):
        found = last(engine.analysis(nine, limit))
        assert found.exact
        assert found.best.score == engine.solve(nine).best.score


def test_an_answer_depends_on_the_question_alone() -> None:
    questions = [
        (middle_of_a_game(8, seed), limit)
        for seed in range(4)
        for limit in (None, Limit(depth=6), Limit(nodes=20_000), Limit(depth=7, nodes=9000))
    ]
    with Engine(threads=1, hash_mb=2, level=5, book=False) as engine:
        forth = [facts(engine.play(*question)) for question in questions]
        back = [facts(engine.play(*question)) for question in reversed(questions)]
        counted = [last(engine.analysis(p, Limit(nodes=9000))).nodes for p, _ in questions]
    assert forth == back[::-1]
    with Engine(threads=1, hash_mb=2, level=5, book=False) as other:
        assert facts(other.play(*questions[-1])) == forth[-1]
        assert last(other.analysis(questions[-1][0], Limit(nodes=9000))).nodes == counted[-1]


def test_an_analysis_remembers_the_one_before(engine: Engine) -> None:
    position = middle_of_a_game(8, 5)
    first, again = (last(engine.analysis(position, Limit(depth=8))) for _ in range(2))
    assert again.nodes < first.nodes
    engine.forget()
    assert last(engine.analysis(position, Limit(depth=8))).nodes == first.nodes


def test_snapshots_grow_deeper(engine: Engine) -> None:
    position = middle_of_a_game(8, 6)
    found = list(engine.analysis(position, Limit(depth=9), lines=3))
    assert [analysis.finished for analysis in found] == [False] * (len(found) - 1) + [True]
    depths = [analysis.depth for analysis in found]
    assert depths == sorted(depths)
    assert depths[-1] == 9
    nodes = [analysis.nodes for analysis in found]
    assert nodes == sorted(nodes)
    moves = [line.move for line in found[-1].lines]
    assert len(set(moves)) == 3
    scores = [line.score for line in found[-1].lines]
    assert scores == sorted(scores, reverse=True)
    assert found[-1].best is found[-1].lines[0]


def test_as_many_lines_as_there_are_moves(engine: Engine) -> None:
    position = middle_of_a_game(8, 7)
    analysis = last(engine.analysis(position, Limit(depth=3), lines=100))
    assert {line.move for line in analysis.lines} == set(position.legal_moves)


def test_watching(engine: Engine) -> None:
    seen: list[Analysis] = []
    decision = engine.play(middle_of_a_game(8, 8), Limit(depth=8), watch=seen.append)
    assert seen[-1].finished
    assert seen[-1].decision() == decision

    def fail(_: Analysis) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        engine.play(Position(), Limit(depth=8), watch=fail)
    assert engine.play(Position(), Limit(depth=2)).depth == 2


def test_what_a_score_is() -> None:
    def kind(depth: int, exact: bool = False, outcome: bool = False) -> str:
        return Analysis((), depth, 95, exact, outcome, 0, 0.0, True).kind

    assert [kind(1), kind(12)] == ["1 ply @ 95 %", "12 plies @ 95 %"]
    assert [kind(9, exact=True), kind(9, exact=True, outcome=True)] == ["exact", "outcome"]


def test_a_forced_pass() -> None:
    with Engine(6, threads=1, hash_mb=1) as engine:
        decision = engine.play(PASS)
        assert (decision.move, decision.nodes) == (Move.PASS, 0)
        solved = engine.solve(PASS, all_moves=True)
        assert [line.move for line in solved.lines] == [Move.PASS]
        assert solved.best.score == -36
        assert solved.best.pv == (Move.PASS, Move("c1"))
        assert engine.solve(PASS, outcome=True).best.score == -1
        assert last(engine.analysis(PASS, Limit(depth=2), lines=5)).best.move is Move.PASS


def test_a_pass_turns_the_score() -> None:
    with Engine(6, threads=1, hash_mb=1) as engine:
        found = 0
        for seed in range(200):
            position = middle_of_a_game(6, seed, plies=24)
            for move in position.legal_moves:
                after = position.play(move)
                if after.must_pass():
                    found += 1
                    replied = engine.solve(after.play(Move.PASS)).best
                    passed = engine.solve(after).best
                    assert passed.score == -replied.score
                    assert passed.pv[0] is Move.PASS
        assert found > 5


def test_many_positions(engine: Engine) -> None:
    positions = [middle_of_a_game(8, seed) for seed in range(5)]
    steps: list[tuple[int, int]] = []
    found = engine.analyse_many(
        positions, Limit(depth=4), lines=2, progress=lambda *step: steps.append(step)
    )
    assert steps == [(i, 5) for i in range(1, 6)]
    for position, analysis in zip(positions, found, strict=True):
        assert len(analysis.lines) == 2
        (alone,) = engine.analyse_many([position], Limit(depth=4), lines=2)
        assert (analysis.lines, analysis.nodes) == (alone.lines, alone.nodes)
    assert engine.analyse_many(iter([])) == []
    stopped = engine.analyse_many(
        positions, Limit(depth=4), progress=lambda done, _: engine.stop() if done == 2 else None
    )
    assert [analysis.best for analysis in stopped] == [
        analysis.best for analysis in engine.analyse_many(positions[:2], Limit(depth=4))
    ]


def test_weights_of_ones_own() -> None:
    layout = PatternLayout(6, [[0, 1, 2]])
    # Each id is worth a disc, so whoever is to move is as many discs ahead as there are ids.
    judge = PatternWeights(layout, np.full((1, layout.columns), 128, np.int16))
    with Engine(6, threads=1, hash_mb=1, weights=judge, book=False) as engine:
        assert engine.play(Position(6), Limit(depth=1)).score == -layout.width
        assert engine.play(Position(6), Limit(depth=2)).score == layout.width
    with pytest.raises(SettingsError, match="these weights are for boards of size 6, not 8"):
        Engine(8, weights=judge)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"size": 7}, SettingsError, "4x4, 6x6, 8x8, 10x10 and 12x12, not 7"),
        ({"size": "8"}, SettingsError, "not '8'"),
        ({"size": 8.0}, SettingsError, "not 8.0"),
        ({"threads": 0}, SettingsError, "threads must be from 1 to 256, not 0"),
        ({"threads": 1.5}, TypeError, "threads must be a whole number, not 1.5"),
        ({"hash_mb": 0}, SettingsError, "hash_mb must be from 1 to 1048576, not 0"),
        ({"level": 61}, SettingsError, "a level is a whole number from 1 to 60, not 61"),
        ({"hash_mb": MAX_HASH_MB}, EngineError, "no memory for a table of 1048576 MB"),
    ],
)
def test_settings_that_make_no_sense(
    settings: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Engine(**settings)  # type: ignore[arg-type]


def test_questions_that_make_no_sense(engine: Engine) -> None:
    # Each is refused at once, not when the first answer is asked for.
    for ask in (engine.play, engine.analysis, engine.analysis_async, engine.solve):
        with pytest.raises(SettingsError, match="this engine is for boards of size 8, not 6"):
            ask(Position(6))
    with pytest.raises(SettingsError, match="lines must be above zero, not 0"):
        engine.analysis(Position(), lines=0)
    with pytest.raises(TypeError, match="lines must be a whole number, not"):
        engine.analysis(Position(), lines=1.5)  # type: ignore[arg-type]
    for name in ("analyse", "play", "evaluate", "solve", "analysis"):
        with pytest.raises(TypeError, match="the engine is asked about a Position, not str"):
            getattr(engine, name)("f5")
    with pytest.raises(TypeError, match="the limit must be a Limit or a Level, not 5"):
        engine.play(Position(), 5)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match=r"positions\[1\]: this engine is for boards of size 8"):
        engine.analyse_many([Position(), Position(6)])
    with Engine(6, threads=1, hash_mb=1) as small:
        for ask in (small.play, small.analysis, small.analysis_async, small.solve):
            with pytest.raises(IllegalMoveError, match="the game is over"):
                ask(OVER)


def test_closed() -> None:
    engine = Engine(threads=1, hash_mb=1, book=False)
    open_analysis = engine.analysis(Position(), Level(60))
    next(open_analysis)
    engine.close()
    assert last(open_analysis).finished
    engine.close()
    engine.stop()
    with pytest.raises(EngineError, match="this engine is closed"):
        engine.play(Position())


def test_how_it_shows() -> None:
    assert repr(Engine(10, threads=1, hash_mb=1, level=7)) == "<Engine 10x10, level 7>"


def test_the_evaluation_alone() -> None:
    with Engine(6, threads=1, hash_mb=1) as engine:
        position = Position(6).play(Position(6).legal_moves[0])
        value = engine.evaluate(position)
        # Every image of a board under the symmetries is worth the same.
        assert {engine.evaluate(position.transform(k)) for k in range(8)} == {value}
        assert engine.evaluate(Position.from_text("X" * 36 + " X")) == 36.0
        assert engine.evaluate(Position.from_text("X" * 36 + " O")) == -36.0
        with pytest.raises(SettingsError, match="for boards of size 6, not 8"):
            engine.evaluate(Position())
    with Engine(4, threads=1, hash_mb=1) as engine, pytest.raises(EngineError, match="4x4"):
        engine.evaluate(Position(4))


def test_a_forced_pass_is_worth_what_the_other_side_sees() -> None:
    with Engine(6, threads=1, hash_mb=1) as engine:
        assert engine.evaluate(PASS) == -engine.evaluate(PASS.play(Move.PASS))


def test_weights_from_a_file(tmp_path: Path) -> None:
    weights = Path(outflank.__file__).parent / "data" / "weights" / "6.ofw"
    with (
        Engine(6, threads=1, hash_mb=1, weights=weights) as own,
        Engine(6, threads=1, hash_mb=1) as usual,
    ):
        assert own.evaluate(Position(6)) == usual.evaluate(Position(6))
    with pytest.raises(FileError, match="weights for 6x6, not for 8x8"):
        Engine(8, weights=str(weights))
    with pytest.raises(FileError, match=r"none\.ofw: cannot be read"):
        Engine(8, weights=tmp_path / "none.ofw")
