"""What the tests of books share."""

from outflank.book.build import BuildPlan, build
from outflank.book.search import Searcher
from outflank.book.tree import BookTree
from outflank.executor import open_executor


def nothing(*_: object) -> None:
    """For whoever wants to be told something."""


def built(positions: int, size: int = 6, *, nodes: int = 300, plies: int = 30) -> BookTree:
    """A small book from the start position."""
    tree = BookTree(size)
    with open_executor() as executor:
        plan = BuildPlan(positions, plies)
        build(tree, plan, Searcher(size, nodes), executor, on_batch=nothing, on_search=nothing)
    return tree
