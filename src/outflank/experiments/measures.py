"""What special measurements are told in an experiment's file, and what a report says about them."""

from collections.abc import Iterable
from typing import Any

from outflank._board import board_name
from outflank._schema import TomlTable

MEASURES = {
    "depth-and-breadth": (
        ("sizes", "wholes"),
        ("positions", "whole"),
        ("timed", "whole"),
        ("games", "whole"),
        ("nodes", "wholes"),
        ("seconds", "numbers"),
        ("seed", "whole"),
    ),
    "determinism": (
        ("sizes", "wholes"),
        ("openings", "whole"),
        ("repeats", "whole"),
        ("nodes", "whole"),
        ("seconds", "number"),
        ("seed", "whole"),
    ),
    "memory": (
        ("sizes", "wholes"),
        ("games", "whole"),
        ("nodes", "whole"),
        ("seed", "whole"),
    ),
    "midgame-depth": (
        ("sizes", "wholes"),
        ("positions", "whole"),
        ("timed", "whole"),
        ("nodes", "wholes"),
        ("seconds", "numbers"),
        ("seed", "whole"),
    ),
}
"""Experiments that need more than the logs of matches, and the values they are told."""
FIGURES = {
    "depth-and-breadth": (
        ("report", "text"),
        ("players", "words"),
        ("largest_branching", "wholes_by_name"),
        ("median_depths", "texts"),
        ("about", "number"),
    ),
    "determinism": (
        ("opponent", "text"),
        ("figure", "text"),
        ("explains", "texts"),
    ),
    "memory": (
        ("evaluation", "text"),
        ("megabytes", "whole"),
        ("close", "number"),
    ),
    "midgame-depth": (
        ("player", "text"),
        ("least", "wholes_by_name"),
        ("most", "wholes_by_name"),
    ),
}
"""What the report itself says about them, in numbers and words."""
BY_SIZE = ("largest_branching", "median_depths", "least", "most")
"""Figures that must be there for every size that is measured."""


def read_values(
    measure: str | None, values: TomlTable, figures: TomlTable
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a special measurement is told, and what the report says about it."""
    if measure is None:
        values.done()
        figures.done()
        return {}, {}
    told = _section(values, MEASURES[measure])
    said = _section(figures, FIGURES[measure])
    for name in BY_SIZE:
        if missing := [
            size for size in told["sizes"] if str(size) not in said.get(name, str(size))
        ]:
            raise figures.fail(name, f"has nothing for {board_name(missing[0])}")
    return told, said


def _section(table: TomlTable, kinds: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The values of a table, each read by the method for its kind."""
    found = {name: getattr(table, kind)(name) for name, kind in kinds}
    table.done()
    return found
