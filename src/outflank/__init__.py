"""Othello (Reversi) on 6x6, 8x8, 10x10 and 12x12 boards.

>>> import outflank
>>> position = outflank.Position()
>>> position = position.play("f5").play("d6")
>>> position.count(outflank.Color.BLACK), position.count(outflank.Color.WHITE)
(3, 3)
"""

from types import ModuleType

from outflank.errors import EngineError, IllegalMoveError, NotationError, OutflankError
from outflank.game import Color, Ending, Game, Move, Node, Position, Result

__version__ = "0.1.0"

__all__ = [
    "Color",
    "Ending",
    "EngineError",
    "Game",
    "IllegalMoveError",
    "Move",
    "Node",
    "NotationError",
    "OutflankError",
    "Position",
    "Result",
    "batch",
]


def __getattr__(name: str) -> ModuleType:
    # Loaded on first use: it needs numpy, and the command line should start without.
    if name == "batch":
        import importlib

        return importlib.import_module("outflank.game.batch")
    raise AttributeError(f"module 'outflank' has no attribute {name!r}")
