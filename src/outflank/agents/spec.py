"""Who plays, and with which options, as people write it: ``alphabeta:depth=5,eval=mine.toml``."""

import re
import shlex
from dataclasses import dataclass, replace
from pathlib import PurePath

from outflank.errors import ArgumentTypeError, SettingsError

LIMIT_NAMES = ("depth", "nodes", "time", "dynamic")
"""The options by which an agent is told how long to think."""
FOREIGN = ("gtp", "nboard")
"""What follows these names is the command of a program of somebody else."""
_OPTION = r"[\w-]+\s*=[^,:]*"
_FOREIGN = re.compile(
    rf"\s*(?P<name>{'|'.join(FOREIGN)}):(?:(?P<options>{_OPTION}(?:,{_OPTION})*):)?"
)


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """The name of an agent, or the path of its file, and its options as they are written.

    >>> spec = AgentSpec.parse("alphabeta:depth=5,eval=C:/mine.toml")
    >>> spec.name, spec.get("eval"), spec.limits
    ('alphabeta', 'C:/mine.toml', {'depth': '5'})
    >>> str(spec.with_options(table=0))
    'alphabeta:depth=5,eval=C:/mine.toml,table=0'

    After `gtp:` and `nboard:` comes a command, taken as it is; options stand before it.

    >>> AgentSpec.parse("gtp:time=2:edax -q -gtp").argv
    ('edax', '-q', '-gtp')
    """

    name: str
    options: tuple[tuple[str, str], ...] = ()
    """Names and values, in the order in which they were written."""
    command: str = ""
    """What starts the program of somebody else."""

    @classmethod
    def parse(cls, text: "str | AgentSpec") -> "AgentSpec":
        """Reads a spec; SettingsError says what is wrong with it."""
        if isinstance(text, AgentSpec):
            return text
        if not isinstance(text, str):
            raise ArgumentTypeError(
                f"the spec of an agent must be a str, not {type(text).__name__}"
            )
        if foreign := _FOREIGN.match(text):
            return cls._parse_foreign(text[foreign.end() :], foreign["name"], foreign["options"])
        # A path may hold colons itself: the options start at the first one that a key= follows.
        begin = re.search(r":(?=\s*[\w-]+\s*=)", text)
        if begin:
            name, colon, rest = text[: begin.start()], ":", text[begin.end() :]
        elif text.endswith(".py"):
            name, colon, rest = text, "", ""
        else:
            name, colon, rest = text.partition(":")
        name = name.strip()
        if not name:
            raise SettingsError(f"the agent spec {text!r} names no agent")
        return cls(name, _options(name, rest) if colon else ())

    @classmethod
    def _parse_foreign(cls, command: str, name: str, options: str | None) -> "AgentSpec":
        spec = cls(name, _options(name, options) if options else (), command.strip())
        if not spec.argv:
            raise SettingsError(f"{name}: a command must follow, such as {name}:engine --flag")
        return spec

    @property
    def argv(self) -> tuple[str, ...]:
        """The words of the command, split as a shell does."""
        try:
            return tuple(shlex.split(self.command))
        except ValueError as error:
            raise SettingsError(f"{self.name}: {self.command!r}: {error}".lower()) from None

    def get(self, option: str) -> str | None:
        """The value of an option, if it is given."""
        return dict(self.options).get(option)

    def has(self, option: str) -> bool:
        """True if the option is given."""
        return any(key == option for key, _ in self.options)

    def with_options(self, **values: object) -> "AgentSpec":
        """The spec with some options set; those that are given already get the new value."""
        new = {key.replace("_", "-"): str(value) for key, value in values.items()}
        options = [(key, new.pop(key, value)) for key, value in self.options]
        return replace(self, options=(*options, *new.items()))

    @property
    def limit_names(self) -> tuple[str, ...]:
        """The options that limit its thinking; the `level` of a skill is another scale."""
        return (*LIMIT_NAMES, "level") if self.name == "engine" else LIMIT_NAMES

    @property
    def limits(self) -> dict[str, str]:
        return {key: value for key, value in self.options if key in self.limit_names}

    @property
    def threads(self) -> int:
        """How many threads it may use at a time."""
        return int(self.get("threads") or 1)

    @property
    def is_path(self) -> bool:
        """True if the name can only be the path of a file."""
        return "/" in self.name or "\\" in self.name or self.name.endswith(".py")

    @property
    def starts_program(self) -> bool:
        """True if the player is a program of somebody else: a command, or a file of Python."""
        return bool(self.command) or self.is_path

    @property
    def short(self) -> str:
        """What to call the player where there is little room."""
        if self.command:
            return PurePath(self.argv[0]).name
        if self.name == "skill" and self.has("level"):
            return f"skill {self.get('level')}"
        if self.name == "humanlike" and self.has("rating"):
            return f"humanlike {self.get('rating')}"
        return PurePath(self.name).name if self.is_path else self.name

    def __str__(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options)
        return ":".join(part for part in (self.name, options, self.command) if part)


def _options(name: str, text: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals:
            raise SettingsError(f"{name}: {part.strip()!r} is not an option written as key=value")
        pairs.append((key.replace("_", "-"), value))
    return tuple(pairs)
