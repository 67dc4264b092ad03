"""What the clients of both protocols share: an engine of somebody else that is asked for moves."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from outflank._native import Move, Position
from outflank._text import printable
from outflank.errors import EngineError, FaultKind, PlayerError
from outflank.game import Game
from outflank.process.channel import TextChannel
from outflank.values import Decision

START_SECONDS = 30.0
"""For an engine to start, and for whatever it need not think about."""
TRIAL_SECONDS = 60.0
"""For the one move of the trial: some engines fill their tables at the first."""
MAX_TEXT = 80
"""Characters of what an engine says that are shown."""

# After these moves there is a single legal one. The first is quite in the open, the second on the
# edge: who plays another game may find one of them by chance, but hardly both.
FORCED = {
    4: (("b1a1d3c1", "a2"), ("a2a3a4c1d2", "a1")),
    6: (("c2b4a5e2e4", "b5"), ("d5e5b3d6f6f4", "e6")),
    8: (("d3c5b6f3f5", "c6"), ("e6f6g6g7d3e3e2h6", "h8")),
    10: (("e4d6c7g4g6", "d7"), ("f7g7e4f8f9e9h7f10", "d10")),
    12: (("f5e7d8h5h7", "e8"), ("f5e5g8f4f3g3d4f2h2h4", "f1")),
}


class EngineClient(ABC):
    def __init__(self, title: str, command: Sequence[str], *, megabytes: int) -> None:
        """`title` is what errors call it."""
        self.title = title
        self.channel = TextChannel(title, command, megabytes=megabytes)
        self.name = ""

    @abstractmethod
    def start(self) -> None:
        """Starts the engine if it does not run; PlayerError if it speaks another language."""

    @abstractmethod
    def begin(self, size: int) -> None:
        """Another game, on a board of a size; EngineError if it has none."""

    @abstractmethod
    def choose(
        self,
        start: Position,
        moves: Sequence[Move],
        think: float | None,
        seconds: float,
        grace: float = 0.0,
    ) -> Decision:
        """Its move after some others, if it may `think` so long and must answer in `seconds`."""

    def wrong(self, what: str) -> PlayerError:
        """The error for an answer that breaks the rules."""
        return PlayerError(FaultKind.ILLEGAL, f"{self.title} {what}")

    @contextmanager
    def expecting(self, command: str, protocol: str) -> Iterator[None]:
        """Around the first command: what does not answer may speak another language."""
        try:
            yield
        except PlayerError as error:
            if error.kind != FaultKind.TIME:
                raise
            reason = f"{self.title} does not answer {command}: does it speak {protocol}?"
            raise PlayerError(FaultKind.TIME, reason) from None


def try_engine(client: EngineClient, size: int) -> None:
    """Lets the engine play two moves that are forced; EngineError if it plays another game."""
    client.begin(size)
    who = f"{client.title} does not play Othello on {size}x{size}"
    for line, only in FORCED[size]:
        game = Game.from_transcript(line, size=size)
        try:
            move = client.choose(game.start, game.moves, 1.0, TRIAL_SECONDS).move
        except PlayerError as error:
            if error.kind != FaultKind.ILLEGAL:
                raise
            raise EngineError(f"{who}: {printable(str(error))}") from None
        if move != Move(only):
            raise EngineError(f"{who}: after {line} it plays {move}, and {only} is the only move")
