"""Lines that people paste where a program asks for something else too."""

import re
from collections.abc import Sequence

from outflank.formats.board_text import board_prefix
from outflank.formats.fen import BITBOARDS_LINE, FEN_LINE
from outflank.formats.pgn import TAG_LINE

MAX_LINES = 1000
"""Of one paste."""
_BEGINS = re.compile(r"\s*(?:\(\s*;|\{|\[\s*(?:\d|\w+\s+\")|https?://|www\.)", re.IGNORECASE)
_STEP = re.compile(r"(?:pass|[a-l](?:1[0-2]|[1-9]))(?!\d)", re.IGNORECASE)
_LONGEST_LINE = 1000


def looks_like_game(text: str) -> bool:
    """Whether a line is more than one move: a game or a position in some format.

    >>> looks_like_game("d3"), looks_like_game("f5d6"), looks_like_game("(;GM[Othello];)")
    (False, True, True)
    """
    head = text[:_LONGEST_LINE]
    if _BEGINS.match(head) or board_prefix(head) > 0:
        return True
    if FEN_LINE.fullmatch(head) or BITBOARDS_LINE.fullmatch(head):
        return True
    return len(_STEP.findall(head)) > 1


def is_unfinished(lines: Sequence[str]) -> bool:
    """Whether the text of a paste goes on after these lines; an empty line ends it in any case.

    >>> is_unfinished(["(;GM[2]"]), is_unfinished(["(;GM[2]", ";B[f5])"])
    (True, False)
    """
    if len(lines) >= MAX_LINES:
        return False
    text = "\n".join(lines)
    begin = text.lstrip()[:1]
    if TAG_LINE.match(lines[0]):
        moved = any(line.strip() and not TAG_LINE.fullmatch(line) for line in lines)
        return not (moved and re.search(r"(?:\*|\d-\d+|1/2-1/2)\s*$|\n\s*$", text))
    if not lines[-1].strip():
        return False
    pairs = {"(": "()", "{": "{}"}.get(begin)
    if pairs is None:
        return False
    bare = re.sub(r"\[[^\]]*\]?|\"[^\"]*\"?", "", text)
    return bare.count(pairs[0]) > bare.count(pairs[1])
