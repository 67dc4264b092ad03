"""Players that do not search: random, greedy, and the course's greedy player of corners."""

import random

from outflank._native import Color, Move, Position
from outflank.agents.base import Agent, choices
from outflank.values import Decision


class RandomAgent(Agent):
    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def reseed(self, seed: int) -> None:
        self._random = random.Random((self._seed << 64) + seed)

    def choose(self, position: Position) -> Move:
        return self._random.choice(choices(position))


class GreedyAgent(Agent):
    """The move that flips most discs, the first of them in reading order."""

    def choose(self, position: Position) -> Decision:
        """Its score is the value of the position after the move, such as the lead in discs."""
        values = [
            (self._value(position.play(move), position.turn), move) for move in choices(position)
        ]
        value, move = max(values, key=lambda pair: pair[0])
        return Decision(move, score=float(value), depth=1, nodes=len(values))

    def _value(self, position: Position, color: Color) -> int:
        return position.disc_difference(color)


def corner_value(position: Position, color: Color, variant: str = "fixed") -> int:
    """Disc lead + 10 * (own - their corners) - their legal squares, right after a move of `color`.

    The original (gpt_greedy_corners of the COMP 424 kit) takes player 1's lead for its own, whoever
    it plays; so does the variant "faithful".
    """
    last = position.size - 1
    corners = [position.color_at(row, column) for row in (0, last) for column in (0, last)]
    replies = sum(not move.is_pass for move in position.legal_moves)
    lead = position.disc_difference(color if variant == "fixed" else Color.BLACK)
    return lead + 10 * (corners.count(color) - corners.count(color.opponent)) - replies


class GreedyCornersAgent(GreedyAgent):
    """The move with the highest `corner_value`, the first of them in reading order."""

    def __init__(self, variant: str = "fixed") -> None:
        self.variant = variant

    def _value(self, position: Position, color: Color) -> int:
        return corner_value(position, color, self.variant)
