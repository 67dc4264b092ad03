"""Makes the book of proven values for 6x6 that comes with Outflank, by solving positions.

    python tools/make_book6.py --log solved6.jsonl

Solved is every position after `--complete` plies, which proves those before; then, for each colour,
what may come if that side plays one proven best move each time and the other side anything, down to
`--reach` empty squares. Each solution goes to the log at once, and the same command goes on where
it was stopped; the book depends on nothing but the two numbers.
"""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from outflank import Engine, Move, Position
from outflank.cli.progress import progress
from outflank.engine.book import Entry, from_canonical, key_of, position_of, write_book

SIZE = 6
OUTPUT = Path(__file__).parents[1] / "src" / "outflank" / "data" / "books" / f"{SIZE}.book"


class Solver:
    """Solves positions, and remembers what the log knows."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._known: dict[str, tuple[int, Move, float]] = {}
        for line in log.read_text().splitlines() if log.exists() else ():
            try:
                record = json.loads(line)
            except ValueError:
                continue  # the last one, if the tool was killed
            self._known[record["board"]] = record["score"], Move(record["move"]), record["cpu"]
        self._engine = Engine(SIZE, threads=1, hash_mb=1024)

    @property
    def cpu_seconds(self) -> float:
        """What all solutions have taken."""
        return sum(cpu for _, _, cpu in self._known.values())

    def solve(self, positions: Iterable[Position]) -> dict[bytes, Entry]:
        """Each position with its value and a best move, as a book has them."""
        keys = sorted({key_of(position) for position in positions})
        found = {}
        with progress(f"solving {len(keys)}") as report:
            for done, key in enumerate(keys, 1):
                board = position_of(key, SIZE)
                score, move = self._solve(board)
                found[key] = Entry(score, board.empties, True, move, score)
                report(done / len(keys), f"{board.empties} empty squares")
        return found

    def _solve(self, board: Position) -> tuple[int, Move]:
        text = board.to_text()
        if text not in self._known:
            begun = time.process_time()
            best = self._engine.solve(board).best
            cpu = round(time.process_time() - begun, 3)
            record = {"board": text, "score": best.score, "move": best.move.name, "cpu": cpu}
            with self._log.open("a") as file:
                file.write(json.dumps(record) + "\n")
            self._known[text] = best.score, best.move, cpu
        score, move, _ = self._known[text]
        return score, move


def after(position: Position, move: Move) -> Position | None:
    """Where a move leads, after the pass that it may force; None at the end of a game."""
    position = position.play(move)
    if position.must_pass():
        position = position.play(Move.PASS)
    return None if position.is_over() else position


def following(position: Position) -> list[Position]:
    """Where all moves lead."""
    found = (after(position, move) for move in position.legal_moves)
    return [one for one in found if one is not None]


def answers(position: Position | None, side: int) -> Iterator[Position]:
    """Where `side` may be to move next, whatever the other one plays."""
    if position is None:
        return
    if position.turn == side:
        yield position
        return
    for one in following(position):
        yield from answers(one, side)


def unique(positions: Iterable[Position]) -> list[Position]:
    """One image of each."""
    return list({key_of(position): position for position in positions}.values())


def worth(position: Position, side: int, entries: dict[bytes, Entry]) -> int:
    """What a position of the book is worth to a side."""
    value = entries[key_of(position)].value
    return value if position.turn == side else -value


def best_move(position: Position, entries: dict[bytes, Entry]) -> Move:
    """A proven best move, the first of several."""
    entry = entries[key_of(position)]
    if entry.leaf is not None:
        return from_canonical(position, entry.leaf)
    for move in position.legal_moves:
        child = after(position, move)
        if child is not None and worth(child, position.turn, entries) == entry.value:
            return move
    raise AssertionError(f"{position.to_text()}: no move is worth {entry.value}")


def follow(
    front: list[Position], side: int, reach: int, solver: Solver, entries: dict[bytes, Entry]
) -> None:
    """Adds what `side` may meet from some positions on, if it plays a best move each time."""
    while front:
        entries.update(solver.solve(one for one in front if key_of(one) not in entries))
        print(
            f"side {side}, {front[0].empties} empty squares: {len(front)} positions, "
            f"{solver.cpu_seconds:.0f} CPU s in all",
            flush=True,
        )
        coming = (
            reply
            for position in front
            for reply in answers(after(position, best_move(position, entries)), side)
        )
        front = unique(reply for reply in coming if reply.empties >= reach)


@click.command(help=__doc__)
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), required=True)
@click.option("--complete", default=4, show_default=True, help="Plies with every position.")
@click.option("--reach", default=24, show_default=True, help="Fewest empty squares in the book.")
@click.option("--output", type=click.Path(path_type=Path), default=OUTPUT)
def main(log: Path, complete: int, reach: int, output: Path) -> None:
    """Solves and writes."""
    solver = Solver(log)
    layers = [[Position(SIZE)]]
    for _ in range(complete):
        layers.append(unique(one for position in layers[-1] for one in following(position)))
    entries = solver.solve(layers[-1])
    for layer in reversed(layers[:-1]):
        for position in layer:
            values = [worth(one, position.turn, entries) for one in following(position)]
            entries[key_of(position)] = Entry(max(values), position.empties, True)
    print(f"{len(entries)} positions of at most {complete} plies; {solver.cpu_seconds:.0f} CPU s")
    follow([Position(SIZE)], 1, reach, solver, entries)
    follow(layers[1], 2, reach, solver, entries)
    for key, entry in entries.items():
        if entry.leaf is not None:
            child = after(position_of(key, SIZE), entry.leaf)
            if child is not None and key_of(child) in entries:
                entries[key] = replace(entry, leaf=None, leaf_score=0)
    made = f"python tools/make_book6.py --complete {complete} --reach {reach}"
    notes = {"made": made, "cpu_seconds": round(solver.cpu_seconds)}
    output.parent.mkdir(exist_ok=True)
    write_book(output, SIZE, entries, notes)
    print(f"wrote {output.name}: {len(entries)} positions, {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
