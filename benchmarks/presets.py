"""The presets and the engine at equal nodes: opening pairs, by board size.

    python benchmarks/presets.py [--pairs 50] [--nodes 20000] [--size 6,8,10,12] [--only NAME]

Appends one JSON line per match to benchmarks/results/DATE-presets.jsonl; matches that are there
already are not played again, so a run that was stopped goes on.
"""

import argparse
import json
from datetime import date
from pathlib import Path

from outflank import agent
from outflank.stats.pairs import play_pairs, random_openings

RESULTS = Path(__file__).parent / "results"
SEED = 2026
PRESETS = (
    "sommer", "sommer-static", "parity", "corners", "mobility", "stability", "champion-gin",
    "hybrid3", "hybrid4", "hybrid8", "hybrid9", "rudimentary", "faraji-osama",
)  # fmt: skip
MATCHES = (
    ("kandlikar-parry", "random:seed=1"),
    ("kandlikar-parry", "greedy-corners:variant=fixed"),
    ("kandlikar-parry", "greedy-corners:variant=faithful"),
    ("improved", "kandlikar-parry"),
    *(("improved", name) for name in PRESETS),
    ("engine", "improved"),
    ("engine", "kandlikar-parry"),
)


def limited(name: str, nodes: int) -> str:
    plain = name.startswith(("random", "greedy"))
    searching = ",book=no" if name == "engine" else ""
    return name if plain else f"{name}:nodes={nodes}{searching}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--size", default="6,8,10,12")
    parser.add_argument("--only", default="", help="only matches of this player")
    arguments = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{date.today().isoformat()}-presets.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    done = {tuple(json.loads(line)["match"]) for line in lines}
    for size in map(int, arguments.size.split(",")):
        openings = random_openings(size, arguments.pairs, SEED)
        for first, second in MATCHES:
            key = (size, arguments.nodes, arguments.pairs, first, second)
            if key in done or (arguments.only and arguments.only not in (first, second)):
                continue
            with (
                agent(limited(first, arguments.nodes)) as one,
                agent(limited(second, arguments.nodes)) as other,
            ):
                result = play_pairs(one, other, openings)
            print(f"{size}x{size} {first} - {second}: {result}", flush=True)
            record = {
                "match": key, "wins": result.wins, "draws": result.draws,
                "losses": result.losses, "score": result.score, "error": result.error,
                "discs": result.discs, "forfeits": result.forfeits,
            }  # fmt: skip
            with path.open("a") as file:
                file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
