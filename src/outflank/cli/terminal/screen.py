"""The terminal: what it can show, what is written to it and what is read from it."""

import contextlib
import os
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from outflank.cli.terminal.board import View
from outflank.cli.terminal.notation import STANDARD, Notation
from outflank.cli.terminal.themes import THEMES, Theme

NARROWEST = 20
PIPE_WIDTH = 80
"""What a script reads does not depend on the terminal it was started from."""


def shows_unicode() -> bool:
    """Whether standard output takes more than ASCII."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def shows_colour() -> bool:
    """Whether standard output is a terminal with colours, and nobody asked for none."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("dumb", "unknown")
    return sys.stdout.isatty() and not plain


def usable_theme(wanted: str) -> Theme:
    """The theme of that name, or the plain one where there are no colours."""
    return THEMES[wanted if shows_colour() else "plain"]


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class TerminalScreen:
    """Writes text and asks for lines. A test or a recording hands in its own console and reader."""

    def __init__(
        self,
        console: Console | None = None,
        read: Callable[[str], str] | None = None,
        *,
        interactive: bool | None = None,
    ) -> None:
        self.interactive = is_interactive() if interactive is None else interactive
        if console is None:
            console = Console(no_color=not shows_colour(), force_terminal=sys.stdout.isatty())
        self.console = console
        self._read = read or (_ask_person if self.interactive else self._read_line)

    @property
    def width(self) -> int:
        return max(NARROWEST, self.console.width) if self.console.is_terminal else PIPE_WIDTH

    @property
    def redraws(self) -> bool:
        """Whether what was written can be written over."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def say(self, *parts: Text | str | tuple[str, str], whole: bool = False) -> None:
        """A paragraph, broken at the width of a terminal unless it is to stay `whole` for copying.

        Nothing in it is taken for markup.
        """
        unbroken = whole or not self.console.is_terminal
        self.console.print(Text.assemble(*parts), soft_wrap=unbroken, highlight=False)

    def clear(self) -> None:
        """An empty screen for the next board; where lines only scroll, an empty line."""
        if self.redraws:
            self.console.clear()
        else:
            self.console.print()

    def ask(self, prompt: str) -> str:
        """The next line, without the spaces around it. EOFError: there is none."""
        return self._read(prompt).strip()

    def _read_line(self, prompt: str) -> str:
        """A line of a pipe or file, written out so that the output reads like a session."""
        self.console.out(prompt, end="", highlight=False)
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise EOFError
        self.console.out(line.rstrip("\n"), highlight=False)
        return line


def _ask_person(prompt: str) -> str:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise


def open_terminal(
    theme: str = "classic", notation: Notation = STANDARD
) -> tuple[TerminalScreen, View]:
    """The screen, and how boards look on it as far as the terminal can show that."""
    prepare_streams()
    return TerminalScreen(), View(usable_theme(theme), notation, shows_unicode())


def prepare_streams() -> None:
    """No line that is typed and no text that is shown can fail for its encoding."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # line editing and history for input()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)
