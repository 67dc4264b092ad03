"""Games a second of the arena: random against random on 8x8, in one process and in their own.

    python benchmarks/arena.py [--games 20000] [--isolated 2000] [--workers 2]

The clock starts when the workers are up. Writes benchmarks/results/DATE-arena.json.
"""

import argparse
import json
import time
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from outflank._build import build_info
from outflank.arena.log import Log
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.tournament import Run, all_openings, play_run
from outflank.executor import open_executor

RESULTS = Path(__file__).parent / "results"
PLAYERS = ("random:seed=1", "random:seed=2")


def measure(games: int, workers: int, *, isolate: bool) -> float:
    """Games a second, with a log as any run has."""
    conditions = Conditions(isolate=isolate)
    warm_up = RunSettings(PLAYERS, games=8 * workers, conditions=conditions)
    settings = RunSettings(PLAYERS, games=games, conditions=conditions)
    lines = all_openings(settings)
    with TemporaryDirectory() as folder, open_executor(workers) as executor:
        play_run(Run(warm_up), lines, None, executor)
        with Log.create(Path(folder) / "log.jsonl", settings) as log:
            run = Run(settings)
            begun = time.perf_counter()
            play_run(run, lines, log, executor)
            seconds = time.perf_counter() - begun
    assert run.tally.games == games
    return games / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--isolated", type=int, default=2_000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    rates = {
        "in_process": measure(arguments.games, arguments.workers, isolate=False),
        "isolated": measure(arguments.isolated, arguments.workers, isolate=True),
    }
    for name, rate in rates.items():
        print(f"{name}: {rate:,.0f} games a second with {arguments.workers} workers")
    build = build_info()
    path = RESULTS / f"{date.today().isoformat()}-arena.json"
    facts = {
        "instruction_set": build.instruction_set,
        "workers": arguments.workers,
        "games_a_second": rates,
    }
    path.write_text(json.dumps(facts, indent=1) + "\n")
    print(f"wrote {path.relative_to(RESULTS.parents[1])}")


if __name__ == "__main__":
    main()
