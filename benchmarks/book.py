"""What a book holds, and how far it follows games.

    python benchmarks/book.py follow [--book FILE] FILE.wtb ...
    python benchmarks/book.py opening [--book FILE]

`follow` counts the positions of a book by plies, and for how many plies games stay in it.
`opening` measures in processes of their own what the first move costs with it and without. Each
writes benchmarks/results/DATE-book-NAME.json.
"""

import json
import statistics
import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import click

from outflank import Game, Move, Position, read_games
from outflank.engine.book import Book, load_book, read_book
from outflank.game.build import build_info
from outflank.game.game import main_moves

HERE = Path(__file__).parent
SIZE = 8
PLIES = (6, 8, 10, 12, 16, 20)
ROUNDS = 9
FIRST_MOVE = """
import resource, time
begun = time.process_time()
from outflank import Engine, Limit, Position
with Engine({size}, threads=1, hash_mb=16, book={book!r}) as engine:
    engine.play(Position({size}), Limit(nodes=1))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(time.process_time() - begun, memory)
"""

FILE = click.option("--book", "file", type=click.Path(path_type=Path), help="If not the 8x8 one.")


@click.group(help=__doc__)
def main() -> None:
    """What to measure."""


def opened(file: Path | None) -> Book:
    found = load_book(SIZE) if file is None else read_book(file)
    if found is None:
        raise click.UsageError(f"no book for {SIZE}x{SIZE} comes with Outflank; give --book")
    return found


def write(name: str, facts: dict[str, Any]) -> None:
    path = HERE / "results" / f"{date.today().isoformat()}-book-{name}.json"
    record = {"instruction_set": build_info().instruction_set, **facts}
    text = json.dumps(record, indent=1)
    print(text)
    path.write_text(text + "\n")
    print(f"wrote {path.relative_to(HERE.parent)}", file=sys.stderr)


def followed(book: Book, game: Game) -> int:
    """After how many moves a game leaves the book, or ends."""
    plies = 0
    for node in game.main_line():
        if book.known(node.position) is None:
            return plies
        plies += node.move != Move.PASS
    return plies


@main.command()
@click.argument("sources", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@FILE
def follow(sources: tuple[Path, ...], file: Path | None) -> None:
    """How many positions at which plies, and how far games of other people stay among them."""
    book = opened(file)
    plies = Counter(int.from_bytes(key, "little").bit_count() - 4 for key, _ in book.entries())
    best = book.analysis(Position(book.size))
    assert best is not None
    lengths = [
        followed(book, game)
        for source in sources
        for game in read_games(source)
        if game.size == book.size and main_moves(game)
    ]
    write(
        "follow",
        {
            "positions": len(book),
            "bytes": None if file is None else file.stat().st_size,
            "made": book.notes.get("made"),
            "plies": {
                "mean": round(sum(ply * count for ply, count in plies.items()) / len(book), 2),
                "most": max(plies),
                "best_line": len(best.lines[0].line),
                "positions": {ply: plies[ply] for ply in sorted(plies)},
            },
            "files": [source.name for source in sources],
            "games": len(lengths),
            "plies_in_book": {
                "mean": round(statistics.mean(lengths), 2),
                "median": statistics.median(lengths),
                "most": max(lengths),
                "share_at_least": {
                    ply: round(sum(length >= ply for length in lengths) / len(lengths), 4)
                    for ply in PLIES
                },
            },
        },
    )


@main.command()
@FILE
def opening(file: Path | None) -> None:
    """CPU seconds from the import of Outflank to the first move, and memory at that time."""
    opened(file)
    given = {"with": True if file is None else str(file), "without": False}
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in given}
    for _ in range(ROUNDS):  # in turns: what else the machine does falls on both
        for name, book in given.items():
            code = FIRST_MOVE.format(size=SIZE, book=book)
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            )
            seconds, kilobytes = map(float, done.stdout.split())
            seen[name].append((seconds, kilobytes))
    facts = {
        name: {
            "cpu_seconds": round(statistics.median(seconds for seconds, _ in found), 4),
            "megabytes": round(statistics.median(size for _, size in found) / 1024, 1),
        }
        for name, found in seen.items()
    }
    write("opening", {"rounds": ROUNDS, **facts})


if __name__ == "__main__":
    main()
