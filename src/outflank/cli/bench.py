"""`outflank bench`: how fast the rules are on this machine."""

import random
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import click

from outflank import Position, __version__
from outflank._board import board_name
from outflank._build import build_info
from outflank.cli.options import json_option, number_option
from outflank.cli.output import print_json, print_table
from outflank.cli.progress import progress
from outflank.game import rules

ROUNDS = 3
"""Each rate is the best of this many: other work on the machine only ever slows one down."""


def _cpu_rate(work: Callable[[], int]) -> float:
    """Units per CPU second; the work returns how many it did."""
    begun = time.process_time()
    count = work()
    return count / (time.process_time() - begun)


def perft_leaves(size: int, depth: int) -> int:
    return Position(size).perft(depth)


def oracle_perft(board: rules.Board, player: int, depth: int) -> int:
    if depth == 0 or rules.is_over(board):
        return 1
    moves = rules.legal_moves(board, player)
    if not moves:
        return oracle_perft(board, 3 - player, depth - 1)
    return sum(
        oracle_perft(rules.play(board, player, move), 3 - player, depth - 1) for move in moves
    )


def native_games(size: int, games: int) -> int:
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


@cache
def _oracle_rate(unit: str, size: int) -> float:
    if unit == "leaves":
        return _cpu_rate(partial(oracle_perft, rules.start(size), rules.BLACK, 3))
    return _cpu_rate(partial(oracle_games, size, 1))


PLAN = [
    (name, size, unit, partial(work, size, amount))
    for name, unit, work, amounts in (
        ("perft", "leaves", perft_leaves, (9, 9, 9, 8)),
        ("playouts in the core", "games", native_games, (400_000, 300_000, 60_000, 25_000)),
        ("games from Python", "games", python_games, (6_000, 4_000, 1_500, 1_000)),
    )
    for size, amount in zip((6, 8, 10, 12), amounts, strict=True)
]
"""Name, size, unit and work of each measurement."""


def measure_all(rounds: int = ROUNDS) -> dict[str, Any]:
    """All measurements: units per CPU second, and how many times the rate of the plain rules."""
    info, results = build_info(), list[dict[str, Any]]()
    with progress("measuring") as report:
        for name, size, unit, work in PLAN:
            oracle = _oracle_rate(unit, size)
            rate = max(_cpu_rate(work) for _ in range(rounds))
            record = {"name": name, "size": size, "unit": unit, "rate": rate}
            results.append({**record, "oracle_rate": oracle, "ratio": rate / oracle})
            report(len(results) / len(PLAN))
    return {
        "version": __version__,
        "instruction_set": info.instruction_set,
        "compiler": info.compiler,
        "per": "CPU second",
        "rounds": rounds,
        "results": results,
    }


@click.command()
@number_option("--rounds", default=ROUNDS, help="Rounds, of which the best counts.")
@json_option()
def bench(rounds: int, as_json: bool) -> None:
    """Measure the speed of the rules: rates per CPU second, and against plain Python rules.

    \b
    Examples:
      outflank bench
      outflank bench --json > bench.json
    """
    record = measure_all(rounds)
    if as_json:
        print_json(record)
        return
    click.echo(f"outflank {__version__}, {record['instruction_set']}")
    numbers = ("board", "per CPU second", "times plain Python")
    rows = [
        (
            rate["name"],
            board_name(rate["size"]),
            f"{rate['rate']:,.0f} {rate['unit']}",
            f"{rate['ratio']:,.0f}",
        )
        for rate in record["results"]
    ]
    print_table(("measurement", *numbers), rows, right=numbers, headed=True)
