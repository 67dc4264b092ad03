"""Games and positions that are remembered, in a file of SQLite."""

from outflank.library.cards import Card, Cards, DeckCounts
from outflank.library.filters import GameFilter
from outflank.library.library import Added, Library, PositionStats, StoredGame, Totals
from outflank.library.mistakes import Mistake, Mistakes
from outflank.library.store import library_path

__all__ = [
    "Added",
    "Card",
    "Cards",
    "DeckCounts",
    "GameFilter",
    "Library",
    "Mistake",
    "Mistakes",
    "PositionStats",
    "StoredGame",
    "Totals",
    "library_path",
]
