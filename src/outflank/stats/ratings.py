"""Ratings of many players on one Elo scale, from the pairs they played (Bradley and Terry)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.errors import SettingsError
from outflank.stats.elo import POINTS

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PRIOR = 0.5
"""Drawn games added to those of each player, spread over its opponents as its games are.

Without them a player who won every game would have no finite rating. They draw two players who
scored 60 to 40 together by 0.4 Elo points, and put one who won 20 games of 20 at 763 Elo
above the other.
"""
UNIT = 400 / math.log(10)
"""Elo points per unit of log-odds."""
ROUNDS_AT_ONCE = 100
"""Rounds of the bootstrap that are fitted at once, to bound the memory with many players."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """A pair of games between two players, given by their numbers."""

    first: int
    second: int
    points: float
    """Those of the first player, from 0 to 2."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength, and the 95 % interval around it."""

    elo: float
    low: float
    high: float


def ratings(players: int, results: Sequence[PairResult]) -> list[float]:
    """The Elo ratings under which these results were most likely; their mean is zero.

    A draw is half a win for each side. Players who met neither directly nor through others cannot
    be compared: each group of players then has a mean of zero of its own.
    """
    matches, counts = _matches(players, results)
    fitted: list[float] = _fit(players, matches, counts[np.newaxis])[0].tolist()
    return fitted


def bootstrap(
    players: int, results: Sequence[PairResult], seed: int, rounds: int = 1000
) -> list[Rating]:
    """Ratings with their intervals: how far would they move if all were played again?

    In each round every match gets as many pairs as it had, drawn from its own. Few pairs show too
    little of what can happen (a single one would come out the same each time), so one pair more is
    laid into each match, as likely to end each way as two games under the fitted ratings are; and
    each player gets one more, spread over its opponents, that ends in each of the five ways with
    equal chance, for one who has lost nothing yet may lose one day.

    If someone never scored against a player, not even through a chain of others, then nothing
    bounds that player from above, and `high` is infinite; likewise `low` for the other.
    """
    matches, counts = _matches(players, results)
    elo = _fit(players, matches, counts[np.newaxis])[0]
    pairs, imagined = counts.sum(axis=1), _shares(players, matches, counts)[:, np.newaxis]
    weights = counts + _two_games(elo[matches[:, 0]] - elo[matches[:, 1]]) + imagined / 5
    chances = weights / weights.sum(axis=1, keepdims=True)
    draw = np.random.default_rng(seed)
    fits = [
        _fit(players, matches, draw.multinomial(pairs, chances, size=(size, len(pairs))))
        for size in (
            min(ROUNDS_AT_ONCE, rounds - done) for done in range(0, rounds, ROUNDS_AT_ONCE)
        )
    ]
    low, high = np.percentile(np.concatenate(fits), [2.5, 97.5], axis=0)
    below, above = _bounded(players, matches, counts)
    low = np.where(below, np.minimum(low, elo), -np.inf)
    high = np.where(above, np.maximum(high, elo), np.inf)
    return [
        Rating(*values) for values in zip(elo.tolist(), low.tolist(), high.tolist(), strict=True)
    ]


def _matches(players: int, results: Sequence[PairResult]) -> tuple[Integers, Integers]:
    """Who met whom, the lower number first, and how often each of the five results came."""
    tables: dict[tuple[int, int], list[int]] = {}
    for result in results:
        first, second, points = result.first, result.second, result.points
        if not (0 <= first < players and 0 <= second < players and first != second):
            raise SettingsError(f"{first} and {second} are not two of {players} players")
        if points not in POINTS:
            raise SettingsError(f"a pair gives 0, 0.5, 1, 1.5 or 2 points, not {points}")
        if first > second:
            first, second, points = second, first, 2 - points
        tables.setdefault((first, second), [0] * len(POINTS))[POINTS.index(points)] += 1
    order = sorted(tables)
    matches = np.array(order, dtype=np.int64).reshape(-1, 2)
    counts = np.array([tables[match] for match in order], dtype=np.int64).reshape(-1, len(POINTS))
    return matches, counts


def _shares(players: int, matches: Integers, counts: Integers) -> Floats:
    """For each match, the share it has in the games of its players, on average of the two."""
    pairs = counts.sum(axis=1)
    played = np.bincount(matches.ravel(), weights=np.repeat(pairs, 2), minlength=players)
    shares: Floats = (pairs[:, np.newaxis] / played[matches]).mean(axis=1)
    return shares


def _expected(strength: Floats) -> Floats:
    """The score at a difference in log-odds; through tanh, which cannot overflow."""
    score: Floats = (1 + np.tanh(strength / 2)) / 2
    return score


def _two_games(elo: Floats) -> Floats:
    """The chances of 0, 0.5, ... 2 points in two games without draws, for each difference."""
    score = _expected(elo / UNIT)
    never = np.zeros_like(score)
    return np.stack([(1 - score) ** 2, never, 2 * score * (1 - score), never, score**2], axis=-1)


def _fit(players: int, matches: Integers, counts: Integers) -> Floats:
    """The most likely ratings for each set of counts (first axis), by Newton's method."""
    first, second = matches.T
    prior = PRIOR * _shares(players, matches, counts[0])
    points, games = counts @ np.array(POINTS), 2 * counts.sum(axis=2)
    won = np.zeros((len(counts), players, players))
    won[:, first, second] = points + prior / 2
    won[:, second, first] = games - points + prior / 2
    played = won + won.transpose(0, 2, 1)
    total = won.sum(axis=2)
    # Moving a whole group up or down changes no chance; this keeps the mean of each at zero.
    groups = _closure(played[0] > 0).astype(float)
    own = np.arange(players)
    strengths = np.zeros((len(counts), players))
    for _ in range(100):
        expected = _expected(strengths[:, :, np.newaxis] - strengths[:, np.newaxis, :])
        slope = total - (played * expected).sum(axis=2)
        curve = -played * expected * (1 - expected)
        curve[:, own, own] = -curve.sum(axis=2)
        step = np.linalg.solve(curve + groups, slope[..., np.newaxis])[..., 0]
        change = np.abs(step[:, first] - step[:, second]).max(axis=1, keepdims=True, initial=0)
        # Far from the maximum a whole step may overshoot; one unit of log-odds a match is safe.
        strengths += step / np.maximum(1, change)
        if change.max() < 1e-10:
            break
    return UNIT * strengths


def _bounded(
    players: int, matches: Integers, counts: Integers
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the results bound each player from below, and from above, within its group."""
    first, second = matches.T
    scored = np.zeros((players, players), dtype=bool)
    scored[first, second] = counts[:, 1:].any(axis=1)
    scored[second, first] = counts[:, :-1].any(axis=1)
    chains, groups = _closure(scored), _closure(scored | scored.T)
    met = groups.sum(axis=1) > 1
    return met & (chains | ~groups).all(axis=1), met & (chains | ~groups).all(axis=0)


def _closure(links: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who is reached from whom by any number of links, none included."""
    reached = links | np.eye(len(links), dtype=bool)
    for _ in range(len(links).bit_length()):
        reached = reached @ reached
    return reached
