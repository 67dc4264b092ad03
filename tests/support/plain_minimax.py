"""Minimax in plain Python, for the searches to be compared with."""

from outflank import Color, Move, Position
from outflank._native import Evaluation

WIN = 1e9


def value(
    position: Position, depth: int, root: Color, evaluation: Evaluation, outcome_first: bool = True
) -> float:
    """What the root player gets with best play of both, `depth` plies further; a pass is a ply."""
    if position.is_over() and outcome_first:
        score = position.score(root)
        return score + WIN * ((score > 0) - (score < 0))
    if depth == 0 or position.is_over():
        return evaluation.value(position, root)
    values = [
        value(position.play(move), depth - 1, root, evaluation, outcome_first)
        for move in position.legal_moves
    ]
    return max(values) if position.turn == root else min(values)


def values(
    position: Position, depth: int, evaluation: Evaluation, outcome_first: bool = True
) -> dict[Move, float]:
    """The value of each move for the player to move."""
    return {
        move: value(position.play(move), depth - 1, position.turn, evaluation, outcome_first)
        for move in position.legal_moves
    }
