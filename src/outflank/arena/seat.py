"""A player at the board: asked for its moves, held to its clock, and never trusted."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from outflank._native import Move, Position
from outflank.agents import agent, agent_info
from outflank.agents.base import Agent, check_answer
from outflank.agents.course import COURSE_SECONDS, CourseAgent
from outflank.agents.hosted import GRACE_SECONDS, ProcessAgent, isolated_agent
from outflank.agents.spec import AgentSpec
from outflank.agents.turns import Turns
from outflank.arena.settings import Conditions
from outflank.engine.evals import evaluation_info
from outflank.errors import FaultKind, OutflankError, PlayerError, SettingsError
from outflank.values import Decision

PATIENCE = 3.0
"""Where processor time counts, a move may take so many times as long on the wall."""
LATE = 6
"""Empty squares of a position that no search takes long for."""
TRY_SECONDS = 0.05


class Seat:
    """One player of a run, kept for many games."""

    def __init__(self, spec: str, conditions: Conditions) -> None:
        self.spec = spec
        self._conditions = conditions
        typed = AgentSpec.parse(spec)
        full = conditions.limited(typed)
        player = agent(full)
        if isinstance(player, ProcessAgent):
            player.close()
            if not full.has("memory"):
                full = full.with_options(memory=conditions.memory)
            player = agent(full)
            if isinstance(player, CourseAgent) and not typed.limits:
                for option, value in conditions.limits.items():
                    player.suggest_limit(option, value)
        elif conditions.isolate:
            player.close()
            player = isolated_agent(full, memory=conditions.memory)
        self._agent: Agent = player
        self._host = player if isinstance(player, ProcessAgent) else None
        self._seconds = _own_seconds(typed) or conditions.seconds
        self._timed = conditions.timed or self._host is not None
        self._thinks = conditions.game_seconds is not None and not typed.limits
        cpu = conditions.clock == "cpu"
        self._clock = self._cpu_seconds if cpu else time.perf_counter
        self._patience = PATIENCE if cpu else 1.0
        self.left = 0.0
        """Seconds on the game clock."""

    def begin(self, seed: int, size: int) -> None:
        """A new game, before its clock runs; what its dice show depends on the seed alone."""
        self.left = self._conditions.game_seconds or 0.0
        with _crashes():
            self._agent.reseed(seed)
            self._agent.new_game()
            self._agent.prepare(size)

    @property
    def observes(self) -> bool:
        """Whether the player wants to be told the game so far; known once it has begun."""
        return self._agent.observes

    def observe(self, start: Position, moves: Sequence[Move]) -> None:
        with _crashes():
            self._agent.observe(start, moves)

    def choose(self, position: Position) -> tuple[Decision, Position]:
        """The move, with the seconds of the clock that counts, and the position after it.

        PlayerError for a fault.
        """
        limit = self._limit() if self._timed else None
        if self._host is not None and limit is not None:
            # Its process is ended by the wall clock in any case; the clock that counts is below.
            self._host.seconds = limit * self._patience
        begun = self._clock()
        with _crashes():
            if self._thinks:
                increment = self._conditions.increment
                answer: object = self._agent.choose_by_clock(position, self.left, increment)
            else:
                answer = self._agent.choose(position)
        seconds = self._clock() - begun
        if limit is not None:
            if seconds > limit + GRACE_SECONDS:
                reason = f"{self.spec} took {seconds:.3f} of {limit:.3f} seconds"
                raise PlayerError(FaultKind.TIME, reason)
            if self._conditions.game_seconds is not None:
                self.left = max(0.0, self.left - seconds) + self._conditions.increment
        decision, after = check_answer(answer, position, self.spec)
        return replace(decision, seconds=seconds), after

    def try_move(self, position: Position) -> None:
        """Asks for a move in little time, off the clock; PlayerError for a fault."""
        with _crashes():
            self._agent.choose_within(position, TRY_SECONDS)

    def revive(self) -> None:
        """After a fault that cost only a move: a player that was silenced is asked again."""
        if self._host is not None:
            with suppress(PlayerError):
                self._host.revive()

    def close(self) -> None:
        self._agent.close()

    def _cpu_seconds(self) -> float:
        return time.process_time() if self._host is None else self._host.cpu_seconds()

    def _limit(self) -> float | None:
        """Seconds the next move may take, and the margin; None if no clock runs.

        A course agent is always held to one: what its spec says, else the run, else the course.
        """
        if self._conditions.game_seconds is not None:
            return self.left
        if self._conditions.seconds is not None:
            return self._seconds
        return None if self._host is None else self._host.time_limit


def check_player(spec: str, conditions: Conditions, sizes: tuple[int, ...]) -> None:
    """Says what is wrong with a player before anything is played."""
    typed = AgentSpec.parse(spec)
    if typed.name == "human":
        raise SettingsError("a person cannot play in the arena; use outflank play")
    info = agent_info(typed)
    for size in sizes:
        info.check_board(size)
    with agent(conditions.limited(typed)) as player:
        evaluation = player.evaluation
    if evaluation is not None and (
        missing := [size for size in sizes if size not in evaluation_info(evaluation).sizes]
    ):
        raise SettingsError(f"{evaluation} is not for {missing[0]}x{missing[0]}")


def ask_once(spec: str, conditions: Conditions, sizes: tuple[int, ...]) -> None:
    """Has a player begin a game and move, and closes it; SettingsError if it cannot.

    One from a file is asked at the start of a game, on its clock. Outflank's own are asked near the
    end of one, with little time: they are to show that they work, not to think. An engine of
    somebody else shows on each board that it knows the game there, when a game begins for it.
    """
    seat = Seat(spec, conditions)
    typed = AgentSpec.parse(spec)
    try:
        for size in sizes if typed.command else sizes[:1]:
            seat.begin(0, size)
        if typed.command:
            return
        position = Position(sizes[0]) if typed.is_path else _late_position(sizes[0])
        if seat.observes:
            seat.observe(position, ())
        if not typed.is_path:
            seat.try_move(position)
        elif conditions.on_error == "forfeit":
            seat.choose(position)
    except PlayerError as error:
        reason = str(error) if spec in str(error) else f"{spec}: {error}"
        raise SettingsError(f"{reason} (asked for one move; --allow-broken plays on)") from None
    finally:
        seat.close()


def _late_position(size: int) -> Position:
    turns = Turns(Position(size))
    for position, moves in turns:
        if position.empties <= LATE:
            break
        turns.play(moves[0])
    return position


def doubt(spec: str, conditions: Conditions) -> str | None:
    """What to warn of: a course agent that has less time than those are written for."""
    typed = AgentSpec.parse(spec)
    seconds = _own_seconds(typed) or conditions.seconds
    if not typed.is_path or seconds is None or seconds >= COURSE_SECONDS:
        return None
    return (
        f"{spec} has {seconds:g} s a move; agents written for the course, where it is "
        f"{COURSE_SECONDS:g} s, may lose by time"
    )


def _own_seconds(spec: AgentSpec) -> float | None:
    # `time` is how long one of ours thinks, `seconds` how long a course agent may.
    value = spec.get("seconds") or spec.get("time")
    return float(value) if value else None


@contextmanager
def _crashes() -> Iterator[None]:
    try:
        yield
    except PlayerError:
        raise
    except Exception as error:
        known = isinstance(error, OutflankError)
        reason = str(error) if known else f"{type(error).__name__}: {error}"
        raise PlayerError(FaultKind.CRASH, reason[:2500]) from error
