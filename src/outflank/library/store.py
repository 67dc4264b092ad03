"""The file of a library: made, opened and brought up to date; every error of SQLite is told."""

import importlib.resources
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outflank.errors import FileError

VERSION = 2
"""Of the schema; a file says its own as `user_version`."""
APPLICATION = 0x4F464C42
"""What a file says it is as `application_id`: OFLB."""
PATIENCE = 30.0
"""Seconds to wait for another program that writes."""


def library_path() -> Path:
    """The library of this user, or the one that OUTFLANK_LIBRARY names."""
    import platformdirs

    if named := os.environ.get("OUTFLANK_LIBRARY"):
        return Path(named)
    return Path(platformdirs.user_data_dir("outflank", appauthor=False)) / "games.sqlite"


def open_store(path: Path, *, create: bool) -> sqlite3.Connection:
    """A connection to the file, which is made if there is none and `create` says so.

    FileError if it is no library, or one of a later version. A file that is none is not changed.
    """
    if not create and not _exists(path):
        raise FileError(f"there is no library {path} yet; outflank games import FILE makes one")
    with told(path):
        if create:
            path.absolute().parent.mkdir(parents=True, exist_ok=True)
        # No transactions but those that are begun by name.
        connection = sqlite3.connect(os.fspath(path), timeout=PATIENCE, isolation_level=None)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing; one program at a time."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What SQLite or the system cannot do becomes a FileError that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise FileError(f"{path}: {_reason(error)}") from None
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    version = _version(connection, path)
    if version < VERSION:
        with transaction(connection):
            version = _version(connection, path)  # another program may have been quicker
            # Each script adds what its version has and the one before has not.
            for number in range(version + 1, VERSION + 1):
                _run(connection, _script(f"schema_{number}.sql"))
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
    # Readers go on while somebody writes.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the schema; 0 if there is nothing in the file yet."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or version or tables):
        raise FileError(f"{path} is a database, but no library of games")
    if version > VERSION:
        raise FileError(
            f"{path} was made by a later Outflank: its version is {version}, and this one knows "
            f"{VERSION}"
        )
    return int(version)


def _script(name: str) -> str:
    file = importlib.resources.files("outflank") / "library" / name
    return file.read_text(encoding="utf-8")


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Some statements; `executescript` would end the transaction first."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _reason(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    reasons = {
        "SQLITE_NOTADB": "not a library of games",
        "SQLITE_CORRUPT": "the file is damaged",
        "SQLITE_BUSY": "another program is writing to it; try again when it is done",
        "SQLITE_FULL": "the disk is full",
        "SQLITE_CANTOPEN": "cannot be opened",
        "SQLITE_READONLY": "cannot be written",
    }
    return next((text for code, text in reasons.items() if name.startswith(code)), str(error))
