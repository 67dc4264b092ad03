"""Training games on disk, and the positions they give.

A game is a record of fixed length. Forced passes are left out, so the k-th move is always the one
played with k + 4 discs on the board. After the random opening every fourth move gives one position:
the one it leads to, or the one another random move would have led to. A search meets both kinds,
and weights that have only seen good moves judge bad ones badly. Labels cost far more than games, so
a game gives few positions: those of one phase are too much alike. Where the game knows the score,
it always gives the position.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank._board import START_DISCS
from outflank._files import replacing
from outflank._native import Color, Move, PatternLayout, Position
from outflank.errors import FileError, IllegalMoveError
from outflank.training.run import reading

Games = NDArray[np.void]
"""Records as `game_type` describes them."""
Labels = NDArray[np.int16]
"""What positions are said to be worth, in discs for the side to move."""

NO_MOVE = 255
NO_SCORE = -128
SCORED_EMPTIES = 24
"""The empty squares at which a game may know its score."""
STEP = 4
"""One move in so many gives a position. Which, changes with every so many games as one of which is
held out: so those have positions of all kinds too."""
HELD_OUT = 20
"""Every twentieth game is kept from the fit, to measure it."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions with their labels, game by game and move by move."""

    ids: NDArray[np.int32]
    """(positions, width): what the layout says of each."""
    labels: Labels
    games: NDArray[np.int32]
    on_line: NDArray[np.bool_]
    """False where the last move was random."""

    @property
    def held_out(self) -> NDArray[np.bool_]:
        held_out: NDArray[np.bool_] = self.games % HELD_OUT == 0
        return held_out


def square_number(move: Move, size: int) -> int:
    return NO_MOVE if move.is_pass else move.row * size + move.column


def game_type(size: int) -> np.dtype[Any]:
    """One game: how many random moves open it, the moves, the moves aside, and the score.

    A move aside is a random one that was possible instead of the move, or the move itself if that
    was random; there is none where the position after the move itself is wanted. The score is
    Black's under perfect play from `SCORED_EMPTIES` on, where that is known.
    """
    plies = size * size - START_DISCS
    moves = ("u1", (plies,))
    return np.dtype([("opening", "u1"), ("moves", *moves), ("aside", *moves), ("score", "i1")])


def write_array(path: Path, array: NDArray[Any]) -> None:
    with replacing(path) as file:
        np.save(file, array, allow_pickle=False)


def read_games(path: Path, size: int) -> Games:
    return _read_array(path, game_type(size), f"training games on {size}x{size}")


def read_labels(path: Path) -> Labels:
    return _read_array(path, np.dtype(np.int16), "labels of positions")


def _read_array(path: Path, kind: np.dtype[Any], what: str) -> NDArray[Any]:
    with reading(path), path.open("rb") as file:
        array: NDArray[Any] = np.load(file, allow_pickle=False)
        is_right = array.dtype == kind and array.ndim == 1
    if not is_right:
        raise FileError(f"{path}: not {what}")
    return array


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A position of a game, or one move off it."""

    game: int
    position: Position
    on_line: bool
    score: int | None
    """For the side to move, where the game knows it."""


def positions(games: Games, size: int, discs: range) -> Iterator[GamePosition]:
    """The positions with a number of discs in `discs`, of games that are numbered from 0.

    Somebody can move in each, and the side to move can.
    """
    squares = [Move.at(square // size, square % size) for square in range(size * size)]
    first, last = discs.start - START_DISCS - 1, discs.stop - START_DISCS - 1
    for number, game in enumerate(games):
        first_ply = max(first, int(game["opening"]) - 1)
        moves = game["moves"][: max(last, 0)].tobytes().rstrip(bytes([NO_MOVE]))
        aside = game["aside"].tobytes()
        score = int(game["score"])
        position = Position(size)
        try:
            for ply, square in enumerate(moves):
                after = position.play(squares[square])
                if ply >= first_ply:
                    scored = score != NO_SCORE and after.empties == SCORED_EMPTIES
                    if scored and not after.is_over():
                        movable = _movable(after)
                        own = score if movable.turn == Color.BLACK else -score
                        yield GamePosition(number, movable, True, own)
                    on_line = aside[ply] == NO_MOVE
                    chosen = after if on_line else position.play(squares[aside[ply]])
                    drawn = (ply + number // HELD_OUT) % STEP == 0 and not (on_line and scored)
                    if drawn and not chosen.is_over():
                        yield GamePosition(number, _movable(chosen), on_line, None)
                position = _movable(after)
        except (IllegalMoveError, IndexError):
            raise FileError(f"training game {number}: move {ply + 1} is illegal") from None


def _movable(position: Position) -> Position:
    return position.play(Move.PASS) if position.must_pass() else position


def samples(layout: PatternLayout, files: Mapping[Path, Path], discs: range) -> Samples:
    """The positions with a number of discs in `discs`: files of labels, and the games of each."""
    parts = []
    first = 0
    for path, games_path in files.items():
        games, labels = read_games(games_path, layout.size), read_labels(path)
        drawn = list(positions(games, layout.size, discs))
        if len(drawn) != len(labels):
            raise FileError(f"{path}: {len(labels):,} labels for {len(drawn):,} positions")
        ids = layout.ids([each.position for each in drawn])
        numbers = np.array([first + each.game for each in drawn], np.int32)
        parts.append((ids, labels, numbers, np.array([each.on_line for each in drawn], np.bool_)))
        first += len(games)
    return Samples(*map(np.concatenate, zip(*parts, strict=True)))
