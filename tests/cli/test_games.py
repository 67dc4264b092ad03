"""`outflank games`: what it adds, finds, counts, writes and refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outflank import (
    Color,
    Engine,
    FileError,
    Game,
    Level,
    NotationError,
    OutflankError,
    read_games,
)
from outflank.cli.games import games
from outflank.engine.book import packed_book, parse_book
from outflank.formats.format import Losses
from outflank.formats.record import JSONL
from outflank.formats.writing import write_with
from support.books import built
from support.commands import outflank


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Four games: a finished one, two unfinished ones, and one on 6x6."""
    first = Game.from_transcript("e6f4e3f6g5d6e7f5c5")
    first.black, first.white, first.tags["date"] = "Ann", "[red]Bob\x1b[31m", "2004-09-18"
    second = Game.from_transcript("f5d6c3d3c4")
    second.black, second.white, second.tags["date"] = "Bob", "Cy", "2005"
    third = Game.from_transcript("d3c5f6f5e6")
    third.black, third.tags["event"] = "Di", "Open"
    path = tmp_path / "games.jsonl"
    write_with(JSONL, [first, second, third, Game.from_transcript("c2b2", size=6)], path, Losses())
    return path


@pytest.fixture
def library(file: Path) -> Path:
    path = file.with_name("library.sqlite")
    assert run("import", file, "--library", path).exit_code == 0
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(games, [str(one) for one in arguments])


def facts(*arguments: str | Path) -> dict[str, object]:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_importing_twice_adds_once(file: Path) -> None:
    path = file.with_name("library.sqlite")
    done = run("import", file, file, "--library", path)
    assert done.exit_code == 0
    assert done.stdout == f"Added 4 games; 4 were there already. {path} has 4.\n"
    assert facts("import", file, "--library", path) == {
        "library": str(path),
        "read": 4,
        "added": 0,
        "known": 4,
        "skipped": 0,
        "games": 4,
        "warnings": [],
    }


def test_games_that_cannot_be_read(tmp_path: Path) -> None:
    path, file = tmp_path / "library.sqlite", tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5f6e6\nf5f5\nf5d6c4\n")
    done = run("import", file, "--library", path)
    assert isinstance(done.exception, OutflankError)
    assert str(done.exception).endswith("; 2 games before it were added")
    done = run("import", file, "--library", path, "--skip")
    assert done.stdout == f"Added 1 game; 2 were there already. {path} has 3.\n"
    assert "Warning: Skipped: " in done.stderr


