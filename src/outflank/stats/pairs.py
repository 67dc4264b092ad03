"""Opening pairs: each opening is played twice with colours swapped, and the pair is what counts.

A game alone says as much about its opening as about the players; a pair does not.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce

from outflank._native import Color, Move, Position
from outflank.agents.base import Agent
from outflank.agents.match import play
from outflank.stats.elo import EloEstimate, PairCounts, estimate, score_text


def random_lines(size: int, count: int, seed: int, plies: int = 8) -> list[tuple[Move, ...]]:
    """Different lines of random moves from the start, no two alike by symmetry.

    There are fewer than `count` if a long search finds no more. The first ones do not depend on
    `count`.
    """
    draw = random.Random(f"{size} {plies} {seed}")
    lines: dict[Position, tuple[Move, ...]] = {}
    for _ in range(1000 * count):
        if len(lines) == count:
            break
        position, line = Position(size), []
        for _ in range(plies):
            if position.is_over():
                break
            line.append(draw.choice(position.legal_moves))
            position = position.play(line[-1])
        if not position.is_over():
            lines.setdefault(position.canonical(), tuple(line))
    return list(lines.values())


def random_openings(size: int, count: int, seed: int, plies: int = 8) -> list[Position]:
    """The positions that random lines lead to."""
    lines = random_lines(size, count, seed, plies)
    return [reduce(Position.play, line, Position(size)) for line in lines]


@dataclass(frozen=True, slots=True)
class PairScore:
    """The first player's results over a number of pairs."""

    wins: int
    draws: int
    losses: int
    forfeits: int
    """Games that ended by a breach of the rules, on either side."""
    pairs: tuple[float, ...]
    """Points of the first player in each pair, from 0 to 2."""
    discs: float
    """Its average disc difference, the empty squares given to the winner."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def estimate(self) -> EloEstimate:
        """Score and Elo with their 95 % intervals, as the arena has them."""
        return estimate(PairCounts.of(self.pairs))

    @property
    def score(self) -> float:
        """The share of points won, from 0 to 1; a half before the first pair."""
        return self.estimate.score

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval around the score."""
        return self.estimate.score_error

    def __str__(self) -> str:
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, "
            f"{score_text(self.score, self.error)}, {self.discs:+.1f} discs"
        )


def play_pairs(
    first: Agent,
    second: Agent,
    openings: Iterable[Position],
    on_pair: Callable[[int], None] | None = None,
) -> PairScore:
    """Plays every opening twice; `on_pair` is told how many pairs are done."""
    pairs: list[float] = []
    scores: list[int] = []
    forfeits = 0
    for opening in openings:
        points = 0.0
        for color in Color:
            black, white = (first, second) if color == Color.BLACK else (second, first)
            game = play(black, white, start=opening)
            assert game.result is not None
            scores.append(game.result.score if color == Color.BLACK else -game.result.score)
            forfeits += "forfeit" in game.tags
            points += (1 + (scores[-1] > 0) - (scores[-1] < 0)) / 2
        pairs.append(points)
        if on_pair is not None:
            on_pair(len(pairs))
    wins, losses = sum(s > 0 for s in scores), sum(s < 0 for s in scores)
    discs = sum(scores) / len(scores) if scores else 0.0
    return PairScore(wins, len(scores) - wins - losses, losses, forfeits, tuple(pairs), discs)
