"""Engines of other people, which speak GTP or NBoard, as agents like any other."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from outflank._native import Move, Position
from outflank.agents.hosted import GRACE_SECONDS, ProcessAgent
from outflank.agents.spec import AgentSpec
from outflank.errors import EngineError, FaultKind, PlayerError
from outflank.protocols.client import EngineClient, try_engine
from outflank.protocols.gtp_client import GtpClient
from outflank.protocols.nboard_client import NBoardClient
from outflank.values import Decision


class ForeignAgent(ProcessAgent):
    """Asks an engine for its moves.

    Its process is kept from game to game. Before its first game on a board of some size it must
    play a move that is forced: what is no Othello player is found out before it costs a game.
    """

    def __init__(
        self, title: str, client: EngineClient, *, seconds: float | None, time: float | None
    ) -> None:
        super().__init__(title, client.channel.host, seconds=seconds)
        self._client = client
        self._time = time
        self._tried: set[int] = set()
        self._size = 0
        self._start, self._moves = Position(), tuple[Move, ...]()
        self._current = self._start

    def new_game(self) -> None:
        self._failure, self._ready, self._size = None, False, 0
        with self._remembering():
            self._client.start()

    def prepare(self, size: int) -> None:
        if size not in self._tried:
            with self._remembering():
                try_engine(self._client, size)
            self._tried.add(size)
        self._begin(size)

    def observe(self, start: Position, moves: Sequence[Move]) -> None:
        self._start, self._moves = start, tuple(moves)
        self._current = start
        for move in moves:
            self._current = self._current.play(move)

    def choose(self, position: Position) -> Decision:
        return self._ask(position, self._time)

    def choose_within(self, position: Position, seconds: float) -> Decision:
        return self._ask(position, seconds)

    def _ask(self, position: Position, think: float | None) -> Decision:
        if self._failure is not None:
            raise self._failure
        if self._size != position.size:
            self._begin(position.size)
        is_current = self._current == position
        start, moves = (self._start, self._moves) if is_current else (position, ())
        with super()._remembering():
            return self._client.choose(start, moves, think, self.seconds, GRACE_SECONDS)

    def _begin(self, size: int) -> None:
        """A new game; an engine that has ended after the last one is started again."""
        with self._remembering():
            try:
                self._client.begin(size)
            except PlayerError as error:
                if error.kind != FaultKind.CRASH:
                    raise
                self._client.begin(size)
        self._size = size

    @contextmanager
    def _remembering(self) -> Iterator[None]:
        """The same; an engine that knows another game, or not this one, counts as crashed."""
        with super()._remembering():
            try:
                yield
            except PlayerError:
                raise
            except EngineError as error:
                self.close()
                raise PlayerError(FaultKind.CRASH, str(error)) from None


def gtp_agent(
    *, spec: AgentSpec, seconds: float | None, memory: int, time: float | None, skip_i: bool
) -> ForeignAgent:
    client = GtpClient(spec.short, spec.argv, megabytes=memory, skip_i=skip_i)
    return ForeignAgent(spec.short, client, seconds=seconds, time=time)


def nboard_agent(
    *, spec: AgentSpec, seconds: float | None, memory: int, time: float | None, depth: int | None
) -> ForeignAgent:
    client = NBoardClient(spec.short, spec.argv, megabytes=memory, depth=depth)
    return ForeignAgent(spec.short, client, seconds=seconds, time=time)
