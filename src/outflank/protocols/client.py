"""What the clients of both protocols share: an engine of somebody else that is asked for moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from outflank._native import Move, Position
from outflank._text import printable
from outflank.errors import EngineError, PlayerError
from outflank.game import Game
from outflank.process.channel import TextChannel

START_SECONDS = 10.0
"""For an engine to start, and for whatever it need not think about."""
TRIAL_SECONDS = 60.0
"""For the one move of the trial: some engines fill their tables at the first."""

# After these moves there is a single legal one, which anything but Othello hardly plays by chance.
FORCED = {
    4: ("b1a1d3c1", "a2"),
    6: ("c2b4a5e2e4", "b5"),
    8: ("d3c5b6f3f5", "c6"),
    10: ("e4d6c7g4g6", "d7"),
    12: ("f5e7d8h5h7", "e8"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """The move of an engine, and what it says about it."""

    move: Move
    score: float | None = None
    nodes: int | None = None


class EngineClient(Protocol):
    """An engine at the other end of a protocol."""

    channel: TextChannel

    def start(self) -> None:
        """Starts the engine if it does not run; PlayerError if it speaks another language."""

    def begin(self, size: int) -> None:
        """Another game, on a board of a size; EngineError if it has none."""

    def choose(
        self,
        start: Position,
        moves: Sequence[Move],
        think: float | None,
        seconds: float,
        grace: float = 0.0,
    ) -> Choice:
        """Its move after some others, if it may `think` so long and must answer in `seconds`."""


def try_engine(client: EngineClient, size: int) -> None:
    """Lets the engine play a move that is forced; EngineError if it plays another game."""
    line, only = FORCED[size]
    game = Game.from_transcript(line, size=size)
    client.begin(size)
    who = f"{client.channel.host.name} does not play Othello on {size}x{size}"
    try:
        found = client.choose(game.start, game.moves, 1.0, TRIAL_SECONDS).move
    except PlayerError as error:
        if error.kind != "illegal":
            raise
        raise EngineError(f"{who}: {printable(str(error))}") from None
    if found != Move(only):
        raise EngineError(f"{who}: after {line} it plays {found}, and {only} is the only move")
