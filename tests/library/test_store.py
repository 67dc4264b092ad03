import sqlite3
from pathlib import Path

import pytest

from outflank import FileError, Game
from outflank.library import Library
from outflank.library.store import APPLICATION, VERSION, library_path


def raw(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def test_a_new_file_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Library(path).close()
    connection = raw(path)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_an_empty_file_becomes_a_library(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    with Library(path) as library:
        assert library.add([Game.from_transcript("f5")]).added == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with pytest.raises(FileError, match=r"there is no library .* yet; outflank games import"):
        Library(path, create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"f5d6c3\n" * 100, b"SQLite format 3\0" + bytes(4096)])
def test_a_file_that_is_no_database(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"games\.txt: "):
        Library(path)
    assert path.read_bytes() == data


def test_a_database_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = raw(path)
    connection.execute("CREATE TABLE bookmark (url TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(FileError, match=r"is a database, but no library of games"):
        Library(path)
    assert path.read_bytes() == before


def test_a_library_of_a_later_version(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Library(path).close()
    connection = raw(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(FileError, match=f"made by a later Outflank: its version is {VERSION + 1}"):
        Library(path)


def test_a_folder_and_a_place_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be opened"):
        Library(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="file"):
        Library(tmp_path / "file" / "games.sqlite")


def test_a_damaged_library(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Library(path) as library:
        library.add([Game.from_transcript("f5")])
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"games\.sqlite: "), Library(path) as library:
        library.add([Game.from_transcript("f5d6")])


def test_the_library_of_this_user_is_in_the_data_folder() -> None:
    assert library_path().name == "games.sqlite"
    assert "outflank" in str(library_path())
