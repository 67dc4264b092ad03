"""Logs: what was torn is left out, and what was damaged is refused with its line."""

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from outflank import Color, EngineError, FileError
from outflank.arena.log import Log, check_space, read_log
from outflank.arena.record import Fault, GameRecord
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.summary import summarize
from outflank.arena.table import as_json
from outflank.arena.tally import Pair
from outflank.arena.tournament import Run

SETTINGS = RunSettings(("a", "b"), games=8)


def pair_of(number: int) -> Pair:
    games = [
        GameRecord(
            8, number, black, 1 - black, 1, "F5d6C3", 10, (37, 27), (1, 2), (3, 4), (0.5, 0.1)
        )
        for black in (0, 1)
    ]
    return games[0], games[1]


def test_a_log_holds_what_was_added(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Log.create(path, SETTINGS) as log:
        log.add([pair_of(1), pair_of(0)])
        log.add([])
        log.add([pair_of(3)])
    assert read_log(path) == (SETTINGS, [pair_of(1), pair_of(0), pair_of(3)])


@pytest.mark.parametrize("torn", range(1, 250, 13))
def test_a_torn_end_is_taken_away(tmp_path: Path, torn: int) -> None:
    path = tmp_path / "run.jsonl"
    with Log.create(path, SETTINGS) as log:
        log.add([pair_of(0)])
        whole = path.stat().st_size
        log.add([pair_of(1)])
    data = path.read_bytes()
    path.write_bytes(data[:-torn])
    assert read_log(path)[1] == [pair_of(0)]
    log, settings, pairs = Log.resume(path)
    with log:
        assert (settings, pairs) == (SETTINGS, [pair_of(0)])
        assert path.stat().st_size == whole
        log.add([pair_of(1)])
    assert path.read_bytes() == data


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("mine")
    with pytest.raises(FileError, match="exists; --resume continues it"):
        Log.create(path, SETTINGS)
    assert path.read_text() == "mine"


def test_two_runs_do_not_share_a_log(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with (
        Log.create(path, SETTINGS),
        pytest.raises(FileError, match="being written by another run"),
    ):
        Log.resume(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("x\n", r"run.jsonl:1: not an arena log: its first line is damaged"),
        (SETTINGS.to_json() + "\n{}\n{}\n", r"run.jsonl:2: not a game of an arena log"),
        (
            SETTINGS.to_json() + "\n" + 2 * (pair_of(4)[0].to_json() + "\n"),
            r"run.jsonl:2: this game is not part of the run",
        ),
    ],
)
def test_damaged_logs_are_refused_with_the_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(FileError, match=reason):
        read_log(path)
    with pytest.raises(FileError, match=reason):
        Log.resume(path)
    assert path.read_text() == text


def test_missing_and_unwritable_places(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        read_log(tmp_path / "none.jsonl")
    with pytest.raises(FileError, match="cannot be continued: No such file"):
        Log.resume(tmp_path / "none.jsonl")
    with pytest.raises(FileError, match="cannot be written: No such file"):
        Log.create(tmp_path / "no" / "run.jsonl", SETTINGS)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_noticed_with_the_first_line() -> None:
    with pytest.raises(EngineError) as found:
        Log.create(Path("/dev/full"), SETTINGS)
    assert str(found.value) == "/dev/full cannot be written: No space left on device"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_games_before_the_disk_was_full_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Log.create(path, SETTINGS) as log:
        log.add([pair_of(0)])
    with (
        Path("/dev/full").open("wb", buffering=0) as full,
        pytest.raises(EngineError, match=r"No space left on device; the games in it are kept, "),
    ):
        Log(path, full).add([pair_of(1)])
    assert read_log(path) == (SETTINGS, [pair_of(0)])


def test_a_run_too_large_for_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.jsonl"
    large = replace(SETTINGS, games=10**7)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**10))
    reason = f"{path} needs about 19200 MB, and only 10000 MB are free"
    for refused in (check_space, Log.create):
        with pytest.raises(FileError) as found:
            refused(path, large)
        assert str(found.value) == reason
        assert not path.exists()
    check_space(path, SETTINGS)