def test_the_environment_names_a_library(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_LIBRARY", str(library))
    assert facts("stats")["games"] == 4


def test_totals(library: Path) -> None:
    assert facts("stats", "--library", library) == {
        "library": str(library),
        "games": 4,
        "players": 5,
        "sizes": {"6": 1, "8": 3},
        "black_wins": 1,
        "draws": 0,
        "white_wins": 0,
        "first_date": "2004-09-18",
        "last_date": "2005",
    }
    done = run("stats", "--library", library)
    assert done.stdout.splitlines()[1:] == [
        "boards: 1 on 6x6, 3 on 8x8",
        "black won 1, draws 0, white won 0",
        "dates: 2004-09-18 to 2005",
    ]


@pytest.mark.parametrize("position", ["f5d6", "d3c5", "perpendicular opening", "Perpendicular"])
def test_statistics_of_a_position(library: Path, position: str) -> None:
    found = facts("stats", position, "--library", library)
    assert (found["games"], found["black_wins"], found["unfinished"]) == (3, 1, 2)
    assert found["opening"] == "Perpendicular Opening"
    assert found["average_score"] == 64.0
    moves = found["moves"]
    assert isinstance(moves, list)
    assert [row["games"] for row in moves if row["games"]] == [2, 1]


def test_statistics_as_text(library: Path) -> None:
    done = run("stats", "f5d6", "--level", "1", "--library", library)
    value = facts("stats", "f5d6", "--level", "1", "--library", library)["value"]
    head, counted, valued, table, first, second, *others = done.stdout.splitlines()
    assert head == "Perpendicular Opening, black to move"
    assert counted == "3 games: black won 1, draws 0, white won 0; black's average score +64.0"
    assert valued == f"our value: {value:+d} for black (level 1)"
    assert table == "move  games  black %  draws %  white %  score  value  opening"
    assert first.split()[:2] == ["c3", "2"]
    assert second.startswith("c5        1      100        0        0  +64.0  ")
    assert second.endswith("  Fishhook")
    assert {row.split()[1] for row in others} == {"-"}
    done = run("stats", "f5f4", "--library", library)
    assert done.stdout.splitlines()[1] == "0 games: black won 0, draws 0, white won 0"
    done = run("stats", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27, "--library", library)
    assert done.stdout.startswith("8x8, black to move\n3 games")


@pytest.mark.parametrize("moves", ["f5", "f5d6"])
def test_our_value_is_that_of_the_book(
    library: Path, moves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Game.from_transcript(moves).position
    book = parse_book(packed_book(8, built(20, size=8).entries, {}), "a book")
    monkeypatch.setattr("outflank.cli.game_stats.load_book", {8: book}.get)
    found = facts("stats", moves, "--library", library)
    sign = 1 if position.turn == Color.BLACK else -1
    assert (found["value"], found["value_by"]) == (sign * (book.value(position) or 0), "book")
    rows = found["moves"]
    assert isinstance(rows, list)
    values = {row["move"]: row["value"] for row in rows if row["value"] is not None}
    assert values == {move.name: sign * score for move, score in book.scores(position).items()}


def test_our_value_without_a_book(library: Path) -> None:
    ten = "-" * 44 + "OX" + "-" * 8 + "XO" + "-" * 44 + " O"
    found = facts("stats", ten, "--library", library)
    assert found["value_by"] == "level 8"
    assert len({row["value"] for row in found["moves"]}) == 1  # type: ignore[attr-defined]
    lost = "X" * 64 + " O"
    found = facts("stats", lost, "--library", library)
    assert (found["value"], found["value_by"], found["moves"]) == (64, "result", [])


def test_our_value_at_a_level(library: Path) -> None:
    found = facts("stats", "f5d6", "--level", "2", "--library", library)
    position = Game.from_transcript("f5d6").position
    with Engine(threads=1, hash_mb=1) as engine:
        lines = engine.analyse(position, Level(2), lines=len(position.legal_moves)).lines
    rows = found["moves"]
    assert isinstance(rows, list)
    assert {row["move"]: row["value"] for row in rows} == {
        line.move.name: line.score for line in lines
    }
    assert (found["value"], found["value_by"]) == (lines[0].score, "level 2")
    limited = facts("stats", "f5d6", "--nodes", "5000", "--library", library)
    assert limited["value_by"] == "nodes 5000"


@pytest.mark.parametrize(
    ("flags", "ids"),
    [
        ([], [2, 1, 4, 3]),
        (["--player", "bob"], [2, 1]),
        (["--black", "ann", "--white", "bob"], [1]),
        (["--date", "2004"], [1]),
        (["--date", "2004..2005"], [2, 1]),
        (["--date", "2005.."], [2]),
        (["--date", "..2004"], [1]),
        (["--event", "open"], [3]),
        (["--result", "black"], [1]),
        (["--result", "unfinished", "--size", "8"], [2, 3]),
        (["--position", "f5d6c3d3c4"], [2, 3]),
        (["--position", "tiger", "--player", "cy"], [2]),
        (["--position", "c2", "--size", "6"], [4]),
        (["--position", "f5f4"], []),
    ],
)
def test_search(library: Path, flags: list[str], ids: list[int]) -> None:
    found = facts("search", *flags, "--library", library)
    rows = found["games"]
    assert isinstance(rows, list)
    assert [row["id"] for row in rows] == ids
    assert found["found"] == len(ids)


def test_a_list_for_people(library: Path) -> None:
    done = run("search", "--size", "8", "--library", library)
    assert done.stdout.splitlines() == [
        "game  date        black  white          discs  opening   event",
        "   2  2005        Bob    Cy                 *  Tiger",
        "   1  2004-09-18  Ann    [red]Bob?[31m   64-0  Fishhook",
        "   3              Di                        *  Tiger     Open",
    ]
    assert run("search", "--player", "nobody", "--library", library).stdout == "0 games.\n"


def test_limit(library: Path) -> None:
    found = facts("search", "--limit", "1", "--library", library)
    assert found["found"] == 4
    rows = found["games"]
    assert isinstance(rows, list)
    assert rows[0]["moves"] == "F5d6C3d3C4"
    assert rows[0]["opening"] == "Tiger"


def test_export(library: Path, file: Path) -> None:
    out = library.with_name("out.jsonl")
    done = run("export", out, "--library", library)
    assert done.stdout == f"Wrote 4 games to {out} (Outflank's own records).\n"
    assert list(read_games(out)) == list(read_games(file))
    done = run("export", out, "--library", library)
    assert isinstance(done.exception, FileError)
    assert "would be replaced; --force does that" in str(done.exception)
    done = run("export", "-", "--to", "transcript", "--position", "tiger", "--library", library)
    assert done.stdout.split() == ["F5d6C3d3C4", "D3c5F6f5E6"]
    found = facts("export", library.with_name("out.wtb"), "--library", library)
    assert found["written"] == 3
    assert found["left_out"]


def _error(*arguments: str | Path) -> BaseException | None:
    return run(*arguments).exception


def test_bad_input(library: Path, tmp_path: Path) -> None:
    known = ("--library", library)
    missing = _error("stats", "--library", tmp_path / "none.sqlite")
    assert isinstance(missing, FileError)
    assert "outflank games import FILE makes one" in str(missing)
    assert not (tmp_path / "none.sqlite").exists()
    assert run("search", "--date", "soon", *known).exit_code == 2
    unknown = _error("stats", "tigre", *known)
    assert isinstance(unknown, NotationError)
    assert str(unknown) == (
        "'tigre' is neither a file, nor moves, nor a board, nor the name of an opening; "
        "did you mean 'Tiger'?"
    )
    assert isinstance(_error("import", tmp_path / "none.ggf", *known), FileError)
    assert run("stats", "--level", "3", *known).exit_code == 2
    assert run("export", "-", "--to", "ggf", "--json", *known).exit_code == 2
    several = _error("stats", "f5d6c3\n\nf5f6e6", *known)
    assert isinstance(several, NotationError)


@pytest.mark.integration
def test_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    done = outflank("games", "search", "--library", str(tmp_path / "none.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: There is no library ")
    assert len(done.stderr.splitlines()) == 1
