"""From flags, questions and the memory of the last game to the players of this one."""

import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outflank import Color, SettingsError
from outflank.agents.limits import takes_limit
from outflank.agents.spec import AgentSpec
from outflank.cli.play.questions import ask_all, read_colour, read_opponent
from outflank.cli.terminal.screen import TerminalScreen
from outflank.session.settings import DYNAMIC, GameSettings, recall, remember
from outflank.session.sides import (
    PERSON,
    Thinking,
    has_strategy,
    is_person,
    limited,
    seating,
    spec_of,
)

ASKED = {"colour", "size", "opponent", "strategy"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What the command line said; None for what it did not."""

    size: str | None = None
    colour: str | None = None
    skill: int | None = None
    opponent: str | None = None
    black: str | None = None
    white: str | None = None
    depth: int | str | None = None
    seconds: float | None = None
    nodes: int | None = None

    def answers(self) -> dict[str, Any]:
        """The questions that need not be asked, and what was said to them."""
        found: dict[str, Any] = {}
        found["size"] = None if self.size is None else int(self.size)
        found["colour"] = None if self.colour is None else read_colour(self.colour)
        found["opponent"] = None if self.skill is None else str(self.skill)
        if self.opponent is not None:
            found["opponent"] = read_opponent(self.opponent)
        return {name: value for name, value in found.items() if value is not None}

    def thinking(self) -> Thinking | None:
        """The limit for agents, if any flag sets one."""
        if self.depth is self.seconds is self.nodes is None:
            return None
        plies = self.depth if isinstance(self.depth, int) else None
        return Thinking(plies, self.nodes, self.seconds, dynamic=self.depth == DYNAMIC)

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
    """Asks what no flag says. With a `memory`, it suggests answers and keeps those given.

    What a flag says holds for this game only.
    """
    given, thinking, seats = flags.answers(), flags.thinking(), flags.seats()
    last = recall(memory) if memory is not None else GameSettings()
    answers = replace(last, **given)
    settled: set[str] = set(given)
    if thinking is not None or seats is not None:
        settled.add("strategy")
    if seats is not None:
        settled |= {"colour", "opponent"}
    if not settled >= ASKED:
        named = list(seats.values()) if seats is not None else []
        if "opponent" in given:
            named.append(spec_of(given["opponent"]))
        answers = ask_all(screen, answers, settled, named)
    if memory is not None:
        remember(replace(answers, **{name: getattr(last, name) for name in given}), memory)
    if seats is None:
        seats = seating(answers)
        if thinking is None and has_strategy(spec_of(answers.opponent)):
            thinking = Thinking.by(answers)
    if flags.thinking() is not None:
        _check_use(seats.values())
    if thinking is not None:
        seats = {color: limited(spec, thinking) for color, spec in seats.items()}
    return Arrangement(answers, seats)


def _check_use(specs: Collection[AgentSpec]) -> None:
    if not any(takes_limit(spec) for spec in specs):
        agents = " nor ".join(str(spec) for spec in specs if not is_person(spec))
        raise SettingsError(f"--depth, --time and --nodes are of no use to {agents or 'people'}")


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
