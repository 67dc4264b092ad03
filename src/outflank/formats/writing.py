"""Games to a file, in any format that can be written; what it cannot hold is told."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from outflank._files import replacing
from outflank._text import encodable, listed, plural
from outflank.errors import FileError, FormatWarning, NotationError, SettingsError
from outflank.formats import wthor_games
from outflank.formats.format import Format, Losses, note_losses
from outflank.formats.registry import FORMATS, format_named, format_of_file
from outflank.game import Game


def write_games(
    games: Iterable[Game],
    target: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
) -> int:
    """Writes games to a file, whole or not at all; how many.

    What the format has no place for, such as the comments of games in a transcript, is named in one
    FormatWarning. A game that it cannot hold at all is a NotationError.

    Args:
        games: Any number of games; they are written as they come.
        target: The name or path of a file, or a file that is open for bytes.
        format: The name of a format; by default the end of the file's name tells it.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "games.ggf"
    ...     count = write_games([Game().play("f5")], path)
    ...     text = path.read_text()
    >>> count, text[:13]
    (1, '(;GM[Othello]')
    """
    losses = Losses()
    chosen = _format(target, format)
    count = write_with(chosen, games, target, losses)
    if losses.counts:
        warnings.warn(FormatWarning(told(chosen, losses)), stacklevel=2)
    return count


def write_with(
    format: Format,
    games: Iterable[Game],
    target: str | os.PathLike[str] | BinaryIO,
    losses: Losses,
) -> int:
    """The same, with the losses noted instead of told."""
    fitting = _fitting(games, format)
    if isinstance(target, str | os.PathLike):
        path = Path(target)
        try:
            if format.write is None:
                return wthor_games.write(path, _noted(fitting, format, losses), losses)
            with replacing(path) as file:
                return _write(format, fitting, file, losses)
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror or error}") from None
    if format.write is None:
        raise FileError(f"{format.title} is written to files, not to streams")
    return _write(format, fitting, target, losses)


def text_of(game: Game, format: str, losses: Losses | None = None) -> str:
    """A game as text."""
    chosen = format_named(format)
    if chosen.write is None:
        raise NotationError(f"{chosen.title} is no text")
    losses = losses or Losses()
    (fitting,) = _fitting([game], chosen)
    note_losses(fitting, chosen, losses)
    return _clean(chosen.write(fitting, losses), losses)


def told(format: Format, losses: Losses) -> str:
    """What a format could not hold, in one sentence."""
    parts = [f"{what} ({plural(count, 'game')})" for what, count in losses.counts.items()]
    return f"{format.title} cannot hold {listed(parts)}"


def _format(target: str | os.PathLike[str] | BinaryIO, name: str | None) -> Format:
    if name is not None:
        return format_named(name)
    if not isinstance(target, str | os.PathLike):
        raise SettingsError("which format? A stream has no name that tells it")
    found = format_of_file(Path(target).name)
    if found is None:
        raise SettingsError(
            f"which format? {Path(target).name!r} does not tell; known are {listed(FORMATS)}"
        )
    return found


def _fitting(games: Iterable[Game], format: Format) -> Iterator[Game]:
    for number, game in enumerate(games, 1):
        if (why := format.refusal(game)) is not None:
            raise NotationError(f"game {number} cannot be written in {format.title}: {why}")
        yield game


def _noted(games: Iterable[Game], format: Format, losses: Losses) -> Iterator[Game]:
    for game in games:
        yield game
        note_losses(game, format, losses)


def _write(format: Format, games: Iterable[Game], file: BinaryIO, losses: Losses) -> int:
    assert format.write is not None
    count, before = 0, None
    for game in games:
        losses.next_game()
        note_losses(game, format, losses)
        text = _clean(format.write(game, losses), losses)
        between = format.between(before, game) if before is not None else ""
        file.write((between + text).encode())
        count, before = count + 1, game
    return count


def _clean(text: str, losses: Losses) -> str:
    """Text that a file can hold as it is."""
    clean = encodable(text).replace("\r", " ")
    if clean != text:
        losses.add("characters that text files do not have")
    return clean
