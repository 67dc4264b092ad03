"""Reads what people wrote into files: keys asked for by type, errors with the file and the line."""

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterable
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from outflank._text import suggestion
from outflank.errors import FileError

At = tuple[str | int, ...]
"""The path of keys and numbers to a value: ("term", 2, "weights", "8")."""
T = TypeVar("T")

LARGEST_COUNT = 2**63 - 1
"""A count beyond it is no number of anything."""
LONGEST = 60
"""Characters of a value that an error quotes."""


def value_text(value: object) -> str:
    """A value as an error has it: not too long."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def path_text(at: At) -> str:
    """The way to a value in words.

    >>> path_text(("part", 0, "seed"))
    'part 1, seed'
    """
    text = ""
    for key in at:
        text += f" {key + 1}" if isinstance(key, int) else f", {key}" if text else key
    return text


def line_of(text: str, at: At) -> int:
    """The line where a value of a well-formed TOML file begins, or the nearest thing around it.

    What stands inside a value is where the key of that value is, however many lines it takes. The
    standard library's parser keeps no lines, so it reads ever smaller parts of the file: the value
    begins after the longest part that can be read and lacks it.

    >>> text = "a = 1\\n[[term]]\\nweights = [\\n8, 9]"
    >>> [line_of(text, at) for at in (("a",), ("term", 0), ("term", 0, "weights", 1))]
    [1, 2, 3]
    """
    lines = text.replace("\r\n", "\n").split("\n")
    while at and not _has(lines, at):
        at = at[:-1]
    lacking, low, high = 0, 0, len(lines)
    while high - low > 1:
        middle = end = (low + high) // 2
        # A part that ends inside a value cannot be read: the part before the value stands for it.
        while end > low and (has := _has(lines[:end], at)) is None:
            end -= 1
        if end == low:
            low = middle
        elif has:
            high = end
        else:
            lacking, low = end, middle
    return lacking + 1


def _has(lines: list[str], at: At) -> bool | None:
    """Whether the lines hold a value; None if they cannot be read."""
    try:
        value: Any = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None
    try:
        for key in at:
            value = value[key]
    except (KeyError, IndexError, TypeError):
        return False
    return True


class TomlDocument:
    """A TOML file. `label` is what errors call it, `name` how they call a place in it."""

    def __init__(self, label: str, text: str, name: Callable[[At], str] = path_text) -> None:
        self._label, self._text, self.name = label, text, name
        try:
            self.values: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # a number may have too many digits
            raise self._syntax_error(str(error)) from None

    @property
    def root(self) -> "TomlTable":
        """The whole file, to be read key by key."""
        return TomlTable(self, (), self.values)

    def fail(self, at: At, why: str) -> FileError:
        """What is wrong with the value at `at`."""
        return FileError(f"{self._label}:{line_of(self._text, at)}: {why}")

    def check_keys(
        self, at: At, table: dict[str, Any], needed: Iterable[str], optional: Iterable[str] = ()
    ) -> None:
        """Refuses keys that are not known, and a table without the keys it needs."""
        known = list(dict.fromkeys([*needed, *optional]))
        where = self.name(at)
        for key in table:
            if key not in known:
                hint = suggestion(key, known) if known else f"{where} takes none here"
                raise self.fail((*at, key), f"unknown key {key!r}; {hint}")
        for key in needed:
            if key not in table:
                raise self.fail(at, f"{key} is missing{f' in {where}' if where else ''}")

    def text(self, at: At, value: Any) -> str:
        """The value at `at`, which must be a text in quotes."""
        if not isinstance(value, str):
            raise self.fail(at, f"{self.name(at)} must be text in quotes, not {value_text(value)}")
        return value

    def _syntax_error(self, message: str) -> FileError:
        match = re.fullmatch(r"(.*) \(at (line (\d+), (column \d+)|end of document)\)", message)
        if match is None:
            return FileError(f"{self._label}: {message}")
        why, where, line, column = match.groups()
        line = line or self._text.rstrip("\n").count("\n") + 1
        return FileError(f"{self._label}:{line}: {why} ({column or where})")


class TomlTable:
    """A table of a file. Every key must be asked for before `done`; one that nobody knows fails."""

    def __init__(self, document: TomlDocument, at: At, values: dict[str, Any]) -> None:
        self._document, self._at, self._values = document, at, values
        self._asked: list[str] = []

    def fail(self, key: str, why: str) -> FileError:
        """What is wrong with the value of a key."""
        at = (*self._at, key)
        return self._document.fail(at, f"{self._document.name(at)} {why}")

    def read(
        self, key: str, kind: type[T], known: Iterable[str] | None = None, *, default: Any = None
    ) -> T:
        """A value of a kind: text, a number, a switch, a tuple of them, or a table of them.

        Numbers are above zero. Texts are among those that are `known`, if it is known which. A
        table that is not given is empty; anything else needs a default.
        """
        if get_origin(kind) is dict:
            table = self.table(key)
            return cast(T, {name: table.read(name, get_args(kind)[1]) for name in table.names})
        value = self._value(key, default)
        try:
            result = _typed(value.strip() if isinstance(value, str) else value, kind)
            values = result if isinstance(result, tuple) else (result,)
            if any(type(number) in (int, float) and number <= 0 for number in values):
                raise ValueError
        except (ValueError, OverflowError):
            raise self.fail(key, f"must be {_KINDS[kind]}, not {value_text(value)}") from None
        names = values if known is None else list(known)
        for name in values:
            if name not in names:
                hint = f"; {suggestion(name, names)}" if names else ""
                raise self.fail(key, f"names {name!r}, which is not there{hint}")
        return cast(T, result)

    def table(self, key: str) -> "TomlTable":
        """A table inside; an empty one if not given."""
        value = self._value(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "must be a table")
        return TomlTable(self._document, (*self._at, key), value)

    def tables(self, key: str) -> "list[TomlTable]":
        """A list of tables, written as [[key]]; none if not given."""
        value = self._value(key, [])
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise self.fail(key, f"must be written as [[{key}]]")
        return [
            TomlTable(self._document, (*self._at, key, number), table)
            for number, table in enumerate(value)
        ]

    def raw(self) -> dict[str, Any]:
        """Everything in it as it stands; whoever takes it checks it."""
        self._asked += self._values
        return dict(self._values)

    def overlaid(self, values: dict[str, Any]) -> "TomlTable":
        """The same table with some of its values replaced."""
        return TomlTable(self._document, self._at, {**self._values, **values})

    def has(self, key: str) -> bool:
        return key in self._values

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._values)

    def done(self) -> None:
        """Refuses keys that nobody asked for."""
        self._document.check_keys(self._at, self._values, (), self._asked)

    def _value(self, key: str, default: Any) -> Any:
        self._asked.append(key)
        if key in self._values:
            return self._values[key]
        if default is None:
            raise self.fail(key, "is missing")
        return default


_KINDS: dict[Any, str] = {
    str: "text in quotes",
    int: "a whole number above zero",
    float: "a number above zero",
    bool: "true or false",
    tuple[str, ...]: "a list of texts",
    tuple[int, ...]: "a list of whole numbers above zero",
    tuple[float, ...]: "a list of numbers above zero",
}
"""What a table may hold, for errors."""


class JsonObject:
    """A line of JSON that holds an object. Errors tell what is wrong with it, not where it is."""

    def __init__(self, line: str | dict[str, Any]) -> None:
        """Reads a line, or takes what was read from one."""
        try:
            values = json.loads(line) if isinstance(line, str) else line
        except json.JSONDecodeError as error:
            raise FileError(f"{error.msg} at character {error.pos + 1}") from None
        except (ValueError, RecursionError):  # a number of too many digits, lists in lists
            raise FileError("it cannot be read") from None
        if not isinstance(values, dict):
            raise FileError("it is no object")
        self.values: dict[str, Any] = values

    def has(self, name: str) -> bool:
        return name in self.values

    def value(self, name: str) -> Any:
        """Anything, to be checked by whoever takes it."""
        if name not in self.values:
            raise FileError(f"it has no {name}")
        return self.values[name]

    def count(self, name: str) -> int:
        """A whole number, zero or above."""
        return int(self._checked(name, is_count, "number"))

    def text(self, name: str) -> str:
        return str(self._checked(name, lambda value: isinstance(value, str), "text"))

    def object(self, name: str) -> "JsonObject":
        return JsonObject(self._checked(name, lambda value: isinstance(value, dict), "object"))

    def _checked(self, name: str, fits: Callable[[Any], bool], kind: str) -> Any:
        value = self.value(name)
        if not fits(value):
            raise FileError(f"its {name} is no {kind}")
        return value

    def list(self, name: str) -> tuple[Any, ...]:
        """A list of anything; none if it is not given."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            raise FileError(f"its {name} are no list")
        return tuple(value)


