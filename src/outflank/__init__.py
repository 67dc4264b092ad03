"""Othello (Reversi) on 6x6, 8x8, 10x10 and 12x12 boards.

>>> import outflank
>>> position = outflank.Position()
>>> position = position.play("f5").play("d6")
>>> position.count(outflank.Color.BLACK), position.count(outflank.Color.WHITE)
(3, 3)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from outflank._lazy import lazy_attributes
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

# Loaded on first use: `import outflank` cannot fail for want of a compiled core.
_load = lazy_attributes(
    __name__,
    {
        "agents": ("Agent", "agent", "play"),
        "engine": (
            "Analysis",
            "Decision",
            "Engine",
            "Level",
            "Limit",
            "Line",
            "explain",
            "load_evaluation",
        ),
        "formats.reading": ("parse_games", "read_games"),
        "formats.writing": ("format_games", "write_games"),
        "game": ("Color", "Ending", "Game", "Move", "Node", "Position", "Result"),
        "game.svg": ("board_svg",),
        "session.reviews": ("review",),
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    if name == "batch":  # a module, and the only one here that needs numpy
        return import_module("outflank.batch")
    return _load(name)
