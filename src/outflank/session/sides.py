"""Who plays: people, and agents made from the answers and flags."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from outflank.agents import Agent, agent, agent_info
from outflank.agents.limits import limit_names, limit_spec, takes_limit
from outflank.agents.spec import AgentSpec
from outflank.engine import Level, Limit
from outflank.game import Color
from outflank.session.settings import SKILLS, GameSettings

PERSON = AgentSpec("human")


def spec_of(opponent: str) -> AgentSpec:
    """The spec behind an answer: a skill is short for the agent `skill`."""
    if is_skill(opponent):
        return AgentSpec("skill", (("level", str(int(opponent))),))
    return AgentSpec.parse(opponent)


def is_skill(opponent: str) -> bool:
    """Whether an answer is a skill rather than the name of an agent."""
    return opponent.isascii() and opponent.isdecimal() and int(opponent) in SKILLS


def is_person(spec: AgentSpec) -> bool:
    return spec == PERSON


def has_strategy(spec: AgentSpec) -> bool:
    """Whether to ask how it chooses its depth; a skill, or an engine's command, says it already."""
    return takes_limit(spec) and spec.name != "skill" and not spec.command


def limited(spec: AgentSpec, limit: Limit | Level) -> AgentSpec:
    """The spec with a limit, if the agent takes it and was not given one.

    A dynamic depth is for agents that know how; others keep their own ways.
    """
    if isinstance(limit, Level):
        return limit_spec(spec, {"level": limit.number})
    values = {"depth": limit.depth, "nodes": limit.nodes, "time": limit.time}
    options: dict[str, object] = {key: value for key, value in values.items() if value is not None}
    # What is built on the engine follows the board by itself, and plays the end perfectly.
    if limit.dynamic and spec.name != "engine" and "dynamic" in limit_names(spec):
        options["dynamic"] = "yes"
    return limit_spec(spec, options)


def seed_spec(spec: AgentSpec, seed: int) -> AgentSpec:
    """The spec with a seed, if the agent has dice and was not given one."""
    takes_seed = any(option.name == "seed" for option in agent_info(spec).options)
    return spec.with_options(seed=seed) if takes_seed and not spec.has("seed") else spec


def seating(settings: GameSettings) -> dict[Color, AgentSpec]:
    opponent = spec_of(settings.opponent)
    if settings.colour == "black":
        return {Color.BLACK: PERSON, Color.WHITE: opponent}
    return {Color.BLACK: opponent, Color.WHITE: PERSON}


@dataclass(frozen=True, slots=True)
class Side:
    spec: AgentSpec
    agent: Agent | None = None
    """None for a person."""

    def close(self) -> None:
        if self.agent is not None:
            self.agent.close()


def make_side(spec: AgentSpec, color: Color, seed: int) -> Side:
    """A person, or the agent of a spec with its own dice."""
    if is_person(spec):
        return Side(spec)
    # Two agents from one seed would draw the same dice, so each colour has its own.
    return Side(spec, agent(seed_spec(spec, 2 * seed + color - 1)))


def make_sides(specs: Mapping[Color, AgentSpec], seed: int) -> dict[Color, Side]:
    sides = {}
    with ExitStack() as closing:
        for color, spec in specs.items():
            sides[color] = make_side(spec, color, seed)
            closing.callback(sides[color].close)
        closing.pop_all()
    return sides
