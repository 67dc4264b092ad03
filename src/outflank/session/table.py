"""The table: the game on it, who sits at it, and the engine beside it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from outflank._background import Work
from outflank.agents import Agent, decide
from outflank.agents.spec import AgentSpec
from outflank.engine import Analysis, Decision, Level, Limit
from outflank.engine.engine import KeptEngine
from outflank.engine.level import MAX_LEVEL
from outflank.errors import IllegalMoveError, OutflankError, SettingsError
from outflank.game import Color, Ending, Game, Move, Position, Result
from outflank.session.autosave import forget, keep
from outflank.session.sides import Side, make_side
from outflank.values import forfeit_score

ADVICE = Limit(nodes=1_000_000)
"""About a second at most; nodes, so that the same question has the same answer."""
EXACT_EMPTIES = {4: 20, 6: 20, 8: 20, 10: 16, 12: 14}
"""By size: with at most so many empty squares every line is followed to the end of the game."""


class Adviser(KeptEngine):
    """It answers `hint`, `eval` and `why`; a game without them needs no second engine."""

    def __init__(self, limit: Limit = ADVICE) -> None:
        super().__init__()
        self.limit = limit

    def advise(
        self, position: Position, hear: Callable[[Analysis], None], *, all_moves: bool
    ) -> Analysis:
        """The best move, or every move from the best to the worst; `hear` is told on the way.

        The scores are exact near the end, unless it is stopped.
        """
        lines = len(position.legal_moves) if all_moves else 1
        exact = position.empties <= EXACT_EMPTIES[position.size]
        limit = Level(MAX_LEVEL) if exact else self.limit
        for analysis in self.for_size(position.size).analysis(position, limit, lines=lines):
            hear(analysis)
        return analysis


class GameTable:
    """A game being played by people and agents; it changes as the game goes on.

    Leaving it (`close`, or the end of a `with` block) frees the agents and the adviser.
    """

    def __init__(
        self,
        sides: Mapping[Color, Side],
        game: Game,
        adviser: Adviser | None = None,
        *,
        autosave: Path | None = None,
    ) -> None:
        """With `autosave`, a file, `keep` writes the unfinished game there."""
        self.sides = dict(sides)
        self.adviser = adviser or Adviser()
        self.autosave = autosave
        self.set_up(game)

    def set_up(self, game: Game) -> None:
        self.game = game
        self.last_search: tuple[Color, Decision] | None = None
        self._declared: Result | None = None
        for side in self.sides.values():
            if side.agent is not None:
                _begin(side.agent, game)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self._declared is not None:
            return self._declared
        position = self.game.position
        return Result(position.score()) if position.is_over() else None

    def declare(self, loser: Color, ending: Ending) -> None:
        """`loser` has lost, whatever lies on the board."""
        self._declared = Result(forfeit_score(loser, self.game.size), ending)

    @property
    def is_unfinished(self) -> bool:
        """Whether there is a game that would be lost: begun, and not over."""
        return self.result is None and bool(self.game.moves)

    def keep(self) -> None:
        """Writes the unfinished game down, so that it can be resumed; one that is over goes."""
        if self.autosave is None:
            return
        if self.is_unfinished:
            specs = {color: side.spec for color, side in self.sides.items()}
            keep(self.game, specs, self.autosave)
        elif self.result is not None:
            forget(self.autosave)

    def swap_sides(self) -> None:
        self.sides = {color: self.sides[color.opponent] for color in self.sides}

    def change_opponent(self, spec: AgentSpec, seed: int = 0) -> None:
        colors = [color for color, side in self.sides.items() if side.agent is not None]
        if len(colors) != 1:
            raise SettingsError("only a game of one person against one agent has an opponent")
        side = make_side(spec, colors[0], seed)
        self.sides[colors[0]].close()
        self.sides[colors[0]] = side
        if side.agent is not None:
            _begin(side.agent, self.game)

    @property
    def has_people(self) -> bool:
        return any(side.agent is None for side in self.sides.values())

    def waits_for_person(self) -> bool:
        """Whether it is up to a person to choose a square."""
        position = self.game.position
        person = self.sides[position.turn].agent is None
        return person and self.result is None and not position.must_pass()

    def who(self, color: Color) -> str:
        """What a side is called: Black (you), White (skill 5)."""
        side, other = self.sides[color], self.sides[color.opponent]
        alone = side.agent is None and other.agent is not None
        name = side.spec.short if side.agent is not None else "you" if alone else ""
        return color.name.capitalize() + (f" ({name})" if name else "")

    def play(self, move: Move, decision: Decision | None = None) -> None:
        """Plays a legal move, and keeps what its player knew about it."""
        color = self.game.position.turn
        self.game.play(
            move,
            seconds=decision.seconds if decision is not None else None,
            evaluation=decision.score if decision is not None else None,
        )
        if decision is not None:
            self.game.node.depth, self.game.node.nodes = decision.depth, decision.nodes
            self.last_search = color, decision

    def undo(self) -> int:
        """Takes back moves until a person chooses again; how many."""
        declared, taken = self._declared, 0
        self._declared = None
        try:
            while taken == 0 or not self.waits_for_person():
                self.game.undo()
                taken += 1
        except IllegalMoveError:
            self._declared = declared
            for _ in range(taken):
                self.game.redo()
            raise IllegalMoveError("there is no move of yours to take back") from None
        return taken

    def redo(self) -> int:
        """Plays again what was taken back, until a person chooses; how many moves."""
        self.game.redo()
        done = 1
        with suppress(IllegalMoveError):  # nothing more was taken back
            while not self.waits_for_person():
                self.game.redo()
                done += 1
        return done

    def think(self, hear: Callable[[Analysis], None]) -> Work[Decision]:
        """The agent to move begins to think; `hear` is told on the way, by agents that can tell."""
        agent, position = self.sides[self.game.position.turn].agent, self.game.position
        start, moves = self.game.start, self.game.moves
        assert agent is not None
        agent.watch = hear

        def think() -> Decision:
            if agent.observes:
                agent.observe(start, moves)
            return decide(agent, position)

        return Work(think, agent.stop if agent.can_stop else None)

    def settle(self, work: Work[Decision]) -> str | None:
        """Plays the move an agent has found.

        One that failed or breaks the rules has lost; then the answer is the reason.
        """
        try:
            decision = work.answer()
        except Exception as error:  # whatever an agent does, the people at the table get a sentence
            self.declare(self.game.position.turn, Ending.FORFEIT)
            expected = isinstance(error, OutflankError)
            return str(error) if expected else f"{type(error).__name__}: {error}"
        self.play(decision.move, decision)
        return None

    def ask_adviser(
        self, position: Position, hear: Callable[[Analysis], None], *, all_moves: bool
    ) -> Work[Analysis]:
        """The adviser begins to look at a position; stopped, it answers with what it has."""
        adviser = self.adviser
        return Work(lambda: adviser.advise(position, hear, all_moves=all_moves), adviser.stop)

    def close(self) -> None:
        self.adviser.close()
        for side in self.sides.values():
            side.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _begin(agent: Agent, game: Game) -> None:
    agent.new_game()
    agent.prepare(game.size)
