import random

import pytest

from outflank import IllegalMoveError, Move, Position, SettingsError, _native
from outflank.engine import Limit, MonteCarloSearch
from outflank.engine.evals import load_evaluation
from outflank.errors import OutflankError


def late_position(size: int, seed: int, empties: int) -> Position:
    draw, position = random.Random(seed), Position(size)
    while position.empties > empties and not position.is_over():
        position = position.play(draw.choice(position.legal_moves))
    return position


def best_score(position: Position) -> int:
    """The exact final score for the side to move."""
    if position.is_over():
        return position.score(position.turn)
    return max(-best_score(position.play(move)) for move in position.legal_moves)


def test_the_seed_decides() -> None:
    for size in (4, 6, 8, 10, 12):
        answers = [
            MonteCarloSearch(size, seed=seed).search(Position(size), Limit(nodes=500))
            for seed in (1, 1, 2)
        ]
        assert answers[0].move == answers[1].move
        assert answers[0].score == answers[1].score
        assert answers[0].score != answers[2].score
        assert answers[0].nodes == 500


@pytest.mark.parametrize("name", [None, "rudimentary"])
def test_finds_won_endings(name: str | None) -> None:
    found = tried = 0
    for seed in range(60):
        position = late_position(6, seed, 7)
        if position.is_over() or position.must_pass() or best_score(position) <= 0:
            continue
        losing = [m for m in position.legal_moves if -best_score(position.play(m)) <= 0]
        if not losing:
            continue
        evaluation = None if name is None else load_evaluation(name, 6)
        answer = MonteCarloSearch(6, evaluation=evaluation, seed=1).search(
            position, Limit(nodes=4000)
        )
        tried += 1
        found += answer.move not in losing
    assert tried >= 8
    assert found == tried


def test_memory_is_capped() -> None:
    search = MonteCarloSearch(8, memory_mb=1, seed=1)
    answer = search.search(Position(), Limit(nodes=200_000))
    assert answer.nodes == 200_000
    # A node is some 48 bytes: the tree cannot have grown past 1 MB.
    assert sum(ply.generated for ply in answer.plies) < 2**20 / 40


def test_limits_and_positions() -> None:
    search = MonteCarloSearch(8)
    with pytest.raises(SettingsError, match="has no depth"):
        search.search(Position(), Limit(depth=3))
    with pytest.raises(SettingsError, match="size 8, not 6"):
        search.search(Position(6), Limit(nodes=3))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        search.search(Position.from_text("X" * 64), Limit(nodes=3))
    with pytest.raises(OutflankError, match="another board size"):
        MonteCarloSearch(8, evaluation=load_evaluation("parity", 6))
    passing = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
    assert search.search(passing, Limit(nodes=3)).move is Move.PASS
    assert search.search(Position(), Limit(time=0.05)).nodes
    assert search.search(Position(), Limit(nodes=1)).move in Position().legal_moves


def test_it_is_the_core_that_searches() -> None:
    assert _native.Search.monte_carlo(8, None, exploration=1.0, memory_mb=1, seed=0)
