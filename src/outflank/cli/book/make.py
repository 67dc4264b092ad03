"""`outflank book build` and `outflank book learn`: positions searched and added to a book."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from outflank import Game
from outflank._board import SIZES
from outflank._text import plural
from outflank.book.build import build as run_build
from outflank.book.exchange import MAX_POSITIONS
from outflank.book.learn import learn as run_learn
from outflank.book.search import Searcher
from outflank.book.tree import BookTree
from outflank.cli.progress import progress
from outflank.engine.book import read_book, write_book
from outflank.errors import FileError, NotationError, SettingsError
from outflank.executor import open_executor
from outflank.formats.paste import looks_like_game
from outflank.formats.reading import parse_games, read_games

DEFAULT_NODES = 100_000
DEFAULT_PLIES = 30
MOST_LEARNED = 100_000
"""Games in one command."""
Command = TypeVar("Command", bound=Callable[..., None])

FILE = click.argument("file", metavar="BOOK", type=click.Path(dir_okay=False, path_type=Path))
SIZE = click.option(
    "--size", type=click.Choice([*map(str, SIZES)]), help="The board of a new book; 8 if not given."
)


def search_options(command: Command) -> Command:
    """How positions are searched."""
    for option in reversed(
        (
            click.option(
                "--nodes",
                type=click.IntRange(1, 10**12),
                default=DEFAULT_NODES,
                show_default=True,
                help="Of the search of a position, once more for each of its moves in the book.",
            ),
            click.option(
                "--plies",
                type=click.IntRange(0, 140),
                default=DEFAULT_PLIES,
                show_default=True,
                help="How many moves after the start the last positions may lie.",
            ),
            click.option(
                "--weights",
                type=click.Path(dir_okay=False, path_type=Path),
                help="A file of weights, made by outflank train.",
            ),
            click.option(
                "--workers",
                type=click.IntRange(min=1),
                default=1,
                show_default=True,
                help="Processes that search; the book does not depend on it.",
            ),
            click.option(
                "--cluster",
                metavar="ADDRESS",
                help="A Dask scheduler, as tcp://host:8786, whose workers search.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        )
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class MakeFlags:
    """What both commands are told."""

    nodes: int
    plies: int
    weights: Path | None
    workers: int
    cluster: str | None
    as_json: bool


@click.command()
@FILE
@click.option(
    "--positions",
    type=click.IntRange(1, MAX_POSITIONS),
    required=True,
    help="How many the book is to have; the last batch may bring a few more.",
)
@SIZE
@search_options
def build(file: Path, positions: int, size: str | None, **flags: Any) -> None:
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
    asked = MakeFlags(**flags)
    tree, notes = _open(file, size)
    before, searches = len(tree), 0
    weights = None if asked.weights is None else asked.weights.read_bytes()
    _note(notes, _command("build", tree.size, asked))

    with progress(f"{file.name}") as report, open_executor(asked.workers, asked.cluster) as workers:

        def save() -> None:
            write_book(file, tree.size, tree.entries, notes)

        def searched() -> None:
            nonlocal searches
            searches += 1
            report(len(tree) / positions, plural(len(tree), "position"))

        searcher = Searcher(tree, workers, asked.nodes, weights, searched)
        run_build(searcher, positions=positions, plies=asked.plies, on_batch=save)
        save()
    _tell(
        file,
        tree,
        asked,
        {"added": len(tree) - before, "searches": searches},
        "" if len(tree) >= positions else f"; no line of at most {asked.plies} plies is left",
    )


@click.command()
@FILE
@click.argument("sources", metavar="GAME...", nargs=-1, required=True)
@click.option(
    "--least",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Add only positions that so many of the games share.",
)
@SIZE
@search_options
def learn(file: Path, sources: tuple[str, ...], least: int, size: str | None, **flags: Any) -> None:
    """Add the positions of games to a book, and count the games that came through each.

    A GAME is a file of games in any format, or moves. Positions that the book lacks are searched,
    and all values backed up. BOOK is made if there is none, and saved after every few positions;
    games are counted at the end, so the same command goes on with one that was stopped.

    \b
    Examples:
      outflank book learn mine.book games.wtb --plies 20 --least 5
      outflank book learn mine.book f5d6c3d3c4f4f6f3e6e7
    """
    asked = MakeFlags(**flags)
    games = [game for source in sources for game in _games(source)]
    if len(games) > MOST_LEARNED:
        raise SettingsError(f"{len(games):,} games; {MOST_LEARNED:,} can be learned at once")
    tree, notes = _open(file, size or (str(games[0].size) if games else None))
    weights = None if asked.weights is None else asked.weights.read_bytes()
    _note(notes, _command("learn", tree.size, asked) + f" --least {least}" * (least > 1))
    with progress(f"{file.name}") as report, open_executor(asked.workers, asked.cluster) as workers:

        def save() -> None:
            write_book(file, tree.size, tree.entries, notes)

        searcher = Searcher(tree, workers, asked.nodes, weights)
        added = run_learn(searcher, games, asked.plies, least=least, on_batch=save, report=report)
        save()
    _tell(file, tree, asked, {"games": len(games), "added": added}, "")


def _open(file: Path, size: str | None) -> tuple[BookTree, dict[str, Any]]:
    """The book that is there, or a new one; whether it can be written is known before the work."""
    if not file.exists():
        if not file.parent.is_dir():
            raise SettingsError(f"there is no folder {file.parent} to write {file.name} into")
        return BookTree(int(size or 8)), {}
    found = read_book(file, None if size is None else int(size))
    if len(found) > MAX_POSITIONS:
        raise FileError(f"{file}: {len(found):,} positions; {MAX_POSITIONS:,} can be changed")
    return BookTree.of(found), dict(found.notes)


def _games(source: str) -> list[Game]:
    path = Path(source)
    try:
        is_file = path.exists()
    except OSError:  # too long for a path
        is_file = False
    if is_file:
        return list(read_games(path))
    if looks_like_game(source):
        return list(parse_games(source))
    raise NotationError(f"{source!r} is neither a file nor a game")


def _command(name: str, size: int, asked: MakeFlags) -> str:
    weights = "" if asked.weights is None else f" --weights {asked.weights.name}"
    return (
        f"outflank book {name} --size {size} --nodes {asked.nodes} --plies {asked.plies}{weights}"
    )


def _note(notes: dict[str, Any], command: str) -> None:
    """Adds a command to those that a book was made by, once."""
    made = str(notes.get("made", ""))
    if command not in made:
        notes["made"] = f"{made}; {command}" if made else command


def _tell(file: Path, tree: BookTree, asked: MakeFlags, facts: dict[str, int], more: str) -> None:
    if asked.as_json:
        click.echo(json.dumps({"file": str(file), "positions": len(tree), **facts}))
        return
    told = ", ".join(f"{name} {number:,}" for name, number in facts.items())
    click.echo(f"{file}: {plural(len(tree), 'position')} ({told}){more}")
