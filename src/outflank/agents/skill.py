"""An opponent that people can beat: it gives away discs on purpose, a few at a time.

The engine scores every move. For each move the skill draws how many discs it may lose, and the
move that comes nearest to that from below is played. So a weak skill errs often and a strong one
seldom, but neither plays a blunder that the engine did not weigh first.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from outflank._native import Position
from outflank.agents.base import Agent, choices
from outflank.agents.builtin import FULL_STRENGTH
from outflank.agents.dice import GameDice
from outflank.agents.options import read_book_option
from outflank.engine import Analysis, Decision, Engine, Level, Limit, Line
from outflank.engine.book import Book
from outflank.engine.engine import KeptEngine
from outflank.engine.level import DEFAULT_LEVEL
from outflank.values import FORCED_PASS

MEAN_BUDGETS = (26.0, 18.0, 13.0, 9.5, 7.0, 5.2, 3.8, 2.7, 1.8, 0.9)
"""Discs a move in mid-game may lose, on average, for skills 0 to 9 on 8x8.

What is really lost is far less: seldom does a move come near the budget. Chosen so that each skill
beats the one below about two times out of three (benchmarks/skill.py).
"""
BUDGET_CAP = 2.0
"""No budget is more than so many times the average: no sudden blunder."""
OPENING_AND_END_SHARE = 0.4
"""The share of the budget at the first and the last move; mid-game has all of it."""
OPENING_SHARE = 0.15
"""The share of the game in which near-equal moves are all as good as the best, for variety."""
NEAR_EQUAL_DISCS = 1
"""How many discs apart moves are near-equal."""
HASH_MB = 64

DEFAULT_LIMIT = Limit(nodes=200_000)
"""How far it looks unless told otherwise; at skill 10 the level of the engine decides."""


class SkillAgent(Agent):
    """The engine with a budget of discs to lose; skill 10 is the engine itself.

    The same seed plays the same games, one after the other.
    """

    can_stop = True

    def __init__(
        self,
        level: int = 5,
        limit: Limit | Level | None = None,
        *,
        seed: int = 0,
        book: str | bool = True,
        make_engine: Callable[..., Engine] = Engine,
    ) -> None:
        if limit is None:
            limit = Level(DEFAULT_LEVEL) if level == FULL_STRENGTH else DEFAULT_LIMIT
        self.limit = limit
        self.level = level
        self.loss: int | None = None
        """How many discs the last move gave away, as the engine sees it."""
        self._kept = KeptEngine(
            lambda size: make_engine(size, threads=1, hash_mb=HASH_MB, book=book)
        )
        self._dice = GameDice(seed)

    def reseed(self, seed: int) -> None:
        self._dice.reseed(seed)

    def new_game(self) -> None:
        self._dice.new_game()

    def prepare(self, size: int) -> None:
        self._kept.for_size(size)

    def choose(self, position: Position) -> Decision:
        moves = choices(position)
        if position.must_pass():
            return FORCED_PASS
        analysis = self._analyse(position, 1 if self.level == FULL_STRENGTH else len(moves))
        line = analysis.best if self.level == FULL_STRENGTH else self._pick(position, analysis)
        self.loss = analysis.best.score - line.score
        return replace(analysis.decision(), move=line.move, score=float(line.score), pv=line.pv)

    def stop(self) -> None:
        self._kept.stop()

    def close(self) -> None:
        self._kept.close()

    def _analyse(self, position: Position, lines: int) -> Analysis:
        engine = self._kept.for_size(position.size)
        stored = None if engine.book is None else self._stored(engine.book, position, lines)
        if stored is not None:
            if self.watch is not None:
                self.watch(stored)
            return stored
        engine.forget()  # a move must not depend on the moves before it
        for analysis in engine.analysis(position, self.limit, lines=lines):
            if self.watch is not None:
                self.watch(analysis)
        return analysis

    def _stored(self, book: Book, position: Position, lines: int) -> Analysis | None:
        if self.level == FULL_STRENGTH:
            return book.choose(position, self._dice.text)
        analysis = book.analysis(position)
        return analysis if analysis is not None and len(analysis.lines) >= lines else None

    def _pick(self, position: Position, analysis: Analysis) -> Line:
        best = analysis.best.score
        filled = 1 - position.empties / (position.size**2 - 4)
        budget = self._budget(position.size, filled)
        if filled < OPENING_SHARE:
            budget = max(budget, NEAR_EQUAL_DISCS)
        lines = [line for line in analysis.lines if best - line.score <= budget]
        if filled >= OPENING_SHARE:
            nearest = min(line.score for line in lines)
            lines = [line for line in lines if line.score == nearest]
        return self._dice.random.choice(lines)

    def _budget(self, size: int, filled: float) -> float:
        """Discs to lose now: few early and late, where a slip looks silly, more in between."""
        average = MEAN_BUDGETS[self.level] * size**2 / 64
        share = OPENING_AND_END_SHARE + (1 - OPENING_AND_END_SHARE) * math.sin(
            math.pi * min(max(filled, 0.0), 1.0)
        )
        return share * min(self._dice.random.expovariate(1 / average), BUDGET_CAP * average)


def skill_agent(
    *, level: int, seed: int, book: str, depth: int | None, nodes: int | None, time: float | None
) -> SkillAgent:
    limit = Limit(depth, nodes, time) if depth or nodes or time else None
    return SkillAgent(level, limit, seed=seed, book=read_book_option(book))
