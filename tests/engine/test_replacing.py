from pathlib import Path

import pytest

from outflank.engine.replacing import replacing


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "none" / "facts.json"):
        pass
