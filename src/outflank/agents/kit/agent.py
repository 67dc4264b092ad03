"""The course kit's `agents.agent`: the class its agents derive from."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray


class Agent:
    def __init__(self) -> None:
        self.name = "DummyAgent"
        self.autoplay = True

    def __str__(self) -> str:
        return self.name

    def step(self, chess_board: NDArray[Any], player: int, opponent: int) -> tuple[int, int]:
        """The row and column of the square to play on, both counted from 0."""
        raise NotImplementedError(f"{type(self).__name__} has no step method")
