"""Games from a text or a file, whatever format it is in."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Literal

from outflank._board import SIZES
from outflank._text import quoted
from outflank.errors import (
    ArgumentTypeError,
    FileError,
    NotationError,
    OutflankError,
    SettingsError,
)
from outflank.formats.format import Format, GameOrError, Reading
from outflank.formats.paste import looks_like_game
from outflank.formats.registry import detect, format_named
from outflank.formats.source import Source
from outflank.game import Game

MAX_ERRORS = 20
"""Errors of skipped games that are kept; the others are counted."""


class GameReader(Iterator[Game]):
    """The games of a source, one after another; `read_games` and `parse_games` make it.

    The source is opened when the first game is requested.
    """

    def __init__(
        self,
        open_source: Callable[[], Source],
        *,
        errors: Literal["raise", "skip"],
        format: str | None,
        size: int | None,
        transposed: bool,
    ) -> None:
        if errors not in ("raise", "skip"):
            raise SettingsError(f"errors is 'raise' or 'skip', not {errors!r}")
        if size is not None and size not in SIZES:
            raise SettingsError(f"there is no board of size {size}; choose from {SIZES}")
        self.format: Format | None = None if format is None else format_named(format)
        """Known from the first game on."""
        self.skipped = 0
        """Games, or parts that should have been games, that could not be read."""
        self.errors: list[OutflankError] = []
        """What was wrong with the first of them."""
        self._open_source, self._raises = open_source, errors == "raise"
        self._size, self._transposed = size, transposed
        self._reading: Reading | None = None
        self._found: Iterator[GameOrError] = iter(())
        self._over = False

    @property
    def notes(self) -> list[str]:
        """What had to be assumed to read a game: on which board it is, and the like."""
        return self._reading.notes if self._reading is not None else []

    @property
    def fraction(self) -> float:
        """How much of a file was read, from 0 to 1; 0 if that cannot be known."""
        return self._reading.source.fraction if self._reading is not None else 0.0

    def __next__(self) -> Game:
        while not self._over:
            try:
                if self._reading is None:
                    self._open()
                item = next(self._found)
            except StopIteration:
                break
            except OutflankError:
                self.close()
                raise
            if isinstance(item, Game):
                return item
            if self._raises:
                self.close()
                raise item
            self.skipped += 1
            if len(self.errors) < MAX_ERRORS:
                self.errors.append(item)
        self.close()
        raise StopIteration

    def close(self) -> None:
        """Close the file; no more games come."""
        self._over = True
        if self._reading is not None:
            self._reading.source.close()

    def __enter__(self) -> GameReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):  # of one whose arguments were refused
            self.close()

    def _open(self) -> None:
        source = self._open_source()
        self._reading = Reading(source, self._size, self._transposed)
        if self.format is None:
            self.format = detect(source)
        self._found = self.format.read(self._reading)


def read_games(
    source: str | os.PathLike[str] | IO[Any],
    errors: Literal["raise", "skip"] = "raise",
    *,
    format: str | None = None,
    size: int | None = None,
    transposed: bool = False,
    label: str = "",
) -> GameReader:
    """Read the games of a file, as an iterator.

    The format is detected by content, not by the name of the file. A game that cannot be read
    raises NotationError or IllegalMoveError with its line and column, a file that cannot FileError;
    with `errors="skip"` reading continues with the next game, and the reader counts what it
    `skipped`. A file may be larger than the memory: it is read game by game.

    Args:
        source: A path, or an open file. `parse_games` reads text.
        errors: What to do about a game that cannot be read.
        format: The name of a format, where its contents do not tell it.
        size: The board of moves that do not tell it; found out from the moves by default.
        transposed: True for moves with letters for the rows and numbers for the columns.
        label: How errors name an open file. [default: its name]

    >>> import io
    >>> [game.transcript() for game in read_games(io.BytesIO(b"f5d6"))]
    ['F5d6']
    """
    if isinstance(source, str | os.PathLike):
        opener = functools.partial(_open, source)
    elif hasattr(source, "read"):
        opener = functools.partial(Source.of_file, source, label)
    else:
        raise ArgumentTypeError(
            f"games are read from a path or an open file, not {type(source).__name__}"
        )
    return GameReader(opener, errors=errors, format=format, size=size, transposed=transposed)


def parse_games(
    text: str,
    errors: Literal["raise", "skip"] = "raise",
    *,
    format: str | None = None,
    size: int | None = None,
    transposed: bool = False,
    label: str = "",
) -> GameReader:
    """Read the games in a text such as a paste, as `read_games` reads a file.

    >>> game = next(parse_games("1. F5 f6 2. E6 f4 3. E3"))
    >>> game.transcript()
    'F5f6E6f4E3'
    """
    if not isinstance(text, str):
        raise ArgumentTypeError(
            f"games are parsed from a str, not {type(text).__name__}; read_games reads files"
        )
    opener = functools.partial(Source.of_text, text, label)
    return GameReader(opener, errors=errors, format=format, size=size, transposed=transposed)


def read_game(
    source: str | os.PathLike[str] | IO[Any], *, size: int | None = None
) -> tuple[Game, list[str]]:
    """Read the only game of a file; return it with notes about how it was read.

    NotationError if there are several.
    """
    return _only(read_games(source, size=size))


def parse_game(text: str, *, size: int | None = None) -> tuple[Game, list[str]]:
    """Read the only game of a text, as `read_game` does of a file."""
    return _only(parse_games(text, size=size))


def _only(games: GameReader) -> tuple[Game, list[str]]:
    with games:
        game = next(games, None)
        if game is None:
            raise NotationError("there is no game in it")
        if next(games, None) is not None:
            raise NotationError("there are several games in it")
        return game, games.notes


def _open(path: str | os.PathLike[str]) -> Source:
    try:
        return Source.open(Path(path))
    except FileError:
        # Path.exists raises if the text is too long for a path, or has a null character in it.
        if isinstance(path, str) and looks_like_game(path) and not os.path.exists(path):  # noqa: PTH110
            raise FileError(
                f"{quoted(path)} is a game, not the path of a file; use parse_games for text"
            ) from None
        raise
