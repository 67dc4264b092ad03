"""A book that changes: positions, the moves between them, and values backed up by negamax.

Every move fills a square, so the positions form a graph without cycles, and one pass over them from
the fewest empty squares to the most backs up all values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from outflank._native import Move, Position
from outflank.engine.book import Book, Entry, key_of, position_of

Item = TypeVar("Item")
Report = Callable[[float], None]
"""Hears which fraction of some work is done."""
_TOLD_EVERY = 1000


def unheard(_: float) -> None:
    """A report to nobody."""


def counted(items: Iterable[Item], count: int, report: Report) -> Iterator[Item]:
    """The items, of which there are about so many; the report hears of every thousandth."""
    for done, item in enumerate(items):
        if done % _TOLD_EVERY == 0:
            report(min(1.0, done / max(count, 1)))
        yield item


def part(report: Report, begin: float, end: float) -> Report:
    """A report for some of the work, which goes from `begin` to `end`."""
    return lambda fraction: report(begin + (end - begin) * fraction)


@dataclass(frozen=True, slots=True)
class Edge:
    """A move of a stored position, and where it leads after the pass that it may force."""

    move: Move
    key: bytes | None
    """None if the game is over there."""
    sign: int
    """What a value there counts for who moves here: -1, or 1 if the other side must pass."""
    score: int
    """Of the finished game, for who moves here."""


def edges_of(position: Position) -> Iterator[Edge]:
    for move in position.legal_moves:
        after, sign = position.play(move), -1
        if after.must_pass():
            after, sign = after.play(Move.PASS), 1
        if after.is_over():
            yield Edge(move, None, sign, after.score(position.turn))
        else:
            yield Edge(move, key_of(after), sign, 0)


class BookTree:
    """The entries of a book by key, to add to and to change; moves are of the stored image."""

    def __init__(self, size: int, entries: Mapping[bytes, Entry] | None = None) -> None:
        self.size = size
        self.entries: dict[bytes, Entry] = dict(entries or {})
        self._edges: dict[bytes, tuple[Edge, ...]] = {}

    @classmethod
    def of(cls, book: Book, report: Report = unheard) -> "BookTree":
        return cls(book.size, dict(counted(book.entries(), len(book), report)))

    def __len__(self) -> int:
        return len(self.entries)

    def edges(self, key: bytes) -> tuple[Edge, ...]:
        if key not in self._edges:
            self._edges[key] = tuple(edges_of(position_of(key, self.size)))
        return self._edges[key]

    def empties(self, key: bytes) -> int:
        return self.size**2 - int.from_bytes(key, "little").bit_count()

    def worth(self, edge: Edge) -> int | None:
        """What a move is worth to who plays it; None if it leads out of the book."""
        if edge.key is None:
            return edge.score
        entry = self.entries.get(edge.key)
        return None if entry is None else edge.sign * entry.value

    def inside(self, key: bytes) -> tuple[Move, ...]:
        """The moves that do not lead out of the book; those that end the game are among them."""
        return tuple(edge.move for edge in self.edges(key) if self.worth(edge) is not None)

    def stale(self) -> list[bytes]:
        """Positions whose leaf leads to a position that the book has by now."""
        return [
            key
            for key, entry in sorted(self.entries.items())
            if entry.leaf is not None and entry.leaf in self.inside(key)
        ]

    def from_most_empties(self) -> list[bytes]:
        """All keys, each before those that its moves lead to."""
        return sorted(self.entries, key=lambda key: (-self.empties(key), key))

    def back_up(self, report: Report = unheard) -> None:
        """Gives every position the value that its moves give it; what is proven stays."""
        for key in counted(reversed(self.from_most_empties()), len(self), report):
            entry = self.entries[key]
            if entry.exact:
                continue
            edges = self.edges(key)
            worths = [worth for edge in edges if (worth := self.worth(edge)) is not None]
            exact = len(worths) == len(edges) and all(
                edge.key is None or self.entries[edge.key].exact for edge in edges
            )
            if entry.leaf is not None and len(worths) < len(edges):
                worths.append(entry.leaf_score)
            if worths:
                self.entries[key] = replace(entry, value=max(worths), exact=exact)
