"""Agents by name: ``agent("alphabeta:depth=5,eval=champion-gin")``."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from outflank._board import SIZES, board_name
from outflank._text import nearest
from outflank.agents.base import Agent
from outflank.agents.course import COURSE_DOC, COURSE_OPTIONS, CourseAgent, may_be_ours
from outflank.agents.options import LIMITS, Option, Value, read_limit
from outflank.agents.spec import AgentSpec
from outflank.engine import Limit
from outflank.errors import FileError, SettingsError

Factory = TypeVar("Factory", bound=Callable[..., Agent])


@dataclass(frozen=True, slots=True, eq=False)
class AgentInfo:
    """An agent that can be asked for by name."""

    name: str
    doc: str
    """One line."""
    make: Callable[..., Agent] = field(repr=False)
    """Called with the value of each option by its key, and with `limit` if there is one."""
    options: tuple[Option, ...] = ()
    limit: Limit | None = None
    """How long it thinks unless told otherwise. Any limit option given replaces all of it."""
    limits: tuple[str, ...] = tuple(option.name for option in LIMITS)
    """The limit options it takes, if it has a limit."""
    aliases: tuple[str, ...] = ()
    takes_others: bool = False
    """True: options not listed here go to `make` together, as `options`."""
    takes_command: bool = False
    """True: `make` is called with the `spec`, too, whose command starts a program."""
    sizes: tuple[int, ...] = SIZES
    """The boards it plays on, as far as its options do not say otherwise."""

    @property
    def all_options(self) -> tuple[Option, ...]:
        """Its own options and those for the limit, with their defaults."""
        if self.limit is None:
            return self.options
        return self.options + tuple(
            replace(option, default=getattr(self.limit, option.name))
            for option in LIMITS
            if option.name in self.limits
        )

    def check_board(self, size: int) -> None:
        """SettingsError if it does not play on a board."""
        if size not in self.sizes:
            boards = " and ".join(map(board_name, self.sizes))
            raise SettingsError(f"{self.name} plays on {boards} alone, not on {board_name(size)}")

    def build(self, spec: AgentSpec) -> Agent:
        """The agent with the options of a spec."""
        known = {option.name: option for option in self.all_options}
        given: dict[str, Value] = {}
        others: dict[str, str] = {}
        for name, text in spec.options:
            if name not in known and not self.takes_others:
                raise SettingsError(f"{self.name} has no option {name!r}; {_hint(name, known)}")
            if name in given or name in others:
                raise SettingsError(f"{self.name}: {name} is given twice")
            try:
                if name not in known:
                    others[name] = text
                    for option in LIMITS:
                        if option.name == name:
                            option.read(text)  # says what is wrong with it
                    continue
                given[name] = known[name].read(text)
            except (SettingsError, FileError) as error:
                raise self._about(error) from None
        values = {option.key: given.get(option.name, option.default) for option in self.options}
        try:
            if self.takes_command:
                return self.make(**values, spec=spec)
            if self.takes_others:
                return self.make(**values, options=others)
            if self.limit is None:
                return self.make(**values)
            limits = {name: given[name] for name in self.limits if name in given}
            return self.make(**values, limit=read_limit(self.limit, limits))
        except (SettingsError, FileError) as error:
            raise self._about(error) from None

    def _about(self, error: SettingsError | FileError) -> SettingsError | FileError:
        text = str(error)
        return error if self.name in text else type(error)(f"{self.name}: {text}")


def _hint(name: str, known: dict[str, Option]) -> str:
    return f"the nearest name is {nearest(name, known)!r}" if known else "it takes none"


_KNOWN: dict[str, AgentInfo] = {}
_BUILT_IN: set[str] = set()


def add(info: AgentInfo) -> None:
    """Makes one of Outflank's own agents known."""
    _KNOWN.update(dict.fromkeys((info.name, *info.aliases), info))
    _BUILT_IN.update((info.name, *info.aliases))


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
        make = partial(CourseAgent, name)
        others = may_be_ours(Path(name))
        return AgentInfo(name, COURSE_DOC, make, COURSE_OPTIONS, takes_others=others)
    if name not in _KNOWN:
        raise SettingsError(
            f"there is no agent {name!r}; the nearest name is {nearest(name, _KNOWN)!r}"
        )
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
