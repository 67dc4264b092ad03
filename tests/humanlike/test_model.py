"""A model comes back from its file; a damaged file is refused in one sentence."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from outflank import FileError, Move, Position, SettingsError
from outflank.humanlike.model import load_model, parse_model, read_model, write_model
from outflank.humanlike.values import MoveValues
from support.people import random_choices, small_model


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("model") / "some.ofh"
    write_model(path, small_model())
    return path.read_bytes()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    model, choices = small_model(), random_choices(5)
    write_model(tmp_path / "some.ofh", model)
    again = read_model(tmp_path / "some.ofh")
    assert again.chances(choices) == pytest.approx(model.chances(choices), abs=0.01)
    assert again.popularity.keys.tolist() == model.popularity.keys.tolist()
    assert again.popularity.counts.tolist() == model.popularity.counts.tolist()
    assert again.calibration == model.calibration
    assert again.training == model.training
    write_model(tmp_path / "again.ofh", again)
    assert (tmp_path / "again.ofh").read_bytes() == (tmp_path / "some.ofh").read_bytes()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: data[1:], "not a model"),
        (lambda data: data[:12], "cut short"),
        (lambda data: data[:-40], "damaged: .* bytes instead of"),
        (lambda data: data[:-33] + b"x" + data[-32:], "checksum"),
        (lambda data: data[:8] + b"\x09" + data[9:], "version 9"),
    ],
)
def test_damaged_files_are_refused(data: bytes, spoil: object, words: str) -> None:
    with pytest.raises(FileError, match=f"some.ofh: .*{words}"):
        parse_model(spoil(data), "some.ofh")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"widths": [466', b'"widths": [467', "466 inputs"),
        (b'"positions": 3', b'"positions": 4', "the body differs"),
        (b'"positions": 3', b'"positions":-3', "whole numbers"),
        (b'"positions"', b'"positiens"', "header must have"),
        (b'"sharpness": [1.0', b'"sharpness": [999', "no small number"),
        (b'"sharpness": [1.0', b'"sharpness": [NaN', "no small number"),
        (b'"sharpness"', b'"sharpnexx"', "calibration must have"),
        (b'"training": {', b'"training":[{', "header must have"),
    ],
)
def test_headers_that_promise_something_else(
    data: bytes, old: bytes, new: bytes, words: str
) -> None:
    assert old in data
    changed = data[:-32].replace(old, new, 1)
    with pytest.raises(FileError, match=words):
        parse_model(changed + hashlib.sha256(changed).digest(), "some.ofh")


def test_other_boards_are_refused() -> None:
    position = Position(10)
    with pytest.raises(SettingsError, match=r"8x8 alone, not on 10x10; the agent skill"):
        small_model().question(position, position.legal_moves, [], 1500, MoveValues())


def test_the_model_that_ships() -> None:
    model, values = load_model(), MoveValues()
    assert load_model() is model
    position, past = Position(), [Move("f5")]
    position = position.play("f5")
    chances = model.chances(model.question(position, position.legal_moves, past, 1500, values))
    by_move = dict(zip(position.legal_moves, chances.tolist(), strict=True))
    # People begin diagonally or perpendicularly; hardly anybody in parallel.
    assert by_move[Move("d6")] > by_move[Move("f4")]
    assert by_move[Move("f6")] > by_move[Move("f4")]
    assert by_move[Move("f4")] < 0.1
    assert sum(chances) == pytest.approx(1)


def test_stronger_people_lose_less() -> None:
    model = load_model()
    choices = random_choices(150)
    lost = choices.values[:, -1].astype(np.float32)
    lost = np.maximum.reduceat(lost, choices.starts[:-1])[choices.owners] - lost
    expected = [
        float((model.drawing_chances(choices.rated(rating)) * lost).sum())
        for rating in (1200, 1600, 2000)
    ]
    assert expected == sorted(expected, reverse=True)
