"""Learning games: their positions are added to a book, and counted."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from outflank.book.search import Searcher
from outflank.book.tree import BookTree
from outflank.engine.book import MOST_GAMES, key_of
from outflank.errors import SettingsError
from outflank.executor import Executor
from outflank.game import Game


def learn(
    tree: BookTree,
    games: Iterable[Game],
    plies: int,
    searcher: Searcher,
    executor: Executor,
    *,
    on_search: Callable[[int, int], None],
) -> int:
    """Adds the first positions of games, and returns how many were new.

    `on_search` hears how many searches of about how many are done.
    """
    lines = [line_keys(game, tree.size, plies) for game in games]
    missing = {key for line in lines for key in line if key not in tree.entries}
    before, done = len(tree), 0

    def searched() -> None:
        nonlocal done
        done += 1
        on_search(done, max(done, 2 * len(missing)))  # a new position, and the leaf before it

    searcher.add(tree, missing, executor, searched)
    for line in lines:
        for key in line:
            entry = tree.entries[key]
            tree.entries[key] = replace(entry, games=min(entry.games + 1, MOST_GAMES))
    return len(tree) - before


def line_keys(game: Game, size: int, plies: int) -> list[bytes]:
    """The positions after the first moves of a game that a book can store, each once."""
    if game.size != size:
        raise SettingsError(
            f"a game on {game.size}x{game.size} does not fit a book for {size}x{size}"
        )
    position, keys = game.start, []
    for move in (*game.moves[:plies], None):
        if not position.is_over() and not position.must_pass():
            keys.append(key_of(position))
        if move is not None:
            position = position.play(move)
    return list(dict.fromkeys(keys))
