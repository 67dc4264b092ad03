"""What a server asks of the player that it is handed, and what the player answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from outflank._native import Move
from outflank.game import Game
from outflank.protocols.clock import TimeLeft


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, and what is known about it."""

    move: Move
    score: float | None = None
    """Discs, for the side that moves."""
    nodes: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Hint:
    """A line of play and what it is worth to the side to move."""

    line: tuple[Move, ...]
    score: float
    depth: int
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Hints:
    """The best lines known so far, the best first."""

    lines: tuple[Hint, ...]
    nodes: int
    seconds: float


class ServedPlayer(Protocol):
    """A player at the end of a protocol; asked by one thread at a time, but for `stop`."""

    @property
    def name(self) -> str:
        """What the other side may call it."""

    @property
    def can_stop(self) -> bool:
        """Whether `stop` does anything."""

    @property
    def gives_hints(self) -> bool:
        """Whether `hints` knows anything."""

    def new_game(self, size: int) -> None:
        """Another game begins."""

    def choose(self, game: Game, time: TimeLeft | None, depth: int | None) -> Answer:
        """A legal move at the place of the game, which is not over and not a forced pass."""

    def hints(self, game: Game, count: int, depth: int | None) -> Iterator[Hints]:
        """What is known about the best moves, again and again; closing it ends the search."""

    def stop(self) -> None:
        """Ends a search under way early. Any thread may call this."""
