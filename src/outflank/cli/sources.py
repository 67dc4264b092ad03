"""What a command is given to look at: a file, standard input, or the text itself."""

import re
import sys
from pathlib import Path

import click

from outflank import NotationError
from outflank._files import decoded, read_stream
from outflank._text import quoted
from outflank.formats.obf import Problem, parse_problem
from outflank.formats.paste import looks_like_game
from outflank.formats.positions import read_positions
from outflank.formats.reading import GameReader

STANDARD_INPUT = "standard input"
_LEAST_SQUARES = 16
"""Squares of the smallest board; no option with its value is that long."""
_BOARD = re.compile(rf"-|[._XxOo*BbWw01●○][-._XxOo*BbWw01●○\s]{{{_LEAST_SQUARES - 1}}}")


class BoardCommand(click.Command):
    """A command that takes a board for what it is, although it may begin like an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts a board behind the options."""
        boards = [arg for arg in args if arg.startswith("-") and len(arg) >= _LEAST_SQUARES]
        if boards and "--" not in args:
            args = [*(arg for arg in args if arg not in boards), "--", *boards]
        return super().parse_args(ctx, args)


def positions_from(source: str) -> list[Problem]:
    """The positions of a file, a board or a game; of a game that where its moves end."""
    if source == "-":
        source = STANDARD_INPUT
        text = decoded(read_stream(sys.stdin.buffer, source), source)
        problems = read_positions(text, source) if text.strip() else []
    elif is_file(source):
        problems = read_positions(Path(source))
    elif looks_like_game(source):
        problems = read_positions(source)
    elif _BOARD.match(source):
        problems = [parse_problem(source)]
    else:
        raise NotationError(f"{source!r} is neither a file nor a board")
    if not problems:
        raise NotationError(f"{source}: there is no position in it")
    return problems


def games_from(source: str) -> GameReader:
    """The games of a file, of standard input, or of a text."""
    if source == "-":
        return GameReader(sys.stdin.buffer, label=STANDARD_INPUT)
    if is_file(source):
        return GameReader(Path(source))
    if looks_like_game(source):
        return GameReader(source)
    raise NotationError(f"{quoted(source)} is neither a file nor a game")


def is_file(source: str) -> bool:
    """Whether there is something of that name."""
    try:
        return source != "" and Path(source).exists()
    except (OSError, ValueError):  # too long for a path, or a null character in it
        return False
