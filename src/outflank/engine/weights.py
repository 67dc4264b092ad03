"""Files with the trained weights of the pattern evaluation; docs/training.md describes the format.

A file is checked as a whole before any of it is used: a weight that was changed by accident would
otherwise only show as a weaker player.
"""

import importlib.resources
import json
import lzma
import struct
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank._files import read_bytes, replacing, sealed, unsealed
from outflank._native import PatternLayout, PatternWeights
from outflank.engine.probcut import UNFITTED, ProbCutModel
from outflank.errors import FileError

MAGIC = b"OUTFLANK"
VERSION = 2
VERSION_WITHOUT_PROBCUT = 1
"""Such files are still read."""
LARGEST_FILE = 4_000_000
MAX_WEIGHTS = 64_000_000
"""In one file: ten times those of the largest board, and no more than 128 MB once unpacked."""
MAX_COEFFICIENT = 50
CORE_UNITS = 128
"""Units a disc in the compiled core; a file may use coarser ones to stay small."""

_PREFIX = struct.Struct("<8sHII")  # magic, version, length of the header, length of the body
# Values of two bytes: the position in pairs is what predicts a byte.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 1, "pb": 1}]

_loaded: dict[int, PatternWeights | None] = {}
_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class WeightsFacts:
    """What a weights file says about itself."""

    size: int
    shapes: tuple[tuple[int, ...], ...]
    """Squares as row * size + column."""
    phases: int
    columns: int
    units: int
    """Steps a disc in which the weights are stored."""
    training: dict[str, Any]
    """How they were made: games, positions, seed, rounds, command, errors."""
    probcut: ProbCutModel
    """How far shallow searches with them lie from deep ones."""


def load_weights(size: int) -> PatternWeights | None:
    """The weights that come with Outflank, the same object every time; None if there are none."""
    with _loading:
        if size not in _loaded:
            file = importlib.resources.files("outflank") / "data" / "weights" / f"{size}.ofw"
            if file.is_file():
                _loaded[size] = parse_weights(file.read_bytes(), f"{size}.ofw", size)
            else:
                _loaded[size] = None
        return _loaded[size]


def read_weights(path: Path, size: int | None = None) -> PatternWeights:
    """The weights in a file, which must be for boards of that size if one is given."""
    return parse_weights(read_bytes(path, LARGEST_FILE), str(path), size)


def parse_weights(data: bytes, label: str, size: int | None = None) -> PatternWeights:
    """The weights in the bytes of a file, which errors call `label`."""
    record, values = _parsed(data, label)
    if size is not None and record.size != size:
        raise FileError(f"{label}: weights for {record.size}x{record.size}, not for {size}x{size}")
    step = CORE_UNITS // record.units
    if max(int(values.max()), -int(values.min())) * step > np.iinfo(np.int16).max:
        raise FileError(f"{label}: a weight is too large for the core")
    try:
        layout = PatternLayout(record.size, record.shapes)
    except ValueError as error:
        raise FileError(f"{label}: {error}") from None
    if layout.columns != record.columns:
        raise FileError(
            f"{label}: {record.columns:,} weights a phase, where its shapes need {layout.columns:,}"
        )
    return PatternWeights(
        layout, np.multiply(values, step, dtype=np.int16), **asdict(record.probcut)
    )


def read_discs(path: Path) -> tuple[WeightsFacts, NDArray[np.float32]]:
    """What a file says about itself, and its weights in discs, as phases and columns."""
    record, values = _parsed(read_bytes(path, LARGEST_FILE), str(path))
    return record, values.astype(np.float32) / np.float32(record.units)


def weights_facts(path: Path) -> WeightsFacts:
    """What a file says about itself; the whole file is checked."""
    return _parsed(read_bytes(path, LARGEST_FILE), str(path))[0]


