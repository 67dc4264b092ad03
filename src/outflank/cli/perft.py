"""`outflank perft`: counts the leaves of the game tree."""

import json
import time

import click

from outflank import Position
from outflank._board import SIZES
from outflank.cli.progress import Report, progress

CHUNK_DEPTH = 7
"""Subtrees of this depth are counted in one native call: quick enough for Ctrl-C and the bar."""

MOST_DEPTH = 300
"""No game has more plies: at most 140 moves on 12x12, and a pass between each."""


def count_leaves(position: Position, depth: int, report: Report) -> int:
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
@click.argument("depth", type=click.IntRange(0, MOST_DEPTH))
@click.option(
    "--size",
    type=click.Choice([*map(str, SIZES)]),
    default="8",
    show_default=True,
    help="Squares along one side of the board.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(depth: int, size: str, as_json: bool) -> None:
    """Count the leaves of the game tree DEPTH plies after the start.

    A forced pass is one ply, and a game that has ended stays one leaf. There is no hashing and
    no bulk counting: every leaf is a board that has been made.

    \b
    Examples:
      outflank perft 9
      outflank perft 8 --size 12 --json
    """
    position = Position(int(size))
    with progress(f"perft {depth} on {size}x{size}") as report:
        begun = time.process_time()
        leaves = count_leaves(position, depth, report)
        seconds = time.process_time() - begun
    if as_json:
        record = {"size": int(size), "depth": depth, "leaves": leaves}
        click.echo(json.dumps({**record, "cpu_seconds": round(seconds, 6)}))
    else:
        rate = f", {leaves / seconds / 1e6:.1f} million per second" if seconds > 0.001 else ""
        click.echo(
            f"{size}x{size}, depth {depth}: {leaves:,} leaves ({seconds:.3f} CPU seconds{rate})"
        )
