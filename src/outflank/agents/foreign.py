"""Engines of other people, which speak GTP or NBoard, as agents like any other."""

from collections.abc import Callable, Sequence

from outflank._native import Move, Position
from outflank.agents.hosted import GRACE_SECONDS, LONGEST_MOVE, ProcessAgent
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
        super().__init__(title, client.channel.host, seconds=seconds or LONGEST_MOVE)
        self._given_seconds = seconds
        self._client = client
        self._time = time
        self._tried: set[int] = set()
        self._size = 0
        self._start, self._moves = Position(), tuple[Move, ...]()
        self._known = self._start

    @property
    def time_limit(self) -> float | None:
        """What was given."""
        return self._given_seconds

    def new_game(self) -> None:
        """Starts the engine if it does not run."""
        self._failure, self._ready, self._size = None, False, 0
        self._guarded(self._client.start)

    def prepare(self, size: int) -> None:
        """Tells the engine of the board; the first time it shows that it knows the game there."""
        if size not in self._tried:
            self._guarded(lambda: try_engine(self._client, size))
            self._tried.add(size)
        self._begin(size)

    def observe(self, start: Position, moves: Sequence[Move]) -> None:
        """The game so far, which the engine is told when it is asked."""
        self._start, self._moves = start, tuple(moves)
        self._known = start
        for move in moves:
            self._known = self._known.play(move)

    def choose(self, position: Position) -> Decision:
        """The engine's move; that it is legal is not checked here."""
        return self._ask(position, self._time)

    def choose_within(self, position: Position, seconds: float) -> Decision:
        """The same; the engine is told how many seconds to think."""
        return self._ask(position, seconds)

    def _ask(self, position: Position, think: float | None) -> Decision:
        if self._failure is not None:
            raise self._failure
        if self._size != position.size:
            self._begin(position.size)
        told = self._known == position
        start, moves = (self._start, self._moves) if told else (position, ())
        try:
            return self._client.choose(start, moves, think, self.seconds, GRACE_SECONDS)
        except PlayerError as error:
            raise self.failed(error.kind, str(error)) from None

    def _begin(self, size: int) -> None:
        """A new game; an engine that has ended after the last one is started again."""
        try:
            self._client.begin(size)
        except PlayerError as error:
            if error.kind != FaultKind.CRASH:
                raise self.failed(error.kind, str(error)) from None
            self._guarded(lambda: self._client.begin(size))
        self._size = size

    def _guarded(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except PlayerError as error:
            raise self.failed(error.kind, str(error)) from None
        except EngineError as error:
            self.close()
            raise self.failed(FaultKind.CRASH, str(error)) from None


def gtp_agent(
    *, spec: AgentSpec, seconds: float | None, memory: int, time: float | None, skip_i: bool
) -> ForeignAgent:
    """The engine that a spec names."""
    client = GtpClient(spec.short, spec.argv, megabytes=memory, skip_i=skip_i)
    return ForeignAgent(spec.short, client, seconds=seconds, time=time)


def nboard_agent(
    *,
    spec: AgentSpec,
    seconds: float | None,
    memory: int,
    time: float | None,
    depth: int | None,
) -> ForeignAgent:
    """The same for the other protocol."""
    client = NBoardClient(spec.short, spec.argv, megabytes=memory, depth=depth)
    return ForeignAgent(spec.short, client, seconds=seconds, time=time)
