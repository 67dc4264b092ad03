"""The classic searches: speed, depth reached, and what each ingredient saves.

    python benchmarks/classic.py              writes benchmarks/results/DATE-classic-ISA.json

One thread, CPU time. Speed and depth with the preset kandlikar-parry, as its report plays it
(1.9 seconds a move); Monte-Carlo playouts on 8x8; then the ablation: nodes at equal depth with
one ingredient left out at a time. Nodes do not depend on the machine.
"""

import json
import random
import time
from datetime import date
from pathlib import Path
from typing import Any

from outflank import Limit, Position
from outflank._build import build_info
from outflank.engine import ClassicSearch, MonteCarloSearch
from outflank.engine.evals import load_evaluation

RESULTS = Path(__file__).parent / "results"
SIZES = (6, 8, 10, 12)
SECONDS = 1.9
MIDGAME_PLIES = 24
ABLATION_DEPTH = {6: 7, 8: 7, 10: 6, 12: 5}
ABLATION_POSITIONS = 8
ABLATIONS: dict[str, dict[str, Any]] = {
    "all (deepening, table, killer ordering)": {},
    "no table": {"table_mb": 0},
    "no deepening": {"deepening": False},
    "ordering: kandlikar-parry": {"ordering": "kandlikar-parry"},
    "ordering: matrix": {"ordering": "matrix"},
    "ordering: none": {"ordering": "none"},
    "with aspiration": {"aspiration": True},
    "alpha-beta alone": {"ordering": "none", "table_mb": 0, "deepening": False},
    "minimax": {"algorithm": "minimax", "deepening": False},
}


def midgame(size: int, plies: int, seed: int) -> Position:
    draw, position = random.Random(seed), Position(size)
    for _ in range(plies):
        position = position.play(draw.choice(position.legal_moves))
    return position


def speed_and_depth() -> list[dict[str, Any]]:
    rows = []
    for size in SIZES:
        search = ClassicSearch(load_evaluation("kandlikar-parry", size), ordering="kandlikar-parry")
        for name, plies in (
            ("start", 0),
            ("midgame", MIDGAME_PLIES if size > 6 else MIDGAME_PLIES // 2),
        ):
            begun = time.process_time()
            answer = search.search(midgame(size, plies, seed=3), Limit(time=SECONDS))
            used = time.process_time() - begun
            rate = (answer.nodes or 0) / used
            rows.append(
                {"size": size, "position": name, "plies": plies, "depth": answer.depth,
                 "nodes": answer.nodes, "cpu_seconds": used, "nodes_per_cpu_second": rate}
            )  # fmt: skip
            print(
                f"{size}x{size} {name:8} depth {answer.depth:2}, {rate / 1e6:.2f} M nodes/CPU-s, "
                f"branching {answer.branching:.2f}"
            )
    return rows


def playouts() -> list[dict[str, Any]]:
    rows = []
    for size in SIZES:
        search, games = MonteCarloSearch(size, seed=1), 40_000 if size > 8 else 400_000
        begun = time.process_time()
        search.search(Position(size), Limit(nodes=games))
        rate = games / (time.process_time() - begun)
        rows.append({"size": size, "playouts_per_cpu_second": rate})
        print(f"{size}x{size} Monte-Carlo: {rate:,.0f} playouts/CPU-s")
    return rows


def ablation() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for size in SIZES:
        evaluation, depth = load_evaluation("kandlikar-parry", size), ABLATION_DEPTH[size]
        positions = [midgame(size, size * size // 4, seed) for seed in range(ABLATION_POSITIONS)]
        for name, settings in ABLATIONS.items():
            search = ClassicSearch(evaluation, **settings)
            limit = Limit(depth=depth)
            nodes = sum(search.search(position, limit).nodes or 0 for position in positions)
            rows.append({"size": size, "depth": depth, "settings": name, "nodes": nodes})
            first = next(row["nodes"] for row in rows if row["size"] == size)
            print(f"{size}x{size} depth {depth}: {nodes:>12,} nodes ({nodes / first:8.2f})  {name}")
    return rows


def main() -> None:
    isa = build_info().instruction_set
    record = {
        "instruction_set": isa,
        "search": speed_and_depth(),
        "monte_carlo": playouts(),
        "ablation": ablation(),
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{date.today().isoformat()}-classic-{isa}.json"
    path.write_text(json.dumps(record, indent=2) + "\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
