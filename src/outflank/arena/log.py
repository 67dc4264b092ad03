"""The log of a run: its settings on the first line, then every game, the two of a pair together.

Lines are only ever added. A run that was killed may leave a line cut short, or one game of a pair;
who continues the log takes that away first.
"""

import contextlib
import errno
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Self

from outflank.arena.record import GameRecord
from outflank.arena.settings import Settings
from outflank.arena.tally import Pair, pairing_of
from outflank.errors import EngineError, NotationError

BYTES_A_SQUARE = 30
"""What a game takes in a log, measured for engines that report depth and nodes."""


class Log:
    """A log that is being written."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, settings: Settings) -> "Log":
        """A new log with its first line; an existing one is not touched."""
        try:
            file = path.open("xb", buffering=0) if not _is_special(path) else _raw(path)
        except FileExistsError:
            raise NotationError(
                f"{path} exists; --resume continues it, --log writes to another file"
            ) from None
        except OSError as error:
            raise NotationError(f"{path} cannot be written: {error.strerror}") from None
        log = cls(path, file)
        try:
            _check_space(path, settings)
            log._lock()
            log._write(settings.to_json().encode() + b"\n")
        except BaseException:
            file.close()
            if not _is_special(path):
                path.unlink(missing_ok=True)
            raise
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple["Log", Settings, list[Pair]]:
        """A log to go on with, what it is of, and the pairs it has."""
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise NotationError(f"{path} cannot be continued: {error.strerror}") from None
        log = cls(path, file)
        try:
            log._lock()
            settings, pairs, whole = _read(path)
            file.truncate(whole)
            file.seek(whole)
        except BaseException:
            file.close()
            raise
        return log, settings, pairs

    def add(self, pairs: Iterable[Pair]) -> None:
        """Writes pairs at the end."""
        lines = [game.to_json() for pair in pairs for game in pair]
        if lines:
            self._write("".join(line + "\n" for line in lines).encode())

    def close(self) -> None:
        """Ends the writing."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise EngineError(
                f"{self.path} cannot be written: {error.strerror}; the games in it are kept, "
                f"--resume goes on with them"
            ) from None

    def _lock(self) -> None:
        """One run at a time writes to a log."""
        try:
            import fcntl
        except ImportError:
            return  # Windows: two runs with one log are up to the user
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise NotationError(f"{self.path} is being written by another run") from None
            # A file system without locks.


def read_log(path: Path) -> tuple[Settings, list[Pair]]:
    """The settings of a log and its whole pairs."""
    try:
        settings, pairs, _ = _read(path)
    except OSError as error:
        raise NotationError(f"{path} cannot be read: {error.strerror}") from None
    return settings, pairs


def _read(path: Path) -> tuple[Settings, list[Pair], int]:
    """Settings, pairs, and the bytes that hold them."""
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()
    if not lines:
        raise NotationError(f"{path}: not an arena log: it is empty")
    try:
        settings = Settings.from_json(lines[0].decode("utf-8", "replace"))
    except NotationError as error:
        raise NotationError(f"{path}:1: {error}") from None
    whole = 1 + (len(lines) - 1) // 2 * 2
    pairs: list[Pair] = []
    wanted = set(settings.pairings())
    for number in range(1, whole, 2):
        games = []
        for offset in (0, 1):
            try:
                line = lines[number + offset].decode("utf-8", "replace")
                games.append(GameRecord.from_json(line))
            except NotationError as error:
                raise NotationError(f"{path}:{number + offset + 1}: {error}") from None
        pair = (games[0], games[1])
        if pairing_of(pair) not in wanted:
            raise NotationError(f"{path}:{number + 1}: this game is not part of the run")
        pairs.append(pair)
    return settings, pairs, sum(map(len, lines[:whole]))


def _is_special(path: Path) -> bool:
    """True for devices and pipes, which cannot be made anew or removed."""
    return path.exists() and not path.is_file()


def _raw(path: Path) -> BinaryIO:
    return path.open("wb", buffering=0)


def _check_space(path: Path, settings: Settings) -> None:
    """Refuses a run whose log will not fit, before anything is played."""
    with contextlib.suppress(OSError):
        needed = sum(
            len(settings.matches) * settings.games * BYTES_A_SQUARE * size**2
            for size in settings.sizes
        )
        free = shutil.disk_usage(path.absolute().parent).free
        if free < needed:
            raise NotationError(
                f"{path} needs about {needed / 1e6:.0f} MB, and only {free / 1e6:.0f} MB are free"
            )
