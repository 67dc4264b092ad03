"""Games of people as training games: the WTHOR database, up to the years kept for checking.

People play more sensibly than a search of two plies after a random opening, and the database knows
the score of each game under perfect play from 24 empty squares on.
"""

import hashlib
import random
from pathlib import Path

import numpy as np

from outflank._native import Position
from outflank.errors import FileError, OutflankError, SettingsError
from outflank.formats.wthor import Record, read_database
from outflank.training.dataset import (
    NO_MOVE,
    NO_SCORE,
    SCORED_EMPTIES,
    Games,
    game_type,
    square_number,
    write_array,
)
from outflank.training.self_play import draw_aside

LAST_YEAR = 2012
"""Later games are never trained on: they show what training is worth."""
OPENING = 6
"""So many moves give no positions: thousands of games share them."""


def wthor_files(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".wtb")
    if not files:
        raise SettingsError(f"{folder} holds no games of WTHOR (.wtb)")
    return files


def wthor_digest(folder: Path) -> str:
    """Tells the files of one folder from those of another."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in wthor_files(folder))).hexdigest()


def import_wthor(folder: Path, size: int, seed: int, target: Path) -> list[Path]:
    """The files of training games that the years up to `LAST_YEAR` give; `target` holds them."""
    made = []
    for path in wthor_files(folder):
        database = read_database(path)
        if database.header.size != size or database.year > LAST_YEAR:
            continue
        games = target / f"wthor-{path.stem}.npy"
        if not games.exists():
            scored = database.theoretical_depth == SCORED_EMPTIES
            write_array(games, _games(database.records, path, size, seed, scored=scored))
        made.append(games)
    if not made:
        raise SettingsError(f"{folder} holds no games of WTHOR on {size}x{size} up to {LAST_YEAR}")
    return made


def _games(records: list[Record], path: Path, size: int, seed: int, *, scored: bool) -> Games:
    games = np.empty(len(records), game_type(size))
    games["opening"] = OPENING
    games["moves"] = games["aside"] = NO_MOVE
    games["score"] = NO_SCORE
    for number, (game, record) in enumerate(zip(games, records, strict=True)):
        draw = random.Random(f"{seed} {path.stem} {number}")
        try:
            moves, aside = _moves(record, size, draw)
        except OutflankError as error:
            raise FileError(f"{path}: game {number + 1}: {error}") from None
        game["moves"][: len(moves)], game["aside"][: len(moves)] = moves, aside
        if scored:
            game["score"] = record.theoretical_score
    return games


def _moves(record: Record, size: int, draw: random.Random) -> tuple[list[int], list[int]]:
    moves: list[int] = []
    aside: list[int] = []
    before = Position(size)
    for move, after in record.moves():
        if not move.is_pass:
            moves.append(square_number(move, size))
            aside.append(square_number(draw_aside(draw, before.legal_moves, move), size))
        before = after
    return moves, aside
