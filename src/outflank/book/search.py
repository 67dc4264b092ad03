"""The searches behind the positions of a book, as tasks of an executor."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from outflank._native import Move
from outflank.book.tree import BookTree
from outflank.engine import Engine, Limit
from outflank.engine.book import MOST_DEPTH, Entry, position_of
from outflank.engine.weights import parse_weights
from outflank.executor import Executor, one_per_thread, raise_if_stopping

HASH_MB = 64


@dataclass(frozen=True, slots=True)
class Searcher:
    """How positions are searched: with so many nodes a move, and which weights."""

    size: int
    nodes: int
    weights: bytes | None = None
    """A file of them; None for those that come with Outflank."""

    @classmethod
    def with_file(cls, size: int, nodes: int, weights: Path | None) -> "Searcher":
        """A searcher with the weights of a file, which is read now."""
        return cls(size, nodes, None if weights is None else weights.read_bytes())

    def search(
        self,
        tree: BookTree,
        keys: Iterable[bytes],
        executor: Executor,
        on_search: Callable[[], None],
    ) -> dict[bytes, Entry | None]:
        """By position what its best move out of the book tells; None where every move is in it."""
        found: dict[bytes, Entry | None] = {}
        tasks = {}
        for key in keys:
            inside = tree.inside(key) if key in tree.entries else ()
            if len(inside) == len(tree.edges(key)):
                found[key] = None
            else:
                task = executor.submit(
                    best_outside, self.size, self.nodes, self.weights, key, inside
                )
                tasks[task] = key
        for task in executor.completed(tasks):
            found[tasks[task]] = task.result()
            on_search()
        return found

    def add(
        self,
        tree: BookTree,
        keys: Iterable[bytes],
        executor: Executor,
        on_search: Callable[[], None],
    ) -> None:
        """Searches positions that the tree lacks, mends the leaves that lead to them, backs up."""
        missing = sorted({key for key in keys if key not in tree.entries})
        for key, found in sorted(self.search(tree, missing, executor, on_search).items()):
            if found is not None:
                tree.entries[key] = found
        self.mend(tree, executor, on_search)

    def mend(self, tree: BookTree, executor: Executor, on_search: Callable[[], None]) -> None:
        """Finds new leaves for the positions whose leaf leads into the book, and backs up."""
        for key, found in self.search(tree, tree.stale(), executor, on_search).items():
            entry = tree.entries[key]
            new = found or Entry(0, entry.depth)
            tree.entries[key] = replace(
                entry, leaf=new.leaf, leaf_score=new.leaf_score, depth=new.depth
            )
        tree.back_up()


def best_outside(
    size: int, nodes: int, weights: bytes | None, key: bytes, inside: tuple[Move, ...]
) -> Entry | None:
    """The task of an executor: an entry, whose leaf is the best move not `inside`."""
    raise_if_stopping()
    engine = _engine(size, weights)
    position = position_of(key, size)
    lines = len(inside) + 1
    analysis = engine.analyse(position, Limit(nodes=nodes * lines), lines=lines)
    for line in analysis.lines:
        if line.move not in inside:
            depth = position.empties if analysis.exact else analysis.depth
            return Entry(line.score, min(depth, MOST_DEPTH), analysis.exact, line.move, line.score)
    return None


@one_per_thread
def _engine(size: int, weights: bytes | None) -> Engine:
    parsed = None if weights is None else parse_weights(weights, "the weights", size)
    return Engine(size, threads=1, hash_mb=HASH_MB, weights=parsed, book=False)
