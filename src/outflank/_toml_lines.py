"""Where things stand in a TOML file: the standard library's parser keeps no lines."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

At = tuple[str | int, ...]
"""The path of keys and numbers to a value: ("term", 2, "weights", "8")."""

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+"
    r"|[^\"'#\[\]{}=\n]++"
    r"|.",
    re.DOTALL,
)


class TomlLines:
    """The line of every key, table and element of a well-formed file.

    What stands inside a value is where the key of that value is, however many lines it takes.

    >>> lines = TomlLines('a = 1\\n[[term]]\\nweights = { 8 = 2,\\n10 = 3 }')
    >>> lines.of(("a",)), lines.of(("term", 0)), lines.of(("term", 0, "weights", "10"))
    (1, 2, 3)
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[At, int] = {(): 1}
        self._lengths: dict[At, int] = {}
        """Of the arrays of tables."""
        table: At = ()
        for line, key, brackets in _statements(text.replace("\r\n", "\n")):
            if brackets:
                table = self._record(line, (), _keys(key), is_element=brackets == 2)
            else:
                self._record(line, table, _keys(key))

    def of(self, at: At) -> int:
        """The line of a value, or that of the nearest thing around it which has one."""
        while at not in self._lines:
            at = at[:-1]
        return self._lines[at]

    def _record(self, line: int, at: At, keys: list[str], *, is_element: bool = False) -> At:
        """Where the last of the keys leads, from `at` on."""
        for place, key in enumerate(keys, 1):
            at = (*at, key)
            self._lines.setdefault(at, line)
            if is_element and place == len(keys):
                self._lengths[at] = self._lengths.get(at, 0) + 1
            if at in self._lengths:
                at = (*at, self._lengths[at] - 1)
                self._lines.setdefault(at, line)
        return at


def _statements(text: str) -> Iterator[tuple[int, str, int]]:
    """The line and the key of each statement, and how many brackets are around it."""
    line, begun, key = 1, 0, ""
    brackets = depth = 0
    is_value = False
    for match in _TOKEN.finditer(text + "\n"):
        token = match[0]
        if token == "\n" and not depth:
            if key:
                yield begun, key, brackets
            key, brackets, is_value = "", 0, False
        elif is_value:
            depth += (token in "[{") - (token in "]}")
        elif token == "=":
            is_value = True
        elif token in ("[", "]"):
            brackets += token == "["
        elif token[0] != "#" and (key or not token.isspace()):
            begun = begun if key else line
            key += token
        line += token.count("\n")


def _keys(text: str) -> list[str]:
    table: Any = tomllib.loads(f"{text} = 0")
    keys = []
    while isinstance(table, dict):
        ((key, table),) = table.items()
        keys.append(key)
    return keys
