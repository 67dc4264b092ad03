"""`outflank openings`: what it lists, finds, makes and refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outflank import Engine, FileError, Limit, SettingsError
from outflank.arena import openings as arena_openings
from outflank.arena.openings import line_of, position_after, read_openings
from outflank.cli.openings import list_openings
from outflank.game.openings import openings


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(list_openings, [str(one) for one in arguments])


def named(*arguments: str) -> list[str]:
    done = run(*arguments, "--json")
    assert done.exit_code == 0
    return [one["name"] for one in json.loads(done.stdout)]


def test_all() -> None:
    done = run()
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == len(openings())
    assert named() == [one.name for one in openings()]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("HEATH", ["Heath", "Heath-Chimney", "Heath-Bat", "Classic Heath"]),
        ("jumping  out", ["Heath"]),
        ("f5d6c3d3c4b3", ["Aubrey", "Aubrey (Feldborg Continuation)"]),
        ("D3c5F6 f5 e6 f7", ["Aubrey", "Aubrey (Feldborg Continuation)"]),  # mirrored
        ("e6d6", ["Parallel Opening"]),
        ("f5f5", []),
        ("no such thing", []),
    ],
)
def test_search(text: str, names: list[str]) -> None:
    assert named(text) == names


def test_nothing_found() -> None:
    done = run("zz")
    assert done.exit_code == 0
    assert done.stdout == "No opening is called 'zz', and none begins so.\n"


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_balanced_lines_are_what_the_arena_reads(tmp_path: Path, size: int) -> None:
    path, again = tmp_path / "lines.txt", tmp_path / "again.txt"
    flags = ("--balanced", "3", "--size", str(size), "--count", "3", "--nodes", "500")
    for out in (path, again):
        done = run(*flags, "--plies", "5", "--output", out)
        assert done.stdout == f"Wrote 3 lines to {out}.\n"
    assert path.read_text() == again.read_text()
    lines = read_openings(path, (size,))
    assert len(lines) == 3
    with Engine(size, threads=1, hash_mb=16, book=False) as engine:
        for board, moves in lines:
            engine.forget()
            position = position_after(line_of(moves, board), board)
            score = engine.play(position, Limit(nodes=500)).score
            assert score is not None
            assert abs(score) <= 3


def test_levels_and_json(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    flags = ("--size", "6", "--count", "2", "--level", "2", "--plies", "4", "--seed", "9")
    done = run("--balanced", *flags, "--output", path, "--json")
    assert json.loads(done.stdout) == {"written": 2, "wanted": 2, "output": str(path)}
    assert path.read_text().startswith(
        "# outflank openings --balanced 2 --size 6 --count 2 --plies 4 --level 2 --seed 9\n"
    )


def test_fewer_than_wanted(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    flags = ("--size", "4", "--count", "50", "--plies", "2", "--nodes", "100", "--output", path)
    done = run("--balanced", "16", *flags)
    assert done.stdout == f"Wrote 3 of 50 lines to {path}.\n"


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines.txt"
    judged = arena_openings.judged_lines

    def interrupted(*arguments: object) -> object:
        for number, found in enumerate(judged(*arguments)):  # type: ignore[arg-type]
            if number == 20:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(arena_openings, "judged_lines", interrupted)
    flags = ("--size", "6", "--count", "1000", "--nodes", "100", "--output", path)
    done = run("--balanced", "10", *flags)
    assert done.exit_code == 1  # of click alone; outflank says 130
    found = len(read_openings(path, (6,)))
    assert 0 < found <= 20
    assert done.stdout.startswith(f"Wrote {found} of 1000 lines")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--balanced"], "--balanced needs --size"),
        (["--balanced", "--size", "8", "--count", "1"], "--balanced needs --output"),
        (["--size", "8"], "--size is for --balanced"),
        (["--output", "x"], "--output is for --balanced"),
        (["tiger", "--balanced", "1"], "does not search for 'tiger'"),
        (
            ["--balanced", "--size", "8", "--count", "1", "--output", "x", "--nodes", "5",
             "--level", "3"],
            "Give either --nodes or --level",
        ),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together(flags: list[str], message: str) -> None:
    done = run(*flags)
    assert done.exit_code == 2
    assert message in done.stderr


def test_files_and_lines_that_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("mine")
    flags = ("--size", "4", "--count", "1", "--plies", "1", "--nodes", "100", "--output", path)
    assert isinstance(run("--balanced", *flags).exception, FileError)
    assert path.read_text() == "mine"
    path.unlink()
    done = run("--balanced", "0", *flags)
    assert isinstance(done.exception, SettingsError)
    assert str(done.exception) == "no line of 1 moves on 4x4 is within 0 discs"
    assert not path.exists()
