"""The strong engine as a player."""

from collections.abc import Generator
from typing import Any

from outflank._background import Work
from outflank._native import Position
from outflank.agents.base import Agent, choices
from outflank.agents.dice import GameDice
from outflank.agents.options import read_book_option
from outflank.engine import Analysis, Decision, Engine, Level, Limit
from outflank.engine.engine import KeptEngine
from outflank.engine.level import DEFAULT_LEVEL
from outflank.engine.limit import SHORTEST
from outflank.errors import SettingsError

LONGEST_PONDER = 3600.0
"""Seconds; nobody waits longer for a reply without looking away."""


class EngineAgent(Agent):
    """The strong engine, on a board of any size; made when it is first asked."""

    can_stop = True

    def __init__(
        self,
        limit: Limit | Level | None = None,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        weights: str | None = None,
        ponder: bool = False,
        book: str | bool = True,
        seed: int | None = None,
    ) -> None:
        self.limit = Level(DEFAULT_LEVEL) if limit is None else limit
        self.threads = threads
        self.hash_mb = hash_mb
        self.weights = weights
        """The file of its evaluation; None for the one that comes with Outflank."""
        self.ponder = ponder
        self._pondering: Work[Decision] | None = None
        self.book = book
        """The file of its book, or whether it uses the one that comes with Outflank."""
        self._kept = KeptEngine(self._make)
        self._dice = None if seed is None else GameDice(seed)

    def reseed(self, seed: int) -> None:
        if self._dice is not None:
            self._dice.reseed(seed)

    def new_game(self) -> None:
        self._end_pondering()
        self._kept.forget()
        if self._dice is not None:
            self._dice.new_game()

    def prepare(self, size: int) -> None:
        self._end_pondering()
        self._kept.for_size(size)

    def choose(self, position: Position) -> Decision:
        choices(position)
        self._end_pondering()
        dice = None if self._dice is None else self._dice.text
        engine = self._kept.for_size(position.size)
        decision = engine.play(position, self.limit, watch=self.watch, dice=dice)
        if self.ponder and isinstance(self.limit, Limit) and self.limit.is_timed:
            self._begin_pondering(engine, position, decision)
        return decision

    def choose_by_clock(self, position: Position, clock: float, increment: float) -> Decision:
        with self.limited(Limit(clock=max(clock, SHORTEST), increment=increment)):
            return self.choose(position)

    def analysis(self, position: Position, *, lines: int = 1) -> Generator[Analysis, None, None]:
        """What is known about the best moves, again whenever that changes."""
        self._end_pondering()
        return self._kept.for_size(position.size).analysis(position, self.limit, lines=lines)

    def stop(self) -> None:
        self._kept.stop()

    def close(self) -> None:
        self._end_pondering()
        self._kept.close()

    def _begin_pondering(self, engine: Engine, position: Position, decision: Decision) -> None:
        """Searches what comes after the expected reply; what it stores makes the next move quick.

        If the reply is another one, what was stored about it on the way still helps a little.
        """
        for move in decision.pv[:2]:
            position = position.play(move)
        if not position.is_over():
            limit = Limit(time=LONGEST_PONDER)
            self._pondering = Work(lambda: engine.play(position, limit), engine.stop)

    def _end_pondering(self) -> None:
        work, self._pondering = self._pondering, None
        if work is not None:
            work.end()

    def _make(self, size: int) -> Engine:
        return Engine(
            size, threads=self.threads, hash_mb=self.hash_mb, weights=self.weights, book=self.book
        )


def engine_agent(
    *,
    level: int | None,
    selectivity: int | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    dynamic: bool | None,
    hash: int,
    book: str,
    **options: Any,
) -> EngineAgent:
    limit: Limit | Level | None = None
    if depth or nodes or time or dynamic:
        if level is not None:
            raise SettingsError("give a level or limits, not both")
        limit = Limit(depth, nodes, time, bool(dynamic), selectivity)
    elif selectivity is not None:
        raise SettingsError("selectivity goes with depth, nodes or time; a level has its own")
    elif level is not None:
        limit = Level(level)
    return EngineAgent(limit, hash_mb=hash, book=read_book_option(book), **options)
