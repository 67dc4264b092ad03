"""What a format of games is: how its files are read and written, and what they can hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from outflank.errors import IllegalMoveError, NotationError, OutflankError
from outflank.formats.piece import Piece
from outflank.formats.source import Source
from outflank.game import Game
from outflank.game.game import extras, played_result

GameOrError = Game | OutflankError
"""What a reader yields: a game, or what is wrong with a part that is none."""


@dataclass(slots=True)
class Reading:
    """A source that is being read, and how."""

    source: Source
    size: int | None = None
    """The board of games that do not tell it; None: found out from their moves."""
    transposed: bool = False
    """True: letters are rows and numbers are columns in bare moves."""
    notes: list[str] = field(default_factory=list)
    """What a reader had to do to understand a game."""


@dataclass(slots=True)
class Losses:
    """What a format could not hold, and of how many games."""

    counts: Counter[str] = field(default_factory=Counter)
    _of_game: set[str] = field(default_factory=set)

    def add(self, what: str) -> None:
        """Notes something about the game that is being written, once."""
        if what not in self._of_game:
            self._of_game.add(what)
            self.counts[what] += 1

    def next_game(self) -> None:
        self._of_game.clear()


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write games down."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    """Of files; the first is what a new file gets."""
    read: Callable[[Reading], Iterator[GameOrError]]
    write: Callable[[Game, Losses], str] | None = None
    """The text of a game, with the line break after it; None: `formats.wthor` writes files."""
    holds: frozenset[str] = frozenset()
    """Of names, result, variations, comments, evaluations, seconds and empty tags."""
    holds_tag: Callable[[str], bool] = lambda _key: False
    """Whether it has a place for the tag with a key."""
    refusal: Callable[[Game], str | None] = lambda _game: None
    """Why it cannot hold a game at all, if it cannot."""
    between: Callable[[Game, Game], str] = lambda _before, _after: ""
    """What has to stand between two games, so that they are read as two."""


def each(
    pieces: Iterable[Piece | OutflankError], parse: Callable[[Piece], Game]
) -> Iterator[GameOrError]:
    for piece in pieces:
        try:
            yield piece if isinstance(piece, OutflankError) else parse(piece)
        except (NotationError, IllegalMoveError) as error:
            yield error


def note_losses(game: Game, format: Format, losses: Losses) -> None:
    if (game.black or game.white) and "names" not in format.holds:
        losses.add("names")
    for key, value in game.tags.items():
        if not format.holds_tag(key):
            losses.add(f"the tag {key}")
        elif not value and "empty tags" not in format.holds:
            losses.add("empty tags")
    if game.result != played_result(game) and "result" not in format.holds:
        losses.add("declared results")
    for what in extras(game) - format.holds:
        losses.add(what)
