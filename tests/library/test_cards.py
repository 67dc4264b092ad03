from dataclasses import replace
from datetime import date
from pathlib import Path

from outflank import Move, Position
from outflank.library import Card, DeckCounts, Library

TODAY = date(2026, 3, 1)
CARDS = [
    Card("openings", name, Position().play("f5"), "Which?", (Move("d6"), Move("f4")), difficulty)
    for name, difficulty in (("hard", 9), ("easy", 1), ("old", 5), ("older", 5), ("known", 5))
]


def test_what_is_due_comes_before_what_is_new(tmp_path: Path) -> None:
    with Library(tmp_path / "games.sqlite") as library:
        assert library.cards.add(CARDS) == 5
        for name, day in (("old", 1), ("older", 0), ("known", 2)):
            due = date(2026, 2, 28) if day == 0 else date(2026, 3, day)
            card = next(card for card in CARDS if card.name == name)
            library.cards.save(replace(card, due=due, days=6, repetitions=2, ease=2.3))
    with Library(tmp_path / "games.sqlite") as library:
        found = library.cards.due("openings", TODAY, 10)
        assert [card.name for card in found] == ["older", "old", "easy", "hard"]
        assert found[0] == replace(CARDS[3], due=date(2026, 2, 28), days=6, repetitions=2, ease=2.3)
        assert found[2] == CARDS[1]
        assert library.cards.due("openings", TODAY, 1) == found[:1]
        assert library.cards.due("other", TODAY, 10) == []
        assert library.cards.counts("openings", TODAY) == DeckCounts(cards=5, new=2, due=2)


def test_adding_again_keeps_what_is_known(tmp_path: Path) -> None:
    with Library(tmp_path / "games.sqlite") as library:
        library.cards.add(CARDS[:2])
        library.cards.save(replace(CARDS[0], due=TODAY, repetitions=1, days=1))
        assert library.cards.add(CARDS) == 3
        assert library.cards.due("openings", TODAY, 1)[0].repetitions == 1
