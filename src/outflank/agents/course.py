"""Agents written for the COMP 424 course kit, loaded unmodified from their file."""

from collections.abc import Mapping
from pathlib import Path

from outflank._native import Move, Position
from outflank.agents.base import Agent
from outflank.agents.host import Host, can_watch_memory
from outflank.agents.options import MOST_MEGABYTES, Option
from outflank.errors import EngineError, NotationError

START_SECONDS = 10.0
"""For loading the file, and for making the agent before each game."""

COURSE_DOC = "an agent of the COMP 424 course kit, run in a process of its own"
COURSE_OPTIONS = (
    Option("name", "text", None, "which of the file's agents; not needed if there is one"),
    Option("seconds", "number", 2.0, "a longer move loses (the course's limit)", most=10**9),
    Option(
        "memory", "megabytes", 500, "more memory loses (the course's limit)", most=MOST_MEGABYTES
    ),
)
_DIGITS = str.maketrans("-XO", "012")


class CourseAgent(Agent):
    """Plays the moves of a class registered with ``@register_agent`` in a Python file.

    The process is started by the first game and kept for the next ones; the agent is made anew for
    each game. After a failure it stays silent until the next game.
    """

    def __init__(
        self,
        path: str | Path,
        name: str | None = None,
        *,
        seconds: float = 2.0,
        memory: int = 500,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self.path = Path(path).resolve()
        if not self.path.is_file():
            raise NotationError(f"there is no file {str(path)!r}")
        self.agent_name = name
        self.seconds = seconds
        self.start_seconds = start_seconds
        self._host = Host(self.path.name, megabytes=memory)
        self._ready = False
        self._failure: str | None = None

    def __str__(self) -> str:
        return self.name or self.path.name

    @property
    def output(self) -> str:
        """The end of what the agent has printed."""
        return self._host.output

    def new_game(self) -> None:
        """Makes the agent anew; starts its process if there is none."""
        self._failure, self._ready = None, False
        if not self._host.is_running:
            cap = None if can_watch_memory() else self._host.megabytes
            load = {"path": str(self.path), "name": self.agent_name, "cap": cap}
            try:
                self._ask(load, self.start_seconds)
            except EngineError:
                self._host.stop()
                raise
        self._ask({"do": "new"}, self.start_seconds)
        self._ready = True

    def choose(self, position: Position) -> Move:
        """The square the agent names; that it is legal is not checked here."""
        if self._failure is not None:
            raise EngineError(self._failure)
        if not self._ready:
            self.new_game()
        size = position.size
        board = position.to_text()[: size * size].translate(_DIGITS)
        reply = self._ask(
            {"do": "step", "step": {"size": size, "board": board, "player": int(position.turn)}},
            self.seconds,
        )
        square = reply.get("square")
        if (
            not isinstance(square, list)
            or len(square) != 2
            or not all(type(number) is int for number in square)
        ):
            raise self._failed(f"{self.path.name} sent a reply that cannot be read")
        row, column = square
        if not (0 <= row < size and 0 <= column < size):
            raise self._failed(
                f"{self.path.name} answered row {str(row)[:20]}, column {str(column)[:20]}, "
                f"which is not on a {size}x{size} board"
            )
        return Move.at(row, column)

    def close(self) -> None:
        """Ends the process."""
        self._host.stop()
        self._ready = False

    def _ask(self, question: Mapping[str, object], seconds: float) -> dict[str, object]:
        try:
            reply = self._host.ask(question, seconds)
        except EngineError as error:
            raise self._failed(str(error)) from None
        if "error" in reply:
            raise self._failed(f"{self.path.name} failed: {str(reply['error'])[:2500]}")
        return reply

    def _failed(self, reason: str) -> EngineError:
        self._failure, self._ready = reason, False
        return EngineError(reason)
