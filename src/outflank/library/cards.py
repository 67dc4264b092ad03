"""Cards that are practised: a position, a question, the right moves, and how well it is known."""

import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date
from pathlib import Path

from outflank._native import Move, Position
from outflank.library.store import told, transaction

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
    """The right ones."""
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

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def add(self, cards: Iterable[Card]) -> int:
        """Adds the cards that are new; how many. What is known about the others stays."""
        rows = [_row(card) for card in cards]
        with told(self._path), transaction(self._connection):
            before = self._connection.total_changes
            self._connection.executemany(
                f"INSERT INTO card ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (deck, name) DO NOTHING",
                rows,
            )
            return self._connection.total_changes - before

    def save(self, card: Card) -> None:
        """Keeps what is known about a card now."""
        with told(self._path), transaction(self._connection):
            self._connection.execute(
                f"INSERT OR REPLACE INTO card ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _row(card),
            )

    def due(self, deck: str, today: date, limit: int) -> list[Card]:
        """The cards to ask: the due ones, the longest first, then new ones, the easy first."""
        with told(self._path):
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM card WHERE deck = ? AND (due IS NULL OR due <= ?) "
                "ORDER BY due IS NULL, due, difficulty, name LIMIT ?",
                (deck, today.isoformat(), limit),
            )
            return [_card(*row) for row in rows]

    def counts(self, deck: str, today: date) -> DeckCounts:
        """How many there are."""
        with told(self._path):
            row = self._connection.execute(
                "SELECT count(*), count(*) FILTER (WHERE due IS NULL), "
                "count(*) FILTER (WHERE due <= ?) FROM card WHERE deck = ?",
                (today.isoformat(), deck),
            ).fetchone()
        return DeckCounts(*row)


def _row(card: Card) -> tuple[str | int | float | None, ...]:
    deck, name, position, question, moves, *known, due = astuple(card)
    names = " ".join(move.name for move in moves)
    day = due.isoformat() if due is not None else None
    return (deck, name, position.to_text(), question, names, *known, day)


def _card(
    deck: str, name: str, position: str, question: str, moves: str, *known: int | float | str | None
) -> Card:
    difficulty, repetitions, days, ease, due = known
    return Card(
        deck,
        name,
        Position.from_text(position),
        question,
        tuple(map(Move, moves.split())),
        int(difficulty or 0),
        int(repetitions or 0),
        int(days or 0),
        float(ease or FIRST_EASE),
        date.fromisoformat(str(due)) if due is not None else None,
    )
