"""The rules on many boards at once, against one position at a time.

    python benchmarks/batch.py [--boards 4000] [--rounds 7] [--json]

Games per CPU second on each board size, of random games and of

    loop       Position: random.choice(position.legal_moves), position.play, until it is over
    random     batch.Boards: random_moves, play, until all are over
    numbers    the same by legal_counts, of which numpy chooses a number, and nth_moves
    moves      the same by legal_moves, of which numpy chooses
    masks      the same by legal_masks, of which numpy chooses
    arrays     the same by legal_masks and play on plain arrays
    playouts   batch.Boards.playouts
    core       Position.playouts

The ways take turns within a round; each rate is the median of the rounds. Of the games by
`numbers`, the share of the time that each step takes is told too. Writes
benchmarks/results/DATE-batch-ISA.json; with --json it prints that and writes nothing.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank import Position, batch
from outflank._build import build_info

RESULTS = Path(__file__).parent / "results"
SIZES = (6, 8, 10, 12)
LOOP_GAMES = {6: 800, 8: 400, 10: 200, 12: 100}
Moves = NDArray[np.signedinteger[Any]]


def loop(size: int, games: int) -> None:
    """Random games by `Position`, one move at a time."""
    draw = random.Random(1)
    for _ in range(games):
        position = Position(size)
        while moves := position.legal_moves:
            position = position.play(draw.choice(moves))
        position.score()


def chosen(counts: Moves, squares: Moves, draw: np.random.Generator) -> Moves:
    """One of the legal squares of each board, all equally likely; a pass where there is none."""
    at = counts.cumsum() - counts + (draw.random(len(counts)) * counts).astype(np.int64)
    movable = counts > 0
    if movable.all():
        return squares[at]
    moves = np.full(len(counts), batch.PASS)
    moves[movable] = squares[at[movable]]
    return moves


def chosen_by_masks(masks: NDArray[np.bool_], draw: np.random.Generator) -> Moves:
    """The same from masks."""
    count, squares = len(masks), masks[0].size
    boards, at = np.divmod(np.flatnonzero(masks), squares)
    return chosen(np.bincount(boards, minlength=count), at, draw)


def by_random_moves(size: int, count: int) -> None:
    """Random games by `Boards.random_moves`."""
    boards, ply = batch.Boards(size, count), 0
    while ((moves := boards.random_moves(ply)) >= 0).any() or not boards.outcomes()[0].all():
        boards, ply = boards.play(moves), ply + 1


def by_numbers(size: int, count: int) -> dict[str, float]:
    """Random games by `Boards.nth_moves`; the seconds of each step."""
    draw, boards = np.random.default_rng(1), batch.Boards(size, count)
    spent = dict.fromkeys(("legal_counts", "choosing", "nth_moves", "play"), 0.0)
    while True:
        times = [time.process_time()]
        counts = boards.legal_counts()
        if not counts.any() and boards.outcomes()[0].all():
            return spent
        times.append(time.process_time())
        numbers = (draw.random(count) * counts).astype(np.int64)
        times.append(time.process_time())
        moves = boards.nth_moves(numbers)
        times.append(time.process_time())
        boards = boards.play(moves)
        times.append(time.process_time())
        for step, begun, ended in zip(spent, times[:-1], times[1:], strict=True):
            spent[step] += ended - begun


def by_moves(size: int, count: int) -> None:
    """Random games by `Boards.legal_moves`."""
    draw, boards = np.random.default_rng(1), batch.Boards(size, count)
    while (listed := boards.legal_moves())[0].any() or not boards.outcomes()[0].all():
        boards = boards.play(chosen(*listed, draw))


def by_masks(size: int, count: int) -> None:
    """Random games by `Boards.legal_masks`."""
    draw, boards = np.random.default_rng(1), batch.Boards(size, count)
    while (masks := boards.legal_masks()).any() or not boards.outcomes()[0].all():
        boards = boards.play(chosen_by_masks(masks, draw))


def by_arrays(size: int, count: int) -> None:
    """Random games by the functions on arrays."""
    draw = np.random.default_rng(1)
    boards, turns = batch.start(size, count)
    while (masks := batch.legal_masks(boards, turns)).any() or not batch.outcomes(boards)[0].all():
        boards, turns = batch.play(boards, turns, chosen_by_masks(masks, draw))


def measure(size: int, count: int, rounds: int) -> dict[str, Any]:
    """The medians on one size."""
    steps: list[dict[str, float]] = []
    starts = batch.Boards(size, 5 * count)
    ways: dict[str, tuple[int, Callable[[], object]]] = {
        "loop": (LOOP_GAMES[size], lambda: loop(size, LOOP_GAMES[size])),
        "random": (count, lambda: by_random_moves(size, count)),
        "numbers": (count, lambda: steps.append(by_numbers(size, count))),
        "moves": (count, lambda: by_moves(size, count)),
        "masks": (count, lambda: by_masks(size, count)),
        "arrays": (count, lambda: by_arrays(size, count)),
        "playouts": (5 * count, lambda: starts.playouts(seed=1)),
        "core": (5 * count, lambda: Position(size).playouts(5 * count, seed=1)),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (games, work) in ways.items():
            begun = time.process_time()
            work()
            rates[name].append(games / (time.process_time() - begun))
    whole = sum(sum(step.values()) for step in steps)
    return {
        "size": size,
        "games_per_cpu_second": {name: statistics.median(found) for name, found in rates.items()},
        "shares": {name: sum(step[name] for step in steps) / whole for name in steps[0]},
    }


def shown(row: dict[str, Any]) -> str:
    """A line of the table."""
    rates = row["games_per_cpu_second"]
    times = " ".join(
        f"{rates[name]:11,.0f} ({rates[name] / rates['loop']:4.1f})"
        for name in ("random", "numbers", "moves", "masks", "arrays")
    )
    shares = ", ".join(f"{name} {share:.0%}" for name, share in row["shares"].items())
    size = f"{row['size']}x{row['size']}"
    return (
        f"{size:5} {rates['loop']:9,.0f} {times} {rates['playouts']:11,.0f} "
        f"{rates['core']:11,.0f} ({rates['core'] / rates['playouts']:.2f})   {shares}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not arguments.json:
        print("games per CPU second (times the loop; the core against playouts)")
        names = "".join(f"{name:>19}" for name in ("random", "numbers", "moves", "masks", "arrays"))
        print(f"           loop{names}    playouts        core          share of numbers")
    rows = []
    for size in SIZES:
        rows.append(measure(size, arguments.boards, arguments.rounds))
        if not arguments.json:
            print(shown(rows[-1]), flush=True)
    isa = build_info().instruction_set
    record = {
        "instruction_set": isa,
        "boards": arguments.boards,
        "rounds": arguments.rounds,
        "rows": rows,
    }
    if arguments.json:
        print(json.dumps(record, indent=1))
        return
    path = RESULTS / f"{date.today().isoformat()}-batch-{isa}.json"
    path.write_text(json.dumps(record, indent=1) + "\n")
    print(f"wrote {path.relative_to(RESULTS.parents[1])}")


if __name__ == "__main__":
    main()
