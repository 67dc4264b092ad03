"""When a card is asked again: SM-2, the algorithm of SuperMemo 2 (Wozniak 1990).

A card that is known comes back after one day, then six, then each pause is `ease` times the last. A
wrong answer begins anew.
"""

from dataclasses import replace
from datetime import date, timedelta

from outflank.library import Card

RIGHT, WRONG = 4, 1
"""The grades of an answer, of SM-2's 0 to 5: right after some thought, and wrong."""
_FIRST_PAUSES = (1, 6)
_MIN_EASE = 1.3
_LONGEST_PAUSE = 3650


def reschedule(card: Card, today: date, *, right: bool) -> Card:
    """The card after an answer.

    >>> from outflank.game import Position
    >>> card = reschedule(Card("deck", "one", Position(), "?", ()), date(2026, 1, 1), right=True)
    >>> card.days, card.due.isoformat()
    (1, '2026-01-02')
    """
    repetitions = card.repetitions + 1 if right else 0
    if not right:
        days = 1
    elif card.repetitions < len(_FIRST_PAUSES):
        days = _FIRST_PAUSES[card.repetitions]
    else:
        days = min(round(card.days * card.ease), _LONGEST_PAUSE)
    missing = 5 - (RIGHT if right else WRONG)
    ease = max(_MIN_EASE, card.ease + 0.1 - missing * (0.08 + missing * 0.02))
    due = today + timedelta(days=days)
    return replace(card, repetitions=repetitions, days=days, ease=ease, due=due)
