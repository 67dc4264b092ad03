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
    signs = (_OUTSIDE, _INSIDE, _VALUE_END[nested])
    lines: list[Piece] = []
    start, depth, length, in_value = 0, 0, 0, False  # `start` is a place in the first line
    for line in reading.source.lines():
        at = 0
        if depth:
            lines.append(line)
            length += len(line.text) + 1
        while (match := signs[bool(depth) + in_value].search(line.text, at)) is not None:
            at, sign = match.end(), match[0]
            if in_value:
                in_value = sign != "]"
            elif depth == 0 and sign != "(":
                yield line.fail(match.start(), f"{sign!r} outside of a game, which begins with (;")
                break
            elif sign == "[":
                in_value = True
            elif sign == "(" and not (depth and nested):
                if depth:
                    yield _fail(lines[0], start, "a game that does not end")
                lines, start, depth = [line], match.start(), 1
                length = len(line.text) - start
            else:
                depth += 1 if sign == "(" else -1
                if depth == 0:
                    # A line of many games is not copied for each of them.
                    text, first = "\n".join([one.text for one in lines]), lines[0]
                    text = text[start : len(text) - len(line.text) + at]
                    yield Piece(text, first.label, first.line, first.column + start)
        if depth and length > LONGEST_GAME:
            yield _fail(lines[0], start, f"a game of more than {LONGEST_GAME:,} characters")
            depth, in_value = 0, False
    if depth:
        yield _fail(lines[0], start, "a game that does not end")


def _fail(first: Piece, start: int, why: str) -> OutflankError:
    # Not `first.fail(start, ...)`, which counts the lines of a text that many games share.
    return Piece("", first.label, first.line, first.column + start).fail(0, why)
