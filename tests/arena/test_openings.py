from pathlib import Path

import pytest

from outflank import Engine, FileError
from outflank.arena.openings import BALANCE_LIMIT, openings, position_after, read_openings
from outflank.arena.settings import RunSettings
from outflank.errors import SettingsError
from outflank.stats.pairs import random_lines

TWO = ("random", "greedy")


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_random_lines_differ_and_repeat(size: int) -> None:
    settings = RunSettings(TWO, sizes=(size,), games=20, plies=6)
    lines = openings(settings, size)
    assert lines == openings(settings, size)
    positions = {position_after(line, size).canonical() for line in lines}
    assert len(lines) == len(positions) == 10
    assert lines != openings(RunSettings(TWO, sizes=(size,), games=20, plies=6, seed=2), size)


def test_the_first_lines_do_not_depend_on_their_number() -> None:
    assert random_lines(8, 50, 3)[:10] == random_lines(8, 10, 3)


def test_too_few_openings_are_refused() -> None:
    with pytest.raises(SettingsError, match="8x8 has only 1 such openings of 1 moves, and 2 are"):
        openings(RunSettings(TWO, games=4, plies=1), 8)


def test_balanced_openings_are_balanced() -> None:
    settings = RunSettings(TWO, sizes=(6,), games=12, balance=2)
    lines = openings(settings, 6)
    assert len(lines) == 6
    assert lines != openings(RunSettings(TWO, sizes=(6,), games=12), 6)
    with Engine(6, threads=1, hash_mb=16) as engine:
        for line in lines:
            engine.forget()
            score = engine.play(position_after(line, 6), BALANCE_LIMIT).score
            assert score is not None
            assert abs(score) <= 2


def test_a_file_of_openings(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("# mine\n\nf5d6 # the diagonal\n8x8 f5f6e6f4\n6x6 c2\n")
    assert read_openings(path, (8,)) == ((8, "f5d6"), (8, "f5f6e6f4"), (6, "c2"))
    settings = RunSettings(TWO, games=6, openings=read_openings(path, (8,)))
    lines = openings(settings, 8)
    assert [len(line) for line in lines] == [2, 4, 2]


@pytest.mark.parametrize(
    ("text", "sizes", "reason"),
    [
        ("f5\nf5f5", (8,), r"lines.txt:2: .*f5"),
        ("f5\n\nhello", (8,), r"lines.txt:3: transcript character 1"),
        ("f5", (6, 8), r"lines.txt:1: which board is it for"),
        ("# nothing", (8,), "no openings"),
        ("4x4 a2a1a3 d1", (4,), r"lines.txt:1: "),
    ],
)
def test_wrong_files_name_the_line(
    tmp_path: Path, text: str, sizes: tuple[int, ...], reason: str
) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(text)
    with pytest.raises(FileError, match=reason):
        read_openings(path, sizes)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        read_openings(tmp_path / "none", (8,))
    (tmp_path / "binary").write_bytes(b"f5d6\n# caf\xe9\n")
    with pytest.raises(FileError, match="binary:2: not UTF-8 text"):
        read_openings(tmp_path / "binary", (8,))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_of_any_editor(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(end.join(["f5d6", "# Größe", "f5f6", ""]).encode(encoding))
    assert read_openings(path, (8,)) == ((8, "f5d6"), (8, "f5f6"))


def test_games_from_the_start_have_no_moves_given() -> None:
    settings = RunSettings(TWO, sizes=(6, 8), games=1000, start=True)
    assert openings(settings, 8) == [()] * 500
