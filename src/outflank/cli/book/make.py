"""`outflank book build` and `outflank book learn`: positions searched and added to a book."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from outflank._text import plural
from outflank.book.build import build as run_build
from outflank.book.exchange import MAX_POSITIONS
from outflank.book.learn import learn as run_learn
from outflank.book.search import Searcher
from outflank.book.tree import BookTree
from outflank.cli.options import (
    Command,
    cluster_option,
    file_option,
    json_option,
    number_option,
    options,
    size_option,
    workers_option,
)
from outflank.cli.output import print_json
from outflank.cli.progress import progress
from outflank.cli.sources import games_from
from outflank.engine.book import read_book, write_book
from outflank.errors import FileError, SettingsError
from outflank.executor import Executor, open_executor

DEFAULT_NODES = 100_000
DEFAULT_PLIES = 30
MAX_GAMES = 100_000
"""Games learned in one command."""

BOOK = click.argument("file", metavar="BOOK", type=click.Path(dir_okay=False, path_type=Path))


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How positions are searched, and who is told the result."""

    nodes: int
    plies: int
    weights: Path | None
    workers: int
    cluster: str | None
    as_json: bool

    def searcher(
        self, tree: BookTree, pool: Executor, on_search: Callable[[], None] = lambda: None
    ) -> Searcher:
        weights = None if self.weights is None else self.weights.read_bytes()
        return Searcher(tree, pool, self.nodes, weights, on_search)

    def command(self, name: str, size: int) -> str:
        """What to type for the same positions."""
        weights = "" if self.weights is None else f" --weights {self.weights.name}"
        return (
            f"outflank book {name} --size {size} --nodes {self.nodes} --plies {self.plies}{weights}"
        )


_SEARCH_OPTIONS = options(
    BOOK,
    size_option("Board of a new book.  [default: 8]"),
    number_option(
        "--nodes",
        default=DEFAULT_NODES,
        max=10**12,
        help="Nodes per position, and once more for each of its moves in the book.",
    ),
    number_option(
        "--plies",
        default=DEFAULT_PLIES,
        min=0,
        max=140,
        help="How many moves after the start the last positions may lie.",
    ),
    file_option("--weights", help="A file of weights, made by outflank train."),
    workers_option("Processes that search; the book does not depend on it."),
    cluster_option(),
    json_option(),
)


def search_options(command: Command) -> Command:
    """Add what both commands take; they get `settings`, and the `size` of a new book."""

    @functools.wraps(command)
    def run(**parameters: Any) -> None:
        names = BookSettings.__dataclass_fields__
        settings = BookSettings(**{name: parameters.pop(name) for name in names})
        command(settings=settings, **parameters)

    return _SEARCH_OPTIONS(run)  # type: ignore[return-value]


@click.command()
@search_options
@number_option(
    "--positions",
    max=MAX_POSITIONS,
    required=True,
    help="How many the book is to have; the last batch may bring a few more.",
)
def build(*, file: Path, size: int | None, positions: int, settings: BookSettings) -> None:
    """Build a book from the start position: the lines of best play first.

    Again and again the leaf is followed that two sides would reach with the least loss on the way;
    its position is searched and added, and all values are backed up. BOOK is saved after every few
    positions. Stop it at any time: the same command goes on where it was, and the book becomes the
    same.

    \b
    Examples:
      outflank book build mine.book --positions 200 --nodes 20000
      outflank book build mine.book --positions 100000 --nodes 1000000 --workers 4
      outflank book build ten.book --size 10 --positions 1000
    """
    book = OpenBook(file, size)
    book.note(settings.command("build", book.tree.size))
    before, searches = len(book.tree), 0
    with progress(file.name) as report, open_executor(settings.workers, settings.cluster) as pool:

        def count() -> None:
            nonlocal searches
            searches += 1
            report(len(book.tree) / positions, plural(len(book.tree), "position"))

        searcher = settings.searcher(book.tree, pool, count)
        run_build(searcher, positions=positions, plies=settings.plies, on_batch=book.save)
        book.save()
    done = len(book.tree) >= positions
    book.print_counts(
        {"added": len(book.tree) - before, "searches": searches},
        "" if done else f"; no line of at most {settings.plies} plies is left",
        as_json=settings.as_json,
    )


@click.command()
@search_options
@click.argument("sources", metavar="GAME...", nargs=-1, required=True)
@number_option("--least", default=1, help="Add only positions that so many of the games share.")
def learn(
    *, file: Path, size: int | None, sources: tuple[str, ...], least: int, settings: BookSettings
) -> None:
    """Add the positions of games to a book, and count the games that came through each.

    A GAME is a file of games in any format, or moves. Positions that the book lacks are searched,
    and all values backed up. BOOK is made if there is none, and saved after every few positions;
    games are counted at the end, so the same command goes on with one that was stopped.

    \b
    Examples:
      outflank book learn mine.book games.wtb --plies 20 --least 5
      outflank book learn mine.book f5d6c3d3c4f4f6f3e6e7
    """
    games = [game for source in sources for game in games_from(source)]
    if len(games) > MAX_GAMES:
        raise SettingsError(f"{len(games):,} games; {MAX_GAMES:,} can be learned at once")
    book = OpenBook(file, size or (games[0].size if games else None))
    book.note(settings.command("learn", book.tree.size) + f" --least {least}" * (least > 1))
    with progress(file.name) as report, open_executor(settings.workers, settings.cluster) as pool:
        searcher = settings.searcher(book.tree, pool)
        added = run_learn(
            searcher, games, settings.plies, least=least, on_batch=book.save, report=report
        )
        book.save()
    book.print_counts({"games": len(games), "added": added}, as_json=settings.as_json)


class OpenBook:
    """A book that is made, or one that is there and grows."""

    def __init__(self, file: Path, size: int | None) -> None:
        """Whether it can be written is checked before the work."""
        self.file = file
        if file.exists():
            book = read_book(file, size)
            if len(book) > MAX_POSITIONS:
                raise FileError(
                    f"{file}: {len(book):,} positions; {MAX_POSITIONS:,} can be changed"
                )
            self.tree, self._notes = BookTree.of(book), dict(book.notes)
        elif file.parent.is_dir():
            self.tree, self._notes = BookTree(size or 8), {}
        else:
            raise SettingsError(f"there is no folder {file.parent} to write {file.name} into")

    def note(self, command: str) -> None:
        """Add a command to those that the book was made by, once."""
        made = str(self._notes.get("made", ""))
        if command not in made:
            self._notes["made"] = f"{made}; {command}" if made else command

    def save(self) -> None:
        write_book(self.file, self.tree.size, self.tree.entries, self._notes)

    def print_counts(self, counts: dict[str, int], more: str = "", *, as_json: bool) -> None:
        if as_json:
            print_json({"file": str(self.file), "positions": len(self.tree), **counts})
            return
        texts = ", ".join(f"{name} {number:,}" for name, number in counts.items())
        click.echo(f"{self.file}: {plural(len(self.tree), 'position')} ({texts}){more}")
