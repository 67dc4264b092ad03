"""Othello (Reversi) on 6x6, 8x8, 10x10 and 12x12 boards.

>>> import outflank
>>> position = outflank.Position()
>>> position = position.play("f5").play("d6")
>>> position.count(outflank.Color.BLACK), position.count(outflank.Color.WHITE)
(3, 3)
"""

from typing import TYPE_CHECKING

from outflank._version import __version__ as __version__
from outflank.errors import (
    EngineError,
    FileError,
    FormatWarning,
    IllegalMoveError,
    MissingExtraError,
    NotationError,
    OutflankError,
    PlayerError,
    SettingsError,
)

if TYPE_CHECKING:
    from outflank import batch
    from outflank.agents import Agent, agent, play
    from outflank.engine import (
        Analysis,
        Decision,
        Engine,
        Level,
        Limit,
        Line,
        explain,
        load_evaluation,
    )
    from outflank.formats.reading import parse_games, read_games
    from outflank.formats.writing import format_games, write_games
    from outflank.game import Color, Ending, Game, Move, Node, Position, Result
    from outflank.game.svg import board_svg
    from outflank.session.reviews import review

__all__ = [
    "Agent",
    "Analysis",
    "Color",
    "Decision",
    "Ending",
    "Engine",
    "EngineError",
    "FileError",
    "FormatWarning",
    "Game",
    "IllegalMoveError",
    "Level",
    "Limit",
    "Line",
    "MissingExtraError",
    "Move",
    "Node",
    "NotationError",
    "OutflankError",
    "PlayerError",
    "Position",
    "Result",
    "SettingsError",
    "agent",
    "batch",
    "board_svg",
    "explain",
    "format_games",
    "load_evaluation",
    "parse_games",
    "play",
    "read_games",
    "review",
    "write_games",
]

# Loaded on first use: a program pays only for what it uses, and `import outflank` cannot fail for
# want of a compiled core. Numpy comes with `batch` alone.
_LAZY = {
    "outflank.batch": ("batch",),
    "outflank.agents": ("Agent", "agent", "play"),
    "outflank.engine": (
        "Analysis",
        "Decision",
        "Engine",
        "Level",
        "Limit",
        "Line",
        "explain",
        "load_evaluation",
    ),
    "outflank.formats.reading": ("parse_games", "read_games"),
    "outflank.formats.writing": ("format_games", "write_games"),
    "outflank.game": ("Color", "Ending", "Game", "Move", "Node", "Position", "Result"),
    "outflank.game.svg": ("board_svg",),
    "outflank.session.reviews": ("review",),
}
_MODULE_OF = {name: module for module, names in _LAZY.items() for name in names}


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})


def __getattr__(name: str) -> object:
    import importlib

    if name not in _MODULE_OF:
        raise AttributeError(f"module 'outflank' has no attribute {name!r}")
    module = importlib.import_module(_MODULE_OF[name])
    value = module if _MODULE_OF[name].endswith(f".{name}") else getattr(module, name)
    globals()[name] = value
    return value
