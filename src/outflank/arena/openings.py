"""Where games begin: random lines, drawn from a seed, or lines from a file."""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import islice
from pathlib import Path

from outflank._board import SIZES
from outflank._files import read_text
from outflank._native import Move, Position
from outflank.arena.settings import RunSettings
from outflank.engine import Engine, Level, Limit
from outflank.errors import FileError, IllegalMoveError, NotationError, SettingsError
from outflank.game.transcript import parse_moves
from outflank.stats.pairs import random_lines

Line = tuple[Move, ...]
BALANCE_LIMIT = Limit(nodes=5_000)
"""What the engine looks at before it calls an opening balanced."""
MAX_LINES = 100_000
_FIRST_DRAW = 20
"""Random lines that are drawn at once, before it is known how many are needed."""


def openings(
    settings: RunSettings, size: int, report: Callable[[float], None] = lambda _: None
) -> list[Line]:
    """The opening of each pair on a size; a file's are used again when they run out."""
    pairs = settings.games // 2
    if settings.start:
        return [()] * pairs
    if settings.openings:
        lines = [line_of(moves, size) for board, moves in settings.openings if board == size]
        return [lines[pair % len(lines)] for pair in range(pairs)]
    seed, plies = settings.seed, settings.plies
    if settings.balance is None:
        lines = random_lines(size, pairs, seed, plies)
    else:
        close = balanced_lines(
            size, pairs, balance=settings.balance, seed=seed, plies=plies,
            report=lambda lines: report(len(lines) / pairs),
        )  # fmt: skip
        lines = [line for line, _ in close]
    if len(lines) < pairs:
        raise SettingsError(
            f"{size}x{size} has only {len(lines)} such openings of {plies} moves, "
            f"and {pairs} are needed; take longer ones"
        )
    return lines


def line_of(text: str, size: int) -> Line:
    """The moves of a transcript, forced passes included."""
    return tuple(move for move, _ in parse_moves(text, Position(size)))


def position_after(line: Line, size: int) -> Position:
    return reduce(Position.play, line, Position(size))


def judged_lines(
    size: int, seed: int, plies: int, limit: Limit | Level
) -> Iterator[tuple[Line, float | None]]:
    """Random lines, no two alike by symmetry, and what the engine makes of each.

    The score is for the side to move; None if it must pass.
    """
    tried = 0
    with Engine(size, threads=1, hash_mb=16, book=False) as engine:
        while True:
            # The first lines of a longer draw are those of a shorter one.
            lines = random_lines(size, 2 * tried + _FIRST_DRAW, seed, plies)
            if len(lines) == tried:
                return
            for line in lines[tried:]:
                tried += 1
                engine.forget()
                yield line, engine.play(position_after(line, size), limit).score


def balanced_lines(
    size: int,
    count: int,
    *,
    balance: int,
    seed: int,
    plies: int,
    limit: Limit | Level = BALANCE_LIMIT,
    report: Callable[[list[tuple[Line, float]]], None] = lambda _: None,
) -> list[tuple[Line, float]]:
    """Lines after which the engine sees neither side ahead by more than `balance`, with its score.

    There are fewer than `count` if a hundred times as many lines have no more; `report` hears of
    those so far.
    """
    lines: list[tuple[Line, float]] = []
    for line, score in islice(judged_lines(size, seed, plies, limit), 100 * count + 100):
        if score is not None and abs(score) <= balance:
            lines.append((line, score))
            report(lines)
        if len(lines) == count:
            break
    return lines


def read_openings(path: Path, sizes: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """Lines of moves from a file, one opening each; empty lines and those after # are skipped.

    A line may begin with its board, as in ``10x10 g6 ...``; without it, it is for the one size
    played.
    """
    lines = read_text(path).splitlines()
    if len(lines) > MAX_LINES:
        raise FileError(f"{path}: more than {MAX_LINES} lines")
    openings = []
    for number, line in enumerate(lines, 1):
        if text := line.partition("#")[0].strip():
            try:
                openings.append(_read_line(text, sizes))
            except (NotationError, IllegalMoveError) as error:
                raise FileError(f"{path}:{number}: {error}") from None
    if not openings:
        raise FileError(f"{path}: there are no openings in it")
    return tuple(openings)


def _read_line(text: str, sizes: tuple[int, ...]) -> tuple[int, str]:
    boards = {f"{size}x{size}": size for size in SIZES}
    head, _, rest = text.partition(" ")
    if head in boards:
        size, moves = boards[head], rest
    elif len(sizes) == 1:
        size, moves = sizes[0], text
    else:
        raise NotationError("which board is it for? Begin the line with 8x8, for instance")
    line = line_of(moves, size)
    if position_after(line, size).is_over():
        raise NotationError("the game is over after this line")
    return size, moves