def write_weights(
    path: Path,
    *,
    size: int,
    shapes: Sequence[Sequence[int]],
    discs: NDArray[np.float32],
    training: Mapping[str, Any],
    probcut: ProbCutModel | None = None,
) -> None:
    """Writes weights given in discs, as an array of phases and columns.

    Without `probcut` the file gets the errors that were fitted to other weights of its board.
    They are stored in steps of 1/128 of a disc, or in the finest coarser steps with which the
    file is small enough.
    """
    phases, columns = discs.shape
    squares, model = tuple(map(tuple, shapes)), probcut or UNFITTED[size]
    for units in (CORE_UNITS, CORE_UNITS // 2, CORE_UNITS // 4, CORE_UNITS // 8):
        most = np.iinfo(np.int16).max * units // CORE_UNITS  # what the core can hold
        values = np.clip(np.rint(discs * units), -most, most).astype("<i2")
        record = WeightsFacts(size, squares, phases, columns, units, dict(training), model)
        data = _packed(record, values)
        if len(data) <= LARGEST_FILE:
            break
    else:
        raise FileError(f"{path}: the weights do not fit into {LARGEST_FILE:,} bytes")
    with replacing(path) as file:
        file.write(data)


def with_probcut(data: bytes, label: str, probcut: ProbCutModel) -> bytes:
    """The file with another model of the errors of shallow searches; its weights are kept."""
    record, values = _parsed(data, label)
    return _packed(replace(record, probcut=probcut), values)


def _packed(record: WeightsFacts, values: NDArray[np.int16]) -> bytes:
    head = json.dumps(asdict(record)).encode()
    body = lzma.compress(values.tobytes(), check=lzma.CHECK_NONE, filters=_FILTERS)
    return sealed(_PREFIX.pack(MAGIC, VERSION, len(head), len(body)) + head + body)


def _parsed(data: bytes, label: str) -> tuple[WeightsFacts, NDArray[np.int16]]:
    if data[: len(MAGIC)] != MAGIC:
        raise FileError(f"{label}: not a file of weights (it does not begin as one)")
    if len(data) < _PREFIX.size:
        raise FileError(f"{label}: cut short after {len(data):,} bytes")
    _, version, head_length, body_length = _PREFIX.unpack_from(data)
    if version not in (VERSION, VERSION_WITHOUT_PROBCUT):
        raise FileError(f"{label}: format version {version}; this Outflank reads {VERSION}")
    data = unsealed(data, _PREFIX.size + head_length + body_length, label)
    head_end = _PREFIX.size + head_length
    record = _header(data[_PREFIX.size : head_end], label, version)
    return record, _values(data[head_end:], record, label)


def _header(head: bytes, label: str, version: int) -> WeightsFacts:
    keys = sorted(field.name for field in fields(WeightsFacts))
    try:
        header = json.loads(head)
        if version == VERSION_WITHOUT_PROBCUT:
            header = {**header, "probcut": asdict(UNFITTED.get(header["size"], UNFITTED[8]))}
        if set(header) != set(keys):
            raise FileError(f"{label}: the header must have {', '.join(keys)}")
        for key in ("size", "phases", "columns", "units"):
            _check_whole(header[key], key, label)
        for square in chain.from_iterable(header["shapes"]):
            _check_whole(square, "a square", label)
        header["shapes"] = tuple(map(tuple, header["shapes"]))
        header["training"] = dict(header["training"])
        header["probcut"] = _probcut(header["probcut"], label)
        record = WeightsFacts(**header)
    except FileError:
        raise
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise FileError(f"{label}: the header cannot be understood: {error}") from None
    if record.units not in range(1, CORE_UNITS + 1) or CORE_UNITS % record.units:
        raise FileError(f"{label}: {record.units} units a disc do not divide {CORE_UNITS}")
    if record.phases < 1 or record.columns < 1:
        raise FileError(f"{label}: there must be at least one phase and one column")
    if record.phases * record.columns > MAX_WEIGHTS:
        raise FileError(f"{label}: the header promises more than {MAX_WEIGHTS:,} weights")
    return record


def _probcut(model: Mapping[str, Sequence[object]], label: str) -> ProbCutModel:
    """Finite numbers of a size that no fit comes near: the core takes their exponential."""
    counts = {"midgame": 7, "endgame": 2}
    if set(model) != set(counts) or any(len(model[key]) != counts[key] for key in counts):
        raise FileError(f"{label}: the errors of shallow searches must be 7 and 2 numbers")
    for value in (*model["midgame"], *model["endgame"]):
        if type(value) not in (int, float) or not abs(float(value)) <= MAX_COEFFICIENT:  # type: ignore[arg-type]
            raise FileError(
                f"{label}: an error of shallow searches is no number of at most {MAX_COEFFICIENT}"
            )
    return ProbCutModel(tuple(map(float, model["midgame"])), tuple(map(float, model["endgame"])))  # type: ignore[arg-type]


def _check_whole(value: object, what: str, label: str) -> None:
    if type(value) is not int or abs(value) > MAX_WEIGHTS:
        raise FileError(f"{label}: {what} must be a whole number of at most {MAX_WEIGHTS:,}")


def _values(body: bytes, record: WeightsFacts, label: str) -> NDArray[np.int16]:
    expected = record.phases * record.columns
    try:
        raw = lzma.LZMADecompressor().decompress(body, max_length=2 * expected + 1)
    except lzma.LZMAError as error:
        raise FileError(f"{label}: the weights cannot be unpacked: {error}") from None
    if len(raw) != 2 * expected:
        raise FileError(f"{label}: the header promises {expected:,} weights, the body differs")
    return np.frombuffer(raw, dtype="<i2").reshape(record.phases, record.columns)
