"""Nothing that is typed may end in anything but an answer."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from outflank.cli.play.commands import COMMANDS
from outflank.cli.play.loop import run
from outflank.cli.play.terminal_table import TerminalTable
from support.terminal import First, TypedScreen, table_with

STRANGE = [
    "\0",
    "\x1b[2J",
    "\ufffd",
    "\u202e",
    "é",
    "●",
    "\U0001d521",
    "\t",
    "'",
    '"',
    "\\",
    "[/]",
    "[red]",
]


def line(draw: random.Random) -> str:
    """A square, a command with any argument, or rubbish."""
    square = draw.choice("abcdefghijklmz") + str(draw.randrange(15))
    rubbish = "".join(
        draw.choice([chr(draw.randrange(1, 0x250)), draw.choice(STRANGE), square, " ", "-", "9"])
        for _ in range(draw.choice([0, 1, 2, 5, 30, 300]))
    )
    word = draw.choice([*COMMANDS])
    argument = draw.choice(["", square, f"{square} {square}", rubbish, "game.txt", "~", "..", "*"])
    kind = draw.random()
    if kind < 0.5:
        return draw.choice([square, square.upper(), f" {square} "])
    if kind < 0.8:
        # Slashes would lead out of the folder this test may write to.
        return f"{draw.choice([word, word.upper()])} {argument}".replace("/", "")
    return rubbish.replace("/", "")


class Typist:
    """So many lines, then the end of input; some are moves that can be played."""

    def __init__(self, count: int, seed: int) -> None:
        self._draw, self.left = random.Random(seed), count
        self.table: TerminalTable | None = None

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if not self.left:
            raise StopIteration
        self.left -= 1
        assert self.table is not None
        moves = self.table.game.position.legal_moves
        if moves and self._draw.random() < 0.3:
            return self._draw.choice(moves).name
        return line(self._draw)


def test_thousands_of_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = 60 * settings().max_examples  # three thousand in the usual profile
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    typist, sessions, shown = Typist(lines, seed=5), 0, ""
    while typist.left:
        sessions += 1
        # Two people, one against an agent, and all the boards in turn.
        rival = First() if sessions % 3 else None
        table, _ = table_with(size=(4, 6, 8, 10, 12)[sessions % 5], white=rival)
        table.screen = screen = TypedScreen(typist, interactive=True)
        typist.table = table
        assert run(table) == 0
        table.adviser.close()
        shown += screen.text
    assert sessions > lines // 500  # every quit began another one
    assert all(printed.isprintable() for printed in shown.splitlines())
    for words in ("Game over", "flips nothing", "Saved as", "Loaded", "Hint: ", "Why ", "passes"):
        assert words in shown
