"""A library of the WTHOR years: games added per CPU second, and how long questions take.

    python benchmarks/library.py [--folder ../shared/data/wthor] [--rows]

Adds all years to a new library, once more to see what is known already, and asks for positions that
are common, less common and rare. With --rows it also measures a table with a row for each position,
the layout that was not chosen. Writes benchmarks/results/DATE-library.json.
"""

import argparse
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from outflank import Game, Position, read_games
from outflank._build import build_info
from outflank._native import line_keys
from outflank.game.game import main_moves
from outflank.library import GameFilter, Library

RESULTS = Path(__file__).parent / "results"
FOLDER = Path(__file__).parents[2] / "shared" / "data" / "wthor"
POSITIONS = {"start": "", "tiger": "f5d6c3d3c4", "heath": "f5f6e6f4g5", "rare": "f5d6c3d3c4g6"}
QUERIES = 200
"""Random positions of games, for the slowest of many."""


def read_years(folder: Path) -> Iterator[Game]:
    for path in sorted(folder.glob("WTH_*.wtb")):
        yield from read_games(path)


def milliseconds(ask: Callable[[], object]) -> float:
    """CPU time of one question."""
    begun = time.process_time()
    ask()
    return 1000 * (time.process_time() - begun)


def rows_layout(folder: Path, path: Path) -> dict[str, Any]:
    """CPU seconds, megabytes and the query of a table with a row for each position."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(
        "CREATE TABLE position (key INTEGER, game INTEGER, score INTEGER, PRIMARY KEY (key, game)) "
        "WITHOUT ROWID"
    )
    games = list(read_years(folder))
    begun = time.process_time()
    for start in range(0, len(games), 4000):
        connection.execute("BEGIN")
        for number, game in enumerate(games[start : start + 4000], start):
            keys = np.frombuffer(line_keys(game.start, main_moves(game)), "<i8").tolist()
            score = game.result.score if game.result is not None else None
            connection.executemany(
                "INSERT INTO position VALUES (?, ?, ?)", [(key, number, score) for key in keys]
            )
        connection.execute("COMMIT")
    seconds = time.process_time() - begun
    key = int(np.frombuffer(line_keys(Position(), ()), "<i8")[0])
    query = "SELECT count(*), sum(score > 0), avg(score) FROM position WHERE key = ?"
    asked = milliseconds(lambda: connection.execute(query, (key,)).fetchone())
    connection.close()
    return {
        "cpu_seconds": seconds,
        "megabytes": path.stat().st_size / 1e6,
        "start_cpu_milliseconds": asked,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--rows", action="store_true")
    arguments = parser.parse_args()
    if not list(arguments.folder.glob("WTH_*.wtb")):
        parser.error(f"there are no WTH_*.wtb files in {arguments.folder}")
    with tempfile.TemporaryDirectory() as folder:
        facts = measured(arguments.folder, Path(folder))
        if arguments.rows:
            facts["rows"] = rows_layout(arguments.folder, Path(folder) / "rows.sqlite")
    print(json.dumps(facts, indent=2))
    target = RESULTS / f"{date.today().isoformat()}-library.json"
    target.write_text(json.dumps(facts, indent=2) + "\n")
    print(f"wrote {target}")


def measured(years: Path, folder: Path) -> dict[str, Any]:
    path = folder / "games.sqlite"
    with Library(path) as library:
        begun = time.process_time()
        added = library.add(read_years(years)).added
        seconds = time.process_time() - begun
        begun = time.process_time()
        assert library.add(read_years(years)).added == 0
        again = time.process_time() - begun
    with sqlite3.connect(path) as connection:
        (index,) = connection.execute("SELECT sum(length(entries)) FROM positions").fetchone()
    connection.close()
    asked: dict[str, Any] = {}
    draw = random.Random(1)
    with Library(path) as library:
        for name, moves in POSITIONS.items():
            position = Game.from_transcript(moves).position
            wanted = GameFilter(position=position)
            asked[name] = {
                "games": library.position_stats(position).games,
                "stats": milliseconds(lambda p=position: library.position_stats(p)),  # type: ignore[misc]
                "moves": milliseconds(lambda p=position: library.move_stats(p)),  # type: ignore[misc]
                "search": milliseconds(lambda w=wanted: library.search(w, limit=20)),  # type: ignore[misc]
            }
        times = []
        for _ in range(QUERIES):
            line = main_moves(library.game(draw.randint(1, added)))
            position = Game.from_moves(line[: draw.randint(1, len(line))]).position
            times.append(milliseconds(lambda p=position: library.position_stats(p)))  # type: ignore[misc]
    return {
        "instruction_set": build_info().instruction_set,
        "games": added,
        "games_a_cpu_second": added / seconds,
        "games_a_cpu_second_again": added / again,
        "megabytes": path.stat().st_size / 1e6,
        "index_megabytes": index / 1e6,
        "cpu_milliseconds": asked,
        "random_positions_cpu_milliseconds": {
            "queries": QUERIES,
            "median": sorted(times)[QUERIES // 2],
            "slowest": max(times),
        },
    }


if __name__ == "__main__":
    main()
