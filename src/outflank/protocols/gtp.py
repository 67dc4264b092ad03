"""The Go Text Protocol, version 2, as Othello programs speak it: squares, commands and replies."""

import re
from dataclasses import dataclass

from outflank._native import Color, Move
from outflank._text import quoted
from outflank.errors import NotationError

OTHELLO_LETTERS = "abcdefghijkl"
GO_LETTERS = "abcdefghjklm"
"""Go boards have no column I: from the ninth column on, the letters differ."""
_VERTEX = re.compile(r"([a-z])([1-9]\d?)", re.IGNORECASE)
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_COMMAND = re.compile(r"(?:(\d+)(?:\s+|$))?(.*)")
_REPLY = re.compile(r"\s*([=?])(\s*)(\d*)\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Vertices:
    skip_i: bool = False
    """True: with the letters of Go boards."""

    @property
    def letters(self) -> str:
        return GO_LETTERS if self.skip_i else OTHELLO_LETTERS

    def write(self, move: Move) -> str:
        """A move, such as F5 or PASS.

        >>> Vertices(skip_i=True).write(Move("i10"))
        'J10'
        """
        if move.is_pass:
            return "PASS"
        return f"{self.letters[move.column]}{move.row + 1}".upper()

    def read(self, text: str, size: int) -> Move:
        """A move on a board of `size`; NotationError if it is none."""
        if text.lower() == "pass":
            return Move.PASS
        match = _VERTEX.fullmatch(text)
        if match is not None:
            column, row = self.letters[:size].find(match[1].lower()), int(match[2]) - 1
            if column >= 0 and row < size:
                return Move.at(row, column)
        raise NotationError(f"{quoted(text)} is no square of a {size}x{size} board")


def read_color(text: str) -> Color:
    """Black or white; NotationError if it is neither."""
    try:
        return _COLORS[text.lower()]
    except KeyError:
        raise NotationError(f"{quoted(text)} is no colour") from None


@dataclass(frozen=True, slots=True)
class GtpCommand:
    id: str
    """The number to reply with; empty if there is none."""
    name: str
    arguments: tuple[str, ...]


def parse_command(line: str) -> GtpCommand | None:
    """A line as the standard reads it: without control characters and comments; None if empty."""
    text = "".join(c for c in line.replace("\t", " ") if c.isprintable()).partition("#")[0].strip()
    if not text:
        return None
    match = _COMMAND.fullmatch(text)
    assert match is not None
    name, *arguments = match[2].split() or [""]
    return GtpCommand(match[1] or "", name.lower(), tuple(arguments))


def write_reply(id: str, text: str, *, ok: bool = True) -> str:
    """The lines of a reply, the empty one at its end included."""
    space = "" if text.startswith("\n") else " "
    return f"{'=' if ok else '?'}{id}{space}{text}".rstrip() + "\n\n"


@dataclass(frozen=True, slots=True)
class Reply:
    ok: bool
    id: str
    """The number it carries; empty if there is none."""
    text: str
    spaced: bool = False
    """True: there was a space before the number, where none belongs."""


def is_reply(line: str) -> bool:
    return line.lstrip()[:1] in ("=", "?")


def parse_reply(text: str, id: str) -> Reply:
    """The reply to the command with a number; what is no reply is a NotationError.

    A number may stand behind a space if it is the one asked for: otherwise it is the answer.
    """
    match = _REPLY.fullmatch(text)
    if match is None:
        raise NotationError(f"{quoted(text)} is no GTP reply")
    mark, space, number, rest = match.groups()
    if not number or (space and number != id):
        return Reply(mark == "=", "", (number + text[match.end(3) :]).strip())
    return Reply(mark == "=", number, rest.strip(), spaced=bool(space))
