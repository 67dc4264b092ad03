"""From flags, questions and the memory of the last game to the players of this one."""

import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outflank import Color, Level, Limit, SettingsError
from outflank.agents.limits import takes_limit
from outflank.agents.spec import AgentSpec
from outflank.cli.play.questions import ask_all, read_colour, read_opponent
from outflank.cli.terminal.screen import TerminalScreen
from outflank.session.settings import DYNAMIC, GameSettings, recall, remember
from outflank.session.sides import (
    PERSON,
    has_strategy,
    is_person,
    limited,
    seating,
    spec_of,
)

QUESTIONS = {"colour", "size", "opponent", "strategy"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What the command line said; None for what it did not."""

    size: int | None = None
    colour: str | None = None
    skill: int | None = None
    opponent: str | None = None
    black: str | None = None
    white: str | None = None
    limit: Limit | Level | None = None

    def answers(self) -> dict[str, Any]:
        """The questions that need not be asked, and what was said to them."""
        opponent = None if self.skill is None else str(self.skill)
        answers = {
            "size": self.size,
            "colour": None if self.colour is None else read_colour(self.colour),
            "opponent": opponent if self.opponent is None else read_opponent(self.opponent),
        }
        return {name: value for name, value in answers.items() if value is not None}

    def seats(self) -> dict[Color, AgentSpec] | None:
        """Both players, if one of them is named by colour: the other one is then a person."""
        named = {Color.BLACK: self.black, Color.WHITE: self.white}
        if not any(named.values()):
            return None
        return {
            color: PERSON if not spec else spec_of(read_opponent(spec))
            for color, spec in named.items()
        }


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All that is known before the first move."""

    answers: GameSettings
    specs: dict[Color, AgentSpec]


def arrange(flags: Flags, screen: TerminalScreen, memory: Path | None) -> Arrangement:
    """Asks what no flag says. With a `memory`, it suggests answers and keeps the answers.

    What a flag says holds for this game only.
    """
    answered, limit, seats = flags.answers(), flags.limit, flags.seats()
    last = recall(memory) if memory is not None else GameSettings()
    answers = replace(last, **answered)
    settled: set[str] = set(answered)
    if limit is not None or seats is not None:
        settled.add("strategy")
    if seats is not None:
        settled |= {"colour", "opponent"}
    if not settled >= QUESTIONS:
        named = list(seats.values()) if seats is not None else []
        if "opponent" in answered:
            named.append(spec_of(answered["opponent"]))
        answers = ask_all(screen, answers, settled, named)
    if memory is not None:
        remember(replace(answers, **{name: getattr(last, name) for name in answered}), memory)
    if seats is None:
        seats = seating(answers)
        if limit is None and has_strategy(spec_of(answers.opponent)):
            dynamic = answers.strategy == DYNAMIC
            limit = Limit(dynamic=True) if dynamic else Limit(time=answers.seconds)
    if flags.limit is not None:
        _check_use(seats.values())
    if limit is not None:
        seats = {color: limited(spec, limit) for color, spec in seats.items()}
    return Arrangement(answers, seats)


def _check_use(specs: Collection[AgentSpec]) -> None:
    if not any(takes_limit(spec) for spec in specs):
        agents = " nor ".join(str(spec) for spec in specs if not is_person(spec))
        raise SettingsError(f"a limit such as --time is of no use to {agents or 'people'}")


def against(specs: Mapping[Color, AgentSpec], opponent: str | None) -> dict[Color, AgentSpec]:
    """Who plays a game that is resumed: who played it, or an opponent that was named now.

    A program is not started because a file names it.
    """
    named = None if opponent is None else spec_of(read_opponent(opponent))
    seats = {
        color: named if named is not None and not is_person(spec) else spec
        for color, spec in specs.items()
    }
    for spec in seats.values():
        if named is None and spec.starts_program:
            again = shlex.join(["outflank", "play", "--resume", "--opponent", str(spec)])
            raise SettingsError(
                f"the unfinished game is against a program, which must be named: {again}"
            )
    return seats
