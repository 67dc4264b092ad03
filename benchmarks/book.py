"""What a book holds, and how far it follows games.

    python benchmarks/book.py follow [--book FILE] FILE.wtb ...
    python benchmarks/book.py opening [--book FILE]
    python benchmarks/book.py lines [--book FILE] [--plies 6] [--count 100] > lines.txt

`follow` counts the positions of a book by plies, and for how many plies games stay in it.
`opening` measures in processes of their own what the first move costs with it and without. Both
write benchmarks/results/DATE-book-NAME.json. `lines` prints the openings that most of the games
came through that the book has learned, for `outflank arena --openings`.
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
from outflank._build import build_info
from outflank.engine.book import Book, key_of, load_book, read_book
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
            "made": book.notes.get("made"),
            "plies": {
                "mean": round(sum(ply * count for ply, count in plies.items()) / len(book), 2),
                "most": max(plies),
                "best_line": len(best.lines[0].pv),
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


@main.command()
@click.option("--plies", default=6, show_default=True)
@click.option("--count", default=100, show_default=True)
@FILE
def lines(plies: int, count: int, file: Path | None) -> None:
    """Openings of so many plies, no two alike by symmetry, the commonest first."""
    book = opened(file)
    level = {key_of(start := Position(book.size)): (start, "")}
    for _ in range(plies):
        after: dict[bytes, tuple[Position, str]] = {}
        for position, line in level.values():
            for move in position.legal_moves:
                child = position.play(move)
                if book.get(child) is not None:
                    after.setdefault(key_of(child), (child, f"{line}{move.name}"))
        level = after
    found = sorted((-_games(book, position), line) for position, line in level.values())
    for games, line in found[:count]:
        print(f"{line}  # {-games} games")


def _games(book: Book, position: Position) -> int:
    entry = book.get(position)
    assert entry is not None
    return entry.games


if __name__ == "__main__":
    main()
