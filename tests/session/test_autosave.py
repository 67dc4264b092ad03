import json
from pathlib import Path

import pytest

from outflank import Color, Ending, FileError, Game, read_games
from outflank.agents.spec import AgentSpec
from outflank.session.autosave import autosave_path, forget, keep, resume
from outflank.session.sides import PERSON, make_sides
from outflank.session.table import GameTable

SPECS = {Color.BLACK: PERSON, Color.WHITE: AgentSpec.parse("random:seed=4")}


def test_the_way_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "unfinished.json"
    game = Game.from_transcript("d3d2d1d4b4pa", size=4)
    keep(game, SPECS, path)
    again, specs = resume(path)
    assert again.moves == game.moves
    assert again.position == game.position
    assert specs == SPECS
    assert [file.name for file in path.parent.iterdir()] == ["unfinished.json"]
    forget(path)
    with pytest.raises(FileError, match="there is no unfinished game"):
        resume(path)
    forget(path)


def test_what_earlier_versions_kept_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "unfinished.json"
    game = Game.from_transcript("d3d2d1d4b4pa", size=4)
    text = f"{game.start.to_text()}; {game.transcript()}"
    path.write_text(json.dumps({"game": text, "black": "human", "white": "random:seed=4"}))
    assert resume(path) == (game, SPECS)


def test_what_is_kept_is_a_record_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "unfinished.json"
    game = Game().play("f5", seconds=2.5).play("d6")
    keep(game, SPECS, path)
    assert resume(path)[0] == game
    (record,) = read_games(path)
    assert (record.black, record.white) == ("human", "random:seed=4")
    assert record.root.children[0].seconds == 2.5


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", '{"game": "f5"}', '{"game": "x", "black": "a", "white": "b"}']
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "unfinished.json"
    path.write_text(text)
    with pytest.raises(FileError, match="holds no unfinished game"):
        resume(path)


def test_a_home_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep(Game(), SPECS, tmp_path / "file" / "unfinished.json")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_table_keeps_what_is_unfinished(tmp_path: Path) -> None:
    path = tmp_path / "unfinished.json"
    with GameTable(make_sides(SPECS, 1), Game(), autosave=path) as table:
        table.keep()
        assert not path.exists()  # nothing would be lost yet
        table.play(table.game.position.legal_moves[0])
        table.keep()
        assert resume(path)[0].transcript() == table.game.transcript()
        table.swap_sides()
        table.keep()
        assert json.loads(path.read_text())["white"] == "human"
        table.declare(Color.BLACK, Ending.RESIGNED)
        table.keep()
        assert not path.exists()


def test_without_a_file_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with GameTable(make_sides(SPECS, 1), Game()) as table:
        table.play(table.game.position.legal_moves[0])
        table.keep()
    assert not list(tmp_path.iterdir())


def test_it_is_kept_where_data_belongs() -> None:
    assert autosave_path().name == "unfinished.json"
    assert autosave_path().parent.name == "outflank"