def is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_COUNT


def fields_of(kind: type, facts: dict[str, Any], optional: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a dataclass from what JSON made of them; FileError if they are others.

    Those that are `optional` may be missing: files written before they were thought of lack them.
    """
    hints = get_type_hints(kind)
    if not set(hints) - set(optional) <= set(facts) <= set(hints):
        raise FileError("it was written by another version of Outflank")
    values = {}
    for name, value in facts.items():
        try:
            values[name] = _typed(value, hints[name])
        except (ValueError, OverflowError):
            raise FileError(f"its {name} cannot be read") from None
    return values


def _typed(value: Any, hint: Any) -> Any:
    """A value as its type has it: lists are tuples, whole numbers may stand for others."""
    kinds = get_args(hint)
    if get_origin(hint) in (UnionType, Union):
        # Of the unions here each is a type or None.
        return None if value is None else _typed(value, kinds[0])
    if get_origin(hint) is tuple and type(value) is list:
        many = kinds[-1] is Ellipsis
        hints = kinds[:1] * len(value) if many else kinds
        return tuple(_typed(one, its) for one, its in zip(value, hints, strict=True))
    if get_origin(hint) is Literal and value in kinds:
        return value
    if hint is float and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if hint is str and type(value) is str:
        value.encode("utf-8", "surrogateescape")  # as file names are written; else it is no text
        return value
    if type(value) is hint and hint is not float:
        return value
    raise ValueError
