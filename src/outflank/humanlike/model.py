"""The chance of every move for people of a rating, and the file it is kept in.

The file is checked as a whole before any of it is used; docs/training.md describes it.
"""

import importlib.resources
import json
import lzma
import struct
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from outflank._board import board_name
from outflank._files import read_bytes, replacing, sealed, unsealed
from outflank._native import Move, Position
from outflank.errors import FileError, SettingsError
from outflank.humanlike.calibration import Calibration
from outflank.humanlike.choices import Choices, Floats
from outflank.humanlike.features import INPUTS, inputs
from outflank.humanlike.network import Network
from outflank.humanlike.popularity import Popularity, keys_after
from outflank.humanlike.values import SIZE, MoveValues

MAGIC = b"OUTHUMAN"
VERSION = 1
LARGEST_FILE = 2_000_000
MAX_NUMBERS = 4_000_000
_PREFIX = struct.Struct("<8sHII")  # magic, version, length of the header, length of the body
_AT_ONCE = 4096
_HEADER_KEYS = {"widths", "positions", "calibration", "training"}

_loading = threading.Lock()
_loaded: "list[HumanModel]" = []


@dataclass(frozen=True, slots=True)
class HumanModel:
    network: Network
    popularity: Popularity = field(repr=False)
    calibration: Calibration
    training: dict[str, Any]
    """How it was made: games, positions, seed, command, and what was measured."""

    def question(
        self,
        position: Position,
        moves: Sequence[Move],
        past: Sequence[Move],
        rating: float,
        values: MoveValues,
    ) -> Choices:
        """What is known about some moves of a position; `past` are the moves before, if known."""
        if position.size != SIZE:
            raise SettingsError(
                f"people's moves are known on 8x8 alone, not on {board_name(position.size)}; "
                "the agent skill plays there"
            )
        counts = self.popularity.count(keys_after(position, moves))
        return Choices.of(
            position, moves, past, rating, values=values.seen(position, moves), counts=counts
        )

    def chances(self, choices: Choices) -> Floats:
        scores = scores_of(self.network, choices)
        return choices.shares(self.calibration.scores(choices, scores))

    def drawing_chances(self, choices: Choices) -> Floats:
        """The chances by which to draw a move, to lose as much as people do."""
        scores = scores_of(self.network, choices)
        return choices.shares(self.calibration.drawn_scores(choices, scores))


def scores_of(network: Network, choices: Choices) -> Floats:
    """The score of every move, of so many positions at a time as need little memory."""
    numbers = np.arange(len(choices))
    parts = [numbers[begin : begin + _AT_ONCE] for begin in range(0, len(choices), _AT_ONCE)]
    scores = [network.scores(inputs(choices.some(part))) for part in parts]
    return np.concatenate([np.empty(0, np.float32), *scores])


def load_model() -> HumanModel:
    """The model that comes with Outflank, the same object every time."""
    with _loading:
        if not _loaded:
            file = importlib.resources.files("outflank") / "data" / "humanlike.ofh"
            _loaded.append(parse_model(file.read_bytes(), file.name))
        return _loaded[0]


def read_model(path: Path) -> HumanModel:
    return parse_model(read_bytes(path, LARGEST_FILE), str(path))


def write_model(path: Path, model: HumanModel) -> None:
    """Writes a model as a whole; its numbers are rounded to 16 bits."""
    widths = [each.shape[0] for each in model.network.weights] + [1]
    header = {
        "widths": widths,
        "positions": len(model.popularity),
        "calibration": model.calibration.record(),
        "training": model.training,
    }
    head = json.dumps(header).encode()
    # Keys are in order: the steps between them are small.
    steps = np.diff(model.popularity.keys, prepend=np.uint32(0)).astype("<u4")
    parts = [each.astype("<f2").tobytes() for each in model.network.parameters]
    parts += [steps.view(np.uint8).reshape(-1, 4).T.tobytes()]
    parts += [model.popularity.counts.astype("<u2").tobytes()]
    body = lzma.compress(b"".join(parts), check=lzma.CHECK_NONE)
    data = _PREFIX.pack(MAGIC, VERSION, len(head), len(body)) + head + body
    if len(data) > LARGEST_FILE:
        raise FileError(f"{path}: {len(data):,} bytes, and a model has {LARGEST_FILE:,} at most")
    with replacing(path) as file:
        file.write(sealed(data))


