"""Exact scores: against plain Python on every board, and the FFO endgames."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from outflank import Analysis, Engine, Level, Limit, Move, Position
from outflank.formats.obf import Problem, read_problems
from support.boards import SIZES, arbitrary_positions, reachable_positions

DATA = Path(__file__).parents[1] / "data" / "ffo"
FFO = dict(
    enumerate(
        [
            problem
            for name in ("fforum-1-19", "fforum-20-39")
            for problem in read_problems(DATA / f"{name}.obf")
        ],
        1,
    )
)
# More than a second each.
SLOW = {36, 37, 38, 39}
MOST_EMPTIES = 6
"""What plain Python solves quickly."""

ENGINES = {size: Engine(size, threads=1, hash_mb=1) for size in SIZES}


def true_scores(position: Position) -> dict[Move, int]:
    """The final score of each move for the side to move, by looking at everything."""

    @cache
    def score(position: Position) -> int:
        if position.is_over():
            return position.score(position.turn)
        return max(-score(position.play(move)) for move in position.legal_moves)

    return {move: -score(position.play(move)) for move in position.legal_moves}


@st.composite
def endgames(draw: st.DrawFn) -> Position:
    """A position near its end, whatever the board."""
    position = draw(st.one_of(reachable_positions(), arbitrary_positions()))
    choices = draw(st.randoms(use_true_random=False))
    while position.empties > MOST_EMPTIES and position.legal_moves:
        position = position.play(choices.choice(position.legal_moves))
    assume(position.legal_moves)
    return position


@given(endgames())
def test_solving_is_looking_at_everything(position: Position) -> None:
    expected = true_scores(position)
    engine = ENGINES[position.size]
    best = engine.solve(position)
    assert best.exact
    assert best.best.score == max(expected.values()) == expected[best.best.move]
    every = engine.solve(position, all_moves=True)
    assert {line.move: line.score for line in every.lines} == expected
    scores = [line.score for line in every.lines]
    assert scores == sorted(scores, reverse=True)


@given(endgames())
def test_the_line_leads_to_the_score(position: Position) -> None:
    for line in ENGINES[position.size].solve(position, all_moves=True).lines:
        end = position
        for move in line.pv:
            end = end.play(move)
        assert end.is_over()
        assert end.score(position.turn) == line.score


@given(endgames())
def test_the_outcome_is_the_sign_of_the_score(position: Position) -> None:
    expected = {move: (score > 0) - (score < 0) for move, score in true_scores(position).items()}
    engine = ENGINES[position.size]
    solved = engine.solve(position, outcome=True)
    assert solved.kind == "outcome"
    assert solved.best.score == max(expected.values()) == expected[solved.best.move]
    every = engine.solve(position, outcome=True, all_moves=True)
    assert {line.move: line.score for line in every.lines} == expected


def test_four_by_four_from_the_start() -> None:
    for line in ENGINES[4].solve(Position(4), all_moves=True).lines:
        assert line.score == -10  # white wins 11 to 3 and gets the two squares left


def check(number: int) -> None:
    problem: Problem = FFO[number]
    with Engine(threads=2, hash_mb=64) as engine:
        solved = engine.solve(problem.position)
    assert solved.exact
    assert solved.best.score == problem.score == problem.scores[solved.best.move]


@pytest.mark.parametrize("number", sorted(FFO.keys() - SLOW))
def test_ffo(number: int) -> None:
    check(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted(SLOW))
def test_ffo_slow(number: int) -> None:
    check(number)


@pytest.mark.parametrize("number", [1, 4, 8, 13, 20, 31])
def test_every_move_of_an_ffo_position(number: int) -> None:
    problem = FFO[number]
    with Engine(threads=2, hash_mb=64) as engine:
        solved = engine.solve(problem.position, all_moves=True)
        outcome = engine.solve(problem.position, outcome=True)
    assert {line.move: line.score for line in solved.lines} == problem.scores
    assert problem.score is not None
    assert outcome.best.score == (problem.score > 0) - (problem.score < 0)
    assert outcome.nodes < solved.nodes


def test_the_lines_of_ffo_positions_lead_to_their_scores() -> None:
    with Engine(threads=1, hash_mb=16) as engine:
        for number in range(1, 8):
            position = FFO[number].position
            line = engine.solve(position).best
            end = position
            for move in line.pv:
                end = end.play(move)
            assert end.is_over(), number
            assert end.score(position.turn) == line.score, number


def test_solving_can_be_watched() -> None:
    told: list[Analysis] = []
    with Engine(threads=1, hash_mb=16) as engine:
        solved = engine.solve(FFO[20].position, watch=told.append)
    assert told[-1] == solved
    assert [analysis.depth for analysis in told] == sorted(analysis.depth for analysis in told)


def test_a_selective_search_to_the_end_comes_first_and_is_not_called_exact() -> None:
    kinds = set()
    with Engine(threads=1, hash_mb=16) as engine:
        for number in (26, 28):  # whoever reads late misses one
            told = list(engine.analysis(FFO[number].position, Level(60)))
            kinds |= {analysis.kind for analysis in told}
            assert all(analysis.exact == (analysis.kind == "exact") for analysis in told)
            assert (told[-1].exact, told[-1].selectivity) == (True, 100)
            assert told[-1].best.score == FFO[number].score
    assert "20 plies @ 87 %" in kinds


@pytest.mark.thorough
@pytest.mark.parametrize("size", [10, 12])
def test_a_score_is_that_of_the_best_reply_where_a_selective_search_comes_first(size: int) -> None:
    """With a square less there is none: the replies are searched in full at once."""
    with Engine(size, threads=1, hash_mb=16, level=1) as engine:
        position = Position(size)
        while position.empties > 18 or position.must_pass():
            position = position.play(engine.play(position).move)
        replies = [position.play(move) for move in position.legal_moves]
        best = max(-_true_score(engine, reply) for reply in replies)
        assert engine.solve(position).best.score == best


def _true_score(engine: Engine, position: Position) -> int:
    if position.is_over():
        return position.score(position.turn)
    if position.must_pass():
        return -_true_score(engine, position.play(Move.PASS))
    return engine.solve(position).best.score


SIGNATURE = 823_983
"""Nodes of the positions below: an accidental change of the search shows here."""


def test_the_signature_of_the_search() -> None:
    with Engine(threads=1, hash_mb=16) as engine:
        # The last one is long enough for a selective search before the full one.
        nodes = sum(engine.solve(FFO[number].position).nodes for number in (*range(1, 11), 23))
        for size in (6, 8, 10, 12):
            position = Position(size)
            with Engine(size, threads=1, hash_mb=16) as other:
                nodes += other.analyse_many([position], Limit(depth=6))[0].nodes
                nodes += other.analyse_many([position], Limit(depth=8, selectivity=73))[0].nodes
    assert nodes == SIGNATURE
