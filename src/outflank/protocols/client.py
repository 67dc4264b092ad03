"""What the clients of both protocols share: an engine of somebody else that is asked for moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from outflank._native import Move, Position
from outflank._text import printable
from outflank.errors import EngineError, FaultKind, PlayerError
from outflank.game import Game
from outflank.process.channel import TextChannel

START_SECONDS = 30.0
"""For an engine to start, and for whatever it need not think about."""
TRIAL_SECONDS = 60.0
"""For the one move of the trial: some engines fill their tables at the first."""

# After these moves there is a single legal one. The first is quite in the open, the second on the
# edge: who plays another game may find one of them by chance, but hardly both.
FORCED = {
    4: (("b1a1d3c1", "a2"), ("a2a3a4c1d2", "a1")),
    6: (("c2b4a5e2e4", "b5"), ("d5e5b3d6f6f4", "e6")),
    8: (("d3c5b6f3f5", "c6"), ("e6f6g6g7d3e3e2h6", "h8")),
    10: (("e4d6c7g4g6", "d7"), ("f7g7e4f8f9e9h7f10", "d10")),
    12: (("f5e7d8h5h7", "e8"), ("f5e5g8f4f3g3d4f2h2h4", "f1")),
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
    """Lets the engine play two moves that are forced; EngineError if it plays another game."""
    client.begin(size)
    who = f"{client.channel.host.name} does not play Othello on {size}x{size}"
    for line, only in FORCED[size]:
        game = Game.from_transcript(line, size=size)
        try:
            found = client.choose(game.start, game.moves, 1.0, TRIAL_SECONDS).move
        except PlayerError as error:
            if error.kind != FaultKind.ILLEGAL:
                raise
            raise EngineError(f"{who}: {printable(str(error))}") from None
        if found != Move(only):
            raise EngineError(f"{who}: after {line} it plays {found}, and {only} is the only move")
