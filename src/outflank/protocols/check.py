"""What is found out about an engine: one finding for each thing that it should do."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Generic, TypeVar

from outflank._board import SIZES
from outflank._native import Move, Position
from outflank._text import listed, printable
from outflank.errors import EngineError, FaultKind, OutflankError, PlayerError
from outflank.protocols.client import START_SECONDS, EngineClient, try_engine

MAX_DETAIL = 200
MOVE_SECONDS = 60.0
"""For a move where the engine was told no time."""
THINK_SECONDS = 1.0
"""The time for a move that it is told."""
SLACK_SECONDS = 1.0
"""What it may take beyond that on a busy machine."""
PASS_LINE = "d3c3b3b2f5a3a1c1"
"""After these moves black, whose turn it is, must pass on 8x8."""


class Outcome(StrEnum):
    FINE = "fine"
    NOTE = "note"
    """It differs from the protocol, or lacks what it may lack; Outflank gets along with it."""
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    check: str
    outcome: Outcome
    detail: str = ""


class FaultError(Exception):
    """Raised by a check: the engine is wrong."""


class HopelessError(FaultError):
    """The same, and so wrong that no other check means anything."""


class NoteError(Exception):
    """Raised by a check: the engine is unusual."""


Check = tuple[str, Callable[[], str | None]]
"""What is checked, and how; it returns a detail that is worth telling."""


def run_checks(checks: list[Check]) -> Iterator[Finding]:
    """Runs one check after the other; a fault of one is no reason not to run the next."""
    for title, check in checks:
        try:
            yield Finding(title, Outcome.FINE, _clean(check() or ""))
        except NoteError as note:
            yield Finding(title, Outcome.NOTE, _clean(str(note)))
        except (FaultError, OutflankError) as error:
            yield Finding(title, Outcome.FAULT, _clean(str(error)))
            if isinstance(error, HopelessError):
                return


def judge(move: Move, position: Position) -> None:
    """A fault if the engine may not play this move."""
    if move not in position.legal_moves:
        legal = " ".join(map(str, position.legal_moves))
        raise FaultError(f"it plays {move}, and the legal moves are {legal}")


def _clean(text: str) -> str:
    return printable(text)[:MAX_DETAIL]


Client = TypeVar("Client", bound=EngineClient)


class EngineChecks(ABC, Generic[Client]):
    """The checks of one engine, which must have started; what both protocols ask of it."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @abstractmethod
    def all(self) -> list[Check]:
        """Every check, in the order to run them."""

    def _sizes(self) -> str:
        boards, reason = [], ""
        for size in SIZES:
            try:
                try_engine(self._client, size)
                boards.append(f"{size}x{size}")
            except EngineError as error:
                reason = str(error) if size <= 8 else reason
                self._client.start()  # a board that it does not know may have ended it
        if not boards:
            raise HopelessError(f"it is no Othello player: {reason}")
        return listed(boards)

    def _play_games(self, think: float | None) -> str:
        dice, start = Random(8), Position()
        for engine_turn in (True, False):
            position, moves = start, list[Move]()
            while not position.is_over():
                legal = position.legal_moves
                if legal[0].is_pass:
                    move = legal[0]
                elif engine_turn == (len(moves) % 2 == 0):
                    move = self._client.choose(start, moves, think, MOVE_SECONDS).move
                    judge(move, position)
                else:
                    move = dice.choice(legal)
                position = position.play(move)
                moves.append(move)
        return "two games"

    def _end(self) -> None:
        try:
            while True:
                self._client.channel.read_line(START_SECONDS)
        except PlayerError as error:
            if error.kind == FaultKind.TIME:
                raise NoteError("it goes on after quit") from None
            if "exited with code 0" not in str(error):
                raise FaultError(str(error)) from None
