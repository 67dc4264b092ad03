"""Moves written one after another, such as ``f5d6c3d3c4``, to and from a list of moves."""

import re
from collections.abc import Iterable, Iterator

from outflank._native import Color, Move, Position, play_line
from outflank.errors import ArgumentTypeError, IllegalMoveError, NotationError
from outflank.game.replay import replay

LONGEST_TEXT = 100_000
"""More characters than any game needs; a longer text is refused rather than scanned."""

_SKIPPED = r"[\s,;]+|\d+\.+"
_PASS = r"pass|pa|ps|--|@@"


def tokens(text: str, size: int) -> Iterator[tuple[int, str]]:
    """Each move's place in the text (from 1) and its name. Separators and numbers are skipped."""
    if not isinstance(text, str):
        raise ArgumentTypeError(f"a transcript must be a str, not {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"the transcript has {len(text)} characters, more than {LONGEST_TEXT}")
    # Rows above 9 only exist on 10x10 and 12x12; elsewhere a second digit starts something else.
    row = r"\d{1,2}" if size >= 10 else r"\d"
    scanner = re.compile(rf"{_SKIPPED}|(?P<token>{_PASS}|[a-z]{row})", re.IGNORECASE)
    at = 0
    while at < len(text):
        match = scanner.match(text, at)
        if match is None:
            raise NotationError(
                f"transcript character {at + 1}: {text[at : at + 8]!r} is not a move "
                f"(expected something like d3, or pass)"
            )
        if match["token"]:
            yield at + 1, match["token"]
        at = match.end()


def parse_moves(text: str, start: Position) -> Iterator[tuple[Move, Position]]:
    """Each move of a transcript with the position it leads to.

    Forced passes may be written or left out; they are part of what is returned either way.
    """
    place = 0

    def moves() -> Iterator[Move]:
        nonlocal place
        for at, token in tokens(text, start.size):
            place = at
            yield Move(token)

    try:
        yield from replay(start, moves())
    except IllegalMoveError as error:
        raise IllegalMoveError(f"transcript character {place}, {error}") from None


def parse_line(text: str, start: Position) -> tuple[tuple[Move, ...], Position]:
    """All moves of a transcript, forced passes included, and the position they lead to."""
    try:
        return play_line(start, [Move(token) for _, token in tokens(text, start.size)])
    except (NotationError, IllegalMoveError):
        for _ in parse_moves(text, start):
            pass  # until the first that is wrong, of which this one tells the place
        raise


def write_moves(start: Position, moves: Iterable[Move], *, passes: bool = False) -> str:
    """The transcript of moves played from `start`: black's moves in capitals, white's not.

    A pass at the very end is always written: no later move tells a reader of it.
    """
    played = tuple(moves)
    text, turn = [], start.turn
    for number, move in enumerate(played, 1):
        if passes or not move.is_pass or number == len(played):
            name = "pa" if move.is_pass else move.name
            text.append(name.upper() if turn == Color.BLACK else name)
        turn = turn.opponent
    return "".join(text)
