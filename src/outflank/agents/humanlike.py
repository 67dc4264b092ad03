"""An opponent that plays as people of a rating do: their openings, their slips, their endings.

A network says how likely each move is for tournament players of the rating, and the move is drawn
by these chances. Below the weakest players it has learned from, some moves are those of a skill.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from outflank._board import board_name
from outflank._native import Move, Position
from outflank.agents.base import Agent, choices
from outflank.agents.builtin import (
    BLEND_SKILL,
    DEFAULT_RATING,
    FIRST_LEARNED,
    HUMANLIKE_SIZE,
    MAX_RATING,
    MIN_RATING,
)
from outflank.agents.dice import GameDice
from outflank.agents.skill import SkillAgent
from outflank.engine import Decision, Limit
from outflank.errors import SettingsError
from outflank.values import FORCED_PASS

if TYPE_CHECKING:
    from outflank.humanlike.values import MoveValues

BLEND_DEPTH = 5


class HumanlikeAgent(Agent):
    """Draws its moves by the chances that people of a rating play them; 8x8 only.

    The same seed plays the same games, one after the other.
    """

    can_stop = True

    def __init__(
        self, rating: int = DEFAULT_RATING, *, seed: int = 0, pause: float | None = None
    ) -> None:
        if not MIN_RATING <= rating <= MAX_RATING:
            raise SettingsError(f"ratings go from {MIN_RATING} to {MAX_RATING}, not {rating}")
        self.rating = rating
        self.pause = pause
        self.past: tuple[Move, ...] = ()
        """The last moves of the game, as far as it was told."""
        self._dice = GameDice(seed)
        self._values: MoveValues | None = None
        self._skill: SkillAgent | None = None
        self._stopped = threading.Event()

    def observe(self, start: Position, moves: Sequence[Move]) -> None:  # noqa: ARG002
        """People often answer near the last move."""
        self.past = tuple(moves[-2:])

    def reseed(self, seed: int) -> None:
        self._dice.reseed(seed)

    def new_game(self) -> None:
        self._dice.new_game()
        self.past = ()

    def prepare(self, size: int) -> None:
        if size != HUMANLIKE_SIZE:
            raise SettingsError(
                f"humanlike knows people's games on 8x8 alone, not on {board_name(size)}; "
                "the agent skill plays there"
            )
        from outflank.humanlike.model import load_model
        from outflank.humanlike.values import MoveValues

        load_model()
        if self._values is None:
            self._values = MoveValues()

    def choose(self, position: Position) -> Decision:
        self._stopped.clear()
        moves = choices(position)
        self.prepare(position.size)
        if position.must_pass():
            return FORCED_PASS
        decision = self._drawn(position, moves)
        if self.pause is not None:
            self._stopped.wait(self.pause * (0.5 + self._dice.random.random()))
        return decision

    def choose_within(self, position: Position, seconds: float) -> Decision:
        """The same; a pause takes no more than half of the time."""
        own = self.pause
        self.pause = None if own is None else min(own, seconds / 3)
        try:
            return self.choose(position)
        finally:
            self.pause = own

    def stop(self) -> None:
        self._stopped.set()

    def close(self) -> None:
        self.stop()
        self._values = None
        if self._skill is not None:
            self._skill.close()

    def _drawn(self, position: Position, moves: tuple[Move, ...]) -> Decision:
        blended = self._dice.random.random() * (FIRST_LEARNED - MIN_RATING)
        if blended < FIRST_LEARNED - self.rating:
            return self._by_skill(position)
        from outflank.humanlike.model import load_model

        assert self._values is not None
        model = load_model()
        rating = max(self.rating, FIRST_LEARNED)
        request = model.question(position, moves, self.past, rating, self._values)
        chances = model.drawing_chances(request).tolist()
        (number,) = self._dice.random.choices(range(len(moves)), chances)
        score = float(request.values[number, -1])
        return Decision(moves[number], score=score, pv=(moves[number],))

    def _by_skill(self, position: Position) -> Decision:
        if self._skill is None:
            self._skill = SkillAgent(BLEND_SKILL, Limit(depth=BLEND_DEPTH), book=False)
        self._skill.reseed(self._dice.random.getrandbits(62))
        self._skill.new_game()
        return replace(self._skill.choose(position), seconds=None)
