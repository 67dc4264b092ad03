"""Learning games: their positions are added to a book, and counted."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from outflank.book.search import Searcher
from outflank.book.tree import Report, unheard
from outflank.engine.book import MAX_GAMES, key_of
from outflank.errors import SettingsError
from outflank.game import Game

BATCH = 256
"""Positions added before the book is saved."""


def learn(
    searcher: Searcher,
    games: Iterable[Game],
    plies: int,
    *,
    least: int = 1,
    on_batch: Callable[[], None],
    report: Report = unheard,
) -> int:
    """Adds the first positions that `least` games or more share, and returns how many were new.

    `on_batch` may save the book; games are counted after the last batch, so one that was stopped
    goes on as if it never had been.
    """
    tree = searcher.tree
    lines = [line_keys(game, tree.size, plies) for game in games]
    counts = Counter(key for line in lines for key in line)
    # Those after a position come before it, so that its leaf is mended once.
    missing = sorted(
        (key for key in counts if counts[key] >= least and key not in tree.entries),
        key=lambda key: (tree.empties(key), key),
    )
    before, searches = len(tree), itertools.count(1)

    def searched() -> None:
        done = next(searches)
        report(done / max(done, 2 * len(missing)))  # a new position, and the leaf before it

    searcher = replace(searcher, on_search=searched)
    for start in range(0, len(missing), BATCH):
        searcher.add(missing[start : start + BATCH])
        on_batch()
    for key, count in counts.items():
        entry = tree.entries.get(key)
        if entry is not None:
            tree.entries[key] = replace(entry, games=min(entry.games + count, MAX_GAMES))
    return len(tree) - before


def line_keys(game: Game, size: int, plies: int) -> list[bytes]:
    """The positions after the first moves of a game that a book can store, each once."""
    if game.size != size:
        raise SettingsError(
            f"a game on {game.size}x{game.size} does not fit a book for {size}x{size}"
        )
    positions = [game.start]
    for move in game.moves[:plies]:
        positions.append(positions[-1].play(move))
    storable = (each for each in positions if not each.is_over() and not each.must_pass())
    return list(dict.fromkeys(map(key_of, storable)))
