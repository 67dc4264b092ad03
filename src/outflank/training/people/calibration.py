"""Finds the numbers of `Calibration` on moves of rated people that the fit has not seen.

First those under which the moves are most likely; then those with which a player who draws its
moves loses as many discs as they did, as the judge sees it.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from outflank.humanlike.calibration import KNOTS, Calibration, is_late, knot_shares, statistics
from outflank.humanlike.choices import Floats
from outflank.humanlike.model import HumanModel
from outflank.humanlike.surprise import RATINGS, Population, logs_of, update_belief
from outflank.training.people.choices import PeopleSamples

ROUNDS = 30
DOUBT = 2.0
"""How firmly the numbers are held at those of an uncalibrated network: worth so many moves."""
POOLING = 0.1
"""How firmly a knot is held at the number of all together, as a share of the mean curvature."""
MIN_MOVES = 60
"""Players with fewer moves among the samples say little."""


def calibrate(samples: PeopleSamples, scores: Floats) -> Calibration:
    """All numbers. Moves of unrated people are left out."""
    likely = _likeliest(samples, scores)
    late, scores = is_late(samples.choices), likely.scores(samples.choices, scores)
    drawn, drawn_late = (_drawn(samples, scores, chosen) for chosen in (~late, late))
    return replace(likely, drawn=drawn, drawn_late=drawn_late)


def _likeliest(samples: PeopleSamples, scores: Floats) -> Calibration:
    choices = samples.choices
    rated = choices.rating > 0
    shares = knot_shares(choices.rating) * rated[:, np.newaxis]
    stats = np.stack(statistics(choices, scores), axis=1).astype(np.float64)
    played = stats[samples.rows]
    start = np.zeros((len(KNOTS), stats.shape[1]))
    start[:, 0] = 1
    numbers = start.copy()
    firsts, owners = choices.starts[:-1], choices.owners
    for _ in range(ROUNDS):
        mixed = (shares @ numbers)[owners]
        chances = choices.shares((mixed * stats).sum(axis=1).astype(np.float32))
        weighed = stats * chances[:, np.newaxis]
        mean = np.add.reduceat(weighed, firsts)
        products = weighed[:, :, np.newaxis] * stats[:, np.newaxis, :]
        spread = np.add.reduceat(products, firsts) - mean[:, :, np.newaxis] * mean[:, np.newaxis, :]
        slope = shares.T @ (played - mean) - DOUBT * (numbers - start)
        step = _newton(shares, spread, slope)
        numbers += step
        if np.abs(step).max() < 1e-6:
            break
    return Calibration(*(tuple(np.round(column, 4).tolist()) for column in numbers.T))


def _newton(
    shares: NDArray[np.float64], spread: NDArray[np.float64], slope: NDArray[np.float64]
) -> NDArray[np.float64]:
    size = slope.size
    curve = np.einsum("pk,pl,pij->kilj", shares, shares, spread, optimize=True)
    flat = curve.reshape(size, size) + DOUBT * np.eye(size)
    step: NDArray[np.float64] = np.linalg.solve(flat, slope.ravel()).reshape(slope.shape)
    return step


def _drawn(samples: PeopleSamples, scores: Floats, chosen: NDArray[np.bool_]) -> tuple[float, ...]:
    """How much more lost discs must count, at each knot, for the loss to be that of people."""
    weights = knot_shares(samples.choices.rating)
    weights = weights * ((samples.choices.rating > 0) & chosen)[:, np.newaxis]
    together = _matched(samples, scores, weights.sum(axis=1, keepdims=True), np.zeros(1), 0.0)
    numbers = _matched(samples, scores, weights, np.repeat(together, len(KNOTS)), POOLING)
    return tuple(np.round(numbers, 4).tolist())


def _matched(
    samples: PeopleSamples,
    scores: Floats,
    weights: NDArray[np.float64],
    start: NDArray[np.float64],
    pooling: float,
) -> NDArray[np.float64]:
    """Where the expected loss is that of people for each column of weights, by Newton's method."""
    choices, lost = samples.choices, samples.losses
    firsts, owners = choices.starts[:-1], choices.owners
    seen = statistics(choices, scores)[1]
    numbers = start.copy()
    for _ in range(ROUNDS):
        more = (weights @ numbers)[owners]
        chances = choices.shares((scores + more * seen).astype(np.float32))
        expected = np.add.reduceat(chances * lost, firsts)
        fall = expected * np.add.reduceat(chances * seen, firsts)
        fall -= np.add.reduceat(chances * lost * seen, firsts)
        curve = (weights * fall[:, np.newaxis]).T @ weights
        pull = pooling * np.trace(curve) / len(start) + 1e-6
        gap = weights.T @ (expected - lost[samples.rows]) - pull * (numbers - start)
        step = np.linalg.solve(curve + pull * np.eye(len(start)), gap)
        numbers += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-5:
            break
    return numbers


def rating_doubt(model: HumanModel, samples: PeopleSamples, known: Population) -> float:
    """How far people are from the ratings that their moves speak for, as a standard deviation.

    Moves tell a rating ever more exactly, the more there are, if all that differs between people is
    their rating. It is not: style, and years in which they grew stronger, remain. What is left of
    the error when what the moves leave open is taken off is the doubt of every estimate; 0 where no
    player has moves enough.
    """
    choices = samples.choices
    players, counts = np.unique(samples.player[choices.rating > 0], return_counts=True)
    players = players[counts >= MIN_MOVES]
    if not len(players):
        return 0.0
    chances = np.empty((len(RATINGS), len(samples)))
    for line, rating in enumerate(RATINGS):
        chances[line] = model.chances(choices.rated(rating))[samples.rows]
    logs = logs_of(chances)
    squares, left_open = [], []
    for player in players:
        moves = samples.player == player
        ratings, shares = update_belief([logs[:, moves]], known)
        mean = float(ratings @ shares)
        left_open.append(float((ratings - mean) ** 2 @ shares))
        squares.append((mean - float(choices.rating[moves][0])) ** 2)
    return math.sqrt(max(float(np.mean(squares)) - float(np.mean(left_open)), 0.0))
