"""An engine of somebody else at the other end of the NBoard protocol.

Before every move it is told the whole game: then nothing depends on what it remembers, on passes,
or on how its version writes moves.
"""

import math
from collections.abc import Callable, Sequence

from outflank._native import Move, Position
from outflank._text import printable
from outflank.errors import FaultKind, NotationError, PlayerError
from outflank.formats.ggf import write_game
from outflank.game import Game
from outflank.protocols.client import MAX_TEXT, START_SECONDS, EngineClient
from outflank.protocols.nboard import VERSION, read_number, read_played
from outflank.values import Decision

CLOCK_SHARE = 0.5
"""The protocol has clocks for a game only. Of the seconds that an engine may think about each of
its moves, so much is put on its clock: engines use more for one move than for another."""


class NBoardClient(EngineClient):
    """Asks for moves; lines that it does not know are ignored, as the protocol has it."""

    def __init__(
        self, title: str, command: Sequence[str], *, megabytes: int, depth: int | None = None
    ) -> None:
        super().__init__(title, command, megabytes=megabytes)
        self.version = VERSION
        self._depth = depth
        self._number = 0

    def start(self) -> None:
        """An engine that ends at version 2 is asked for 1."""
        if self.channel.is_running:
            return
        try:
            self._greet(VERSION)
        except PlayerError as error:
            if error.kind != FaultKind.CRASH:
                raise
            self._greet(1)

    def begin(self, size: int) -> None:
        del size  # `set game` tells it
        self.start()

    def choose(
        self,
        start: Position,
        moves: Sequence[Move],
        think: float | None,
        seconds: float,
        grace: float = 0.0,
    ) -> Decision:
        self.set_game(Game.from_moves(moves, start), think)
        self.ping()
        self.channel.send("go")
        lines = self.channel.read_until(lambda line: line.startswith("==="), seconds, grace=grace)
        answer = self.read_answer(lines[-1])
        nodes = None
        for line in lines:
            if line.startswith("nodestats "):
                nodes = read_number(line.split()[1])
        return Decision(answer.move, answer.score, nodes=None if nodes is None else int(nodes))

    def read_answer(self, line: str) -> Decision:
        """The move that a line with === names; PlayerError if there is none."""
        try:
            return read_played(line.removeprefix("==="))
        except NotationError as error:
            raise self.wrong(f"answers: {error}") from None

    def set_game(self, game: Game, think: float | None = None) -> None:
        """Tells the engine a game, and the time for the rest of it."""
        if think is not None:
            moves = max(1, math.ceil(game.position.empties / 2))
            game.tags["time"] = f"{max(1, round(CLOCK_SHARE * think * moves))}"
        self.channel.send(f"set game {write_game(game)}")

    def ping(self, seconds: float = START_SECONDS) -> list[str]:
        """Waits until the engine has read all; what it sent meanwhile, which is of the past."""
        self._number += 1
        pong = f"pong {self._number}"
        self.channel.send(f"ping {self._number}")
        return self._read(lambda line: line.strip() == pong, seconds)

    def _greet(self, version: int) -> None:
        self.version = version
        self.channel.send(f"nboard {version}")
        if self._depth is not None:
            self.channel.send(f"set depth {self._depth}")
        with self.expecting("ping", "NBoard"):
            self.ping()

    def _read(self, last: Callable[[str], bool], seconds: float) -> list[str]:
        lines = self.channel.read_until(last, seconds)
        for line in lines:
            if line.startswith("set myname "):
                self.name = printable(line.removeprefix("set myname ")[:MAX_TEXT]).strip()
        return lines
