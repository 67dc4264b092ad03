"""Players in a process of their own, as agents like any other."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank._native import Move, Position
from outflank._text import printable
from outflank.agents.base import Agent
from outflank.agents.spec import AgentSpec
from outflank.engine.limit import share_of
from outflank.errors import FaultKind, PlayerError
from outflank.process.channel import JsonChannel
from outflank.process.host import Host
from outflank.values import Decision

START_SECONDS = 10.0
"""For loading the player, and for making it anew before each game."""
CHILD = str(Path(__file__).with_name("host_child.py"))
GRACE_SECONDS = 0.1
"""Seconds a move may take beyond its limit: what it costs to hand the question over."""
LONGEST_MOVE = 600.0
"""Seconds one of Outflank's own agents may take where no clock runs."""


class ProcessAgent(Agent):
    """A player in a process of its own; after a failure it stays silent until the next game."""

    def __init__(self, title: str, host: Host, *, seconds: float | None) -> None:
        """`title` is how errors call it; without `seconds` no clock of its own runs."""
        self.title = title
        self.time_limit = seconds
        """Seconds for a move where no other clock runs; None if it may think as long as it does."""
        self.seconds = seconds or LONGEST_MOVE
        """A longer move, by more than the grace, is a failure."""
        self._host = host
        self._ready = False
        self._failure: PlayerError | None = None

    def __str__(self) -> str:
        return self.name or self.title

    @property
    def output(self) -> str:
        return self._host.output

    def cpu_seconds(self) -> float:
        return self._host.cpu_seconds()

    def revive(self) -> None:
        """After a failure: the player goes on if its process does, as in the kit, or anew."""
        if self._host.is_running and self._failure is not None:
            self._failure, self._ready = None, True
        else:
            self.new_game()

    def close(self) -> None:
        self._host.stop()
        self._ready = False

    @contextmanager
    def _remembering(self) -> Iterator[None]:
        """Around what may fail: the error silences the player for the rest of the game."""
        try:
            yield
        except PlayerError as error:
            self._failure, self._ready = error, False
            raise


class HostedAgent(ProcessAgent):
    """Asks a process for its moves.

    The process is started by the first game and kept for the next ones; the player is made anew for
    each game.
    """

    def __init__(
        self,
        title: str,
        load: Mapping[str, object],
        *,
        seconds: float | None,
        memory: int,
        start_seconds: float = START_SECONDS,
        command: Sequence[str] = (sys.executable, "-P", "-u", CHILD),
    ) -> None:
        """`load` tells the process whom to play."""
        self._channel = JsonChannel(title, command, megabytes=memory)
        super().__init__(title, self._channel.host, seconds=seconds)
        self.start_seconds = start_seconds
        self._load = dict(load)
        self._observes = False
        self._kind = ""
        self._seed: int | None = None

    def reseed(self, seed: int) -> None:
        self._seed = seed

    def new_game(self) -> None:
        self._failure, self._ready = None, False
        if not self._host.is_running:
            try:
                reply = self.ask({"do": "load", "load": self._load}, self.start_seconds)
                self._kind, self._observes = str(reply.get("kind")), reply.get("observes") is True
            except PlayerError:
                self.close()
                raise
        self.ask({"do": "new", "seed": self._seed}, self.start_seconds)
        self._ready = True

    def prepare(self, size: int) -> None:
        if self._kind == "outflank" and self._ready:
            self.ask({"do": "prepare", "size": size}, self.start_seconds)

    @property
    def observes(self) -> bool:
        return self._observes

    def observe(self, start: Position, moves: Sequence[Move]) -> None:
        if self._ready:
            names = [move.name for move in moves]
            question = {"do": "observe", "start": start.to_text(), "moves": names}
            self.ask(question, self.start_seconds)

    def choose(self, position: Position) -> Move | Decision:
        return self._ask_move(position, None)

    def choose_within(self, position: Position, seconds: float) -> Move | Decision:
        return self._ask_move(position, seconds)

    def choose_by_clock(
        self, position: Position, clock: float, increment: float
    ) -> Move | Decision:
        """The same; one of an earlier Outflank is told its share of the clock."""
        share = share_of(clock, increment, position.empties)
        return self._ask_move(position, share, (clock, increment))

    def _ask_move(
        self, position: Position, think: float | None, clock: tuple[float, float] | None = None
    ) -> Move | Decision:
        if self._failure is not None:
            raise self._failure
        if not self._ready:
            self.new_game()
        question = {"do": "move", "think": think, "position": position.to_text(), "clock": clock}
        reply = self.ask(question, self.seconds)
        with self._remembering():
            try:
                return self._answer(position, reply)
            except (KeyError, ValueError, TypeError):
                reason = f"{self.title} sent a reply that cannot be read"
                raise PlayerError(FaultKind.ILLEGAL, reason) from None

    def _answer(self, position: Position, reply: Mapping[str, Any]) -> Move | Decision:
        """What the reply means; KeyError, ValueError or TypeError if it cannot be read."""
        del position
        score, depth, nodes = numbers = [reply.get(key) for key in ("score", "depth", "nodes")]
        if any(type(number) not in (int, float, type(None)) for number in numbers):
            raise ValueError
        return Decision(Move(reply["move"]), score, depth, nodes)

    def ask(self, question: Mapping[str, object], seconds: float) -> dict[str, Any]:
        """The process's reply; PlayerError if there is none, or if it tells of an error."""
        with self._remembering():
            reply = self._channel.ask(question, seconds, grace=GRACE_SECONDS)
            if "error" in reply:
                kind = FaultKind.ILLEGAL if reply.get("refused") else FaultKind.CRASH
                reason = printable(str(reply["error"])[:2500])
                raise PlayerError(kind, f"{self.title} failed: {reason}")
        return reply


def isolated_agent(spec: AgentSpec, *, memory: int) -> HostedAgent:
    text = str(spec)
    player = HostedAgent(text, {"spec": text}, seconds=None, memory=memory)
    player.name = text
    return player
