import itertools

import pytest

from outflank import Level, SettingsError


@pytest.mark.parametrize(
    ("number", "plies", "empties"),
    [
        (1, 1, 2), (2, 2, 4), (9, 9, 18), (10, 10, 20), (11, 11, 20), (12, 12, 20), (13, 13, 22),
        (18, 18, 22), (19, 19, 24), (24, 24, 24), (25, 25, 26), (27, 27, 26), (28, 28, 28),
        (30, 30, 28), (31, 31, 29), (45, 45, 43), (59, 59, 57), (60, 60, 144),
    ],
)  # fmt: skip
def test_what_a_level_stands_for(number: int, plies: int, empties: int) -> None:
    assert (Level(number).plies, Level(number).exact_empties) == (plies, empties)


def test_a_higher_level_never_looks_less_far() -> None:
    levels = [Level(number) for number in range(1, 61)]
    for lower, higher in itertools.pairwise(levels):
        assert higher.plies > lower.plies
        assert higher.exact_empties >= lower.exact_empties


@pytest.mark.parametrize("wrong", [0, 61, -3, 2.5, "9", True, None])
def test_what_is_no_level(wrong: object) -> None:
    with pytest.raises(SettingsError, match="a level is a whole number from 1 to 60, not "):
        Level(wrong)  # type: ignore[arg-type]
