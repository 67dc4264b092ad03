"""Game records: text and binary files to and from `Game`."""

from outflank.formats.reading import GameReader, read_game, read_games
from outflank.formats.writing import write_games

__all__ = ["GameReader", "read_game", "read_games", "write_games"]
