"""Games and positions that are remembered, in a file of SQLite."""

from outflank.library.filters import GameFilter
from outflank.library.library import (
    Added,
    Library,
    PositionStats,
    StoredGame,
    Totals,
)
from outflank.library.store import library_path

__all__ = [
    "Added",
    "GameFilter",
    "Library",
    "PositionStats",
    "StoredGame",
    "Totals",
    "library_path",
]
