"""A player around a plain Python function: slow, for experiments."""

import math
from collections.abc import Callable

from outflank._board import WIN_VALUE
from outflank._native import Color, Move, Position
from outflank.agents.base import Agent, choices
from outflank.engine import Decision, Limit
from outflank.errors import EngineError

# Compared first to last: who has won (0 while nobody has), then the function's value or the discs.
_Value = tuple[int, float]
_WORST: _Value = (-1, -math.inf)


class FunctionAgent(Agent):
    """Alpha-beta over a function that says how good a position is for black.

    The agent turns the sign when it plays white. A finished game outranks whatever the function
    says: a win above all, a loss below all, each by discs; a draw counts 0.

    >>> agent = FunctionAgent(lambda position: position.disc_difference(), depth=3)
    >>> agent.choose(Position()).depth
    3
    """

    def __init__(self, function: Callable[[Position], float], depth: int = 2) -> None:
        Limit(depth=depth)  # refuses what is no depth
        self.function = function
        self.depth = depth
        self._nodes = 0

    def choose(self, position: Position) -> Decision:
        """The first of the best moves; a win scores 1e9 and the discs, as in the core."""
        choices(position)
        self._nodes = -1  # the root is not counted
        (sign, points), line = self._search(position, self.depth, _WORST, _turned(_WORST))
        return Decision(line[0], sign * WIN_VALUE + points, self.depth, self._nodes, pv=line)

    def _search(
        self, position: Position, depth: int, alpha: _Value, beta: _Value
    ) -> tuple[_Value, tuple[Move, ...]]:
        """The value for the side to move, and the moves that lead there."""
        self._nodes += 1
        moves = position.legal_moves
        if not moves:
            score = position.score(position.turn)
            return ((score > 0) - (score < 0), float(score)), ()
        if depth == 0:
            return (0, self._value(position)), ()
        best: tuple[_Value, tuple[Move, ...]] = (_WORST, ())
        for move in moves:
            value, line = self._search(
                position.play(move), depth - 1, _turned(beta), _turned(max(alpha, best[0]))
            )
            if _turned(value) > best[0]:
                best = _turned(value), (move, *line)
            if best[0] >= beta:
                break
        return best

    def _value(self, position: Position) -> float:
        value = float(self.function(position))
        if not math.isfinite(value):
            raise EngineError(f"the function answered {value} for {position.to_text()}")
        return value if position.turn == Color.BLACK else -value


def _turned(value: _Value) -> _Value:
    return -value[0], -value[1]
