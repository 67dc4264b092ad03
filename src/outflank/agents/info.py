"""What is known about an agent with a name: its options, and how to make it."""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from outflank._board import SIZES, board_name
from outflank._text import suggestion
from outflank.agents.options import LIMITS, Option, Value, read_limit
from outflank.agents.spec import FOREIGN, AgentSpec
from outflank.engine.limit import Limit
from outflank.errors import FileError, SettingsError

if TYPE_CHECKING:
    from outflank.agents.base import Agent


@dataclass(frozen=True, slots=True, eq=False)
class AgentInfo:
    """An agent that can be asked for by name."""

    name: str
    doc: str
    """One line."""
    make: "Callable[..., Agent] | str" = field(repr=False)
    """Called with the value of each option by its key, and with `limit` if there is one.

    A text such as `simple:RandomAgent` says where in `outflank.agents` it is; that module is
    imported when an agent is made.
    """
    options: tuple[Option, ...] = ()
    limit: Limit | None = None
    """How long it thinks unless told otherwise. Any limit option given replaces all of it."""
    limits: tuple[str, ...] = tuple(option.name for option in LIMITS)
    """The limit options it takes, if it has a limit."""
    aliases: tuple[str, ...] = ()
    takes_others: bool = False
    """True: options not listed here go to `make` together, as `options`."""
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

    def build(self, spec: AgentSpec) -> "Agent":
        """The agent with the options of a spec; SettingsError or FileError, with its name."""
        try:
            make: Any = self.make
            if isinstance(make, str):
                make = pkgutil.resolve_name(f"outflank.agents.{make}")
            player: Agent = make(**self._arguments(spec))
            return player
        except (SettingsError, FileError) as error:
            text = str(error)
            if self.name in text:
                raise
            raise type(error)(f"{self.name}: {text}") from None

    def _arguments(self, spec: AgentSpec) -> dict[str, Any]:
        by_name = {option.name: option for option in self.all_options}
        values: dict[str, Value] = {}
        others: dict[str, str] = {}
        for name, text in spec.options:
            if name in values or name in others:
                raise SettingsError(f"{self.name}: {name} is given twice")
            if name in by_name:
                values[name] = by_name[name].read(text)
            elif self.takes_others:
                others[name] = text
                for option in LIMITS:
                    if option.name == name:
                        option.read(text)  # says what is wrong with it
            else:
                hint = suggestion(name, by_name) if by_name else "it takes none"
                raise SettingsError(f"{self.name} has no option {name!r}; {hint}")
        arguments: dict[str, Any] = {
            option.key: values.get(option.name, option.default) for option in self.options
        }
        if self.limit is not None:
            limits = {name: values[name] for name in self.limits if name in values}
            arguments["limit"] = read_limit(self.limit, limits)
        if self.takes_others:
            arguments["options"] = others
        if spec.name in FOREIGN:
            arguments["spec"] = spec
        if spec.is_path:
            arguments["path"] = spec.name
        return arguments
