"""Files: written as a whole or not at all, and read with a limit."""

import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from outflank.errors import FileError

LARGEST_TEXT = 64 * 2**20
"""Bytes of the largest text that is read at once, unless the reader says otherwise."""
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that takes the place of `path` at the end, unless there was an error.

    Until then it has a name of its own in the same folder. Its data has reached the disk before it
    takes the other's place. A symbolic link is replaced, not followed; devices and pipes, which
    cannot be replaced, are written to.
    """
    if _is_special(path):
        with path.open("wb") as file:
            yield file
        return
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with _named(path):
            file = open(  # noqa: SIM115 (closed below; with flags of our own)
                unfinished,
                "xb",
                opener=lambda name, flags: os.open(name, flags | _NO_FOLLOW, 0o666),
            )
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with _named(path):
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors name the file that is wanted: nobody has asked for the other one."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def write_text(path: Path, text: str) -> None:
    """Writes a whole file of text, or leaves what is there as it is."""
    with replacing(path) as file:
        file.write(text.encode())


def read_bytes(path: Path, largest: int = LARGEST_TEXT) -> bytes:
    """What a file or a pipe holds; directories, devices and what is too large are refused."""
    with file_errors(path), path.open("rb") as file:
        return read_stream(file, str(path), largest)


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """FileError for a file that cannot be read, and for what is no path."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{str(path)!r} is not a path") from None  # a null character


def read_text(path: Path, largest: int = LARGEST_TEXT) -> str:
    """The same as text, in UTF-8; a byte-order mark is left out."""
    return decoded(read_bytes(path, largest), str(path))


def read_stream(file: BinaryIO, label: str, largest: int = LARGEST_TEXT) -> bytes:
    """What is left of an open file or pipe, which errors call `label`."""
    refuse_endless(file, label)
    data = file.read(largest + 1)
    if len(data) > largest:
        raise FileError(f"{label}: more than {largest:,} bytes")
    return data


def refuse_endless(file: BinaryIO, label: str) -> None:
    """FileError for a device; a terminal ends with Ctrl-D, and /dev/null at once."""
    status = os.fstat(file.fileno())
    ends = os.isatty(file.fileno()) or os.path.samestat(status, Path(os.devnull).stat())
    if stat.S_ISBLK(status.st_mode) or (stat.S_ISCHR(status.st_mode) and not ends):
        raise FileError(f"{label}: a device, not a file")


def decoded(data: bytes, label: str) -> str:
    """The text of a file; the error names the first line that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FileError(f"{label}:{line}: not UTF-8 text") from None


def sealed(data: bytes) -> bytes:
    """The same with its checksum behind it, so that damage is noticed."""
    return data + hashlib.sha256(data).digest()


def unsealed(data: bytes, length: int, label: str) -> bytes:
    """What was sealed; FileError if it has not that length or was changed."""
    whole = length + hashlib.sha256().digest_size
    if len(data) != whole:
        raise FileError(f"{label}: damaged: {len(data):,} bytes instead of {whole:,}")
    if hashlib.sha256(memoryview(data)[:length]).digest() != data[length:]:
        raise FileError(f"{label}: damaged: the checksum is wrong")
    return data[:length]


def _is_special(path: Path) -> bool:
    if path.parent.as_posix() in ("/dev", "/dev/fd", "/proc/self/fd"):
        return True  # links there lead to what is open, not to what may be replaced
    return path.exists() and not path.is_file()
