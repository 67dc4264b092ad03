"""`outflank book`: show, build, learn, check, import, export, and what is refused."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outflank import OutflankError, Position
from outflank.cli.book.command import book
from outflank.engine.book import Entry, key_of, read_book, write_book
from support.books import built
from support.commands import OUTFLANK, outflank
from support.waiting import PATIENCE


def run(*arguments: str | Path) -> Result:
    """In this process: what goes wrong is raised, as main tells it."""
    done = CliRunner().invoke(book, [*map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.book"
    write_book(path, 6, built(30).entries, {"made": "for a test"})
    return path


def test_build_goes_on_and_tells(tmp_path: Path) -> None:
    path = tmp_path / "mine.book"
    flags = ("--nodes", "300", "--size", "6")
    done = run("build", path, "--positions", "12", *flags)
    first = len(read_book(path))
    assert 12 <= first < 20
    assert done.stdout.startswith(f"{path}: {first} positions (added {first}, searches ")
    done = run("build", path, "--positions", "30", *flags, "--json")
    found = json.loads(done.stdout)
    assert (found["positions"], found["added"]) == (len(built(30)), len(built(30)) - first)
    assert dict(read_book(path).entries()) == built(30).entries
    assert read_book(path).notes == {"made": "outflank book build --size 6 --nodes 300 --plies 30"}
    before = path.read_bytes()
    assert json.loads(run("build", path, "--positions", "9", *flags, "--json").stdout)["added"] == 0
    assert path.read_bytes() == before
    done = run("build", path, "--positions", "2000", "--nodes", "300", "--plies", "1")
    assert "no line of at most 1 plies is left" in done.stdout


def test_show(small: Path) -> None:
    text = run("show", "--book", small).stdout
    assert f"{small}: {len(read_book(small))} positions\nmade by: for a test\n" in text
    assert "black to move" in text
    found = json.loads(run("show", "c2", "--book", small, "--json").stdout)
    assert found["known"] is True
    assert found["value"] == max(move["score"] for move in found["moves"])
    assert [move["score"] for move in found["moves"]] == sorted(
        (move["score"] for move in found["moves"]), reverse=True
    )
    assert {move["move"] for move in found["moves"]} <= {"b2", "d2", "b4"}
    text = run("show", "c2b2", "--book", small).stdout
    assert "value " in text
    unknown = "------" * 2 + "--XXX-" + "--XO--" + "------" * 2 + " O"
    assert "does not know this position" in run("show", unknown, "--book", small).stdout


def test_learn_and_check(small: Path) -> None:
    before = len(read_book(small))
    done = run("learn", small, "c2b4e5e2a4b5", "--nodes", "300", "--json")
    found = json.loads(done.stdout)
    assert found["games"] == 1
    assert found["positions"] == before + found["added"]
    done = run("check", small)
    assert (done.exit_code, done.stdout.strip()[-14:]) == (0, "all consistent")
    shown = json.loads(run("show", "c2b4", "--book", small, "--json").stdout)
    assert shown["games"] == 1
    assert [move["games"] for move in shown["moves"] if move["move"] == "e5"] == [1]


def test_check_finds_what_is_wrong(small: Path) -> None:
    entries = dict(read_book(small).entries())
    key = key_of(Position(6))
    entries[key] = Entry(entries[key].value + 3, 5)
    write_book(small, 6, entries, {})
    done = run("check", small)
    assert done.exit_code == 1
    assert "but its best move is worth" in done.stdout
    assert json.loads(run("check", small, "--json").stdout)["faults"]


def test_there_and_back(small: Path, tmp_path: Path) -> None:
    lines, again = tmp_path / "a.jsonl", tmp_path / "again.book"
    count = len(read_book(small))
    assert run("export", small, lines).stdout == f"{lines}: {count} positions from {small}\n"
    assert run("import", lines, again).stdout == f"{again}: {count} positions from {lines}\n"
    assert dict(read_book(again).entries()) == dict(read_book(small).entries())
    told = json.loads(run("export", small, lines, "--json").stdout)
    assert told == {"file": str(lines), "positions": count, "from": str(small)}
    told = json.loads(run("import", lines, again, "--json").stdout)
    assert told == {"file": str(again), "positions": count, "from": str(lines)}


def test_learning_what_games_share(tmp_path: Path) -> None:
    path = tmp_path / "mine.book"
    games = ("c2b4e5", "c2b4d5", "c2b2")
    done = run("learn", path, *games, "--least", "2", "--nodes", "300", "--json")
    assert json.loads(done.stdout)["added"] == 3  # the start, c2 and c2b4
    assert [entry.games for _, entry in read_book(path).entries()].count(3) == 2
    made = "outflank book learn --size 6 --nodes 300 --plies 30 --least 2"
    assert read_book(path).notes == {"made": made}
    run("build", path, "--positions", "5", "--nodes", "300")
    run("build", path, "--positions", "9", "--nodes", "300")
    built = "outflank book build --size 6 --nodes 300 --plies 30"
    assert read_book(path).notes == {"made": f"{made}; {built}"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "--book", "none.book"), "none.book: cannot be read"),
        (("show", "--size", "12"), "no book for 12x12 comes with Outflank"),
        (("show", "f5d6", "--book", "SMALL"), "a position on 8x8, and a book for 6x6"),
        (("show", "nonsense", "--book", "SMALL"), "'nonsense' is neither a file, nor moves"),
        (("build", "no/mine.book", "--positions", "5"), "there is no folder no"),
        (("build", "SMALL", "--positions", "5", "--size", "8"), "a book for 6x6, not for 8x8"),
        (("build", "TEXT", "--positions", "5"), "not a book of Outflank"),
        (("learn", "SMALL", "neither"), "'neither' is neither a file nor a game"),
        (("learn", "SMALL", "f5d6c3"), "a book for 6x6, not for 8x8"),
        (("check", "TEXT"), "not a book of Outflank"),
        (("import", "TEXT", "new.book"), "neither a book of Egaroucid or Edax nor JSON lines"),
        (("export", "SMALL", "a.egbk3"), "Egaroucid's books are for 8x8, not 6x6"),
    ],
)
def test_what_is_refused(
    arguments: tuple[str, ...], message: str, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small.parent)
    (small.parent / "text").write_text("no book\n")
    before = small.read_bytes()
    paths = {"SMALL": small.name, "TEXT": "text"}
    with pytest.raises(OutflankError) as caught:
        run(*(paths.get(argument, argument) for argument in arguments))
    assert message in str(caught.value)
    assert small.read_bytes() == before
    assert sorted(path.name for path in small.parent.iterdir()) == ["small.book", "text"]


@pytest.mark.integration
def test_help_teaches() -> None:
    for words in ([], ["show"], ["build"], ["learn"], ["check"], ["import"], ["export"]):
        done = run(*words, "--help")
        assert done.exit_code == 0
        assert "Examples:\n" in done.output


def begun(path: Path, positions: int, size: int = 6) -> "subprocess.Popen[bytes]":
    """A build that has saved something."""
    flags = ["--positions", str(positions), "--size", str(size), "--nodes", "2000"]
    process = subprocess.Popen([OUTFLANK, "book", "build", path, *flags], stderr=subprocess.PIPE)
    until = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


@pytest.mark.integration
def test_ctrl_c_leaves_a_sound_book(tmp_path: Path) -> None:
    path = tmp_path / "mine.book"
    process = begun(path, 100_000)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told.strip()) == (130, b"Stopped.")
    assert run("check", path).exit_code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["mine.book"]


@pytest.mark.integration
@pytest.mark.slow
def test_a_build_that_is_killed_becomes_the_same_book(tmp_path: Path) -> None:
    path, positions = tmp_path / "mine.book", 150
    for _ in range(4):
        process = begun(path, positions)
        time.sleep(1.0)
        process.kill()
        process.communicate(timeout=PATIENCE)
    flags = ("--positions", str(positions), "--nodes", "2000")
    assert outflank("book", "build", str(path), *flags).returncode == 0
    assert dict(read_book(path).entries()) == built(positions, nodes=2000).entries
