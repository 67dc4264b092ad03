"""The file of a library: made, opened and brought up to date; every error of SQLite is told."""

import importlib.resources
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.errors import FileError

VERSION = 2
"""Of the schema; a file says its own as `user_version`."""
APPLICATION = 0x4F464C42
"""What a file says it is as `application_id`: OFLB."""
PATIENCE = 30.0
"""Seconds to wait for another program that writes."""
_REASONS = {
    "SQLITE_NOTADB": "not a library of games",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_BUSY": "another program is writing to it; try again when it is done",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_CANTOPEN": "cannot be opened",
    "SQLITE_READONLY": "cannot be written",
}


def library_path() -> Path:
    """The library of this user, or the one that OUTFLANK_LIBRARY names."""
    import platformdirs

    if named := os.environ.get("OUTFLANK_LIBRARY"):
        return Path(named)
    return Path(platformdirs.user_data_dir("outflank", appauthor=False)) / "games.sqlite"


class Store:
    """A connection to the file, which is made if there is none and `create` says so.

    FileError if it is no library, or one of a later version. A file that is none is not changed.
    What SQLite or the system cannot do is a FileError that names the file.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        with self._file_errors():
            if create:
                path.absolute().parent.mkdir(parents=True, exist_ok=True)
            elif not path.exists():
                raise FileError(
                    f"there is no library {path} yet; outflank games import FILE makes one"
                )
            # No transactions but those that are begun by name.
            self._connection = sqlite3.connect(
                os.fspath(path), timeout=PATIENCE, isolation_level=None
            )
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._file_errors():
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; one program at a time."""
        with self._file_errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _file_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            reasons = (text for code, text in _REASONS.items() if name.startswith(code))
            raise FileError(f"{self.path}: {next(reasons, error)}") from None
        except OSError as error:
            raise FileError(f"{self.path}: {error.strerror or error}") from None

    def _prepare(self) -> None:
        if self._version() < VERSION:
            with self.transaction() as connection:
                # Another program may have been quicker. Each script adds what its version has and
                # the one before has not.
                for number in range(self._version() + 1, VERSION + 1):
                    schema = importlib.resources.files("outflank") / f"library/schema_{number}.sql"
                    statement = ""  # `executescript` would end the transaction first
                    for line in schema.read_text(encoding="utf-8").splitlines(keepends=True):
                        statement += line
                        if sqlite3.complete_statement(statement):
                            connection.execute(statement)
                            statement = ""
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
        self._connection.create_function("casefold", 1, str.casefold, deterministic=True)
        # Readers go on while somebody writes.
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA foreign_keys = ON")

    def _version(self) -> int:
        """The version of the schema; 0 if there is nothing in the file yet."""
        ((application, version, tables),) = self.rows(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master) "
            "FROM pragma_application_id, pragma_user_version"
        )
        if application != APPLICATION and (application or version or tables):
            raise FileError(f"{self.path} is a database, but no library of games")
        if version > VERSION:
            raise FileError(
                f"{self.path} was made by a later Outflank: its version is {version}, and this "
                f"one knows {VERSION}"
            )
        return int(version)
