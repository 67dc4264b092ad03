"""Read a WTHOR database and count the openings; here it is a small one, made on the spot."""

import struct
import tempfile
from collections import Counter
from pathlib import Path

from outflank import Game, Move, agent, play
from outflank.formats import wthor

NAMES = {"f5d6": "perpendicular", "f5f6": "diagonal", "f5f4": "parallel"}
KEEP_THE_START = (0, 3, 4, 7)  # the symmetries that turn the start position into itself


def wtb(games: list[Game], year: int) -> bytes:
    """The games as a .wtb file; a real one comes from the French Othello federation."""
    data = struct.pack("<4BIHHBBBB", 20, 25, 1, 1, len(games), 0, year, 8, 0, 22, 0)
    for game in games:
        black_discs = (64 + game.position.score()) // 2
        squares = bytes(10 * (m.row + 1) + m.column + 1 for m in game.moves if not m.is_pass)
        data += struct.pack("<3HBB60s", 0, 0, 0, black_discs, black_discs, squares)
    return data


def opening(record: wthor.Record) -> str:
    """The first two moves, turned so that black begins on f5."""
    first, second = [move for move, _ in record.moves()][:2]
    for symmetry in KEEP_THE_START:
        if first.transform(symmetry, size=8) == Move("f5"):
            return f"f5{second.transform(symmetry, size=8)}"
    raise AssertionError("black has four first moves, and they are alike")


black, white = agent("random:seed=1"), agent("random:seed=2")
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "WTH_2025.wtb"
    path.write_bytes(wtb([play(black, white) for _ in range(60)], year=2025))
    database = wthor.read_database(path)

print(f"{len(database.records)} games of {database.year}")
for line, count in Counter(map(opening, database.records)).most_common():
    scores = [record.score for record in database.records if opening(record) == line]
    print(f"{line} {NAMES[line]:14} {count:3}  black {sum(scores) / count:+5.1f} discs")
