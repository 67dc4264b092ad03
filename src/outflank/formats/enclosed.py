"""Games in parentheses, one after another, as GGF and SGF have them: where each begins and ends."""

import re
from collections.abc import Iterator

from outflank.errors import OutflankError
from outflank.formats.format import Reading
from outflank.formats.piece import Piece
from outflank.formats.source import LONGEST_GAME

_OUTSIDE = re.compile(r"[\[\]();]")
_INSIDE = re.compile(r"[\[()]")
_VALUE_END = {False: re.compile(r"\]"), True: re.compile(r"\\.?|\]")}


def enclosed(reading: Reading, *, nested: bool) -> Iterator[Piece | OutflankError]:
    """Each game as a piece of its own.

    SGF is `nested`: it has parentheses in parentheses, and a backslash takes the meaning from what
    follows. Between games there may be words, but nothing that looks like a part of a game.
    """
    scanner = _Scanner(nested)
    for line in reading.source.lines():
        yield from scanner.line(line)
    yield from scanner.end()


class _Scanner:
    def __init__(self, nested: bool) -> None:
        self.nested = nested
        self.begin()

    def begin(self) -> None:
        self.lines: list[Piece] = []
        self.place = 0  # in the first line; a line of many games is not copied for each of them
        self.depth, self.length, self.in_value = 0, 0, False

    def line(self, line: Piece) -> Iterator[Piece | OutflankError]:
        at = 0
        if self.depth:
            self.lines.append(line)
            self.length += len(line.text) + 1
        while (match := self._next_sign().search(line.text, at)) is not None:
            at, sign = match.end(), match[0]
            if self.in_value:
                self.in_value = sign != "]"
            elif self.depth == 0 and sign != "(":
                yield line.fail(match.start(), f"{sign!r} outside of a game, which begins with (;")
                break
            elif sign == "[":
                self.in_value = True
            elif sign == "(" and not (self.depth and self.nested):
                yield from self.end()
                self._open(line, match.start())
            else:
                self.depth += 1 if sign == "(" else -1
                if self.depth == 0:
                    yield self._whole(line, at)
        if self.length > LONGEST_GAME:
            yield self._fail(f"a game of more than {LONGEST_GAME:,} characters")
            self.begin()

    def end(self) -> Iterator[OutflankError]:
        """A game that is not over is none."""
        if self.depth:
            yield self._fail("a game that does not end")
        self.begin()

    def _fail(self, why: str) -> OutflankError:
        first = self.lines[0]
        return Piece("", first.label, first.line, first.column + self.place).fail(0, why)

    def _next_sign(self) -> re.Pattern[str]:
        if self.in_value:
            return _VALUE_END[self.nested]
        return _INSIDE if self.depth else _OUTSIDE

    def _open(self, line: Piece, at: int) -> None:
        self.lines, self.place = [line], at
        self.depth, self.length = 1, len(line.text) - at

    def _whole(self, line: Piece, end: int) -> Piece:
        first, place = self.lines[0], self.place
        texts = [one.text for one in self.lines]
        texts[-1] = line.text[:end]
        texts[0] = texts[0][place:]
        self.begin()
        return Piece("\n".join(texts), first.label, first.line, first.column + place)
