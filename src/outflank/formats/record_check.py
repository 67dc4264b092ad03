"""What any record of a game must satisfy, in a file of games, in the library and in an arena's log.

The moves themselves are checked by whoever plays them.
"""

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from outflank._board import SIZES, board_name
from outflank._schema import LARGEST_COUNT, is_count
from outflank.errors import NotationError
from outflank.game import Ending

LISTS = {"seconds": "seconds", "evaluations": "evaluation", "depths": "depth", "nodes": "nodes"}
"""The list of a record for each thing that can be noted about a move."""
COUNTS = {"depths", "nodes"}


def check_record(record: Mapping[str, Any]) -> None:
    """Check all that a record says of the whole game; NotationError says what is wrong."""
    size = record.get("size")
    need(type(size) is int and size in SIZES, "there is no board of its size")
    need(isinstance(record.get("moves"), str), "it has no moves")
    for color in ("black", "white"):
        name = record.get(color, "")
        need(isinstance(name, str) or is_count(name), f"{color} is no name")
    need(are_texts(record.get("tags", {})), "its tags are no texts by their keys")
    for name in ("pair", "opening"):
        need(is_count(record.get(name, 0)), f"its {name} is no number")
    if "fault" in record:
        need(are_texts(record["fault"]), "its fault says neither whose nor why")
    slips = record.get("slips", [])
    need(isinstance(slips, list), "its slips are no list")
    need(all(map(are_texts, slips)), "a fault of its slips says neither whose nor why")
    if "score" not in record:
        need("ending" not in record or "fault" in record, "it has an ending but no score")
        return
    score = record["score"]
    in_range = type(score) is int and abs(score) <= record["size"] ** 2
    need(in_range, f"its score is none on {board_name(record['size'])}")
    ending = record.get("ending", Ending.FINISHED.value)
    need(ending in [known.value for known in Ending], "nobody knows its ending")


def check_lists(line: Mapping[str, Any], moves: int) -> None:
    """Check what a line of a record, of so many moves, has for each of them after the opening."""
    opening = line.get("opening", 0)
    need(opening <= moves, "its moves are too few for its opening")
    for name in [name for name in LISTS if name in line]:
        values = line[name]
        fits = isinstance(values, list) and len(values) == moves - opening
        need(fits, f"its moves and its {name} differ in number")
        if name in COUNTS:
            need(are_counts(values), f"its {name} are no counts")
        else:
            need(_are_numbers(values), f"its {name} are no numbers")


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise NotationError(otherwise)


# Logs are long, so the values of a list are looked at all at once.


def are_counts(values: Sequence[Any]) -> bool:
    """True if each is a count or None."""
    if not set(map(type, values)) <= {int, type(None)}:
        return False
    counts = [value for value in values if value is not None]
    return not counts or (min(counts) >= 0 and max(counts) <= LARGEST_COUNT)


def are_times(numbers: Sequence[Any]) -> bool:
    """True if each number of a list that was checked is a time."""
    if not numbers:
        return True
    return None not in numbers and min(numbers) >= 0 and max(numbers) <= LARGEST_COUNT


def _are_numbers(values: Sequence[Any]) -> bool:
    if not set(map(type, values)) <= {int, float, type(None)}:
        return False
    numbers = [value for value in values if value is not None]
    if not numbers:
        return True
    # What is no number hides from max, but not from the sum.
    return max(map(abs, numbers)) <= sys.float_info.max and not math.isnan(sum(numbers))


def are_texts(values: Any) -> bool:
    """True if it is an object whose values are all texts."""
    return isinstance(values, dict) and all(isinstance(value, str) for value in values.values())
