"""An agent as the servers of the protocols ask for it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from outflank._native import Position
from outflank.agents.base import Agent, decide
from outflank.agents.engine import EngineAgent
from outflank.agents.limits import limit_names
from outflank.agents.registry import agent
from outflank.agents.skill import SkillAgent
from outflank.agents.spec import AgentSpec
from outflank.engine.level import MAX_LEVEL, MIN_LEVEL, Level
from outflank.engine.limit import SHARE_LEFT, SHORTEST, Limit, share_of
from outflank.errors import SettingsError
from outflank.game import Game
from outflank.protocols.clock import TimeLeft
from outflank.values import Analysis, Decision

STOP_SECONDS = 0.01


def seconds_for(time: TimeLeft, position: Position) -> float:
    if not time.moves:
        return share_of(time.seconds, time.increment, position.empties)
    return max(SHORTEST, min(time.seconds / time.moves + time.increment, SHARE_LEFT * time.seconds))


class ServedAgent:
    """Asks an agent on behalf of a protocol. A limit in its spec comes before a depth."""

    def __init__(self, spec: AgentSpec) -> None:
        if spec.name == "human":
            raise SettingsError("a person speaks no protocol; give an agent")
        self._agent: Agent = agent(spec)
        self._fixed = bool(spec.limits)
        self._takes_depth = "depth" in limit_names(spec)
        self.name = "Outflank" if not spec.options and self.gives_hints else f"Outflank {spec}"

    @property
    def can_stop(self) -> bool:
        return self._agent.can_stop

    @property
    def gives_hints(self) -> bool:
        """Only the engine tells what moves are worth, in discs."""
        return isinstance(self._agent, EngineAgent)

    def new_game(self, size: int) -> None:
        self._agent.new_game()
        self._agent.prepare(size)

    def choose(self, game: Game, time: TimeLeft | None, depth: int | None) -> Decision:
        position = game.position
        if self._agent.observes:
            self._agent.observe(game.start, game.moves)
        seconds = None if time is None else seconds_for(time, position)
        limit = self._limit(depth)
        if time is not None and limit is None and not self._fixed:
            clock = None if time.moves else (time.seconds, time.increment)
            decision = decide(self._agent, position, seconds, clock=clock)
        else:
            with self._agent.limited(limit), self._ended_after(seconds):
                decision = decide(self._agent, position)
        in_discs = isinstance(self._agent, EngineAgent | SkillAgent)
        return decision if in_discs else replace(decision, score=None)

    def hints(self, game: Game, count: int, depth: int | None) -> Iterator[Analysis]:
        if not isinstance(self._agent, EngineAgent):
            return
        with self._agent.limited(self._limit(depth)):
            yield from self._agent.analysis(game.position, lines=count)

    def stop(self) -> None:
        self._agent.stop()

    def close(self) -> None:
        self._agent.close()

    def _limit(self, depth: int | None) -> Limit | Level | None:
        if depth is None or self._fixed or not self._takes_depth:
            return None
        if isinstance(self._agent, EngineAgent):
            return Level(min(max(MIN_LEVEL, depth), MAX_LEVEL))
        return Limit(depth=max(1, depth))

    @contextmanager
    def _ended_after(self, seconds: float | None) -> Iterator[None]:
        if seconds is None or not self._agent.can_stop:
            yield
            return
        done = threading.Event()

        def end() -> None:
            wait = seconds
            while not done.wait(wait):  # again: the search may not have begun yet
                self._agent.stop()
                wait = STOP_SECONDS

        threading.Thread(target=end, daemon=True).start()
        try:
            yield
        finally:
            done.set()
