"""The log of a run: its settings on the first line, then every game, the two of a pair together.

Lines are only ever added. A run that was killed may leave a line cut short, or one game of a pair;
who continues the log takes that away first.
"""

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Self

from outflank._files import read_bytes
from outflank.arena.openings import line_of
from outflank.arena.record import GameRecord
from outflank.arena.settings import RunSettings
from outflank.arena.tally import Pair
from outflank.errors import EngineError, FileError, IllegalMoveError, NotationError

BYTES_A_SQUARE = 30
"""What a game takes in a log, measured for engines that report depth and nodes."""

LARGEST_LOG = 2**31
"""Bytes of a log that is read: a million games on 8x8."""


class Log:
    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, settings: RunSettings) -> "Log":
        """A new log with its first line; an existing one is not touched."""
        try:
            file = path.open("wb" if _is_special(path) else "xb", buffering=0)
        except FileExistsError:
            hint = "--resume continues it, --log writes to another file"
            raise FileError(f"{path} exists; {hint}") from None
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror}") from None
        log = cls(path, file)
        try:
            check_space(path, settings)
            log._lock()
            log._write(settings.to_json().encode() + b"\n")
        except BaseException:
            file.close()
            if not _is_special(path):
                path.unlink(missing_ok=True)
            raise
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple["Log", RunSettings, list[Pair]]:
        """A log to continue, its settings, and the pairs in it."""
        if _is_special(path):
            raise FileError(f"{path} cannot be continued: it is no file")
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise FileError(f"{path} cannot be continued: {error.strerror}") from None
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
        data = "".join(game.to_json() + "\n" for pair in pairs for game in pair).encode()
        if data:
            if (damage := self.damage()) is not None:
                raise EngineError(damage)
            hint = "; the games in it are kept, --resume goes on with them"
            self._write(data, "" if _is_special(self.path) else hint)

    def damage(self) -> str | None:
        """What has become of the file, if it is no longer the one that was written.

        An agent can remove files of the user who runs it.
        """
        own = os.fstat(self._file.fileno())
        if not stat.S_ISREG(own.st_mode):
            return None
        try:
            is_there = os.path.samestat(own, self.path.stat())
        except OSError:
            is_there = False
        if not is_there:
            what = "was removed or replaced while games were played; they are not in it"
            return f"{self.path} {what}"
        if own.st_size < self._file.tell():
            return f"{self.path} was cut short while games were played; some are not in it"
        return None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes, hint: str = "") -> None:
        try:
            while data:
                data = data[self._file.write(data) :]
            if not _is_special(self.path):
                os.fsync(self._file.fileno())  # games outlive the machine, not only the program
        except OSError as error:
            raise EngineError(f"{self.path} cannot be written: {error.strerror}{hint}") from None

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
                raise FileError(f"{self.path} is being written by another run") from None
            # A file system without locks.


def read_log(path: Path) -> tuple[RunSettings, list[Pair]]:
    return _read(path)[:2]


def _read(path: Path) -> tuple[RunSettings, list[Pair], int]:
    lines = read_bytes(path, LARGEST_LOG).split(b"\n")
    lines.pop()  # empty, or torn
    if not lines:
        raise FileError(f"{path}:1: not an arena log: it is empty")
    with _named(path, 1):
        settings = RunSettings.from_json(_text(lines[0]))
        try:
            for size, moves in settings.openings:
                line_of(moves, size)
        except (NotationError, IllegalMoveError) as error:
            raise FileError(f"not an arena log: its openings: {error}") from None
    matches = set(settings.matches)
    whole = 1 + (len(lines) - 1) // 2 * 2
    pairs: list[Pair] = []
    for number in range(1, whole, 2):
        with _named(path, number + 1):
            first = GameRecord.from_json(_text(lines[number]))
            _check_planned(first, settings, matches)
        with _named(path, number + 2):
            second = GameRecord.from_json(_text(lines[number + 1]))
            _check_together(first, second)
        pairs.append((first, second))
    return settings, pairs, sum(len(line) + 1 for line in lines[:whole])


@contextlib.contextmanager
def _named(path: Path, line: int) -> Iterator[None]:
    try:
        yield
    except FileError as error:
        raise FileError(f"{path}:{line}: {error}") from None


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise FileError("not UTF-8 text") from None


def _check_planned(game: GameRecord, settings: RunSettings, matches: set[tuple[int, int]]) -> None:
    if not (
        game.size in settings.sizes
        and game.pair < settings.games // 2
        and (game.black, game.white) in matches
    ):
        raise FileError("this game is not part of the run")


def _check_together(first: GameRecord, second: GameRecord) -> None:
    for name in ("size", "pair", "opening"):
        if getattr(first, name) != getattr(second, name):
            raise FileError(f"this game has another {name} than the one before it")
    if (first.black, first.white) != (second.white, second.black):
        raise FileError("this game is not the one before it with colours swapped")
    if first.opening_moves != second.opening_moves:
        raise FileError("this game has another opening than the one before it")


def _is_special(path: Path) -> bool:
    """True for devices and pipes, which cannot be made anew or removed."""
    return path.exists() and not path.is_file()


def check_space(path: Path, settings: RunSettings) -> None:
    """Refuses a run whose log will not fit, before anything is played."""
    with contextlib.suppress(OSError):
        squares = sum(size**2 for size in settings.sizes)
        needed = len(settings.matches) * settings.games * BYTES_A_SQUARE * squares / 1e6
        free = shutil.disk_usage(path.absolute().parent).free / 1e6
        if free < needed:
            raise FileError(f"{path} needs about {needed:.0f} MB, and only {free:.0f} MB are free")
