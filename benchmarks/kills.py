"""Kills `outflank games import` again and again: is anything lost, or there twice?

    python benchmarks/kills.py FILE ... [--kills 200] [--seed 1]

Imports the files into a library and kills the command (SIGKILL) after a random time, until the
library has all games; then it begins another one. After each kill the file must be sound, hold
whole games only, and no fewer than before; a library that has all must hold the same as one that
was made without a kill. The first that does not ends the run. Writes
benchmarks/results/DATE-kills.json.
"""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path

import click

from outflank import Game, read_games
from outflank.cli.progress import progress
from outflank.library import Library
from outflank.library.positions import ENTRY_BYTES

HERE = Path(__file__).parent
OUTFLANK = (sys.executable, "-m", "outflank", "games", "import")


def sound(path: Path) -> int:
    """How many games a library has, all of them whole."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'game'").fetchone()
    if tables == (0,):
        return 0  # killed before its first transaction
    games, plies = connection.execute("SELECT count(*), total(plies) FROM game").fetchone()
    assert connection.execute("SELECT count(*) FROM record").fetchone() == (games,)
    (index,) = connection.execute("SELECT total(length(entries)) FROM positions").fetchone()
    assert index == ENTRY_BYTES * (plies + games)
    connection.close()
    return int(games)


def same(path: Path, expected: list[Game]) -> None:
    """Every game, in its order, each once."""
    with Library(path, create=False) as library:
        assert list(library.games()) == expected


@click.command(help=__doc__)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--kills", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(files: tuple[Path, ...], kills: int, seed: int) -> None:
    with Library(":memory:") as library:
        library.add(game for file in files for game in read_games(file))
        expected = list(library.games())
    draw, counts = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder, progress("killing") as report:
        path = Path(folder) / "0.sqlite"
        begun = time.monotonic()
        subprocess.run([*OUTFLANK, *files, "--library", path], check=True, capture_output=True)
        whole = time.monotonic() - begun
        same(path, expected)
        path, before = Path(folder) / "1.sqlite", 0
        while counts["kills"] < kills:
            child = subprocess.Popen(
                [*OUTFLANK, *files, "--library", path],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                child.wait(draw.uniform(0.0, whole))
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
            if child.wait() == -signal.SIGKILL:
                counts["kills"] += 1
            there = sound(path) if path.exists() else 0
            assert there >= before, "games are gone"
            counts["kills that left games behind"] += there > before
            counts["games added"] += there - before
            before = there
            if there == len(expected):
                same(path, expected)
                counts["whole libraries"] += 1
                path, before = Path(folder) / f"{counts['whole libraries'] + 1}.sqlite", 0
            report(counts["kills"] / kills)
        subprocess.run([*OUTFLANK, *files, "--library", path], check=True, capture_output=True)
        same(path, expected)
        sound(path)
    facts = {
        "files": [file.name for file in files],
        "games": len(expected),
        **counts,
        "whole libraries": counts["whole libraries"] + 1,
    }
    print(json.dumps(facts, indent=1))
    target = HERE / "results" / f"{date.today().isoformat()}-kills.json"
    target.write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
