"""Records the picture of docs/play.md: a moment of a game, as the terminal shows it.

    python tools/record_play.py        rewrites docs/images/play.svg

The game is played by the real loop; the lines typed at the prompt are below.
"""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console

from outflank import Color, Game, Limit
from outflank.agents.spec import AgentSpec
from outflank.cli.play.loop import run
from outflank.cli.play.terminal_table import TerminalTable
from outflank.cli.terminal.board import View
from outflank.cli.terminal.screen import TerminalScreen
from outflank.cli.terminal.themes import THEMES
from outflank.session.sides import PERSON, make_sides
from outflank.session.table import Adviser

OUTPUT = Path(__file__).parents[1] / "docs" / "images" / "play.svg"
WIDTH = 76
OPENING = "f5d6c3d3c4f4f6f3e6e7"
TYPED = ("eval", "why", "quit")
FONTS = re.compile(r"@font-face\s*\{[^}]*\}\s*")
"""The picture must not fetch fonts from elsewhere."""


class LastScreen(TerminalScreen):
    """Keeps what is visible: whatever a cleared screen showed is forgotten."""

    def __init__(self, typed: Iterator[str]) -> None:
        console = Console(
            record=True,
            file=StringIO(),
            width=WIDTH,
            force_terminal=True,
            color_system="truecolor",
            legacy_windows=False,
        )
        super().__init__(console, self._type, interactive=False)
        self._typed = typed
        self.picture = ""

    def clear(self) -> None:
        """Forgets the screen so far."""
        self.console.export_text(clear=True)

    def _type(self, prompt: str) -> str:
        line = next(self._typed)
        if line == "quit":
            self.say(prompt)
            self.picture = self.console.export_svg(title="outflank play", clear=False)
        else:
            self.say(prompt, (line, "bold"))
        return line


def main() -> None:
    """Plays and writes the picture."""
    screen = LastScreen(iter(TYPED))
    opponent = AgentSpec.parse("skill:level=5,nodes=20000,seed=1")
    sides = make_sides({Color.BLACK: PERSON, Color.WHITE: opponent}, seed=1)
    game, adviser = Game.from_transcript(OPENING), Adviser(Limit(nodes=100_000))
    with TerminalTable(sides, game, View(THEMES["classic"]), screen, adviser) as table:
        run(table)
    # Some viewers drop the spaces in front of a text unless told not to.
    picture = screen.picture.replace("<svg ", '<svg xml:space="preserve" ', 1)
    OUTPUT.write_text(FONTS.sub("", picture))
    print(f"wrote {OUTPUT.relative_to(OUTPUT.parents[2])}")


if __name__ == "__main__":
    main()
