import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.protocols.clock import Clock, TimeLeft, TimeSettings


@pytest.mark.parametrize(
    ("given", "settings"),
    [
        ((0, 1, 0), None),  # how the standard says: no limit
        ((0, 0, 0), None),
        ((60, 0, 0), TimeSettings(60)),
        ((60, 5, 0), TimeSettings(60, increment=5)),  # as Othello programs mean it
        ((60, 5, 1), TimeSettings(60, 5, 1)),
        ((0, 30, 10), TimeSettings(0, 30, 10)),
    ],
)
def test_what_gtp_means(given: tuple[float, float, int], settings: TimeSettings | None) -> None:
    assert TimeSettings.from_gtp(*given) == settings


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("15:00", TimeSettings(900)),
        ("01:00/00:10/02:00", TimeSettings(60, increment=10)),
        ("1:02:03.5", TimeSettings(3723.5)),
        ("0//0", None),
        ("5//2:00", TimeSettings(5)),
        ("/3", TimeSettings(0, increment=3)),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1:2:3:4", None),
        ("9" * 400, None),
    ],
)
def test_what_ggf_means(text: str, settings: TimeSettings | None) -> None:
    assert TimeSettings.from_ggf(text) == settings


@given(st.text(alphabet="0123456789:/. x", max_size=30))
def test_any_text_is_a_clock_or_none(text: str) -> None:
    settings = TimeSettings.from_ggf(text)
    assert settings is None or settings.main + settings.increment > 0


def test_a_clock_for_the_game() -> None:
    clock = Clock(TimeSettings(10))
    clock.spend(4)
    assert clock.left == TimeLeft(6)
    clock.spend(7)
    assert clock.left == TimeLeft(0)
    clock.set(3, 0)
    assert clock.left == TimeLeft(3)


def test_an_increment() -> None:
    clock = Clock(TimeSettings(10, increment=2))
    clock.spend(5)
    assert clock.left == TimeLeft(7, increment=2)


def test_periods() -> None:
    clock = Clock(TimeSettings(10, 30, 3))
    assert clock.left == TimeLeft(10, increment=10)
    clock.spend(11)
    assert clock.left == TimeLeft(30, moves=3)
    clock.spend(10)
    assert clock.left == TimeLeft(20, moves=2)
    clock.spend(1)
    clock.spend(1)
    assert clock.left == TimeLeft(30, moves=3)
    clock.set(5, 1)
    assert clock.left == TimeLeft(5, moves=1)
    assert Clock(TimeSettings(0, 2, 1)).left == TimeLeft(2, moves=1)
