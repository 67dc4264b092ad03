"""What commands are given to look at: a file, standard input, or the text itself."""

import contextlib
import re
import sys
from pathlib import Path

import click

from outflank import Game, NotationError, OutflankError, Position
from outflank._files import decoded, read_stream
from outflank._text import listed, near, quoted
from outflank.formats.obf import Problem, parse_problem
from outflank.formats.paste import looks_like_game
from outflank.formats.positions import parse_positions, read_positions
from outflank.formats.reading import GameReader, parse_games, read_games
from outflank.game.openings import Opening, openings

STANDARD_INPUT = "standard input"
_MIN_SQUARES = 16
"""Squares of the smallest board; no option with its value is that long."""
_BOARD = re.compile(rf"-|[._XxOo*BbWw01●○][-._XxOo*BbWw01●○\s]{{{_MIN_SQUARES - 1}}}")


class BoardCommand(click.Command):
    """A command that takes a board for what it is, although it may begin like an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put a board behind the options."""
        boards = [arg for arg in args if arg.startswith("-") and len(arg) >= _MIN_SQUARES]
        if boards and "--" not in args:
            args = [*(arg for arg in args if arg not in boards), "--", *boards]
        return super().parse_args(ctx, args)


def looks_like_board(text: str) -> bool:
    """Whether a text begins like squares row by row."""
    return _BOARD.match(text) is not None


def position_of(source: str, size: int = 8) -> Position:
    """The only position of a source, as `positions_from` takes it.

    >>> position_of("tiger") == position_of("f5d6c3d3c4")
    True
    """
    problems = positions_from(source, size)
    if len(problems) != 1:
        raise NotationError(f"{quoted(source)} is {len(problems):,} positions; give one")
    return problems[0].position


def positions_from(source: str, size: int = 8) -> list[Problem]:
    """The positions of a file, of standard input (-), of moves, a board, or the name of an opening.

    Of a game it is the position where its moves end. `size` is the board that moves begin on where
    they do not tell it.
    """
    if source == "-":
        text = decoded(read_stream(sys.stdin.buffer, STANDARD_INPUT), STANDARD_INPUT)
        problems = parse_positions(text, STANDARD_INPUT) if text.strip() else []
    elif is_file(source):
        problems = read_positions(Path(source))
    elif looks_like_game(source):
        problems = parse_positions(source)
    elif looks_like_board(source):
        problems = [parse_problem(source)]
    else:
        problems = [Problem(_opening_or_move(source, size))]
    if not problems:
        label = STANDARD_INPUT if source == "-" else source
        raise NotationError(f"{label}: there is no position in it")
    return problems


def _opening_or_move(text: str, size: int) -> Position:
    named = openings_named(text)
    if len(named) > 1:
        lines = listed(opening.transcript for opening in named)
        raise NotationError(f"{quoted(text)} is the name of {lines}; give one of them")
    if named:
        return Game.from_moves(named[0].moves).position
    with contextlib.suppress(OutflankError):
        game = Game.from_transcript(text, size=size)
        if game.moves:
            return game.position
    match = near(text, (name for opening in openings() for name in opening.names))
    hint = f"; did you mean {match!r}?" if match else ""
    raise NotationError(
        f"{quoted(text)} is neither a file, nor moves, nor a board, "
        f"nor the name of an opening{hint}"
    )


def openings_named(text: str) -> list[Opening]:
    """The openings with a name; if it is the first name of one, only that."""
    name = " ".join(text.split()).casefold()
    first = [opening for opening in openings() if opening.name.casefold() == name]
    return first or [
        opening for opening in openings() if name in map(str.casefold, opening.aliases)
    ]


def games_from(source: str) -> GameReader:
    """The games of a file, of standard input (-), or of a text."""
    if source == "-":
        return read_games(sys.stdin.buffer, label=STANDARD_INPUT)
    if is_file(source):
        return read_games(source)
    if looks_like_game(source):
        return parse_games(source)
    raise NotationError(f"{quoted(source)} is neither a file nor a game")


def is_file(source: str) -> bool:
    try:
        return source != "" and Path(source).exists()
    except (OSError, ValueError):  # too long for a path, or a null character in it
        return False
