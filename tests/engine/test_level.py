import itertools
import re
from pathlib import Path

import pytest

from outflank import Level, SettingsError

DOCS = Path(__file__).parents[2] / "docs" / "engine.md"


@pytest.mark.parametrize(
    ("number", "selectivity", "ends"),
    [
        (1, 100, {2: 100}),
        (9, 100, {18: 100}),
        (10, 100, {20: 100}),
        (11, 73, {21: 100, 24: 98}),
        (12, 73, {21: 100, 24: 98}),
        (13, 73, {22: 100, 25: 98, 27: 87}),
        (18, 73, {22: 100, 25: 98, 27: 87}),
        (19, 73, {24: 100, 27: 98, 30: 87}),
        (21, 73, {24: 100, 27: 98, 30: 87}),
        (24, 73, {25: 100, 28: 98, 31: 87}),
        (30, 73, {28: 100, 31: 98, 34: 87}),
        (31, 73, {29: 100, 32: 98, 35: 87}),
        (59, 73, {57: 100, 60: 98, 63: 87}),
        (60, 73, {144: 100}),
    ],
)
def test_what_a_level_stands_for(number: int, selectivity: int, ends: dict[int, int]) -> None:
    level = Level(number)
    assert (level.plies, level.selectivity, dict(level.ends)) == (number, selectivity, ends)
    assert level.exact_empties == next(iter(ends))


def test_a_higher_level_never_looks_less_far() -> None:
    levels = [Level(number) for number in range(1, 61)]
    for lower, higher in itertools.pairwise(levels):
        assert higher.plies > lower.plies
        for empties in range(145):
            less, more = lower.search_at(empties), higher.search_at(empties)
            assert more[0] >= less[0], (lower, empties)
            if more[0] == less[0]:
                assert more[1] >= less[1], (lower, empties)


def test_the_documented_table_is_that_of_the_code() -> None:
    rows = re.findall(
        r"^\| (\d+)(?:–(\d+))? \| at (\d+) % \| (\S+) \| (\S+) \| (\S+) \|$",  # noqa: RUF001
        DOCS.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    told = []
    for first, last, percent, *ends in rows:
        for number in range(int(first), int(last or first) + 1):
            told.append(number)
            words = {"2L": 2 * number, "L−2": number - 2, "L+1": number + 1, "L+4": number + 4}  # noqa: RUF001
            documented = {
                words[end] if end in words else 144 if end == "all" else int(end): sure
                for end, sure in zip(ends, (100, 98, 87), strict=True)
                if end != "–"  # noqa: RUF001
            }
            level = Level(number)
            assert (level.selectivity, dict(level.ends)) == (int(percent), documented), number
    assert told == list(range(1, 61))


@pytest.mark.parametrize("wrong", [0, 61, -3, 2.5, "9", True, None])
def test_what_is_no_level(wrong: object) -> None:
    with pytest.raises(SettingsError, match="a level is a whole number from 1 to 60, not "):
        Level(wrong)  # type: ignore[arg-type]
