"""Reading and writing as programs call it: arguments, files, warnings, positions."""

import io
import warnings
from pathlib import Path

import pytest

from outflank import (
    FileError,
    FormatWarning,
    Game,
    NotationError,
    SettingsError,
    format_games,
    parse_games,
    read_games,
    write_games,
)
from outflank.formats.positions import parse_positions, read_positions
from outflank.formats.reading import parse_game

FFO = Path(__file__).parents[1] / "data" / "ffo" / "fforum-1-19.obf"


def test_arguments() -> None:
    with pytest.raises(SettingsError, match="errors is 'raise' or 'skip', not 'ignore'"):
        parse_games("f5", errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="there is no board of size 7"):
        read_games("f5.ggf", size=7)
    with pytest.raises(SettingsError, match="there is no format 'sfg'; did you mean 'sgf'"):
        parse_games("f5", format="sfg")
    with pytest.raises(TypeError, match="games are read from a path or an open file, not bytes"):
        read_games(b"f5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not PosixPath; read_games reads files"):
        parse_games(Path("f5"))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["f5d6c3", "1. F5 f6 2. E6", "(;GM[Othello];)", "f5d6\n" * 500])
def test_read_games_refuses_a_text(text: str) -> None:
    with pytest.raises(FileError, match="is a game, not the path of a file; use parse_games"):
        next(read_games(text))


def test_read_games_takes_a_path_or_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "f5d6c3"  # which looks like a game, and is there
    path.write_text("f5f6\n")
    for source in (path, str(path)):
        assert [game.transcript() for game in read_games(source)] == ["F5f6"]
    with path.open("rb") as binary, path.open() as text:
        for file in (binary, text, io.BytesIO(b"f5f6"), io.StringIO("f5f6")):
            assert [game.transcript() for game in read_games(file)] == ["F5f6"]
            assert not file.closed
    path.write_text("f5a1\n")
    with path.open("rb") as file, pytest.raises(ValueError, match="f5d6c3:1:3: move 2: a1 flips"):
        next(read_games(file))


def test_write_games_takes_an_open_file() -> None:
    binary, text = io.BytesIO(), io.StringIO()
    games = [Game().play("f5"), Game().play("d3")]
    for file in (binary, text):
        assert write_games(games, file, format="transcript") == 2
    assert binary.getvalue().decode() == text.getvalue() == format_games(games, "transcript")
    assert list(parse_games(text.getvalue())) == games


def test_format_games_warns_of_losses() -> None:
    with pytest.warns(FormatWarning, match=r"SGF cannot hold seconds \(1 game\)") as caught:
        format_games([Game().play("f5", seconds=1.0)], "sgf")
    assert caught[0].filename == __file__
    with pytest.raises(FileError, match="WTHOR is written to files, not to streams"):
        format_games([Game()], "wthor")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        next(read_games(tmp_path / "missing"))
    with pytest.raises(FileError, match="cannot be read: Is a directory"):
        next(read_games(tmp_path))
    path = tmp_path / "utf16.txt"
    path.write_text("f5d6", encoding="utf-16")
    with pytest.raises(FileError, match="UTF-16 text; save it as UTF-8"):
        next(read_games(path))
    path.write_bytes(b"f5d6\n\nf5\xffd6\n")
    with pytest.raises(NotationError, match=r"utf16.txt:3:3: not UTF-8 text"):
        list(read_games(path))
    path.write_bytes(bytes(range(256)))
    with pytest.raises(FileError, match="board size 12 in the header; expected 0, 8 or 10"):
        next(read_games(path))


def test_a_file_is_closed_after_an_error_and_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6\n\nf5a1\n")
    reader = read_games(path)
    assert next(reader).transcript() == "F5d6"
    with pytest.raises(ValueError, match="a1 flips nothing"):
        next(reader)
    assert next(reader, None) is None
    with read_games(path) as other:
        next(other)
    assert next(other, None) is None


def test_a_large_file_is_read_game_by_game(tmp_path: Path) -> None:
    path = tmp_path / "large.ggf"
    path.write_text("(;GM[Othello]B[f5]W[d6];)\n" * 5000)
    reader = read_games(path)
    next(reader)
    assert reader.fraction < 0.01
    assert sum(1 for _ in reader) == 4999
    assert reader.fraction == 1.0


def test_what_is_lost_is_a_warning(tmp_path: Path) -> None:
    game = Game(black="Ann").play("f5", seconds=1.0)
    path = tmp_path / "game.txt"
    with pytest.warns(FormatWarning) as caught:
        assert write_games([game, game], path) == 2
    (warning,) = caught
    expected = "transcripts cannot hold names (2 games) and seconds (2 games)"
    assert str(warning.message) == expected
    assert warning.filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert write_games([game], str(tmp_path / "game.jsonl")) == 1


def test_what_cannot_be_written(tmp_path: Path) -> None:
    small = Game(size=6)
    with pytest.raises(NotationError, match="game 2 cannot be written in WTHOR: it holds games"):
        write_games([Game(), small], tmp_path / "games.wtb")
    with pytest.raises(SettingsError, match="which format\\? 'games' does not tell"):
        write_games([small], tmp_path / "games")
    with pytest.raises(FileError, match="cannot be written: No such file or directory"):
        write_games([small], tmp_path / "no" / "games.ggf")
    with pytest.raises(FileError, match="WTHOR is written to files, not to streams"):
        write_games([Game()], io.BytesIO(), format="wthor")
    assert not list(tmp_path.iterdir())


def test_one_game() -> None:
    assert parse_game("f5d6")[0].transcript() == "F5d6"
    with pytest.raises(NotationError, match="there are several games in it"):
        parse_game("f5d6\n\nf5f6")


def test_positions_of_any_format() -> None:
    problems = read_positions(FFO)
    assert len(problems) == 19
    assert problems[0].score == 18
    again = [parse_positions(FFO.read_text().split("\n")[0])[0]]
    assert again == problems[:1]
    (tiger,) = parse_positions("(;GM[Othello]B[f5]W[d6]B[c3]W[d3]B[c4];)")
    assert tiger.position == Game.from_transcript("f5d6c3d3c4").position
    with pytest.raises(NotationError, match="pipe:1:1: there is no move in it"):
        parse_positions("nothing", "pipe")
