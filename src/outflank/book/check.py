"""Whether what a book stores can be true: every value must follow from the moves below it."""

from collections.abc import Iterator

from outflank._native import Position
from outflank.book.tree import BookTree, Report, counted, unheard
from outflank.engine.book import key_of, position_of
from outflank.errors import NotationError


def faults(tree: BookTree, report: Report = unheard) -> Iterator[str]:
    """What is wrong, a sentence for each position in which something is."""
    for key in counted(sorted(tree.entries), len(tree), report):
        try:
            position = position_of(key, tree.size)
        except NotationError as error:
            yield f"{key.hex()}: {error}"
            continue
        if fault := _fault(tree, key, position):
            yield f"{position.to_text()}: {fault}"


def _fault(tree: BookTree, key: bytes, position: Position) -> str | None:
    if position.is_over() or position.must_pass():
        return "the side to move has no move"
    if key_of(position) != key:
        return "not the image that is stored"
    entry, edges = tree.entries[key], tree.edges(key)
    scores = [worth for edge in edges if (worth := tree.worth(edge)) is not None]
    if entry.leaf is not None:
        if all(edge.move != entry.leaf for edge in edges):
            return f"the leaf {entry.leaf} is no legal move"
        if entry.leaf in tree.inside(key):
            return f"the leaf {entry.leaf} leads to a position of the book"
        scores.append(entry.leaf_score)
    if scores and max(scores) != entry.value:
        return f"its value is {entry.value:+d}, but its best move is worth {max(scores):+d}"
    return None
