"""A small alpha-beta in plain Python with a dictionary for a table, as in the first report.

Its authors were puzzled that it sometimes lost to an opponent that always plays the same. Each
of the things that may have been behind it can be switched on alone; with none of them the agent
is sound, and plays the same game again and again.
"""

import math
import time
from dataclasses import dataclass

from outflank._board import WIN_VALUE
from outflank._native import Color, Move, Position
from outflank.agents.base import Agent, choices
from outflank.engine import Decision
from outflank.engine.evals import load_evaluation


@dataclass(frozen=True, slots=True)
class Suspects:
    """What may make a program play differently from one game to the next."""

    clock: bool = False
    """Searches are cut off by a clock; else after a number of positions."""
    stored_timeouts: bool = False
    """A position whose search was cut off is stored with its static value, as exact."""
    sideless_key: bool = False
    """The key of the table is the board alone, without the side to move or the searching side."""
    kept_table: bool = False
    """The table is not emptied before a new game."""


class _TimeOut(Exception):  # noqa: N818
    """Unwinds a search that was cut off."""


class DictionaryAgent(Agent):
    """Iterative deepening; answers with the deepest iteration it finished."""

    def __init__(
        self,
        suspects: Suspects | None = None,
        *,
        evaluation: str = "kandlikar-parry",
        nodes: int = 250,
        seconds: float = 0.005,
        depth: int | None = None,
    ) -> None:
        self.suspects = suspects or Suspects()
        self._evaluation = evaluation
        self._nodes, self._seconds, self._depth = nodes, seconds, depth
        self._table: dict[object, tuple[float, int, str]] = {}
        """Value, depth and kind (exact, lower, upper) by key."""
        self._root = Color.BLACK
        self._looked = 0
        self._deadline = 0.0

    def new_game(self) -> None:
        if not self.suspects.kept_table:
            self._table.clear()

    @property
    def stored(self) -> int:
        return len(self._table)

    def choose(self, position: Position) -> Decision:
        """The best move of the deepest finished iteration; with a depth, of that one alone."""
        moves = choices(position)
        self._root, self._looked = position.turn, 0
        self._value_of = load_evaluation(self._evaluation, position.size).value
        self._deadline = time.perf_counter() + self._seconds
        decision = Decision(moves[0], depth=0, nodes=0)
        # Passes make a game longer than its empty squares, but a game has few of them.
        depths = range(1, 2 * position.empties + 1) if self._depth is None else (self._depth,)
        for depth in depths:
            try:
                move, score = self._best(position, moves, depth)
            except _TimeOut:
                break
            if self.suspects.stored_timeouts and self._out_of_time():
                break  # what it answered is made up in part
            decision = Decision(move, score=score, depth=depth, nodes=self._looked)
        return decision

    def _best(self, position: Position, moves: tuple[Move, ...], depth: int) -> tuple[Move, float]:
        best, alpha = moves[0], -math.inf
        for move in moves:
            value = self._value(position.play(move), depth - 1, alpha, math.inf)
            if value > alpha:
                best, alpha = move, value
        return best, alpha

    def _value(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        """The value for the side that searches, as far as it lies between alpha and beta."""
        key = self._key(position)
        known = self._table.get(key)
        if known is not None and known[1] >= depth:
            value, _, kind = known
            if (
                kind == "exact"
                or (kind == "lower" and value >= beta)
                or (kind == "upper" and value <= alpha)
            ):
                return value
        self._looked += 1
        moves = position.legal_moves
        if not moves:
            score = position.score(self._root)
            # A finished game outranks every heuristic value.
            outcome = score + WIN_VALUE * ((score > 0) - (score < 0))
            return self._store(key, outcome, depth, "exact")
        if depth == 0:
            return self._store(key, self._value_of(position, self._root), depth, "exact")
        if self._out_of_time():
            if self.suspects.stored_timeouts:
                return self._store(key, self._value_of(position, self._root), depth, "exact")
            raise _TimeOut
        low, high = alpha, beta
        own = position.turn == self._root
        best = -math.inf if own else math.inf
        for move in moves:
            value = self._value(position.play(move), depth - 1, low, high)
            if own:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        kind = "lower" if best >= beta else "upper" if best <= alpha else "exact"
        return self._store(key, best, depth, kind)

    def _store(self, key: object, value: float, depth: int, kind: str) -> float:
        self._table[key] = (value, depth, kind)
        return value

    def _key(self, position: Position) -> object:
        if self.suspects.sideless_key:
            return position.to_text()[: position.size**2]
        return position, self._root

    def _out_of_time(self) -> bool:
        if self._depth is not None:
            return False
        if self.suspects.clock:
            return time.perf_counter() > self._deadline
        return self._looked > self._nodes
