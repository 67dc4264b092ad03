"""Building a book: drop-out expansion, the lines of best play first.

Each position has one leaf, its best move out of the book. Of all leaves the one is followed next
that the two sides would reach with the least loss on the way: its position is searched and added,
its parent gets another leaf, and all values are backed up. What is added depends on the book alone,
not on who searches; a book that was saved on the way goes on as if it had never been stopped.
"""

import heapq
from collections.abc import Callable

from outflank._board import START_DISCS
from outflank._native import Position
from outflank.book.search import Searcher
from outflank.book.tree import BookTree
from outflank.engine.book import key_of

DISC_PLIES = 2
"""How many plies more of a line a disc of loss is worth: chosen, not measured."""
MIN_BATCH, MAX_BATCH, BATCH_SHARE = 8, 256, 50
"""Leaves followed before the next look at all of them: a 50th of the book, within bounds. Few, so
that the order stays that of one by one; enough to keep the workers busy."""


def build(searcher: Searcher, *, positions: int, plies: int, on_batch: Callable[[], None]) -> None:
    """Adds positions until there are so many, or no line is left; `on_batch` may save the book.

    A batch that was begun is finished. The last of them lie at most so many plies after the start.
    """
    tree = searcher.tree
    searcher.mend()
    start = key_of(Position(tree.size))
    if start not in tree.entries:
        searcher.add([start])
    while len(tree) < positions:
        batch = next_positions(tree, plies)
        if not batch:
            break
        searcher.add(batch)
        on_batch()


def next_positions(tree: BookTree, plies: int) -> list[bytes]:
    """Where the leaves lead that are to be followed next, the nearest to best play first."""
    min_empties = tree.size**2 - START_DISCS - plies
    costs = {key_of(Position(tree.size)): 0.0}
    leads: dict[bytes, float] = {}
    for key in tree.from_most_empties():
        if key not in costs:
            continue  # no line from the start leads there
        entry = tree.entries[key]
        if entry.exact:
            continue
        for edge in tree.edges(key):
            worth = entry.leaf_score if edge.move == entry.leaf else tree.worth(edge)
            if worth is None or edge.key is None or tree.empties(edge.key) < min_empties:
                continue
            cost = costs[key] + 1 + DISC_PLIES * (entry.value - worth)
            known = costs if edge.key in tree.entries else leads
            known[edge.key] = min(cost, known.get(edge.key, cost))
    count = min(MAX_BATCH, max(MIN_BATCH, len(tree) // BATCH_SHARE))
    return heapq.nsmallest(count, leads, key=lambda key: (leads[key], key))
