"""What the tests of `outflank play` share: a table whose lines are typed by the test."""

from collections.abc import Iterable, Iterator
from io import StringIO

from rich.console import Console

from outflank import Agent, Color, Game, Limit, Move, Position
from outflank.agents.spec import AgentSpec
from outflank.cli.play.terminal_table import TerminalTable
from outflank.cli.terminal.board import View
from outflank.cli.terminal.screen import TerminalScreen
from outflank.cli.terminal.themes import THEMES
from outflank.session.sides import PERSON, Side
from outflank.session.table import Adviser

QUICK = Limit(nodes=500)

PASSING_GAME = ("d3", "d2", "d1", "d4", "b4", "a1")
"""A whole game on 4x4: after b4 white has no move, and after a1 neither side has."""


class First(Agent):
    """Plays the first legal square."""

    def choose(self, position: Position) -> Move:
        return position.legal_moves[0]


class TypedScreen(TerminalScreen):
    """Takes its lines from the test, and keeps what was written. No more lines: end of input."""

    def __init__(self, lines: Iterable[str | BaseException], *, interactive: bool = False) -> None:
        console = Console(file=StringIO(), width=80, force_terminal=False, color_system=None)
        super().__init__(console, self._next, interactive=interactive)
        self._lines: Iterator[str | BaseException] = iter(lines)
        self.prompts: list[str] = []

    def _next(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = next(self._lines, EOFError())
        if isinstance(line, BaseException):
            raise line
        return line

    @property
    def text(self) -> str:
        assert isinstance(self.console.file, StringIO)
        return self.console.file.getvalue()


def table_with(
    *lines: str | BaseException,
    black: Agent | None = None,
    white: Agent | None = None,
    start: Position | None = None,
    size: int = 8,
    interactive: bool = False,
    view: View | None = None,
) -> tuple[TerminalTable, TypedScreen]:
    """A table where the sides without an agent are people."""
    screen = TypedScreen(lines, interactive=interactive)
    sides = {
        color: Side(PERSON) if agent is None else Side(AgentSpec("rival"), agent)
        for color, agent in ((Color.BLACK, black), (Color.WHITE, white))
    }
    view = view or View(THEMES["plain"])
    table = TerminalTable(sides, Game(start, size=size), view, screen, Adviser(QUICK))
    return table, screen