def damaged(tmp_path: Path, number: int, **facts: Any) -> Path:
    """A log of two pairs in which line `number` says something else."""
    path = tmp_path / "run.jsonl"
    with Log.create(path, SETTINGS) as log:
        log.add([pair_of(0), pair_of(1)])
    lines = path.read_text().splitlines()
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **facts})
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"size": 12, "score": 90, "white": 7}, "size"),
        ({"size": 10, "score": 46}, "size"),
        ({"pair": 0}, "pair"),
        ({"black": 0, "white": 1}, "colours"),
        ({"white": 1}, "colours"),
        ({"opening": 2, "seconds": [0], "depths": [1], "nodes": [1]}, "opening"),
        ({"moves": "D3d6C3"}, "opening"),
        ({"moves": "f5d6C3"}, "opening"),
    ],
)
def test_the_two_games_of_a_pair_belong_together(
    tmp_path: Path, facts: dict[str, Any], reason: str
) -> None:
    path = damaged(tmp_path, 5, **facts)
    with pytest.raises(FileError, match=rf"run.jsonl:5: .*{reason}"):
        read_log(path)


def test_games_of_no_match_are_refused(tmp_path: Path) -> None:
    for number, facts in enumerate(({"pair": 4}, {"white": 2}, {"black": 1, "white": 0})):
        (tmp_path / str(number)).mkdir()
        path = damaged(tmp_path / str(number), 2, **facts)
        with pytest.raises(FileError, match=r"run.jsonl:2: this game is not part of the run"):
            read_log(path)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff", "run.jsonl:3: not UTF-8 text"),
        (b"[" * 100_000, "run.jsonl:3: not a game of an arena log: it cannot be read"),
        (b"\r", "run.jsonl:3: not a game of an arena log"),
    ],
)
def test_lines_that_are_no_text_are_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    path = damaged(tmp_path, 1)
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2][:60] + data + lines[2][60:] if len(data) == 1 else data
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(FileError, match=reason):
        read_log(path)


@pytest.mark.parametrize("moves", ["f5f5", "hello", "f5d6c9"])
def test_openings_of_a_log_must_be_playable(tmp_path: Path, moves: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(replace(SETTINGS, openings=((8, "f5"), (8, moves))).to_json() + "\n")
    with pytest.raises(FileError, match=r"run.jsonl:1: not an arena log: its openings: "):
        read_log(path)


def test_whatever_bytes_are_damaged_the_log_is_read_or_refused(tmp_path: Path) -> None:
    """What is read can be counted and shown; nothing else is raised than the one refusal."""
    path = tmp_path / "run.jsonl"
    settings = RunSettings(
        ("a", "b:x=\u00e9"), games=8, openings=((8, "f5d6"),), sprt=(0.0, 5.0),
        conditions=Conditions(game_seconds=60.0, increment=0.5),
    )  # fmt: skip
    slip = Fault(Color.WHITE, "time", "too slow: \u2026")
    with Log.create(path, settings) as log:
        first, second = pair_of(1)
        log.add([pair_of(0), (replace(first, slips=(slip,)), second)])
    whole = path.read_bytes()
    dice, refused, read = random.Random(2), list[str](), 0
    for _ in range(900):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(data))
            # Half of the bytes are such as mean something in a log.
            byte = dice.choice(b'0123456789.-eE"\\{}[],: ufF\n\r')
            byte = dice.choice([byte, dice.randrange(256)])
            data[at : at + dice.randint(0, 1)] = bytes([byte][: dice.randint(0, 3)])
        path.write_bytes(data)
        try:
            found, pairs = read_log(path)
        except FileError as error:
            refused.append(str(error))
        else:
            read += 1
            run = Run(found, pairs)
            run.count_rest()
            json.dumps(as_json(summarize(run.tally)), allow_nan=False).encode()
    assert all(reason.startswith(f"{path}:") for reason in refused)
    assert len(refused) > 500
    assert read > 50
