import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.session.settings import GameSettings, memory_path, recall, remember

SETTINGS = GameSettings("white", 10, "sommer:depth=4", "time", 2.5)


def test_the_last_answers_come_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "play.json"
    assert recall(path) == GameSettings()
    remember(SETTINGS, path)
    assert recall(path) == SETTINGS
    assert [file.name for file in path.parent.iterdir()] == ["play.json"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"), ("colour", 1), ("size", 7), ("size", "8"), ("size", True),
        ("opponent", ""), ("opponent", 3), ("strategy", "deep"), ("seconds", 0),
        ("seconds", -1), ("seconds", True), ("seconds", "1"), ("theme", "dots"), ("unknown", 1),
    ],
)  # fmt: skip
def test_one_bad_value_spoils_only_itself(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "play.json"
    good: dict[str, Any] = {"colour": "white", "size": 6}
    path.write_text(json.dumps({**good, name: value}))
    kept = {key: recalled for key, recalled in good.items() if key != name}
    assert recall(path) == GameSettings(**kept)


@given(st.binary(max_size=200))
def test_a_damaged_file_is_no_memory(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("memory") / "play.json"
    path.write_bytes(data)
    assert recall(path) == GameSettings()


@pytest.mark.parametrize("text", ["[]", "3", "null", "[" * 5000, '{"seconds": NaN}'])
def test_other_json_is_no_memory(tmp_path: Path, text: str) -> None:
    path = tmp_path / "play.json"
    path.write_text(text)
    assert recall(path) == GameSettings()


def test_a_home_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remember(SETTINGS, tmp_path / "file" / "play.json")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_it_is_kept_where_settings_belong() -> None:
    assert memory_path().name == "play.json"
    assert memory_path().parent.name == "outflank"
