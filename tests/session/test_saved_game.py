from pathlib import Path

import pytest
from hypothesis import given

from outflank import FileError, Game, Position
from outflank.session.saved_game import load_game, parse_game, save_game
from support.boards import reachable_positions


@given(reachable_positions())
def test_the_way_there_and_back(position: Position) -> None:
    game = Game(position)
    for _ in range(6):
        if game.position.legal_moves:
            game.play(game.position.legal_moves[-1])
    text = f"{game.start.to_text()}; {game.transcript()}\n"
    again = parse_game(text, size=8)
    assert again.start == game.start
    assert again.moves == game.moves
    assert again.position == game.position


def test_save_and_load(tmp_path: Path) -> None:
    name = str(tmp_path / "game.txt")
    game = Game(size=6).play("c2").play("b2")
    save_game(game, name)
    assert Path(name).read_text() == f"{Position(6).to_text()}; C2b2\n"
    assert load_game(name, 8).position == game.position
    save_game(game.play("b3"), name)
    assert len(load_game(name, 8).moves) == 3
    assert [file.name for file in tmp_path.iterdir()] == ["game.txt"]


def test_a_bare_transcript_is_for_the_board_in_use(tmp_path: Path) -> None:
    path = tmp_path / "bare.txt"
    path.write_text("1. f5 d6; 2. c3")
    assert load_game(str(path), 8).transcript() == "F5d6C3"
    with pytest.raises(FileError, match="holds no game: transcript character 4, move 1: f5"):
        load_game(str(path), 6)


def test_what_is_no_game_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,")
    with pytest.raises(FileError, match="exists and is no saved game; it is kept"):
        save_game(Game(), str(path))
    assert path.read_text() == "Dear Ada,"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.txt", "cannot be read: no such file"),
        (".", "is no name for a file"),
        ("", "is no name for a file"),
        ("a\0b", "is no name for a file"),
        ("x" * 5000, "cannot be read: file name too long"),
    ],
)
def test_what_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match=reason):
        load_game(name, 8)


def test_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="cannot be written: no such file or directory"):
        save_game(Game(), "no/such/folder/game.txt")
    with pytest.raises(FileError, match="cannot be written: file name too long"):
        save_game(Game(), "x" * 5000)
    with pytest.raises(FileError, match="is no name for a file"):
        save_game(Game(), str(tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("data", [b"\xff\xfe", b"hello", b"f5f5", b"-" * 64 + b" X; f5"])
def test_what_holds_no_game(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"game\.txt"):
        load_game(str(path), 8)
