"""`outflank book`: the group of its commands."""

import click

from outflank.cli.book.files import check, export, import_
from outflank.cli.book.make import build, learn
from outflank.cli.book.show import show


@click.group()
def book() -> None:
    """Look at books of openings, make them, check and convert them.

    A book holds what positions are worth that were searched beforehand; the engine plays from it.
    Two come with Outflank: the one for 6x6 is proven, that for 8x8 knows what people play.

    \b
    Examples:
      outflank book show --size 6                        what the start is worth, move by move
      outflank book build mine.book --positions 500      the best lines; go on with 1000
      outflank book show f5d6c3 --book mine.book         a line in it
      outflank book learn mine.book games.wtb            the positions of games
      outflank book check mine.book                      does every value follow from those below?
      outflank book import theirs.egbk3 mine.book        from Egaroucid or Edax
      outflank play --opponent engine:book=mine.book     play against it
    """


for command in (show, build, learn, check, import_, export):
    book.add_command(command)
