"""What a game is set up with, and the memory of it for the next time."""

import contextlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outflank._board import SIZES
from outflank._files import write_text

COLOURS = ("black", "white")
SKILLS = range(11)
DYNAMIC = "dynamic"
MAX_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The answers to the questions before a game."""

    colour: str = "black"
    size: int = 8
    opponent: str = "3"
    """A skill from 0 to 10, or the spec of an agent."""
    strategy: str = DYNAMIC
    """How the opponent limits its search: `dynamic` or `time`."""
    seconds: float = 1.0
    """For each move, with the strategy `time`."""


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "colour": lambda value: value in COLOURS,
    "size": lambda value: type(value) is int and value in SIZES,
    "opponent": lambda value: isinstance(value, str) and bool(value.strip()),
    "strategy": lambda value: value in (DYNAMIC, "time"),
    "seconds": lambda value: type(value) in (int, float) and 0 < value <= MAX_SECONDS,
}
"""Whether a remembered value is one that could have been answered."""


def memory_path() -> Path:
    import platformdirs

    return Path(platformdirs.user_config_dir("outflank", appauthor=False)) / "play.json"


def recall(path: Path) -> GameSettings:
    """The answers of last time; whatever is missing or unusable is as if never asked."""
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return GameSettings()
    if not isinstance(record, dict):
        return GameSettings()
    return GameSettings(**{k: v for k, v in record.items() if k in _CHECKS and _CHECKS[k](v)})


def remember(settings: GameSettings, path: Path) -> None:
    """Keeps the answers. A home that cannot be written to is no reason not to play."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(asdict(settings), indent=2) + "\n")
