"""Commands that take a board as an argument."""

import click

LEAST_SQUARES = 16
"""Squares of the smallest board; no option with its value is that long."""


class BoardCommand(click.Command):
    """A command that takes a board for what it is, although it may begin like an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts a board behind the options."""
        boards = [arg for arg in args if arg.startswith("-") and len(arg) >= LEAST_SQUARES]
        if boards and "--" not in args:
            args = [*(arg for arg in args if arg not in boards), "--", *boards]
        return super().parse_args(ctx, args)
