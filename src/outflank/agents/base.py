"""What it takes to be a player: one method. Everything else has a default."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Self

from outflank._native import Move, Position
from outflank.engine.level import Level
from outflank.engine.limit import Limit, share_of
from outflank.errors import EngineError, FaultKind, IllegalMoveError, PlayerError
from outflank.values import Analysis, Decision


class Agent(ABC):
    """Anything that chooses a move, on a board of any size; all but `choose` has a default.

    >>> class First(Agent):
    ...     def choose(self, position):
    ...         return position.legal_moves[0]
    >>> First().choose(Position()).name
    'd3'
    """

    name: str = ""
    """How game records call the player; one made from a spec is called by it."""
    limit: Limit | Level | None = None
    """How long it thinks about a move, if it can be told."""

    evaluation: str | None = None
    """The hand-made evaluation it plays by, if any: a name, or a file."""
    watch: Callable[[Analysis], None] | None = None
    """Called with what is known so far while it thinks, by agents that can tell."""
    can_stop: bool = False
    """Whether `stop` makes it answer at once."""

    @abstractmethod
    def choose(self, position: Position) -> Move | Decision:
        """A legal move, or a decision with what is known about it. The game is not over here."""

    def choose_within(self, position: Position, seconds: float) -> Move | Decision:
        """The same with so many seconds to think, if it has a limit to set."""
        with self.limited(None if self.limit is None else Limit(time=seconds)):
            return self.choose(position)

    def choose_by_clock(
        self, position: Position, clock: float, increment: float
    ) -> Move | Decision:
        """The same with so many seconds for the rest of the game, and more with every move.

        It thinks for this move's share of them, unless it knows better.
        """
        return self.choose_within(position, share_of(clock, increment, position.empties))

    @contextmanager
    def limited(self, limit: Limit | Level | None) -> Iterator[None]:
        """Sets another limit for a while; None keeps its own."""
        own = self.limit
        if limit is not None:
            self.limit = limit
        try:
            yield
        finally:
            self.limit = own

    @property
    def observes(self) -> bool:
        """Whether `observe` is written: nobody is told the game who does not listen."""
        return type(self).observe is not Agent.observe

    def observe(self, start: Position, moves: Sequence[Move]) -> None:  # noqa: B027
        """Called before each `choose` with the game so far, passes included, if it is written.

        For agents that go by more than the position, such as an engine of somebody else.
        """

    def new_game(self) -> None:  # noqa: B027
        """Called before the first move of each game."""

    def prepare(self, size: int) -> None:  # noqa: B027
        """Called before a game on a board of this size, while no clock runs yet.

        What takes long to make is made here; an agent that is not asked makes it when it moves.
        """

    def reseed(self, seed: int) -> None:  # noqa: B027
        """Called before a game that must not depend on those before it: dice start from here."""

    def stop(self) -> None:  # noqa: B027
        """Ends a running search early; it answers with what it has. Any thread may call this."""

    def close(self) -> None:  # noqa: B027
        """Called when the player is no longer needed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __str__(self) -> str:
        return self.name or type(self).__name__


def decide(
    player: Agent,
    position: Position,
    think: float | None = None,
    *,
    clock: tuple[float, float] | None = None,
) -> Decision:
    """The player's answer as a Decision, with the seconds it took if it did not say so itself.

    The player has so many seconds to `think`, if they are given, or the seconds on its `clock`,
    with their increment, for the rest of the game. PlayerError if the answer is no legal move.
    """
    begun = time.perf_counter()
    if clock is not None:
        answer = player.choose_by_clock(position, *clock)
    elif think is not None:
        answer = player.choose_within(position, think)
    else:
        answer = player.choose(position)
    seconds = time.perf_counter() - begun
    decision, _ = check_answer(answer, position)
    return decision if decision.seconds is not None else replace(decision, seconds=seconds)


def check_answer(
    answer: object, position: Position, name: str | None = None
) -> tuple[Decision, Position]:
    """The decision that a player has answered, and the position after its move.

    PlayerError, which calls the player by `name`, if that is no legal move.
    """
    decision = answer if isinstance(answer, Decision) else None
    move = answer if decision is None else decision.move
    if not isinstance(move, Move):
        who = name or "the player"
        reason = f"{who} answered {move!r:.100} instead of a move"
        raise PlayerError(FaultKind.ILLEGAL, reason)
    try:
        return decision or Decision(move), position.play(move)
    except IllegalMoveError as error:
        reason = f"{name}: {error}" if name else str(error)
        raise PlayerError(FaultKind.ILLEGAL, reason) from None


def choices(position: Position) -> tuple[Move, ...]:
    """The legal moves, of which there is at least one; a finished game is refused."""
    moves = position.legal_moves
    if not moves:
        raise EngineError("the game is over: there is no move to choose")
    return moves
