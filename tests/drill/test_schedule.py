from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Move, Position
from outflank.drill.schedule import reschedule
from outflank.library import Card

TODAY = date(2026, 3, 1)
NEW = Card("openings", "one", Position(), "Which?", (Move("d3"),))


def test_pauses_grow() -> None:
    card, days = NEW, []
    for _ in range(5):
        card = reschedule(card, TODAY, right=True)
        days.append(card.days)
        assert card.due == TODAY + timedelta(days=card.days)
    # SM-2 with the grade 4, which leaves the ease at 2.5: 1, 6, then 2.5 times the last.
    assert days == [1, 6, 15, 38, 95]
    assert card.ease == pytest.approx(2.5)
    assert card.repetitions == 5


def test_a_wrong_answer_begins_anew() -> None:
    card = NEW
    for _ in range(4):
        card = reschedule(card, TODAY, right=True)
    wrong = reschedule(card, TODAY, right=False)
    assert (wrong.repetitions, wrong.days) == (0, 1)
    # By SM-2's formula for the grade 1: 0.1 - 4 * (0.08 + 4 * 0.02).
    assert wrong.ease == pytest.approx(2.5 - 0.54)
    again = reschedule(reschedule(wrong, TODAY, right=True), TODAY, right=True)
    assert again.days == 6


@given(st.lists(st.booleans(), max_size=60))
def test_any_answers_leave_a_card_that_can_be_asked(answers: list[bool]) -> None:
    card = NEW
    for right in answers:
        card = reschedule(card, TODAY, right=right)
        assert card.ease >= 1.3
        assert 1 <= card.days <= 3650
        assert card.due is not None
        assert card.due > TODAY
