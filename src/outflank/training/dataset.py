"""Training games on disk, and the labelled positions in them.

A game is a record of fixed length. Forced passes are left out, so the k-th move is always the one
played with k + 4 discs on the board: which games have a labelled position with so many discs is
known without replaying any.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank._board import START_DISCS
from outflank._files import replacing
from outflank._native import Color, Move, PatternLayout, Position
from outflank.errors import FileError, IllegalMoveError
from outflank.training.reading import reading

Games = NDArray[np.void]
"""Records as `game_type` describes them."""

NO_MOVE = 255
HELD_OUT = 20
"""Every twentieth game is kept from the fit, to measure it."""

_BATCH = 8192  # positions numbered at a time: small beside the arrays they fill


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions with the final score of their game, game by game and move by move."""

    ids: NDArray[np.int32]
    """(positions, width): what the layout says of each."""
    scores: NDArray[np.float32]
    """For the side to move, in discs."""
    discs: NDArray[np.uint8]
    games: NDArray[np.int32]
    """The number of each position's game."""
    signs: NDArray[np.int8]
    """1 where black is to move, -1 where white is."""

    @property
    def held_out(self) -> NDArray[np.bool_]:
        """The positions that are kept from the fit."""
        held_out: NDArray[np.bool_] = self.games % HELD_OUT == 0
        return held_out


def game_type(size: int) -> np.dtype[Any]:
    """One game: from which move on the result counts, black's final score, and the moves."""
    plies = size * size - START_DISCS
    return np.dtype([("labelled", "u1"), ("score", "<i2"), ("moves", "u1", (plies,))])


def write_games(path: Path, games: Games) -> None:
    """Writes a file of games."""
    with replacing(path) as file:
        np.save(file, games, allow_pickle=False)


def read_games(paths: Iterable[Path], size: int) -> Games:
    """All games of some files, one after the other."""
    parts = [np.empty(0, game_type(size))]
    for path in paths:
        with reading(path), path.open("rb") as file:
            part = np.load(file, allow_pickle=False)
            kind = (part.dtype, part.ndim)
        if kind != (game_type(size), 1):
            raise FileError(f"{path}: not training games on {size}x{size}")
        parts.append(part)
    return np.concatenate(parts)


def samples(layout: PatternLayout, games: Games, discs: range) -> Samples:
    """The labelled positions of all games with a number of discs in `discs`."""
    plies = np.arange(discs.start, discs.stop) - START_DISCS
    moves = games["moves"][:, plies]
    count = int(((moves != NO_MOVE) & (games["labelled"][:, None] <= plies)).sum())
    found = Samples(
        ids=np.empty((count, layout.width), np.int32),
        scores=np.empty(count, np.float32),
        discs=np.empty(count, np.uint8),
        games=np.empty(count, np.int32),
        signs=np.empty(count, np.int8),
    )
    positions: list[Position] = []
    at = 0
    for number, position, score in _labelled(games, layout.size, discs):
        index = at + len(positions)
        found.scores[index] = score
        found.discs[index] = layout.size**2 - position.empties
        found.games[index] = number
        found.signs[index] = 1 if position.turn is Color.BLACK else -1
        positions.append(position)
        if len(positions) == _BATCH:
            found.ids[at : at + _BATCH] = layout.ids(positions)
            at += _BATCH
            positions.clear()
    if positions:
        found.ids[at:] = layout.ids(positions)
    return found


def _labelled(games: Games, size: int, discs: range) -> Iterator[tuple[int, Position, int]]:
    """Number of the game, position, and the final score for the side to move."""
    squares = [Move.at(square // size, square % size) for square in range(size * size)]
    start = Position(size)
    last = discs.stop - START_DISCS
    for number, game in enumerate(games):
        first = max(int(game["labelled"]), discs.start - START_DISCS)
        score = int(game["score"])
        moves = game["moves"][:last].tobytes().rstrip(bytes([NO_MOVE]))
        if first >= len(moves):
            continue
        position = start
        try:
            for ply, square in enumerate(moves):
                if position.must_pass():
                    position = position.play(Move.PASS)
                if ply >= first:
                    yield number, position, score if position.turn is Color.BLACK else -score
                position = position.play(squares[square])
        except (IllegalMoveError, IndexError):
            raise FileError(f"training game {number}: move {ply + 1} is illegal") from None
