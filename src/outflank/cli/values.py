"""What Outflank makes of a position and of its moves: its book's values, or its engine's."""

from dataclasses import dataclass

from outflank import Color, Engine, Level, Move, Position
from outflank.cli.progress import progress
from outflank.engine.book import load_book

QUICK_LEVEL = 8
"""Of the engine, where the book knows nothing and no level was asked for."""
_HASH_MB = 64


@dataclass(frozen=True, slots=True)
class Values:
    """In discs for black."""

    whole: int
    """What the position is worth."""
    moves: dict[Move, int]
    """What its moves are worth, the best for the side to move first; a book may not know all."""
    source: str
    """`book`, `result` if the game is over, or `level` and the level of the engine."""


def values_of(position: Position, level: int | None = None) -> Values:
    """By the engine at a level; without one by the book, and if it knows nothing at a low level."""
    if position.is_over():
        return Values(position.score(Color.BLACK), {}, "result")
    sign = 1 if position.turn == Color.BLACK else -1
    book = load_book(position.size) if level is None else None
    found, source = {} if book is None else book.scores(position), "book"
    if not found:
        level = level or QUICK_LEVEL
        found, source = _searched(position, level), f"level {level}"
    moves = {move: sign * score for move, score in found.items()}
    return Values(next(iter(moves.values())), moves, source)


def _searched(position: Position, level: int) -> dict[Move, int]:
    lines = max(1, len(position.legal_moves))
    with Engine(position.size, hash_mb=_HASH_MB) as engine, progress("analysing") as report:
        report(0.0)
        analysis = engine.analyse(position, Level(level), lines=lines)
    return {line.move: line.score for line in analysis.lines}
