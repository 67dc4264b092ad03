"""What the tests of books share."""

from outflank.book.build import build
from outflank.book.search import Searcher
from outflank.book.tree import BookTree
from outflank.executor import open_executor


def nothing(*_: object) -> None:
    """For whoever wants to be told something."""


def built(positions: int, size: int = 6, *, nodes: int = 300, plies: int = 30) -> BookTree:
    """A small book from the start position."""
    tree = BookTree(size)
    with open_executor() as executor:
        searcher = Searcher(tree, executor, nodes)
        build(searcher, positions=positions, plies=plies, on_batch=nothing)
    return tree
