"""How often people's games have come to a position: a table of keys and counts.

A position and its eight images have one key. Only positions that several games have come to are
kept, with the lower half of their keys: one in some ten thousand positions is taken for another,
which for a feature among many does no harm.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank._native import Move, Position, line_keys

LEAST = 2
"""A position that fewer games have come to is not kept."""
MOST = 2**16 - 1
"""Counts end here: they have two bytes."""


def keys_after(position: Position, moves: Sequence[Move]) -> NDArray[np.uint32]:
    """The keys of the positions that moves lead to, each from the same position."""
    keys = b"".join(line_keys(position, [move])[8:16] for move in moves)
    return short_keys(keys)


def game_keys(moves: Sequence[Move]) -> NDArray[np.uint32]:
    """The keys of all positions of a game but the first, each once."""
    return np.unique(short_keys(line_keys(Position(8), moves))[1:])


def short_keys(keys: bytes) -> NDArray[np.uint32]:
    return np.frombuffer(keys, "<u8").astype(np.uint32)


@dataclass(frozen=True, slots=True, eq=False)
class Popularity:
    """The table. Keys are in order, so that they are found by halving."""

    keys: NDArray[np.uint32]
    counts: NDArray[np.uint16]

    @classmethod
    def of_games(cls, games: Iterable[NDArray[np.uint32]]) -> "Popularity":
        """Counts the keys of some games, as `game_keys` gives them."""
        everything = np.concatenate([np.empty(0, np.uint32), *games])
        keys, counts = np.unique(everything, return_counts=True)
        return cls(keys, np.minimum(counts, MOST).astype(np.uint16))

    def without_rare(self) -> "Popularity":
        """The table that is worth keeping: without rare positions."""
        enough = self.counts >= LEAST
        return Popularity(self.keys[enough], self.counts[enough])

    def count(
        self, keys: NDArray[np.uint32], own: NDArray[np.bool_] | bool = False
    ) -> NDArray[np.uint16]:
        """How many games came to each position; where `own` is true, one game fewer.

        What is left counts only if it is enough to be kept.
        """
        if not len(self.keys):
            return np.zeros(len(keys), np.uint16)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        games = np.where(self.keys[at] == keys, self.counts[at].astype(np.int64), 0) - own
        return np.where(games >= LEAST, games, 0).astype(np.uint16)

    def __len__(self) -> int:
        return len(self.keys)
