"""Games from a text or a file, whatever format it is in."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

from outflank._board import SIZES
from outflank.errors import NotationError, OutflankError, SettingsError
from outflank.formats.format import Format, Found, Reading
from outflank.formats.registry import detect, format_named
from outflank.formats.source import Source
from outflank.game import Game

MOST_TOLD = 20
"""Errors of skipped games that are kept; the others are counted."""


class GameReader(Iterator[Game]):
    """The games of a source, one after another."""

    def __init__(
        self,
        source: str | os.PathLike[str] | BinaryIO,
        *,
        errors: Literal["raise", "skip"] = "raise",
        format: str | None = None,
        size: int | None = None,
        transposed: bool = False,
    ) -> None:
        """Nothing is read before the first game is asked for."""
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
        self._given, self._raises = source, errors == "raise"
        self._size, self._transposed = size, transposed
        self._reading: Reading | None = None
        self._found: Iterator[Found] = iter(())
        self._over = False

    @property
    def notes(self) -> list[str]:
        """What had to be assumed to read a game: on which board it is, and the like."""
        return self._reading.notes if self._reading is not None else []

    @property
    def fraction(self) -> float:
        """How much of a file was read, from 0 to 1; 0 if that cannot be known."""
        return self._reading.source.fraction if self._reading is not None else 0.0

    def __iter__(self) -> GameReader:
        return self

    def __next__(self) -> Game:
        while not self._over:
            try:
                if self._reading is None:
                    self._open()
                found = next(self._found)
            except StopIteration:
                break
            except OutflankError:
                self.close()
                raise
            if isinstance(found, Game):
                return found
            if self._raises:
                self.close()
                raise found
            self.skipped += 1
            if len(self.errors) < MOST_TOLD:
                self.errors.append(found)
        self.close()
        raise StopIteration

    def close(self) -> None:
        """Closes the file; no more games come."""
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
        if isinstance(self._given, str):
            source = Source.of_text(self._given)
        elif isinstance(self._given, os.PathLike):
            source = Source.open(Path(self._given))
        else:
            source = Source.of_file(self._given, "standard input")
        self._reading = Reading(source, self._size, self._transposed)
        if self.format is None:
            self.format = detect(source)
        self._found = self.format.read(self._reading)


def read_games(
    source: str | os.PathLike[str],
    errors: Literal["raise", "skip"] = "raise",
    *,
    format: str | None = None,
    size: int | None = None,
    transposed: bool = False,
) -> GameReader:
    """The games in a text (a `str`) or a file (a path object), as an iterator.

    The format is told by what is there, not by the name of the file. A game that cannot be read
    raises NotationError or IllegalMoveError with its line and column, a file that cannot FileError;
    with `errors="skip"` the reading goes on with the next game, and the reader counts what it
    `skipped`. A file may be larger than the memory: it is read game by game.

    Args:
        source: A text such as ``"1. F5 f6 2. E6"``, or a path object such as ``Path("a.sgf")``.
        errors: What to do about a game that cannot be read.
        format: The name of a format, where its contents do not tell it.
        size: The board of moves that do not tell it; found out from the moves by default.
        transposed: True for moves with letters for the rows and numbers for the columns.

    >>> game = next(read_games("1. F5 f6 2. E6 f4 3. E3"))
    >>> game.transcript()
    'F5f6E6f4E3'
    """
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"games are read from a str or a path object, not {type(source).__name__}")
    return GameReader(source, errors=errors, format=format, size=size, transposed=transposed)


def read_game(source: str | os.PathLike[str], *, size: int | None = None) -> tuple[Game, list[str]]:
    """The one game of a paste or a file, and notes about how it was read.

    NotationError if there are several.
    """
    with GameReader(source, size=size) as reader:
        game = next(reader, None)
        if game is None:
            raise NotationError("there is no game in it")
        if next(reader, None) is not None:
            raise NotationError("there are several games in it")
        return game, reader.notes
