"""Boards and positions on the command line."""

import re

import click

from outflank import Game, NotationError, OutflankError, Position
from outflank._text import listed, near, quoted
from outflank.formats.paste import looks_like_game
from outflank.formats.positions import parse_positions
from outflank.game.openings import Opening, openings

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


def looks_like_board(text: str) -> bool:
    """Whether a text begins like squares row by row."""
    return _BOARD.match(text) is not None


def position_of(text: str, size: int = 8) -> Position:
    """The position that moves, a board in any format or the name of an opening lead to.

    >>> position_of("tiger") == position_of("f5d6c3d3c4")
    True
    """
    named = openings_named(text)
    if named:
        if len(named) > 1:
            lines = listed(opening.transcript for opening in named)
            raise NotationError(f"{quoted(text)} is the name of {lines}; give one of them")
        return Game.from_moves(named[0].moves).position
    if looks_like_game(text) or looks_like_board(text):
        found = parse_positions(text)
        if len(found) != 1:
            raise NotationError(f"{quoted(text)} is {len(found)} positions; give one")
        return found[0].position
    try:
        return Game.from_transcript(text, size=size).position
    except OutflankError:
        meant = near(text.casefold(), {name.casefold() for one in openings() for name in one.names})
        hint = f"; did you mean {meant}?" if meant else ""
        raise NotationError(
            f"{quoted(text)} is neither moves, nor a board, nor the name of an opening{hint}"
        ) from None


def openings_named(text: str) -> list[Opening]:
    """The openings with a name; if it is the first name of one, only that."""
    name = " ".join(text.split()).casefold()
    first = [one for one in openings() if one.name.casefold() == name]
    return first or [one for one in openings() if name in map(str.casefold, one.aliases)]
