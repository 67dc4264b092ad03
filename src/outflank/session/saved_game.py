"""Games in files: read in every format, and written in the one that the file's name asks for."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from outflank._text import quoted
from outflank.errors import FileError, OutflankError
from outflank.formats.format import Losses
from outflank.formats.reading import read_game
from outflank.formats.record import JSONL
from outflank.formats.registry import format_of_file
from outflank.formats.writing import loss_message, write_with
from outflank.game import Game, Result


def save_game(game: Game, name: str) -> str | None:
    """Writes the moves up to the current place. A file that holds anything but a game is kept.

    The end of the name tells the format; without one it is Outflank's own, a line of JSON. The
    answer is what the format could not hold, if there is anything.
    """
    path, losses = _path(name), Losses()
    format = format_of_file(path.name) or JSONL
    try:
        if path.exists():
            _check_is_game(path, name)
        write_with(format, [line_of(game)], path, losses)
    except OSError as error:
        raise FileError(f"{_quote(name)} cannot be written: {_reason(error)}") from None
    return loss_message(format, losses) if losses.counts else None


def keep_game(game: Game, black: str, white: str, result: Result | None) -> Path | None:
    """Puts the moves up to the current place into the library: where it is.

    None if the game was there. Names and a date that the game has stay its own.
    """
    from outflank.library import Library, library_path

    line = line_of(game)
    line.black, line.white = line.black or black, line.white or white
    line.tags.setdefault("date", datetime.now().astimezone().date().isoformat())
    line.result = result
    with Library(library_path()) as library:
        return library.path if library.add([line]).added else None


def line_of(game: Game) -> Game:
    """The game up to its current place, with what was noted about each move."""
    line = Game(game.start, black=game.black, white=game.white)
    for node in game.node.line():
        assert node.move is not None
        line.play(node.move, seconds=node.seconds, evaluation=node.evaluation)
        line.node.comment = node.comment
        line.node.depth, line.node.nodes = node.depth, node.nodes
    line.root.comment, line.tags = game.root.comment, dict(game.tags)
    line.result = game.result if game.node is game.end else None
    return line


def load_game(name: str, size: int) -> tuple[Game, list[str]]:
    """The one game of a file, and notes about how it was read.

    A bare transcript is of a game on a board of `size`, unless it can only be on another.
    """
    path = _path(name)
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise FileError(f"{_quote(name)} cannot be read: {_reason(error)}") from None
    try:
        return read_game(path, size=size)
    except OutflankError as error:
        try:
            return read_game(path)
        except OutflankError:
            raise FileError(f"{_quote(name)} holds no game: {error}") from None


def _check_is_game(path: Path, name: str) -> None:
    try:
        read_game(path)
    except OutflankError:
        raise FileError(f"{_quote(name)} exists and is no saved game; it is kept") from None


def _path(name: str) -> Path:
    path, is_file = Path(name), True
    with suppress(RuntimeError):  # the home of somebody who does not exist
        path = path.expanduser()
    with suppress(OSError):  # a name that is too long, for instance, which is told when it is used
        is_file = path.is_file() or not path.exists()
    if "\0" in name or not path.name or not is_file:
        raise FileError(f"{_quote(name)} is no name for a file")
    return path


def _quote(name: str) -> str:
    return quoted(name, longest=200)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
