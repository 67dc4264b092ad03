"""Othello (Reversi) on 6x6, 8x8, 10x10 and 12x12 boards.

>>> import outflank
>>> position = outflank.Position()
>>> position = position.play("f5").play("d6")
>>> position.count(outflank.Color.BLACK), position.count(outflank.Color.WHITE)
(3, 3)
"""

import sys
from typing import TYPE_CHECKING

from outflank.errors import (
    EngineError,
    IllegalMoveError,
    InstructionSetError,
    NotationError,
    OutflankError,
)

try:
    from outflank.game import Color, Ending, Game, Move, Node, Position, Result
except InstructionSetError as error:
    from pathlib import Path

    # The command needs this package before its own first line runs, so only here can it be kept
    # from ending in a traceback. Whoever imports the package has an exception to catch.
    if Path(*sys.argv[:1]).stem != "outflank":
        raise
    print(f"outflank: {error}", file=sys.stderr)
    sys.exit(2)

if TYPE_CHECKING:
    from outflank.agents import Agent, agent, play
    from outflank.engine import Analysis, Decision, Engine, Level, Limit
    from outflank.game import batch

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Analysis",
    "Color",
    "Decision",
    "Ending",
    "Engine",
    "EngineError",
    "Game",
    "IllegalMoveError",
    "Level",
    "Limit",
    "Move",
    "Node",
    "NotationError",
    "OutflankError",
    "Position",
    "Result",
    "agent",
    "batch",
    "play",
]

# Loaded on first use, so that a program pays only for what it uses; numpy comes with `batch`.
_LAZY = {
    "Agent": "outflank.agents",
    "Analysis": "outflank.engine",
    "Decision": "outflank.engine",
    "Engine": "outflank.engine",
    "Level": "outflank.engine",
    "Limit": "outflank.engine",
    "agent": "outflank.agents",
    "batch": "outflank.game.batch",
    "play": "outflank.agents",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def __getattr__(name: str) -> object:
    import importlib

    if name not in _LAZY:
        raise AttributeError(f"module 'outflank' has no attribute {name!r}")
    module = importlib.import_module(_LAZY[name])
    return module if _LAZY[name].endswith(f".{name}") else getattr(module, name)
