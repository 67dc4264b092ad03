"""Games read per CPU second: the WTHOR years, and the same games in every other format.

    python benchmarks/formats.py [--folder ../shared/data/wthor] [--games 2000]

The years are read to `Game` objects with their names. Then the first games are written in each
format and read again. Writes benchmarks/results/DATE-formats.json.
"""

import argparse
import io
import itertools
import json
import time
from datetime import date
from pathlib import Path

from outflank import parse_games, read_games
from outflank._build import build_info
from outflank.formats.format import Losses
from outflank.formats.registry import FORMATS
from outflank.formats.writing import write_with

RESULTS = Path(__file__).parent / "results"
FOLDER = Path(__file__).parents[2] / "shared" / "data" / "wthor"


def read_years(folder: Path) -> tuple[int, float]:
    """How many games there are, and the CPU seconds to read them."""
    begun = time.process_time()
    count = sum(1 for path in sorted(folder.glob("WTH_*.wtb")) for _ in read_games(path))
    return count, time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--games", type=int, default=2_000)
    arguments = parser.parse_args()
    count, seconds = read_years(arguments.folder)
    if not count:
        parser.error(f"there are no WTH_*.wtb files in {arguments.folder}")
    rates = {"wthor": {"read": count / seconds}}
    print(f"{'wthor':<16} read {count / seconds:>10,.0f} games per CPU second ({count:,} games)")
    path = min(arguments.folder.glob("WTH_*.wtb"))
    games = list(itertools.islice(read_games(path), arguments.games))
    for name, format in FORMATS.items():
        if format.write is None:
            continue
        file = io.BytesIO()
        begun = time.process_time()
        write_with(format, games, file, Losses())
        written = time.process_time() - begun
        text = file.getvalue().decode()
        begun = time.process_time()
        assert sum(1 for _ in parse_games(text, format=name)) == len(games)
        read = time.process_time() - begun
        rates[name] = {"read": len(games) / read, "written": len(games) / written}
        print(
            f"{name:<16} read {len(games) / read:>10,.0f}  written {len(games) / written:>10,.0f}"
        )
    facts = {
        "instruction_set": build_info().instruction_set,
        "games": count,
        "games_a_cpu_second": rates,
    }
    target = RESULTS / f"{date.today().isoformat()}-formats.json"
    target.write_text(json.dumps(facts, indent=2) + "\n")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
