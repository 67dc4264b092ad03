"""Games in files: the start position, then the moves, on one line of text."""

import re
from pathlib import Path

from outflank._files import write_text
from outflank._text import quoted
from outflank.errors import FileError, OutflankError
from outflank.game import Game, Position
from outflank.game.transcript import LONGEST_TEXT

BOARD = re.compile(r"\s*[-.XO]{16,144}\s+[XO]\s*", re.IGNORECASE)


def save_game(game: Game, name: str) -> None:
    """Writes the moves up to the current place. A file that holds anything but a game is kept."""
    try:
        path = _path(name)
        if path.exists():
            _check_is_game(path, name)
        write_text(path, f"{game_text(game)}\n")
    except OSError as error:
        raise FileError(f"{_quoted(name)} cannot be written: {_reason(error)}") from None


def game_text(game: Game) -> str:
    """A game on one line; `parse_game` reads it."""
    return f"{game.start.to_text()}; {game.transcript()}"


def load_game(name: str, size: int) -> Game:
    """Reads what `save_game` wrote, or a bare transcript of a game on a board of `size`."""
    try:
        with _path(name).open("rb") as file:
            data = file.read(LONGEST_TEXT + 1)
    except OSError as error:
        raise FileError(f"{_quoted(name)} cannot be read: {_reason(error)}") from None
    try:
        return parse_game(data.decode(), size)
    except UnicodeDecodeError:
        raise FileError(f"{_quoted(name)} is not text") from None
    except OutflankError as error:
        raise FileError(f"{_quoted(name)} holds no game: {error}") from None


def parse_game(text: str, size: int) -> Game:
    """A start position and a semicolon, if any, then the moves."""
    board, semicolon, moves = text.partition(";")
    if semicolon and BOARD.fullmatch(board):
        return Game.from_transcript(moves, Position.from_text(board))
    return Game.from_transcript(text, size=size)


def _check_is_game(path: Path, name: str) -> None:
    try:
        load_game(str(path), 8)
    except FileError:
        raise FileError(f"{_quoted(name)} exists and is no saved game; it is kept") from None


def _path(name: str) -> Path:
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # the home of somebody who does not exist
        path = Path(name)
    if "\0" in name or not path.name or (path.exists() and not path.is_file()):
        raise FileError(f"{_quoted(name)} is no name for a file")
    return path


def _quoted(name: str) -> str:
    return quoted(name, longest=200)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
