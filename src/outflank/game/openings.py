"""The names of openings on 8x8: of a position, of a game, and of what may come next.

A name belongs to a position, however it was reached and however the board is turned. The names and
lines come from the lists of Robert Gatliff and Chris Welty (docs/openings.md).
"""

import functools
import importlib.resources
from dataclasses import dataclass

from outflank._native import Move, Position
from outflank.game.game import Game
from outflank.game.replay import replay
from outflank.game.transcript import parse_line

SIZE = 8
"""The only board whose openings have names."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position, and the line by which it is known."""

    name: str
    moves: tuple[Move, ...]
    aliases: tuple[str, ...] = ()
    """Other names of the same position."""

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the usual one first."""
        return (self.name, *self.aliases)

    @property
    def transcript(self) -> str:
        """The line as text, such as ``f5d6c3d3c4``."""
        return "".join(move.name for move in self.moves)


def openings() -> tuple[Opening, ...]:
    """Every opening with a name, in the order of their lines."""
    return tuple(_by_position().values())


def opening_at(position: Position) -> Opening | None:
    """The opening whose position this is, turned or mirrored as it may be.

    >>> from outflank.game import Game
    >>> opening_at(Game.from_transcript("d3c5f6f5e6").position).name
    'Tiger'
    """
    if position.size != SIZE or position.empties < _fewest_empties():
        return None
    return _by_position().get(position.canonical())


def opening_of(game: Game) -> Opening | None:
    """The opening of a game: the last named position on the way to its current place.

    >>> from outflank.game import Game
    >>> opening_of(Game.from_transcript("f5d6c3d3c4f4f6b4c5")).name
    'Kung'
    """
    if game.size != SIZE:
        return None
    opening = opening_at(game.start)
    for _, position in replay(game.start, game.moves):
        if position.empties < _fewest_empties():
            break
        opening = opening_at(position) or opening
    return opening


def next_openings(position: Position) -> dict[Move, Opening]:
    """The moves that lead to a named position, and what it is called.

    >>> from outflank.game import Game
    >>> after = next_openings(Game.from_transcript("f5").position)
    >>> {move.name: opening.name for move, opening in after.items()}
    {'f4': 'Parallel Opening', 'd6': 'Perpendicular Opening', 'f6': 'Diagonal Opening'}
    """
    if position.size != SIZE or position.empties <= _fewest_empties():
        return {}
    named = {move: opening_at(position.play(move)) for move in position.legal_moves}
    return {move: opening for move, opening in named.items() if opening is not None}


@functools.cache
def _by_position() -> dict[Position, Opening]:
    """The openings by the canonical form of their positions; the file is read once, when needed."""
    file = importlib.resources.files("outflank") / "data" / "openings.tsv"
    by_position = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        text, name, *aliases = line.split("\t")
        moves, position = parse_line(text, Position(SIZE))
        by_position[position.canonical()] = Opening(name, moves, tuple(aliases))
    return by_position


@functools.cache
def _fewest_empties() -> int:
    """Of all named positions; later ones need not be looked up."""
    return min(position.empties for position in _by_position())
