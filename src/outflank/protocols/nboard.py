"""The NBoard protocol, versions 1 and 2: the parts of its lines."""

import math
import re

from outflank._native import Move, Position
from outflank._text import quoted
from outflank.errors import IllegalMoveError, NotationError
from outflank.game.transcript import parse_moves, write_moves
from outflank.values import Analysis, Decision

VERSION = 2
_NAME = re.compile(r"(?:pass|pa|ps|--|[a-z]\d{1,2})", re.IGNORECASE | re.ASCII)
_DEPTH = re.compile(r"(\d{1,9})(%?)", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})", re.ASCII)


def read_played(text: str) -> Decision:
    """A move as `move` tells it or `===` answers it, such as F5, F5/1.50/0.2 or PA.

    There may be spaces for slashes.

    >>> read_played("d6 -1.00 0.0").score
    -1.0
    """
    text = text.strip()
    parts = re.split(r"\s*/\s*|\s+", text, maxsplit=2)
    if not _NAME.fullmatch(parts[0]):
        raise NotationError(f"{quoted(text)} is no move such as F5, F5/1.50/0.2 or PA")
    score, seconds = (*map(read_number, parts[1:]), None, None)[:2]
    return Decision(read_name(parts[0]), score, seconds=seconds)


def read_name(name: str) -> Move:
    return Move(name) if name[1:].isdigit() else Move.PASS


def read_number(text: str) -> float | None:
    """A number, or the first of two (draw to black, draw to white); None for what is none."""
    first = text.strip().partition(",")[0]
    return float(first) if _NUMBER.fullmatch(first) else None


def write_name(move: Move) -> str:
    """A move as the protocol has it: F5, or PA."""
    return "PA" if move.is_pass else move.name.upper()


def write_answer(answer: Decision) -> str:
    score = "" if answer.score is None or not math.isfinite(answer.score) else f"{answer.score:.2f}"
    return f"=== {write_name(answer.move)}/{score}/{answer.seconds or 0.0:.2f}"


def write_hints(analysis: Analysis, position: Position) -> list[str]:
    depth = "100%" if analysis.exact else analysis.depth
    lines = [
        f"search {write_moves(position, line.pv, passes=True)} {line.score:.2f} 0 {depth}"
        for line in analysis.lines
    ]
    return [*lines, write_work(analysis.nodes, analysis.seconds)]


def write_work(nodes: int, seconds: float) -> str:
    return f"nodestats {nodes} {seconds:.2f}"


def read_hint(line: str, position: Position) -> Decision:
    """A line that begins with `search` or `book`; what it says must be possible in the position.

    The depth is plies, or how sure the score is in percent.

    >>> read_hint("search F5-d6 2.00 0 100%W note", Position()).selectivity
    100
    """
    words = line.split(maxsplit=5)
    if len(words) < 5 or words[0] not in ("search", "book"):
        raise NotationError(f"{quoted(line)} is no hint: a word, moves, a value, games and a depth")
    score, depth = read_number(words[2]), _DEPTH.match(words[4])
    if score is None or depth is None:
        wrong = words[2] if score is None else words[4]
        raise NotationError(f"{quoted(line)}: {quoted(wrong)} is no number")
    try:
        moves = tuple(move for move, _ in parse_moves(words[1].replace("-", " "), position))
    except IllegalMoveError as error:
        raise NotationError(f"{quoted(line)}: {error}") from None
    if not moves:
        raise NotationError(f"{quoted(line)}: there is no move in it")
    number, percent = int(depth[1]), bool(depth[2])
    return Decision(
        moves[0],
        score,
        depth=None if percent else number,
        pv=moves,
        selectivity=number if percent else None,
    )
