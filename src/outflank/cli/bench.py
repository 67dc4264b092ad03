"""`outflank bench`: how fast the rules are on this machine."""

import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import click

from outflank import Position, __version__
from outflank._build import build_info
from outflank.cli.progress import progress
from outflank.game import rules

ROUNDS = 3
"""Each rate is the best of this many: other work on the machine only ever slows one down."""


@dataclass(frozen=True, slots=True)
class Rate:
    """One measurement: `rate` things per CPU second, and how many times the plain rules' rate."""

    name: str
    size: int
    unit: str
    rate: float
    oracle_rate: float
    ratio: float


def _cpu_rate(work: Callable[[], int]) -> float:
    """Things done per CPU second; the work returns how many it did."""
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def perft_leaves(size: int, depth: int) -> int:
    """The leaves of the tree, counted by the core."""
    return Position(size).perft(depth)


def oracle_perft(board: rules.Board, player: int, depth: int) -> int:
    """The same by the plain rules."""
    if depth == 0 or rules.is_over(board):
        return 1
    moves = rules.legal_moves(board, player)
    if not moves:
        return oracle_perft(board, 3 - player, depth - 1)
    return sum(
        oracle_perft(rules.play(board, player, move), 3 - player, depth - 1) for move in moves
    )


def native_games(size: int, games: int) -> int:
    """Random games inside the core."""
    return len(Position(size).playouts(games, seed=1))


def python_games(size: int, games: int) -> int:
    """Random games through the public API, one Python call per move."""
    draw = random.Random(1).random
    for _ in range(games):
        position = Position(size)
        while moves := position.legal_moves:
            position = position.play(moves[int(draw() * len(moves))])
        position.score()
    return games


def oracle_games(size: int, games: int) -> int:
    """Random games by the plain rules."""
    draw = random.Random(1).random
    for _ in range(games):
        board, player = rules.start(size), rules.BLACK
        while True:
            moves = rules.legal_moves(board, player)
            if moves:
                board = rules.play(board, player, moves[int(draw() * len(moves))])
            elif rules.is_over(board):
                break
            player = 3 - player
    return games


def _plan() -> list[tuple[str, int, str, Callable[[], int], Callable[[], int]]]:
    """Name, size and unit of each measurement, the fast way and the plain way to do it."""
    plan: list[tuple[str, int, str, Callable[[], int], Callable[[], int]]] = []
    for size, depth in ((6, 9), (8, 9), (10, 9), (12, 8)):
        board = rules.start(size)
        plan.append(
            (
                "perft",
                size,
                "leaves",
                lambda size=size, depth=depth: perft_leaves(size, depth),  # type: ignore[misc]
                lambda board=board: oracle_perft(board, rules.BLACK, 3),  # type: ignore[misc]
            )
        )
    for name, play, counts in (
        ("playouts in the core", native_games, (400_000, 300_000, 60_000, 25_000)),
        ("games from Python", python_games, (6_000, 4_000, 1_500, 1_000)),
    ):
        for size, games in zip((6, 8, 10, 12), counts, strict=True):
            plan.append(
                (
                    name,
                    size,
                    "games",
                    lambda play=play, size=size, games=games: play(size, games),  # type: ignore[misc]
                    lambda size=size: oracle_games(size, 1),  # type: ignore[misc]
                )
            )
    return plan


def measure(rounds: int = ROUNDS) -> Iterator[tuple[float, Rate]]:
    """Every measurement, with the fraction of the whole that is done."""
    plan = _plan()
    oracle: dict[tuple[str, int], float] = {}
    for i, (name, size, unit, fast, plain) in enumerate(plan, 1):
        key = (unit, size)
        if key not in oracle:
            oracle[key] = _cpu_rate(plain)
        rate = max(_cpu_rate(fast) for _ in range(rounds))
        ratio = rate / oracle[key]
        yield i / len(plan), Rate(name, size, unit, rate, oracle[key], ratio)


def measure_all(rounds: int = ROUNDS) -> dict[str, object]:
    """All measurements as one JSON-ready object."""
    info = build_info()
    with progress("measuring") as report:
        rates = []
        for fraction, rate in measure(rounds):
            report(fraction)
            rates.append(asdict(rate))
    return {
        "version": __version__,
        "instruction_set": info.instruction_set,
        "compiler": info.compiler,
        "per": "CPU second",
        "rounds": rounds,
        "results": rates,
    }


@click.command()
@click.option("--rounds", type=click.IntRange(min=1), default=ROUNDS, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(rounds: int, as_json: bool) -> None:
    """Measure the speed of the rules: rates per CPU second, and against plain Python rules.

    \b
    Examples:
      outflank bench
      outflank bench --json > bench.json
    """
    record = measure_all(rounds)
    if as_json:
        click.echo(json.dumps(record, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"outflank {__version__}, {record['instruction_set']}")
    for heading in ("what", "board", "per CPU second", "times plain Python"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    results = record["results"]
    assert isinstance(results, list)
    for rate in results:
        table.add_row(
            rate["name"],
            f"{rate['size']}x{rate['size']}",
            f"{rate['rate']:,.0f} {rate['unit']}",
            f"{rate['ratio']:,.0f}",
        )
    Console().print(table)
