"""Agents from Python files: of the COMP 424 course kit, unmodified, or of Outflank."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from outflank._native import Move, Position
from outflank.agents.hosted import CHILD, LONGEST_MOVE, START_SECONDS, HostedAgent
from outflank.errors import FaultKind, FileError, PlayerError
from outflank.process.sandbox import sandboxed
from outflank.values import Decision

COURSE_SECONDS = 2.0
"""The course's limit for a move."""


class CourseAgent(HostedAgent):
    """Plays the moves of a class that a Python file registers.

    With ``@register_agent`` it is one of the course kit, with ``@outflank.agents.register`` one of
    Outflank; `options` are for the latter, as a spec has them.
    """

    def __init__(
        self,
        path: str | Path,
        name: str | None = None,
        *,
        seconds: float | None = None,
        memory: int = 500,
        python: str | None = None,
        sandbox: bool = False,
        options: Mapping[str, str] | None = None,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self.path = Path(path).resolve()
        if not self.path.is_file():
            raise FileError(f"there is no file {str(path)!r}")
        if python is not None and shutil.which(python) is None:
            raise FileError(f"there is no interpreter {python!r}")
        self.agent_name = name
        self._has_course_clock = seconds is None
        # -P, which keeps the folder of a script off the path, is younger than some Pythons.
        command = (*((sys.executable, "-P") if python is None else (python,)), "-u", CHILD)
        super().__init__(
            self.path.name,
            {"path": str(self.path), "name": name, "options": dict(options or {}), "limit": None},
            seconds=COURSE_SECONDS if seconds is None else seconds,
            memory=memory,
            start_seconds=start_seconds,
            command=sandboxed(command) if sandbox else command,
        )

    def suggest_limit(self, option: str, value: object) -> None:
        """The limit to think by, for an agent of Outflank that takes it and has none of its own."""
        self._load["limit"] = (option, str(value))

    def new_game(self) -> None:
        super().new_game()
        if self._has_course_clock:  # what the file holds is known now
            self.time_limit = None if self._kind == "outflank" else COURSE_SECONDS
            self.seconds = self.time_limit or LONGEST_MOVE

    def _answer(self, position: Position, reply: Mapping[str, Any]) -> Move | Decision:
        if self._kind == "outflank":
            return super()._answer(position, reply)
        row, column = reply["square"]
        if type(row) is not int or type(column) is not int:
            raise TypeError
        size = position.size
        if not (0 <= row < size and 0 <= column < size):
            raise PlayerError(
                FaultKind.ILLEGAL,
                f"{self.title} answered row {str(row)[:20]}, column {str(column)[:20]}, "
                f"which is not on a {size}x{size} board",
            )
        return Move.at(row, column)
