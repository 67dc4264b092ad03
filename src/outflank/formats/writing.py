"""Games to a file or a text, in any format that can be written; what it cannot hold is reported."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from outflank._files import replacing
from outflank._text import encodable, listed, plural
from outflank.errors import FileError, FormatWarning, NotationError, SettingsError
from outflank.formats import wthor_games
from outflank.formats.format import Format, Losses, note_losses
from outflank.formats.registry import FORMATS, format_named, format_of_file
from outflank.game import Game


def write_games(
    games: Iterable[Game],
    target: str | os.PathLike[str] | IO[Any],
    *,
    format: str | None = None,
) -> int:
    """Write games to a file, whole or not at all; return how many.

    What the format has no place for, such as the comments of games in a transcript, is named in one
    FormatWarning. A game that it cannot hold at all is a NotationError.

    Args:
        games: Any number of games; they are written as they come.
        target: A path, or a file that is open for writing.
        format: The name of a format. [default: detected from the file name's suffix]

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
    try:
        count = write_with(chosen, games, target, losses)
    except OSError as error:
        raise FileError(f"{target} cannot be written: {error.strerror or error}") from None
    _warn(chosen, losses)
    return count


def format_games(games: Iterable[Game], format: str) -> str:
    """Return games as text in a format, as `write_games` writes them to a file.

    >>> format_games([Game().play("f5"), Game().play("c4")], "transcript")
    'F5\\nC4\\n'
    """
    losses = Losses()
    chosen = format_named(format)
    text = "".join(texts_with(chosen, games, losses))
    _warn(chosen, losses)
    return text


def write_with(
    format: Format,
    games: Iterable[Game],
    target: str | os.PathLike[str] | IO[Any],
    losses: Losses,
) -> int:
    """Write games and note the losses instead of warning; OSError if the file fails."""
    if isinstance(target, str | os.PathLike):
        path = Path(target)
        if format.write is None:
            return wthor_games.write(path, _fitting(games, format, losses), losses)
        with replacing(path) as file:
            return _write(texts_with(format, games, losses), file)
    return _write(texts_with(format, games, losses), target)


def texts_with(format: Format, games: Iterable[Game], losses: Losses) -> Iterator[str]:
    """Yield the text of each game, which make up a file one after another; note the losses."""
    if format.write is None:
        raise FileError(f"{format.title} is written to files, not to streams")
    before: Game | None = None
    for game in _fitting(games, format, losses):
        text = format.write(game, losses)
        clean = encodable(text).replace("\r", " ")
        if clean != text:
            losses.add("characters that text files do not have")
        yield clean if before is None else format.between(before, game) + clean
        before = game


def loss_message(format: Format, losses: Losses) -> str:
    parts = [f"{what} ({plural(count, 'game')})" for what, count in losses.counts.items()]
    return f"{format.title} cannot hold {listed(parts)}"


def _format(target: str | os.PathLike[str] | IO[Any], name: str | None) -> Format:
    if name is not None:
        return format_named(name)
    if not isinstance(target, str | os.PathLike):
        raise SettingsError("which format? A stream has no name that tells it")
    chosen = format_of_file(Path(target).name)
    if chosen is None:
        raise SettingsError(
            f"which format? {Path(target).name!r} does not tell; choose from {listed(FORMATS)}"
        )
    return chosen


def _fitting(games: Iterable[Game], format: Format, losses: Losses) -> Iterator[Game]:
    for number, game in enumerate(games, 1):
        if (why := format.refusal(game)) is not None:
            raise NotationError(f"game {number} cannot be written in {format.title}: {why}")
        losses.next_game()
        note_losses(game, format, losses)
        yield game


def _write(texts: Iterable[str], file: IO[Any]) -> int:
    is_text, count = isinstance(file, io.TextIOBase), 0
    for text in texts:
        file.write(text if is_text else text.encode())
        count += 1
    return count


def _warn(format: Format, losses: Losses) -> None:
    if losses.counts:
        warnings.warn(FormatWarning(loss_message(format, losses)), stacklevel=3)
