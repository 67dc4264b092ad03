"""A program that is killed while it adds games: nothing is lost, and nothing is there twice."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank import Game, write_games
from outflank.library import Library
from outflank.library.positions import ENTRY_BYTES
from support.libraries import random_game

pytestmark = [pytest.mark.integration, pytest.mark.slow]

KILLS = 200
BATCH = 20
CHILD = f"""
import sys
from pathlib import Path
from outflank import read_games
from outflank.library import Library, library
library.BATCH = {BATCH}
with Library(sys.argv[1]) as opened:
    print("open", flush=True)
    opened.add(read_games(Path(sys.argv[2])), report=lambda done: print(done.added, flush=True))
print("end", flush=True)
"""


def check(path: Path) -> int:
    """How many games a library has, all of them whole."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    games, plies = connection.execute("SELECT count(*), total(plies) FROM game").fetchone()
    assert connection.execute("SELECT count(*) FROM record").fetchone() == (games,)
    (index,) = connection.execute("SELECT total(length(entries)) FROM positions").fetchone()
    assert index == ENTRY_BYTES * (plies + games)
    assert connection.execute("SELECT count(*) FROM player").fetchone()[0] <= 5
    connection.close()
    return int(games)


def killed(path: Path, games: Path, batches: int, delay: float) -> tuple[int, bool]:
    """How many games a child said it had added, and whether it came to its end.

    It is killed some time after so many batches.
    """
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, path, games], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    said = [child.stdout.readline().strip() for _ in range(batches + 1)]
    time.sleep(delay)
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read().split()
    child.stdout.close()
    child.wait()
    numbers = [int(word) for word in said if word.isdigit()]
    return max(numbers, default=0), "end" in said


@pytest.mark.timeout(1800)
def test_killed_again_and_again(tmp_path: Path) -> None:
    games = [random_game(seed) for seed in range(1000)]
    expected: list[Game] = []
    with Library(":memory:") as library:
        library.add(games)
        expected = list(library.games())
    file = tmp_path / "games.jsonl"
    write_games(games, file)
    draw, kills, interrupted, libraries, added = random.Random(1), 0, 0, 0, 0
    path = tmp_path / "0.sqlite"
    while kills < KILLS:
        before = check(path) if path.exists() else 0
        batches = before // BATCH + draw.randint(0, 8)  # known ones pass first
        said, ended = killed(path, file, batches, draw.uniform(0.0, 0.03))
        kills += 1
        interrupted += not ended
        there = check(path) if path.exists() else 0
        assert there >= before + said, "games that were added are gone"
        assert there <= before + said + BATCH
        added += there - before
        if there == len(expected):
            with Library(path, create=False) as library:
                assert list(library.games()) == expected
            libraries += 1
            path = tmp_path / f"{libraries}.sqlite"
    with Library(path) as library:
        library.add(games)
        assert list(library.games()) == expected
    check(path)
    assert interrupted > KILLS / 2
    assert added > KILLS * BATCH
    print(
        f"{kills} kills, {interrupted} of them while games were added; {added:,} games, "
        f"{libraries} libraries made whole"
    )
