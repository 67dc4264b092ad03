"""`outflank perft`: counts the leaves of the game tree."""

import time

import click

from outflank import Position
from outflank._board import board_name
from outflank.cli.options import json_option, size_option
from outflank.cli.output import print_json
from outflank.cli.progress import ProgressReport, progress

CHUNK_DEPTH = 7
"""Subtrees of this depth are counted in one native call: quick enough for Ctrl-C and the bar."""

MAX_DEPTH = 300
"""No game has more plies: at most 140 moves on 12x12, and a pass between each."""


def count_leaves(position: Position, depth: int, report: ProgressReport) -> int:
    """Leaves after `depth` plies; reports the fraction of the tree that has been counted."""

    def count(position: Position, depth: int, begin: float, share: float) -> int:
        if depth <= CHUNK_DEPTH or position.is_over():
            leaves = position.perft(depth)
            report(begin + share)
            return leaves
        moves = position.legal_moves
        part = share / len(moves)
        return sum(
            count(position.play(move), depth - 1, begin + i * part, part)
            for i, move in enumerate(moves)
        )

    return count(position, depth, 0.0, 1.0)


@click.command()
@click.argument("depth", type=click.IntRange(0, MAX_DEPTH))
@size_option(default=8)
@json_option()
def perft(depth: int, size: int, as_json: bool) -> None:
    """Count the leaves of the game tree DEPTH plies after the start.

    A forced pass is one ply, and a game that has ended stays one leaf. There is no hashing and
    no bulk counting: every leaf is a board that has been made.

    \b
    Examples:
      outflank perft 9
      outflank perft 8 --size 12 --json
    """
    position = Position(size)
    with progress(f"perft {depth} on {board_name(size)}") as report:
        begun = time.process_time()
        leaves = count_leaves(position, depth, report)
        seconds = time.process_time() - begun
    if as_json:
        record = {"size": size, "depth": depth, "leaves": leaves}
        print_json({**record, "cpu_seconds": round(seconds, 6)})
    else:
        rate = f", {leaves / seconds / 1e6:.1f} million per second" if seconds > 0.001 else ""
        cost = f"{seconds:.3f} CPU seconds{rate}"
        click.echo(f"{board_name(size)}, depth {depth}: {leaves:,} leaves ({cost})")
