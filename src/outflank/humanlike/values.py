"""What the engine makes of every move of a position, at a few plies and at many."""

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from outflank._native import EngineCore, Move, Position
from outflank.engine.level import FULL_WIDTH, MIDGAME_SELECTIVITY
from outflank.engine.weights import load_weights
from outflank.humanlike.choices import DEPTHS

SIZE = 8
HASH_MB = 1
"""A few thousand positions are all that such searches meet."""
JUDGE_DEPTH = 8
JUDGE_EMPTIES = 15
"""With so many empty squares or fewer the judge looks to the end of the game."""
JUDGE_HASH_MB = 8


class MoveValues:
    """An engine that values all moves alike. It may be used by one thread at a time."""

    def __init__(self, hash_mb: int = HASH_MB) -> None:
        self._core = EngineCore(SIZE, load_weights(SIZE), threads=1, hash_mb=hash_mb)
        self._lock = threading.Lock()

    def seen(self, position: Position, moves: Sequence[Move]) -> NDArray[np.int8]:
        """The value of each move at `DEPTHS`, in discs for the side to move."""
        with self._lock:
            values = [
                self._search(position, moves, depth, FULL_WIDTH, fresh=depth == DEPTHS[0])
                for depth in DEPTHS
            ]
        return np.array(values, np.int8).T

    def judge(self, position: Position, moves: Sequence[Move]) -> NDArray[np.int8]:
        """What each move is really worth: a deeper look, and late in the game the true score."""
        to_end = position.empties <= JUDGE_EMPTIES
        depth, selectivity = (0, FULL_WIDTH) if to_end else (JUDGE_DEPTH, MIDGAME_SELECTIVITY)
        with self._lock:
            values = self._search(position, moves, depth, selectivity, fresh=True)
        return np.array(values, np.int8)

    def _search(
        self,
        position: Position,
        moves: Sequence[Move],
        depth: int,
        selectivity: int,
        *,
        fresh: bool,
    ) -> list[int]:
        *_, lines = self._core.search(
            position,
            depth=depth,
            nodes=0,
            seconds=0.0,
            selectivity=selectivity,
            to_end=depth == 0,
            lines=len(moves),
            outcome_only=False,
            fresh=fresh,
        )
        values = {move: score for move, score, _ in lines}
        return [values[move] for move in moves]
