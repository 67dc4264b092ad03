"""The options of an agent, and how their values are read from a spec."""

import math
import re
from dataclasses import dataclass
from typing import Literal

from outflank._text import quoted, suggestion
from outflank.engine.limit import Limit
from outflank.errors import SettingsError

Kind = Literal["whole", "number", "switch", "choice", "text", "megabytes", "evaluation"]
Value = int | float | bool | str | None

SWITCH_WORDS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
MAX_WHOLE = 2**63 - 1
"""The largest whole number the core holds."""
MAX_MEGABYTES = 2**20
MAX_PLIES = 1000
"""No game is that long, passes included."""
MAX_SECONDS = 10**9


@dataclass(frozen=True, slots=True)
class Option:
    """One option of an agent: its name, what it holds, and what it is when not given.

    >>> Option("seed", "whole", 0, "where the dice start", least=0).read("7")
    7
    """

    name: str
    kind: Kind
    default: Value
    doc: str
    choices: tuple[str, ...] = ()
    least: int = 1
    """The smallest whole number allowed; other numbers must be above zero."""
    most: int = MAX_WHOLE

    @property
    def key(self) -> str:
        """The name as a Python parameter."""
        return self.name.replace("-", "_")

    def read(self, text: str) -> Value:
        """The value written as `text`; SettingsError says what is expected instead."""
        if self.kind == "switch":
            if text.lower() not in SWITCH_WORDS:
                raise self._wrong(text, "yes or no")
            return SWITCH_WORDS[text.lower()]
        if self.kind == "choice":
            if text not in self.choices:
                raise SettingsError(
                    f"{self.name} cannot be {text!r}; {suggestion(text, self.choices)}"
                )
            return text
        if self.kind == "evaluation":
            from outflank.engine.evals import evaluation_info

            evaluation_info(text)  # says what is wrong with the name, or with the file
            return text
        if self.kind == "text":
            if not text:
                raise self._wrong(text, "some text")
            return text
        return self._read_number(text)

    def _read_number(self, text: str) -> int | float:
        expected = "a number above zero"
        digits = text
        if self.kind == "megabytes":
            expected = "megabytes above zero, such as 500MB or 1GB"
            match = re.fullmatch(r"(\d+)([MG]B)?", text, re.IGNORECASE)
            digits = match[1] + "000" * (match[2] or "").upper().startswith("G") if match else ""
        if self.kind == "whole":
            expected = {0: "a whole number, zero or above", 1: "a whole number above zero"}.get(
                self.least, f"a whole number, {self.least} or above"
            )
        try:
            value = float(digits) if self.kind == "number" else int(digits)
        except ValueError:
            raise self._wrong(text, expected) from None
        enough = value > 0 if self.kind == "number" else value >= self.least
        if not enough or value == math.inf:
            raise self._wrong(text, expected)
        if value > self.most:
            short = quoted(text) if len(text) > 40 else text
            raise SettingsError(f"{self.name} cannot be more than {self.most}, so not {short}")
        return value

    def _wrong(self, text: str, expected: str) -> SettingsError:
        return SettingsError(f"{self.name} must be {expected}, not {quoted(text)}")


LIMITS = (
    Option("depth", "whole", None, "how many plies to look ahead", most=MAX_PLIES),
    Option("nodes", "whole", None, "how many positions to look at"),
    Option("time", "number", None, "how many seconds to think", most=MAX_SECONDS),
    Option("dynamic", "switch", None, "3 plies early, 5 in the middle, 7 late in the game"),
)

BOOK = Option(
    "book", "text", "yes", "moves searched beforehand where there are any: yes, no, or a file"
)


def read_book_option(text: str) -> str | bool:
    """Whether to use the book that comes with Outflank, or the file of another."""
    return SWITCH_WORDS.get(text.lower(), text)


def read_limit(default: Limit, given: dict[str, Value]) -> Limit:
    """The limit set by the limit options that were given; they replace the default together."""
    if not given or (given == {"dynamic": False} and not default.dynamic):
        return default
    return Limit(**given)  # type: ignore[arg-type]
