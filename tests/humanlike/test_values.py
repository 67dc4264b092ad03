"""The engine's values of all moves do not depend on what was asked before."""

import numpy as np

from outflank import Engine, Limit
from outflank.humanlike.choices import DEPTHS
from outflank.humanlike.values import JUDGE_EMPTIES, MoveValues
from support.people import random_games


def test_values_are_the_engine_s_and_repeat() -> None:
    (game,) = random_games(1, seed=4)
    positions = [position for position, _ in game[5:45:8]]
    values = MoveValues()
    found = [values.seen(position, position.legal_moves) for position in positions]
    for position, expected in zip(reversed(positions), reversed(found), strict=True):
        assert (values.seen(position, position.legal_moves) == expected).all()
    with Engine(8, threads=1, hash_mb=1) as engine:
        for position, each in zip(positions, found, strict=True):
            moves = position.legal_moves
            for column, depth in enumerate(DEPTHS):
                lines = engine.analyse(position, Limit(depth=depth), lines=len(moves)).lines
                scores = {line.move: line.score for line in lines}
                assert [scores[move] for move in moves] == each[:, column].tolist()


def test_the_judge_knows_the_end() -> None:
    (game,) = random_games(1, seed=5)
    position = next(each for each, _ in game if each.empties == JUDGE_EMPTIES - 3)
    judged = MoveValues().judge(position, position.legal_moves)
    with Engine(8, threads=1, hash_mb=1) as engine:
        solved = {line.move: line.score for line in engine.solve(position, all_moves=True).lines}
    assert judged.tolist() == [solved[move] for move in position.legal_moves]
    assert judged.dtype == np.int8
