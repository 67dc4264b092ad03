"""Files read key by key: what is asked for, and what is said about the rest."""

import re
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from outflank._schema import JsonObject, TomlDocument, fields_of
from outflank.errors import FileError

TEXT = """
title = "A file "
ratio = 0.5
on = true
sizes = [6, 8]

[[part]]
name = "one"
games = 4

[[part]]
name = "two"
limits = { nodes = 5, depth = 2 }
"""


def test_values_by_type() -> None:
    root = TomlDocument("x.toml", TEXT).root
    assert root.read("title", str) == "A file"
    assert (root.read("ratio", float), root.read("on", bool)) == (0.5, True)
    assert root.read("sizes", tuple[int, ...]) == (6, 8)
    first, second = root.tables("part")
    assert (first.read("name", str, ["one", "two"]), first.read("games", int)) == ("one", 4)
    assert second.read("limits", dict[str, int]) == {"nodes": 5, "depth": 2}
    assert second.table("missing").names == ()
    root.done()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda root: root.read("ratio", int),
            "3: ratio must be a whole number above zero, not 0.5",
        ),
        (lambda root: root.read("word", str), "1: word is missing"),
        (lambda root: root.tables("part")[1].read("name", int), "12: part 2, name must be a whole"),
        (lambda root: root.tables("part")[1].read("games", str), "11: part 2, games is missing"),
        (
            lambda root: root.tables("part")[1].table("limits").read("depth", str),
            "13: part 2, limits, depth must be text in quotes, not 2",
        ),
        (lambda root: root.read("title", str, ["A pile"]), "2: title names 'A file', which is not"),
        (lambda root: root.read("sizes", tuple[str, ...]), "5: sizes must be a list of texts"),
        (lambda root: root.tables("sizes"), "5: sizes must be written as [[sizes]]"),
        (
            lambda root: [root.read("tilte", str, default="x"), root.done()],
            "2: unknown key 'title'; did you",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(ask: Any, message: str) -> None:
    with pytest.raises(FileError, match=re.escape(f"x.toml:{message}")):
        ask(TomlDocument("x.toml", TEXT).root)


def test_numbers_beyond_all_bounds_are_refused() -> None:
    for number in ("1" + 400 * "0", "inf", "nan"):
        root = TomlDocument("x.toml", f"a = {number}").root
        with pytest.raises(FileError, match=r"a must be a number above zero, not .{1,60}$"):
            root.read("a", float)


@dataclass
class Facts:
    names: tuple[str, ...]
    clock: Literal["wall", "cpu"]
    limit: float | None = None
    later: bool = False


def test_the_fields_of_a_dataclass() -> None:
    given = {"names": ["a", "b"], "clock": "cpu", "limit": 3}
    found = Facts(**fields_of(Facts, given, optional=["later"]))
    assert found == Facts(("a", "b"), "cpu", 3.0)
    with pytest.raises(FileError, match="another version"):
        fields_of(Facts, given)
    with pytest.raises(FileError, match="another version"):
        fields_of(Facts, {**given, "komi": 1}, optional=["later"])
    with pytest.raises(FileError, match="its clock cannot be read"):
        fields_of(Facts, {**given, "clock": "moon"}, optional=["later"])


def test_a_line_of_json() -> None:
    found = JsonObject('{"size": 8, "moves": "f5", "seconds": [1, 2.5], "odd": -1}')
    assert (found.count("size"), found.text("moves"), found.list("seconds")) == (8, "f5", (1, 2.5))
    assert found.list("slips") == ()
    assert not found.has("slips")
    for ask, message in (
        (lambda: found.count("odd"), "its odd is no number"),
        (lambda: found.count("pair"), "it has no pair"),
        (lambda: found.text("size"), "its size is no text"),
        (lambda: found.list("moves"), "its moves are no list"),
    ):
        with pytest.raises(FileError, match=message):
            ask()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"size": }', "Expecting value at character 10"),
        ("[1]", "it is no object"),
        ("9" * 9999, "it cannot be read"),
        ("[" * 100_000, "it cannot be read"),
    ],
)
def test_what_is_no_line_of_json(line: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        JsonObject(line)
