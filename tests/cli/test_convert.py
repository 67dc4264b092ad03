"""`outflank convert`: what it writes, filters, warns about and refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outflank import FileError, Game, OutflankError, read_games
from outflank.cli.convert import convert
from outflank.formats.format import Losses
from outflank.formats.record import JSONL
from outflank.formats.writing import write_with
from support.commands import outflank


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three games: a finished one, an unfinished one, and one on 6x6."""
    first = Game.from_transcript("e6f4e3f6g5d6e7f5c5")
    first.black, first.white, first.tags["date"] = "Ann", "Bob", "2004-09-18"
    second = Game.from_transcript("f5d6c3")
    second.black, second.white, second.tags["date"] = "Bob", "Cy", "2005"
    path = tmp_path / "games.jsonl"
    write_with(JSONL, [first, second, Game.from_transcript("c2b2", size=6)], path, Losses())
    return path


def run(*arguments: str | Path, stdin: str = "") -> Result:
    runner = CliRunner()
    return runner.invoke(convert, [str(one) for one in arguments], input=stdin)


def test_all_games(games: Path) -> None:
    out = games.with_name("out.ggf")
    done = run(games, out)
    assert done.exit_code == 0
    assert done.stdout == f"Wrote 3 games to {out} (GGF).\n"
    assert done.stderr == ""
    assert list(read_games(out)) == list(read_games(games))


@pytest.mark.parametrize(
    ("flags", "transcripts"),
    [
        (["--player", "bob"], ["E6f4E3f6G5d6E7f5C5", "F5d6C3"]),
        (["--player", "cy"], ["F5d6C3"]),
        (["--date", "2004"], ["E6f4E3f6G5d6E7f5C5"]),
        (["--date", "2004..2005"], ["E6f4E3f6G5d6E7f5C5", "F5d6C3"]),
        (["--result", "black"], ["E6f4E3f6G5d6E7f5C5"]),
        (["--result", "unfinished"], ["F5d6C3", "C2b2"]),
        (["--size", "6"], ["C2b2"]),
        (["--position", "f5d6"], ["E6f4E3f6G5d6E7f5C5", "F5d6C3"]),
        (["--position", "f5f6"], []),
        (["--position", "d3"], ["E6f4E3f6G5d6E7f5C5", "F5d6C3"]),
        (["--position", "c2", "--size", "6"], ["C2b2"]),
        (["--black", "ann", "--white", "b"], ["E6f4E3f6G5d6E7f5C5"]),
    ],
)
def test_filters(games: Path, flags: list[str], transcripts: list[str]) -> None:
    out = games.with_name("out.jsonl")
    assert run(games, out, *flags).exit_code == 0
    found = [game.transcript() for game in read_games(out)] if out.read_text() else []
    assert found == transcripts


def test_warnings_and_json(games: Path) -> None:
    done = run(games, games.with_name("out.wtb"), "--json")
    facts = json.loads(done.stdout)
    assert (facts["read"], facts["written"], facts["from"], facts["to"]) == (
        3,
        2,
        ["jsonl"],
        "wthor",
    )
    assert facts["left_out"] == {"it holds games from the usual start on 8x8 and 10x10": 1}
    assert facts["lost"]["that games are not over"] == 1
    assert "Warning: Left out 1 game: WTHOR: it holds games from the usual start" in done.stderr
    again = list(read_games(games.with_name("out.wtb")))
    assert [(game.black, game.white) for game in again] == [("Ann", "Bob"), ("Bob", "Cy")]


@pytest.mark.integration
def test_streams() -> None:
    done = outflank("convert", "-", "-", "--to", "transcript", input="(;GM[Othello]B[f5]W[d6];)")
    assert (done.stdout, done.stderr) == ("F5d6\n", "")


def test_transposed_moves(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("e6f6")
    assert run(tmp_path / "in.txt", "-", "--to", "transcript", "--transposed").stdout == "F5f6\n"


def test_a_game_that_cannot_be_read(tmp_path: Path) -> None:
    source, out = tmp_path / "in.txt", tmp_path / "out.ggf"
    source.write_text("f5d6\n\nf5a1\n\nd3c3\n")
    done = run(source, out)
    assert isinstance(done.exception, OutflankError)
    assert f"{source}:3:3: move 2: a1 flips nothing for white" in str(done.exception)
    assert [file.name for file in tmp_path.iterdir()] == ["in.txt"]
    skipping = run(source, out, "--skip")
    assert skipping.stdout == f"Wrote 2 games to {out} (GGF).\n"
    assert f"Warning: Skipped: {source}:3:3: move 2: a1" in skipping.stderr


def test_nothing_is_replaced_unasked(games: Path) -> None:
    out = games.with_name("out.jou")
    out.write_text("mine")
    done = run(games, games.with_name("out.wtb"))
    assert isinstance(done.exception, FileError)
    assert str(done.exception) == f"{out} would be replaced; --force does that"
    assert out.read_text() == "mine"
    assert run(games, games, "--force").exit_code == 0
    assert len(list(read_games(games))) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.txt"], "Missing argument"),
        (["in.txt", "out"], "The name 'out' tells no format. Give --to transcript, ggf, sgf"),
        (["in.txt", "-"], "The name '-' tells no format."),
        (["in.txt", "-", "--to", "ggf", "--json"], "Give either --json or - for OUT"),
        (["in.txt", "out.ggf", "--date", "04"], "'04' is not a date"),
        (["in.txt", "out.ggf", "--position", "a1"], "'a1' is neither a file, nor moves"),
        (["in.txt", "out.ggf", "--to", "pgnn"], "there is no format 'pgnn'; did you mean 'pgn'?"),
        (["in.txt", "out.ggf"], "in.txt: cannot be read: No such file or directory"),
    ],
)
def test_bad_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert not list(tmp_path.iterdir())
    assert done.exit_code != 0
    assert message in done.stderr + str(done.exception)
