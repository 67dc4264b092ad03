"""Weights files: what goes in comes out, and nothing else is ever believed."""

import hashlib
import json
import lzma
import struct
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank import FileError, Position
from outflank._native import PatternLayout, PatternWeights
from outflank.engine import weights as module
from outflank.engine.probcut import UNFITTED, ProbCutModel
from outflank.engine.weights import (
    LARGEST_FILE,
    load_weights,
    read_weights,
    weights_facts,
    with_probcut,
    write_weights,
)
from support.waiting import PATIENCE

SHAPES = ((0, 1, 2, 3, 4, 5), (0, 7, 14, 21, 28, 35), (0, 1, 6, 7))
LAYOUT = PatternLayout(6, SHAPES)
TRAINING = {"games": 12, "seed": 1}


PROBCUT = {"midgame": [1.5, 0, -0.25, 0.5, -0.5, 0, 0], "endgame": [2, -0.25]}


def random_discs(phases: int = 3, spread: float = 2.0) -> np.ndarray[Any, Any]:
    draw = np.random.default_rng(5)
    return draw.normal(0, spread, (phases, LAYOUT.columns)).astype(np.float32)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.ofw"
    write_weights(path, size=6, shapes=SHAPES, discs=random_discs(), training=TRAINING)
    return path


def packed(header: Any, values: bytes, version: int = 2) -> bytes:
    """A file as docs/training.md describes it, made without the code that is tested."""
    head = json.dumps(header).encode()
    body = lzma.compress(values)
    data = struct.pack("<8sHII", b"OUTFLANK", version, len(head), len(body)) + head + body
    return data + hashlib.sha256(data).digest()


def header(**changes: Any) -> dict[str, Any]:
    facts = {
        "size": 6,
        "shapes": SHAPES,
        "phases": 1,
        "columns": LAYOUT.columns,
        "units": 128,
        "training": {},
        "probcut": PROBCUT,
    }
    return {**facts, **changes}


def a_game() -> list[Position]:
    positions, draw = [Position(6)], np.random.default_rng(1)
    while moves := positions[-1].legal_moves:
        positions.append(positions[-1].play(moves[draw.integers(len(moves))]))
    return positions


def test_there_and_back(file: Path) -> None:
    weights, units = read_weights(file, 6), np.rint(random_discs() * 128)
    assert (weights.size, weights.phases) == (6, 3)
    for position in a_game():
        phase = weights.phase(36 - position.empties)
        expected = units[phase][LAYOUT.ids([position])[0]].sum() / 128
        assert weights.value(position) == pytest.approx(expected)


def test_facts(file: Path) -> None:
    facts = weights_facts(file)
    assert facts.shapes == SHAPES
    assert (facts.size, facts.phases, facts.columns, facts.units) == (6, 3, LAYOUT.columns, 128)
    assert facts.training == TRAINING


def test_a_file_made_by_hand_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "hand.ofw"
    values = np.ones(LAYOUT.columns, "<i2")
    path.write_bytes(packed(header(units=32), values.tobytes()))
    assert read_weights(path).value(Position(6)) == pytest.approx(LAYOUT.width / 32)


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "mine.ofw"
    discs = random_discs(1, 0.05)
    write_weights(path, size=6, shapes=SHAPES, discs=discs, training=TRAINING)
    whole = path.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        with pytest.raises(FileError, match=r"mine\.ofw: "):
            read_weights(path)


