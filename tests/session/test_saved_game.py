from pathlib import Path

import pytest
from hypothesis import given

from outflank import Color, FileError, Game, Position
from outflank.formats.reading import parse_game
from outflank.session.saved_game import line_of, load_game, save_game
from support.boards import reachable_positions


@given(reachable_positions())
def test_what_earlier_versions_saved_is_read(position: Position) -> None:
    game = Game(position)
    for _ in range(6):
        if game.position.legal_moves:
            game.play(game.position.legal_moves[-1])
    again, notes = parse_game(f"{game.start.to_text()}; {game.transcript()}\n")
    assert again.start == game.start
    assert again.moves == game.moves
    assert again.position == game.position
    assert not notes


def test_save_and_load(tmp_path: Path) -> None:
    name = str(tmp_path / "game")
    game = Game(size=6).play("c2", seconds=1.5).play("b2")
    game.black = "Ann"
    assert save_game(game, name) is None
    assert Path(name).read_text() == (
        '{"size":6,"black":"Ann","white":"","moves":"C2b2","seconds":[1.5,null]}\n'
    )
    assert load_game(name, 8) == (game, [])
    save_game(game.play("b3"), name)
    assert len(load_game(name, 8)[0].moves) == 3
    assert [file.name for file in tmp_path.iterdir()] == ["game"]


def test_the_name_of_a_file_tells_its_format(tmp_path: Path) -> None:
    game = Game(black="Ann").play("f5", seconds=1.5)
    assert save_game(game, str(tmp_path / "game.ggf")) is None
    assert (tmp_path / "game.ggf").read_text().startswith("(;GM[Othello]")
    lost = save_game(game, str(tmp_path / "game.txt"))
    assert lost == "transcripts cannot hold names (1 game) and seconds (1 game)"
    assert (tmp_path / "game.txt").read_text() == "F5\n"
    for file in tmp_path.iterdir():
        assert load_game(str(file), 8)[0].transcript() == "F5"


def test_what_was_taken_back_is_not_saved() -> None:
    game = Game().play("f5").play("d6")
    game.undo()
    game.resign(Color.WHITE)
    line = line_of(game)
    assert line.transcript() == "F5"
    assert line.result is None
    game.redo()
    assert line_of(game) == game


def test_a_bare_transcript_is_for_the_board_in_use(tmp_path: Path) -> None:
    path = tmp_path / "bare.txt"
    path.write_text("1. f5 d6; 2. c3")
    assert load_game(str(path), 8)[0].transcript() == "F5d6C3"
    assert load_game(str(path), 12)[0].size == 8  # on 12x12 d6 would be illegal
    path.write_text("f5e5")
    assert load_game(str(path), 12)[0].size == 12
    path.write_text("f5f5")
    with pytest.raises(FileError, match=r"holds no game: .*:1:3: move 2: f5 is occupied"):
        load_game(str(path), 8)


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
