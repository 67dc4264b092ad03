"""Reads the tables of a TOML file key by key; what is wrong is told with the file and the key."""

from collections.abc import Iterable
from typing import Any

from outflank._text import nearest
from outflank.errors import FileError


class Table:
    """A table of a file. Every key must be asked for before `done`; one that nobody knows fails."""

    def __init__(self, label: str, where: str, values: dict[str, Any]) -> None:
        self._label, self._where, self._values = label, where, values
        self._asked: list[str] = []

    def fail(self, key: str, why: str) -> FileError:
        """What is wrong with the value of a key."""
        return FileError(f"{self._label}: {self._at(key)} {why}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text in quotes."""
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.fail(key, f"must be text in quotes, not {value!r}")
        return value.strip()

    def choice(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """One of some words."""
        return self._known(key, self.text(key, default), known)

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number above zero."""
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.fail(key, f"must be a whole number above zero, not {value!r}")
        return value

    def number(self, key: str) -> float:
        """A number above zero."""
        value = self._value(key, None)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise self.fail(key, f"must be a number above zero, not {value!r}")
        return float(value)

    def switch(self, key: str) -> bool:
        """True or false; false if not given."""
        value = self._value(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, f"must be true or false, not {value!r}")
        return value

    def words(
        self, key: str, known: Iterable[str] | None, default: list[str] | None = None
    ) -> tuple[str, ...]:
        """Some words of those that are known; any words if it is not known yet which."""
        value = self._list(key, default)
        for word in value:
            if not isinstance(word, str):
                raise self.fail(key, f"must be a list of texts, not {value!r}")
            if known is not None:
                self._known(key, word, known)
        return tuple(value)

    def wholes(self, key: str, default: list[int] | None = None) -> tuple[int, ...]:
        """Some whole numbers."""
        value = self._list(key, default)
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in value):
            raise self.fail(key, f"must be a list of whole numbers, not {value!r}")
        return tuple(value)

    def numbers(self, key: str, default: list[float] | None = None) -> tuple[float, ...]:
        """Some numbers above zero."""
        value = self._list(key, default)
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int | float) or not number > 0:
                raise self.fail(key, f"must be a list of numbers above zero, not {value!r}")
        return tuple(float(number) for number in value)

    def texts(self, key: str) -> dict[str, str]:
        """A table of texts by name; none if not given."""
        table = self.table(key)
        return {name: table.text(name) for name in table._values}

    def table(self, key: str) -> "Table":
        """A table inside; an empty one if not given."""
        value = self._value(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "must be a table")
        return Table(self._label, self._at(key), value)

    def named(self, key: str) -> "dict[str, Table]":
        """Tables by name inside a table; none if not given."""
        table = self.table(key)
        return {name: table.table(name) for name in table._values}

    def tables(self, key: str) -> "list[Table]":
        """A list of tables, written as [[key]]; none if not given."""
        value = self._list(key, [])
        if not all(isinstance(one, dict) for one in value):
            raise self.fail(key, f"must be written as [[{key}]]")
        return [
            Table(self._label, f"{self._at(key)} {number}", one)
            for number, one in enumerate(value, 1)
        ]

    def section(
        self, key: str, values: dict[str, Any], kinds: Iterable[tuple[str, str]]
    ) -> dict[str, Any]:
        """Checks values that stand under a key, each by the method that reads its kind."""
        table = Table(self._label, self._at(key), values)
        found = {name: getattr(table, kind)(name) for name, kind in kinds}
        table.done()
        return found

    def raw(self) -> dict[str, Any]:
        """Everything in it as it stands; whoever takes it checks it."""
        self._asked += self._values
        return dict(self._values)

    def has(self, key: str) -> bool:
        """True if the key is given."""
        return key in self._values

    def done(self) -> None:
        """Refuses keys that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                raise self.fail(
                    key, f"is no key here; the nearest is {nearest(key, self._asked)!r}"
                )

    def _at(self, key: str) -> str:
        return f"{self._where}, {key}" if self._where else key

    def _value(self, key: str, default: Any) -> Any:
        self._asked.append(key)
        if key in self._values:
            return self._values[key]
        if default is None:
            raise self.fail(key, "is missing")
        return default

    def _list(self, key: str, default: list[Any] | None) -> list[Any]:
        value = self._value(key, default)
        if not isinstance(value, list):
            raise self.fail(key, f"must be a list, not {value!r}")
        return value

    def _known(self, key: str, word: str, known: Iterable[str]) -> str:
        names = list(known)
        if word not in names:
            hint = f"; the nearest is {nearest(word, names)!r}" if names else ""
            raise self.fail(key, f"names {word!r}, which is not there{hint}")
        return word
