"""The player that a protocol's server is handed."""

from collections.abc import Iterator
from typing import Protocol

from outflank.game import Game
from outflank.protocols.clock import TimeLeft
from outflank.values import Analysis, Decision


class ServedPlayer(Protocol):
    """A player at the end of a protocol; asked by one thread at a time, but for `stop`."""

    @property
    def name(self) -> str: ...

    @property
    def can_stop(self) -> bool:
        """Whether `stop` does anything."""

    @property
    def gives_hints(self) -> bool:
        """Whether `hints` knows anything."""

    def new_game(self, size: int) -> None: ...

    def choose(self, game: Game, time: TimeLeft | None, depth: int | None) -> Decision:
        """A legal move at the place of the game, which is not over and not a forced pass.

        Its score is in discs, or None.
        """

    def hints(self, game: Game, count: int, depth: int | None) -> Iterator[Analysis]:
        """What is known about the best moves, again and again; closing it ends the search."""

    def stop(self) -> None:
        """Ends a search under way early. Any thread may call this."""
