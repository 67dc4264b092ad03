"""Cards that are practised: a position, a question, the right moves, and how well it is known."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date
from typing import Any

from outflank._native import Move, Position
from outflank.library.store import Store

FIRST_EASE = 2.5
"""Of a card that was never asked (SM-2)."""
_COLUMNS = "deck, name, position, question, moves, difficulty, repetitions, days, ease, due"


@dataclass(frozen=True, slots=True)
class Card:
    """A question about a position; its answers are moves."""

    deck: str
    name: str
    """Tells the cards of a deck apart."""
    position: Position
    question: str
    moves: tuple[Move, ...]
    difficulty: int = 0
    """Easy cards come first."""
    repetitions: int = 0
    """Right answers since the last wrong one."""
    days: int = 0
    """From the last time to the next."""
    ease: float = FIRST_EASE
    """How much longer the next pause is than the last."""
    due: date | None = None
    """None if it was never asked."""


@dataclass(frozen=True, slots=True)
class DeckCounts:
    """How many cards a deck has in all, never asked, and due."""

    cards: int
    new: int
    due: int


class Cards:
    """The cards of a library, by deck; `Library.cards` has them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, cards: Iterable[Card]) -> int:
        """Adds the cards that are new; how many. What is known about the others stays."""
        return self._insert("IGNORE", cards)

    def save(self, card: Card) -> None:
        """Keeps what is known about a card now."""
        self._insert("REPLACE", [card])

    def due(self, deck: str, today: date, limit: int) -> list[Card]:
        """The cards to ask: the due ones, the longest first, then new ones, the easy first."""
        rows = self._store.rows(
            f"SELECT {_COLUMNS} FROM card WHERE deck = ? AND (due IS NULL OR due <= ?) "
            "ORDER BY due IS NULL, due, difficulty, name LIMIT ?",
            (deck, today.isoformat(), limit),
        )
        return [_card(row) for row in rows]

    def counts(self, deck: str, today: date) -> DeckCounts:
        (row,) = self._store.rows(
            "SELECT count(*), count(*) FILTER (WHERE due IS NULL), "
            "count(*) FILTER (WHERE due <= ?) FROM card WHERE deck = ?",
            (today.isoformat(), deck),
        )
        return DeckCounts(*row)

    def _insert(self, conflict: str, cards: Iterable[Card]) -> int:
        rows = [_row(card) for card in cards]
        with self._store.transaction() as connection:
            return connection.executemany(
                f"INSERT OR {conflict} INTO card ({_COLUMNS}) VALUES (?{', ?' * 9})", rows
            ).rowcount


def _row(card: Card) -> tuple[Any, ...]:
    deck, name, position, question, moves, *progress, due = astuple(card)
    names = " ".join(move.name for move in moves)
    return (deck, name, position.to_text(), question, names, *progress, due and due.isoformat())


def _card(row: tuple[Any, ...]) -> Card:
    deck, name, position, question, names, difficulty, repetitions, days, ease, due = row
    moves = tuple(map(Move, names.split()))
    day = due and date.fromisoformat(due)
    start = Position.from_text(position)
    return Card(deck, name, start, question, moves, difficulty, repetitions, days, ease, day)
