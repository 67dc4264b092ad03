"""A file of WTHOR with random games."""

import random
from pathlib import Path

from outflank import Position
from outflank.agents.turns import Turns
from outflank.formats.wthor import Database, Header, Record, code_of, write_database

COUNT = 30
"""Games in a file."""


def random_record(number: int, size: int) -> Record:
    """A game, always the same for a number; its theoretical score depends on the number too."""
    draw = random.Random(number)
    turns = Turns(Position(size))
    codes = []
    for _, legal in turns:
        move = draw.choice(legal)
        turns.play(move)
        codes.append(code_of(move))
    return Record(0, 0, 0, 32, 32 + number % 5, bytes(codes), size)


def write_year(folder: Path, year: int, size: int = 8, depth: int = 24) -> Path:
    """Writes the games of a year, with scores for so many empty squares."""
    path = folder / f"WTH_{year}-{size}.wtb"
    records = [random_record(number, size) for number in range(COUNT)]
    header = Header(board=0 if size == 8 else size, depth=depth, year=year)
    write_database(path, Database(year, depth, records, header))
    return path
