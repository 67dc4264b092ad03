"""Who plays: people, and agents made from the answers and flags."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import PurePath

from outflank import Agent, Color, NotationError, agent
from outflank.agents import agent_info
from outflank.agents.options import split_spec
from outflank.cli.play.settings import DYNAMIC, SKILLS, Answers

PERSON = "human"
LIMITS = ("depth", "nodes", "time", "dynamic")


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long an agent may think about a move. Without any limit it decides that by itself."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    dynamic: bool = False
    """The depth follows the empty squares, for agents that know how; others keep their own ways."""

    @classmethod
    def by(cls, answers: Answers) -> "Thinking":
        """What the menu of depth strategies was answered with."""
        if answers.strategy == DYNAMIC:
            return cls(dynamic=True)
        return cls(seconds=answers.seconds)

    def options(self) -> dict[str, str]:
        """The limits that were chosen, by the names that specs use."""
        named = {"depth": self.depth, "nodes": self.nodes, "time": self.seconds}
        return {name: str(value) for name, value in named.items() if value is not None}


def spec_of(opponent: str) -> str:
    """The spec behind an answer: a skill is short for the agent `skill`."""
    return f"skill:level={int(opponent)}" if is_skill(opponent) else opponent


def is_skill(opponent: str) -> bool:
    """Whether an answer is a skill rather than the name of an agent."""
    return opponent.isascii() and opponent.isdecimal() and int(opponent) in SKILLS


def is_person(spec: str) -> bool:
    """Whether moves come from the keyboard."""
    return spec.strip() == PERSON


def takes_limit(spec: str) -> bool:
    """Whether the depth strategies mean anything to an agent: it searches, and is not told how."""
    if is_person(spec):
        return False
    name, pairs = split_spec(spec)
    told = {key for key, _ in pairs}
    return bool(_limits(name)) and not told & {*LIMITS, *(("level",) if name == "engine" else ())}


def limited(spec: str, thinking: Thinking) -> str:
    """The spec with a limit, if the agent takes it and was not given one."""
    if not takes_limit(spec):
        return spec
    name, pairs = split_spec(spec)
    known = _limits(name)
    options = thinking.options()
    # What is built on the engine follows the board by itself, and plays the end perfectly.
    if thinking.dynamic and "dynamic" in known and name != "engine":
        options["dynamic"] = "yes"
    for key in options:
        if key not in known:
            raise NotationError(f"{name} takes no {key}, only {' and '.join(known)}")
    return _joined(name, [*pairs, *options.items()])


def _limits(name: str) -> list[str]:
    return [option.name for option in agent_info(name).all_options if option.name in LIMITS]


def seeded(spec: str, seed: int) -> str:
    """The spec with a seed, if the agent has dice and was not given one."""
    name, pairs = split_spec(spec)
    takes_seed = any(option.name == "seed" for option in agent_info(name).options)
    if not takes_seed or any(key == "seed" for key, _ in pairs):
        return spec
    return _joined(name, [*pairs, ("seed", str(seed))])


def _joined(name: str, pairs: list[tuple[str, str]]) -> str:
    return f"{name}:{','.join(f'{key}={value}' for key, value in pairs)}" if pairs else name


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the board."""

    name: str
    agent: Agent | None = None
    """None for a person."""


def short_name(spec: str) -> str:
    """What the players are called on the screen."""
    name, pairs = split_spec(spec)
    if name == "skill":
        return f"skill {dict(pairs)['level']}" if "level" in dict(pairs) else name
    return PurePath(name).name  # of a course-kit agent the file, not the way to it


def seat(specs: dict[Color, str], seed: int, closing: ExitStack) -> dict[Color, Player]:
    """Makes both players; `closing` closes the agents."""
    people = sum(is_person(spec) for spec in specs.values())
    players = {}
    for color, spec in specs.items():
        if is_person(spec):
            players[color] = Player("you" if people == 1 else "")
        else:
            # Two agents from one seed would draw the same dice, so each colour has its own.
            made = closing.enter_context(agent(seeded(spec, 2 * seed + color - 1)))
            players[color] = Player(short_name(spec), made)
    return players