def parse_model(data: bytes, label: str) -> HumanModel:
    """The model in the bytes of a file, which errors call `label`."""
    if data[: len(MAGIC)] != MAGIC:
        raise FileError(f"{label}: not a model of people's moves (it does not begin as one)")
    if len(data) < _PREFIX.size:
        raise FileError(f"{label}: cut short after {len(data):,} bytes")
    _, version, head_length, body_length = _PREFIX.unpack_from(data)
    if version != VERSION:
        raise FileError(f"{label}: format version {version}; this Outflank reads {VERSION}")
    data = unsealed(data, _PREFIX.size + head_length + body_length, label)
    head, body = data[_PREFIX.size :][:head_length], data[_PREFIX.size + head_length :]
    return _model(_header(head, label), body, label)


def _header(head: bytes, label: str) -> dict[str, Any]:
    try:
        header = json.loads(head)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or set(header) != _HEADER_KEYS:
        raise FileError(f"{label}: the header must have {', '.join(sorted(_HEADER_KEYS))}")
    widths, positions = header["widths"], header["positions"]
    numbers = [*widths, positions] if isinstance(widths, list) else [None]
    if any(type(each) is not int or not 0 <= each <= MAX_NUMBERS for each in numbers):
        raise FileError(f"{label}: widths and positions must be whole numbers")
    if len(widths) < 2 or widths[0] != INPUTS or widths[-1] != 1 or 0 in widths:
        raise FileError(f"{label}: a network from {INPUTS} inputs to 1 is expected, not {widths}")
    if not isinstance(header["training"], dict):
        raise FileError(f"{label}: the header does not tell of the training")
    return header


def _model(header: Mapping[str, Any], body: bytes, label: str) -> HumanModel:
    widths, positions = header["widths"], header["positions"]
    shapes: list[tuple[int, ...]] = []
    for before, after in pairwise(widths):
        shapes += [(before, after), (after,)]
    sizes = [int(np.prod(shape)) for shape in shapes]
    expected = 2 * sum(sizes) + 6 * positions
    if expected > 2 * MAX_NUMBERS:
        raise FileError(f"{label}: the header promises more than {MAX_NUMBERS:,} numbers")
    try:
        raw = lzma.LZMADecompressor().decompress(body, max_length=expected + 1)
    except lzma.LZMAError as error:
        raise FileError(f"{label}: the body cannot be unpacked: {error}") from None
    if len(raw) != expected:
        raise FileError(f"{label}: the header promises {expected:,} bytes, the body differs")
    parameters: list[Floats] = []
    begin = 0
    for shape, size in zip(shapes, sizes, strict=True):
        numbers = np.frombuffer(raw, "<f2", size, begin).astype(np.float32).reshape(shape)
        if not np.isfinite(numbers).all():
            raise FileError(f"{label}: a weight is no finite number")
        parameters.append(numbers)
        begin += 2 * size
    # Byte by byte of the steps between the keys, then the counts.
    columns = np.frombuffer(raw, np.uint8, 4 * positions, begin).reshape(4, positions)
    steps = np.ascontiguousarray(columns.T).view("<u4").ravel()
    keys = np.cumsum(steps, dtype=np.uint64)
    if positions and (keys[-1] >= 2**32 or (steps[1:] == 0).any()):
        raise FileError(f"{label}: the keys of positions are not in order")
    counts = np.frombuffer(raw, "<u2", positions, begin + 4 * positions).astype(np.uint16)
    return HumanModel(
        Network.of(parameters),
        Popularity(keys.astype(np.uint32), counts),
        Calibration.of_record(header["calibration"], label),
        header["training"],
    )
