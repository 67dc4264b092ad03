import os
import stat
import threading
from pathlib import Path

import pytest

from outflank import FileError
from outflank._files import decoded, read_bytes, read_text, replacing, write_text


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


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    with replacing(path) as first, replacing(path) as second:
        first.write(b"first")
        second.write(b"second")
    assert path.read_bytes() == b"first"  # the last one to end
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.write_text("kept")
    link.symlink_to(kept)
    write_text(link, "new")
    assert (kept.read_text(), link.read_text()) == ("kept", "new")
    assert not link.is_symlink()


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    usual, ours = tmp_path / "usual", tmp_path / "ours"
    usual.write_text("")
    write_text(ours, "")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_devices_are_written_to(capfd: pytest.CaptureFixture[str]) -> None:
    write_text(Path("/dev/null"), "nothing")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    write_text(Path("/dev/stdout"), "seen")
    assert Path("/dev/stdout").is_symlink()
    assert capfd.readouterr().out == "seen"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_devices_are_not_read(path: str) -> None:
    with pytest.raises(FileError, match=f"{path}: a device, not a file"):
        read_bytes(Path(path))


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot be read: Is a directory"):
        read_text(tmp_path)
    with pytest.raises(FileError, match=r"none: cannot be read: No such file"):
        read_text(tmp_path / "none")
    with pytest.raises(FileError, match="is not a path"):
        read_text(Path("a\0b"))
    large = tmp_path / "large"
    large.write_bytes(b"123456")
    assert read_bytes(large, largest=6) == b"123456"
    with pytest.raises(FileError, match="large: more than 5 bytes"):
        read_bytes(large, largest=5)


def test_pipes_are_read_up_to_the_limit(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"f5d6"))
    writer.start()
    assert read_text(pipe, largest=4) == "f5d6"
    writer.join(60)


def test_text_is_utf_8_and_the_wrong_line_is_named() -> None:
    assert decoded("\ufeffé".encode(), "x") == "é"
    with pytest.raises(FileError, match=r"mine\.txt:3: not UTF-8 text"):
        decoded(b"a\nb\n\xff", "mine.txt")


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    for wrong in (tmp_path / "none" / "game.sgf", tmp_path / "folder"):
        if wrong.name == "folder":
            wrong.mkdir()
        with pytest.raises(OSError, match=wrong.name) as caught, replacing(wrong) as file:
            file.write(b"1")
        assert (caught.value.filename, caught.value.filename2) == (str(wrong), None)
        assert not any(".part" in path.name for path in tmp_path.rglob("*"))
