"""Records: what is written is read again, and a damaged line is refused in one sentence."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, FileError
from outflank.arena.record import Fault, GameRecord

FAULTS = st.builds(Fault, st.sampled_from(Color), st.sampled_from(["time", "crash"]), st.text())


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    moves = draw(st.lists(st.sampled_from(["d3", "E6", "f5"]), min_size=2, max_size=20))
    played = len(moves) - 2
    some = st.one_of(st.none(), st.integers(0, 2**60))
    fault = draw(st.none() | FAULTS)
    black = draw(st.integers(0, 64))
    white = draw(st.integers(0, 64 - black))
    score = (black > white) * (64 - 2 * white) - (white > black) * (64 - 2 * black)
    if fault is not None:
        score = -64 if fault.color == Color.BLACK else 64
    return GameRecord(
        size=8,
        pair=draw(st.integers(0, 3)),
        black=0,
        white=1,
        opening=2,
        moves="".join(moves),
        score=score,
        discs=(black, white),
        depths=tuple(draw(some) for _ in range(played)),
        nodes=tuple(draw(some) for _ in range(played)),
        seconds=tuple(draw(st.floats(0, 1e6)) for _ in range(played)),
        fault=fault,
        slips=tuple(draw(st.lists(FAULTS, max_size=2))),
    )


@given(records())
def test_a_record_survives_its_line(record: GameRecord) -> None:
    line = record.to_json()
    assert "\n" not in line
    assert GameRecord.from_json(line) == record


def test_turns_are_read_from_the_capitals() -> None:
    record = GameRecord(
        10, 0, 0, 1, 1, "G6f10E5D4", 0, (50, 50), (None,) * 3, (None,) * 3, (0.0,) * 3
    )
    assert record.turns == [(1, False), (2, True), (3, True)]


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "null", "8", '"x"', '{"size": 8}', '{"seconds": 3}', "[" * 100_000, "9" * 9999],
)
def test_what_is_no_record(line: str) -> None:
    with pytest.raises(FileError, match="not a game of an arena log: "):
        GameRecord.from_json(line)


FACTS: dict[str, Any] = {
    "size": 8,
    "pair": 0,
    "black": 0,
    "white": 1,
    "score": 10,
    "discs": [37, 27],
    "opening": 1,
    "moves": "F5d6C3",
    "seconds": [0.5, 0.1],
    "depths": [1, None],
    "nodes": [3, 4],
}
FAULT = {"color": "white", "kind": "time", "reason": "slow"}
LOST = {"score": 64, "fault": FAULT}


def line_with(**facts: Any) -> str:
    return json.dumps({**FACTS, **facts})


def test_the_undamaged_lines_are_games() -> None:
    assert GameRecord.from_json(line_with()).seconds == (0.5, 0.1)
    assert GameRecord.from_json(line_with(**LOST)).fault == Fault(Color.WHITE, "time", "slow")
    assert GameRecord.from_json(line_with(slips=[FAULT])).slips[0].color == Color.WHITE


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"size": 7}, "size"),
        ({"size": 8.0}, "size"),
        ({"size": "8"}, "size"),
        ({"size": [8]}, "size"),
        ({"pair": -1}, "pair"),
        ({"pair": True}, "pair"),
        ({"black": None}, "black"),
        ({"white": 10**400}, "white"),
        ({"opening": -1}, "opening"),
        ({"opening": 4, "seconds": [], "depths": [], "nodes": []}, "moves"),
        ({"moves": "5d6C3"}, "moves"),
        ({"moves": "d6C3"}, "seconds"),
        ({"moves": "F5d6C3e3"}, "seconds"),
        ({"moves": "F5d6C9"}, "moves"),
        ({"moves": "F5d6i3"}, "moves"),
        ({"moves": "F5d6C12"}, "moves"),
        ({"moves": "F5d6\u00c33"}, "moves"),
        ({"moves": 653}, "moves"),
        ({"moves": 61 * "a1", "opening": 59}, "moves"),
        ({"seconds": [0.5]}, "seconds"),
        ({"seconds": [0.5, 0.1, 0.1]}, "seconds"),
        ({"seconds": [0.5, -0.1]}, "seconds"),
        ({"seconds": [0.5, float("nan")]}, "seconds"),
        ({"seconds": [float("nan"), 0.5]}, "seconds"),
        ({"seconds": [0.5, float("inf")]}, "seconds"),
        ({"seconds": [0.5, 10**400]}, "seconds"),
        ({"seconds": [0.5, "0.1"]}, "seconds"),
        ({"seconds": [0.5, True]}, "seconds"),
        ({"seconds": "01"}, "seconds"),
        ({"seconds": None}, "seconds"),
        ({"depths": [1]}, "depths"),
        ({"depths": [1, 2, 3]}, "depths"),
        ({"depths": ["1", "2"]}, "depths"),
        ({"depths": [1, 2.5]}, "depths"),
        ({"depths": [1, -2]}, "depths"),
        ({"depths": [1, False]}, "depths"),
        ({"depths": {"a": 1, "b": 2}}, "depths"),
        ({"depths": None}, "depths"),
        ({"nodes": [1, 10**400]}, "nodes"),
        ({"nodes": [1, [2]]}, "nodes"),
        ({"score": 7.5}, "score"),
        ({"score": 65}, "score"),
        ({"score": -(10**400)}, "score"),
        ({"score": True, "discs": [32, 31]}, "score"),
        ({"score": 12}, "score"),
        ({"score": -10}, "score"),
        ({"score": 10, "fault": FAULT}, "score"),
        ({"score": -64, "fault": FAULT}, "score"),
        ({"discs": [37]}, "discs"),
        ({"discs": [37, 27, 0]}, "discs"),
        ({"discs": [38, 28]}, "discs"),
        ({"discs": [10**400, 27]}, "discs"),
        ({"discs": [74, -10]}, "discs"),
        ({"discs": [37.0, 27]}, "discs"),
        ({"discs": 64}, "discs"),
        ({**LOST, "fault": None}, "fault"),
        ({**LOST, "fault": "time"}, "fault"),
        ({**LOST, "fault": {**FAULT, "kind": ["time"]}}, "fault"),
        ({**LOST, "fault": {**FAULT, "reason": 7}}, "fault"),
        ({**LOST, "fault": {**FAULT, "color": "green"}}, "fault"),
        ({**LOST, "fault": {**FAULT, "color": ["white"]}}, "fault"),
        ({**LOST, "fault": {"color": "white"}}, "fault"),
        ({"slips": FAULT}, "slips"),
        ({"slips": [{**FAULT, "reason": None}]}, "fault"),
    ],
)
def test_a_damaged_line_is_refused_by_name(facts: dict[str, Any], reason: str) -> None:
    line = line_with(**facts)
    with pytest.raises(FileError, match=rf"not a game of an arena log: .*\b{reason}\b") as found:
        GameRecord.from_json(line)
    assert len(str(found.value)) < 200
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("name", [name for name in FACTS if name not in ("depths", "nodes")])
def test_a_missing_key_is_named(name: str) -> None:
    facts = {key: value for key, value in FACTS.items() if key != name}
    with pytest.raises(FileError, match=f"it has no {name}"):
        GameRecord.from_json(json.dumps(facts))


def test_what_a_player_says_of_itself_is_not_trusted() -> None:
    """Depths and nodes come from the player: whatever they are, the line can be read again."""
    said: Any = (3, -1, 2.5, float("nan"), 10**400, "7", True, None)
    record = GameRecord(
        8, 0, 0, 1, 0, "F5" * 8, 10, (37, 27), said, said[::-1], (0.5,) * 7 + (-1e-6,)
    )
    assert record.depths == (3, *[None] * 7)
    assert record.nodes == (*[None] * 7, 3)
    assert record.seconds == (0.5,) * 7 + (0.0,)
    assert GameRecord.from_json(record.to_json()) == record


def test_a_reason_can_always_be_printed() -> None:
    fault = Fault(Color.BLACK, "crash", "no file \udcff")
    assert fault.reason == "no file \\udcff"
    assert Fault(Color.BLACK, "crash", "Größe\n→").reason == "Größe\n→"
