"""How the cost of solving grows with the empty squares, on every board.

    python benchmarks/growth.py [--picture docs/images/growth.svg]

Positions are those of games the engine plays against itself, two plies deep after eight random
moves. Writes benchmarks/results/DATE-growth.json; CPU seconds, one thread.
"""

import json
import statistics
import time
from datetime import date
from pathlib import Path

import click

from outflank import Engine, Limit, Move, Position
from outflank._build import build_info
from outflank.stats.pairs import random_openings

HERE = Path(__file__).parent
EMPTIES = {6: range(14, 25, 2), 8: range(14, 27, 2), 10: range(10, 21, 2), 12: range(10, 19, 2)}
"""After eight random moves 24 squares of 6x6 are empty. On 10x10 and 12x12 two squares more take
about five times as long, so fewer are solved."""
BUDGET = 20.0
"""CPU seconds for one number of empty squares, and so for how many positions it has."""
LEAST, MOST = 5, 40


def positions(size: int, empties: int) -> list[Position]:
    """With so many empty squares and a move to choose."""
    found = []
    with Engine(size, threads=1, hash_mb=1, book=False) as engine:
        for opening in random_openings(size, MOST, seed=size):
            position = opening
            while position.empties > empties and not position.is_over():
                must_pass = position.must_pass()
                move = Move.PASS if must_pass else engine.play(position, Limit(depth=2)).move
                position = position.play(move)
            if not position.is_over() and not position.must_pass():
                found.append(position)
    return found


def measured(size: int, empties: int) -> dict[str, float]:
    """Medians over as many positions as the budget allows."""
    nodes, seconds = [], []
    with Engine(size, threads=1, hash_mb=256) as engine:
        for position in positions(size, empties):
            begun = time.process_time()
            nodes.append(engine.solve(position).nodes)
            seconds.append(time.process_time() - begun)
            if sum(seconds) > BUDGET and len(seconds) >= LEAST:
                break
    facts = {
        "size": size,
        "empties": empties,
        "positions": len(nodes),
        "median_nodes": statistics.median(nodes),
        "median_cpu": statistics.median(seconds),
    }
    print(
        f"{size}x{size}  {empties:2} empty  {len(nodes):2} positions  "
        f"{facts['median_nodes'] / 1e6:9.3f} M nodes  {facts['median_cpu']:8.4f} CPU s",
        flush=True,
    )
    return facts


def draw(rows: list[dict[str, float]], path: Path) -> None:
    """CPU seconds over empty squares, a line for each board."""
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "outflank"
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for size in EMPTIES:
        line = [row for row in rows if row["size"] == size]
        xs, ys = [row["empties"] for row in line], [row["median_cpu"] for row in line]
        axes.plot(xs, ys, marker="o", markersize=4, label=f"{size}x{size}")
    axes.set_yscale("log")
    axes.set_xlabel("empty squares")
    axes.set_ylabel("CPU seconds (median)")
    axes.grid(alpha=0.3)
    axes.legend(title="board", frameon=False)
    figure.savefig(path, metadata={"Date": None})


@click.command(help=__doc__)
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path))
def main(picture: Path | None) -> None:
    """Solves, prints, writes and draws."""
    rows = [measured(size, empties) for size, counts in EMPTIES.items() for empties in counts]
    path = HERE / "results" / f"{date.today().isoformat()}-growth.json"
    build = build_info()
    path.write_text(
        json.dumps(
            {"instruction_set": build.instruction_set, "compiler": build.compiler, "rows": rows},
            indent=1,
        )
        + "\n"
    )
    if picture is not None:
        draw(rows, picture)
    print(f"wrote {path.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main()
