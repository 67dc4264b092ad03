"""Agents written for the COMP 424 course kit, loaded unmodified from their file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from outflank._native import Move, Position
from outflank.agents.hosted import START_SECONDS, HostedAgent
from outflank.agents.options import MOST_MEGABYTES, Option
from outflank.errors import FileError

COURSE_SECONDS = 2.0
"""The course's limit for a move."""
COURSE_DOC = "an agent of the COMP 424 course kit, run in a process of its own"
COURSE_OPTIONS = (
    Option("name", "text", None, "which of the file's agents; not needed if there is one"),
    Option(
        "seconds", "number", COURSE_SECONDS, "a longer move loses (the course's limit)", most=10**9
    ),
    Option(
        "memory", "megabytes", 500, "more memory loses (the course's limit)", most=MOST_MEGABYTES
    ),
)
_DIGITS = str.maketrans("-XO", "012")


class CourseAgent(HostedAgent):
    """Plays the moves of a class registered with ``@register_agent`` in a Python file."""

    def __init__(
        self,
        path: str | Path,
        name: str | None = None,
        *,
        seconds: float = COURSE_SECONDS,
        memory: int = 500,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self.path = Path(path).resolve()
        if not self.path.is_file():
            raise FileError(f"there is no file {str(path)!r}")
        self.agent_name = name
        self._time_limit = seconds
        super().__init__(
            self.path.name,
            {"path": str(self.path), "name": name},
            seconds=seconds,
            memory=memory,
            start_seconds=start_seconds,
        )

    @property
    def time_limit(self) -> float | None:
        """The course's, or what was given."""
        return self._time_limit

    def _question(self, position: Position) -> dict[str, object]:
        size = position.size
        board = position.to_text()[: size * size].translate(_DIGITS)
        return {"size": size, "board": board, "player": int(position.turn)}

    def _answer(self, position: Position, reply: Mapping[str, Any]) -> Move:
        square, size = reply.get("square"), position.size
        if (
            not isinstance(square, list)
            or len(square) != 2
            or not all(type(number) is int for number in square)
        ):
            raise self.failed("illegal", f"{self.title} sent a reply that cannot be read")
        row, column = square
        if not (0 <= row < size and 0 <= column < size):
            raise self.failed(
                "illegal",
                f"{self.title} answered row {str(row)[:20]}, column {str(column)[:20]}, "
                f"which is not on a {size}x{size} board",
            )
        return Move.at(row, column)
