"""Agents by name: ``agent("alphabeta:depth=5,eval=champion-gin")``."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from outflank._text import suggestion
from outflank.agents.base import Agent
from outflank.agents.builtin import AGENTS, FILE_AGENT
from outflank.agents.info import AgentInfo
from outflank.agents.options import Option
from outflank.agents.spec import AgentSpec
from outflank.engine.limit import Limit
from outflank.errors import SettingsError

Factory = TypeVar("Factory", bound=Callable[..., Agent])

_KNOWN = {name: info for info in AGENTS for name in (info.name, *info.aliases)}
_BUILT_IN = frozenset(_KNOWN)


def register(
    name: str, doc: str = "", *options: Option, limit: Limit | None = None
) -> Callable[[Factory], Factory]:
    """Makes a class of agents, or a function that makes one, known by a name.

    It is called with the value of each option, and with `limit` if a default for it is given here.

    >>> @register("first", "plays the first legal square")
    ... class First(Agent):
    ...     def choose(self, position):
    ...         return position.legal_moves[0]
    >>> agent("first").name
    'first'
    """
    if not re.fullmatch(r"\w[\w-]*", name):
        raise SettingsError(f"{name!r} is no name for an agent: use letters, digits, - and _")
    if name in _BUILT_IN:
        raise SettingsError(f"{name!r} is the name of one of Outflank's own agents")

    def remember(make: Factory) -> Factory:
        _KNOWN[name] = AgentInfo(name, doc, make, options, limit)
        return make

    return remember


def agents() -> tuple[AgentInfo, ...]:
    """Every agent with a name, Outflank's own first."""
    return tuple(dict.fromkeys(_KNOWN.values()))


def agent_info(spec: str | AgentSpec) -> AgentInfo:
    """What is known about an agent; for the path of a .py file, about agents in files."""
    spec = AgentSpec.parse(spec)
    name = spec.name
    if spec.is_path:
        return replace(FILE_AGENT, name=name, takes_others=_mentions_outflank(Path(name)))
    if name not in _KNOWN:
        hint = suggestion(name, _KNOWN, "outflank agents lists them")
        raise SettingsError(f"there is no agent {name!r}; {hint}")
    return _KNOWN[name]


def agent(spec: str | AgentSpec) -> Agent:
    """The agent described by a spec: a name, then its options if any.

    >>> agent("random:seed=7").name
    'random:seed=7'
    >>> agent("greedy:depht=3")
    Traceback (most recent call last):
    ...
    outflank.errors.SettingsError: greedy has no option 'depht'; it takes none
    """
    parsed = AgentSpec.parse(spec)
    player = agent_info(parsed).build(parsed)
    player.name = player.name or str(spec)
    return player


def _mentions_outflank(path: Path) -> bool:
    """Whether a file may register an agent of Outflank, which takes options of its own.

    The process that loads the file finds out; here it decides whether options that course agents do
    not have can be refused at once.
    """
    try:
        return b"outflank" in path.read_bytes()
    except (OSError, ValueError):
        return False
