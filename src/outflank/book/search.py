"""The searches behind the positions of a book, as tasks of an executor."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from outflank._native import Move
from outflank.book.tree import BookTree
from outflank.engine import Engine, Limit
from outflank.engine.book import MAX_DEPTH, Entry, position_of
from outflank.engine.weights import parse_weights
from outflank.executor import Executor, one_per_thread, raise_if_stopping

HASH_MB = 64


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches positions for a book and adds them to it."""

    tree: BookTree
    executor: Executor
    nodes: int
    """Of a move."""
    weights: bytes | None = None
    """A file of them; None for those that come with Outflank."""
    on_search: Callable[[], None] = lambda: None

    def search(self, keys: Iterable[bytes]) -> dict[bytes, Entry | None]:
        """By position what its best move out of the book tells; None where every move is in it."""
        entries: dict[bytes, Entry | None] = {}
        tasks = {}
        for key in keys:
            inside = self.tree.inside(key) if key in self.tree.entries else ()
            if len(inside) == len(self.tree.edges(key)):
                entries[key] = None
            else:
                question = (self.tree.size, self.nodes, self.weights, key, inside)
                tasks[self.executor.submit(best_outside, *question)] = key
        for task in self.executor.completed(tasks):
            entries[tasks[task]] = task.result()
            self.on_search()
        return entries

    def add(self, keys: Iterable[bytes]) -> None:
        """Searches positions that the tree lacks, mends the leaves that lead to them, backs up."""
        missing = sorted({key for key in keys if key not in self.tree.entries})
        for key, entry in sorted(self.search(missing).items()):
            if entry is not None:
                self.tree.entries[key] = entry
        self.mend()

    def mend(self) -> None:
        """Finds new leaves for the positions whose leaf leads into the book, and backs up."""
        for key, outside in self.search(self.tree.stale()).items():
            entry = self.tree.entries[key]
            new = outside or Entry(0, entry.depth)
            self.tree.entries[key] = replace(
                entry, leaf=new.leaf, leaf_score=new.leaf_score, depth=new.depth
            )
        self.tree.back_up()


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
            return Entry(line.score, min(depth, MAX_DEPTH), analysis.exact, line.move, line.score)
    return None


@one_per_thread
def _engine(size: int, weights: bytes | None) -> Engine:
    parsed = None if weights is None else parse_weights(weights, "the weights", size)
    return Engine(size, threads=1, hash_mb=HASH_MB, weights=parsed, book=False)
