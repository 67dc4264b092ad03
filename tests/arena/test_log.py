"""Records and logs: what is written is read again, and what was torn is left out."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, EngineError, NotationError
from outflank.arena.log import Log, read_log
from outflank.arena.record import Fault, GameRecord
from outflank.arena.settings import Settings
from outflank.arena.tally import Pair

SETTINGS = Settings(("a", "b"), games=8)
FAULTS = st.builds(Fault, st.sampled_from(Color), st.sampled_from(["time", "crash"]), st.text())


@st.composite
def records(draw: st.DrawFn, **given: object) -> GameRecord:
    moves = draw(st.lists(st.sampled_from(["d3", "E6", "f5"]), min_size=2, max_size=20))
    played = len(moves) - 2
    some = st.one_of(st.none(), st.integers(0, 2**60))
    facts = {
        "size": 8,
        "pair": draw(st.integers(0, 3)),
        "black": 0,
        "white": 1,
        "opening": 2,
        "moves": "".join(moves),
        "score": draw(st.integers(-64, 64)),
        "discs": (draw(st.integers(0, 64)), draw(st.integers(0, 64))),
        "depths": tuple(draw(some) for _ in range(played)),
        "nodes": tuple(draw(some) for _ in range(played)),
        "seconds": tuple(draw(st.floats(0, 1e6)) for _ in range(played)),
        "fault": draw(st.none() | FAULTS),
        "slips": tuple(draw(st.lists(FAULTS, max_size=2))),
    }
    return GameRecord(**{**facts, **given})  # type: ignore[arg-type]


@given(records())
def test_a_record_survives_its_line(record: GameRecord) -> None:
    line = record.to_json()
    assert "\n" not in line
    assert GameRecord.from_json(line) == record


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"size": 8}', '{"seconds": 3}'])
def test_what_is_no_record(line: str) -> None:
    with pytest.raises(NotationError, match="not a game"):
        GameRecord.from_json(line)


def test_turns_are_read_from_the_capitals() -> None:
    record = GameRecord(
        10, 0, 0, 1, 1, "G6f10E5D4", 0, (50, 50), (None,) * 3, (None,) * 3, (0.0,) * 3
    )
    assert record.turns == [(1, False), (2, True), (3, True)]


def pair_of(number: int, score: int = 10) -> Pair:
    games = [
        GameRecord(
            8, number, black, 1 - black, 0, "F5d6", score, (37, 27), (1, 2), (3, 4), (0.5, 0.1)
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
    with pytest.raises(NotationError, match="exists; --resume continues it"):
        Log.create(path, SETTINGS)
    assert path.read_text() == "mine"


def test_two_runs_do_not_share_a_log(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with (
        Log.create(path, SETTINGS),
        pytest.raises(NotationError, match="being written by another run"),
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
    with pytest.raises(NotationError, match=reason):
        read_log(path)
    with pytest.raises(NotationError, match=reason):
        Log.resume(path)
    assert path.read_text() == text


def test_missing_and_unwritable_places(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read: No such file"):
        read_log(tmp_path / "none.jsonl")
    with pytest.raises(NotationError, match="cannot be continued: No such file"):
        Log.resume(tmp_path / "none.jsonl")
    with pytest.raises(NotationError, match="cannot be written: No such file"):
        Log.create(tmp_path / "no" / "run.jsonl", SETTINGS)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_noticed_with_the_first_line() -> None:
    with pytest.raises(EngineError, match="/dev/full cannot be written: No space left on device"):
        Log.create(Path("/dev/full"), SETTINGS)


def test_a_run_too_large_for_the_disk_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with pytest.raises(NotationError, match="MB are free"):
        Log.create(path, Settings(("a", "b"), games=10**13))
    assert not path.exists()