def test_a_file_cut_short_or_too_long_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for length in [*range(60), len(whole) // 2, len(whole) - 1]:
        file.write_bytes(whole[:length])
        with pytest.raises(FileError, match=r"mine\.ofw: "):
            read_weights(file)
    file.write_bytes(whole + b"\0")
    with pytest.raises(FileError, match="damaged: "):
        weights_facts(file)


def test_other_files(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("weights: 3, 4, 5")
    with pytest.raises(FileError, match=r"notes\.txt: not a file of weights"):
        read_weights(text)
    with pytest.raises(FileError, match=r"nothing\.ofw: cannot be read: No such file"):
        read_weights(tmp_path / "nothing.ofw")
    later = tmp_path / "later.ofw"
    later.write_bytes(packed(header(), np.zeros(LAYOUT.columns, "<i2").tobytes(), version=7))
    with pytest.raises(FileError, match="format version 7; this Outflank reads 2"):
        read_weights(later)


def test_the_board_must_be_the_right_one(file: Path) -> None:
    with pytest.raises(FileError, match=r"mine\.ofw: weights for 6x6, not for 8x8"):
        read_weights(file, 8)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"columns": 5}, "the header promises 5 weights, the body differs"),
        ({"phases": 2}, "the body differs"),
        ({"phases": 0}, "at least one phase"),
        ({"units": 3}, "3 units a disc do not divide 128"),
        ({"units": 0}, "0 units"),
        ({"shapes": [[0, 1]]}, "where its shapes need"),
        ({"shapes": [[0, 99]]}, "shape 0 has a square that is not on the board"),
        ({"shapes": 4}, "the header cannot be understood"),
        ({"size": 7}, "7"),
        ({"more": 1}, "the header must have columns, phases"),
        ({"columns": 10**18}, "columns must be a whole number of at most 64,000,000"),
        ({"columns": 60_000_000, "phases": 60_000_000}, "more than 64,000,000 weights"),
        ({"columns": float(LAYOUT.columns)}, "columns must be a whole number"),
        ({"phases": float("inf")}, "phases must be a whole number"),
        ({"phases": float("nan")}, "phases must be a whole number"),
        ({"phases": True}, "phases must be a whole number"),
        ({"size": 6.9}, "size must be a whole number"),
        ({"size": "6"}, "size must be a whole number"),
        ({"size": 10**30}, "size must be a whole number"),
        ({"units": -1}, "-1 units"),
        ({"units": None}, "units must be a whole number"),
        ({"shapes": [[0, 10**30]]}, "a square must be a whole number"),
        ({"shapes": [[0, 1.0]]}, "a square must be a whole number"),
        ({"shapes": [[0, False]]}, "a square must be a whole number"),
        ({"shapes": ["01"]}, "a square must be a whole number"),
        ({"training": "none"}, "the header cannot be understood"),
    ],
)
def test_a_sound_file_with_wrong_facts(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = tmp_path / "odd.ofw"
    path.write_bytes(packed(header(**changes), np.zeros(LAYOUT.columns, "<i2").tobytes()))
    with pytest.raises(FileError, match=message):
        read_weights(path)


@pytest.mark.parametrize("head", ["[" * 100_000, "7", "", "null", "1" * 5000, '["size"]'])
def test_a_header_that_is_no_header(tmp_path: Path, head: str) -> None:
    path = tmp_path / "odd.ofw"
    body = lzma.compress(b"")
    data = struct.pack("<8sHII", b"OUTFLANK", 1, len(head), len(body)) + head.encode() + body
    path.write_bytes(data + hashlib.sha256(data).digest())
    with pytest.raises(FileError, match=r"odd\.ofw: the header "):
        read_weights(path)


def test_a_weight_the_core_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "large.ofw"
    values = np.full(LAYOUT.columns, 9000, "<i2")
    path.write_bytes(packed(header(units=16), values.tobytes()))
    with pytest.raises(FileError, match="too large for the core"):
        read_weights(path)


def test_a_body_that_is_not_packed(tmp_path: Path) -> None:
    path = tmp_path / "body.ofw"
    data = bytearray(packed(header(), np.zeros(LAYOUT.columns, "<i2").tobytes())[:-32])
    head = struct.unpack_from("<8sHII", data)[2]
    data[18 + head : 18 + head + 6] = b"plain!"
    path.write_bytes(bytes(data) + hashlib.sha256(data).digest())
    with pytest.raises(FileError, match="the weights cannot be unpacked"):
        read_weights(path)


def test_coarser_steps_keep_a_file_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, discs = tmp_path / "small.ofw", random_discs()
    write_weights(path, size=6, shapes=SHAPES, discs=discs, training=TRAINING)
    fine = path.stat().st_size
    monkeypatch.setattr(module, "LARGEST_FILE", fine * 6 // 7)
    write_weights(path, size=6, shapes=SHAPES, discs=discs, training=TRAINING)
    facts, weights = weights_facts(path), read_weights(path)
    assert path.stat().st_size <= fine * 6 // 7
    assert facts.units < 128
    for position in a_game():
        expected = discs[weights.phase(36 - position.empties)][LAYOUT.ids([position])[0]].sum()
        most = LAYOUT.width / facts.units / 2  # half a step for each weight
        assert weights.value(position) == pytest.approx(expected, abs=most + 1e-3)


def test_nothing_is_left_of_a_file_that_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST_FILE", 100)
    with pytest.raises(FileError, match="do not fit into 100 bytes"):
        write_weights(
            tmp_path / "a.ofw", size=6, shapes=SHAPES, discs=random_discs(), training=TRAINING
        )
    assert list(tmp_path.iterdir()) == []


def test_weights_beyond_the_range_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "cut.ofw"
    discs = np.full((1, LAYOUT.columns), 1000, np.float32)
    write_weights(path, size=6, shapes=SHAPES, discs=discs, training=TRAINING)
    assert read_weights(path).value(Position(6)) == pytest.approx(LAYOUT.width * 32767 / 128)


# What comes with Outflank


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_each_board_has_weights(size: int) -> None:
    weights = load_weights(size)
    assert weights is not None
    assert weights.size == size
    file = Path(module.__file__).parents[1] / "data" / "weights" / f"{size}.ofw"
    assert file.stat().st_size <= LARGEST_FILE
    assert {"command", "games", "positions", "seed", "errors"} <= set(weights_facts(file).training)


def test_no_weights_are_no_error() -> None:
    assert load_weights(4) is None


def test_one_object_for_all_threads(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_loaded", {})
    folder = file.parent / "data" / "weights"
    folder.mkdir(parents=True)
    file.rename(folder / "6.ofw")
    monkeypatch.setattr("importlib.resources.files", lambda _: file.parent)
    found: list[PatternWeights | None] = []
    threads = [threading.Thread(target=lambda: found.append(load_weights(6))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert isinstance(found[0], PatternWeights)
    assert all(one is found[0] for one in found)
    (folder / "8.ofw").write_bytes((folder / "6.ofw").read_bytes())
    with pytest.raises(FileError, match=r"8\.ofw: weights for 6x6, not for 8x8"):
        load_weights(8)


def test_the_errors_of_shallow_searches_are_kept(tmp_path: Path, file: Path) -> None:
    assert weights_facts(file).probcut == UNFITTED[6]
    model = ProbCutModel((1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0), (8.0, 9.0))
    other = tmp_path / "other.ofw"
    other.write_bytes(with_probcut(file.read_bytes(), "mine.ofw", model))
    before, after = weights_facts(file), weights_facts(other)
    assert after == replace(before, probcut=model)
    position = Position(6)
    assert read_weights(other).value(position) == read_weights(file).value(position)


def test_files_from_before_there_was_a_model(tmp_path: Path) -> None:
    path = tmp_path / "old.ofw"
    old = {key: value for key, value in header().items() if key != "probcut"}
    path.write_bytes(packed(old, np.zeros(LAYOUT.columns, "<i2").tobytes(), version=1))
    assert weights_facts(path).probcut == UNFITTED[6]
    assert read_weights(path, 6).size == 6


@pytest.mark.parametrize(
    ("probcut", "message"),
    [
        ({}, "7 and 2 numbers"),
        ({"midgame": [0] * 6, "endgame": [0] * 2}, "7 and 2 numbers"),
        ({"midgame": [0] * 7, "endgame": [0] * 2, "more": []}, "7 and 2 numbers"),
        ({"midgame": [0] * 7, "endgame": [0, 51]}, "no number of at most 50"),
        ({"midgame": [0] * 7, "endgame": [0, float("nan")]}, "no number of at most 50"),
        ({"midgame": [True] + [0] * 6, "endgame": [0] * 2}, "no number of at most 50"),
        ({"midgame": ["1"] + [0] * 6, "endgame": [0] * 2}, "no number of at most 50"),
        ({"midgame": 7, "endgame": 2}, "cannot be understood"),
        (7, "cannot be understood"),
    ],
)
def test_models_that_are_none(tmp_path: Path, probcut: object, message: str) -> None:
    path = tmp_path / "wrong.ofw"
    path.write_bytes(packed(header(probcut=probcut), np.zeros(LAYOUT.columns, "<i2").tobytes()))
    with pytest.raises(FileError, match=message):
        read_weights(path)
