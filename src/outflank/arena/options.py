"""The options of a run, each defined once: beside the field of the settings that holds its value.

The command line, the command that repeats a run, the reader of experiments and the form of the web
page are derived from these definitions.
"""

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from outflank._schema import value_text
from outflank.errors import SettingsError

T = TypeVar("T")
_KEY = "option"


@dataclass(frozen=True, slots=True)
class RunOption:
    """A field of the settings, as people type it and as programs check it."""

    field: str
    kind: Any
    """The type of its value, None left out."""
    default: Any
    help: str
    name: str
    """On the command line, without the dashes. Fields of one name are typed together."""
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    """An open bound, in place of a minimum."""

    def check(self, value: Any) -> None:
        """SettingsError for a number out of range."""
        if value is None or self.maximum is None:
            return
        is_enough = value > self.above if self.minimum is None else value >= self.minimum
        if not (is_enough and value <= self.maximum):  # neither holds for what is no number
            first = f"{self.minimum:,} to" if self.above is None else f"above {self.above}, at most"
            bounds = f"{first} {self.maximum:,}"
            raise SettingsError(f"{self.field} {value_text(value)} is out of range ({bounds})")


def option(
    default: T,
    help: str = "",
    name: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    *,
    above: float | None = None,
) -> T:
    """A field of a settings class; its name on the command line is its own if none is given."""
    bounds = {"minimum": minimum, "maximum": maximum, "above": above}
    metadata = {_KEY: {"default": default, "help": help, "name": name, **bounds}}
    field: T = dataclasses.field(default=default, metadata=metadata)
    return field


@cache
def options_of(settings: type) -> tuple[RunOption, ...]:
    """The options among the fields of a settings class."""
    hints = get_type_hints(settings)
    options = []
    for field in dataclasses.fields(settings):
        if _KEY in field.metadata:
            definition = dict(field.metadata[_KEY])
            name = definition.pop("name") or field.name.replace("_", "-")
            hint = hints[field.name]
            kinds = [kind for kind in get_args(hint) if kind is not type(None)]
            kind = kinds[0] if len(kinds) < len(get_args(hint)) else hint
            options.append(RunOption(field.name, kind, name=name, **definition))
    return tuple(options)


def check_options(settings: Any) -> None:
    """SettingsError for the first number of a settings object that is out of range."""
    kind: type = type(settings)
    for option in options_of(kind):
        option.check(getattr(settings, option.field))
