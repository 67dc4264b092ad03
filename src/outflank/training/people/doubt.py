"""How far people are from the ratings that their moves speak for, on games the fit has not seen.

Moves tell a rating ever more exactly, the more there are, if all that differs between people is
their rating. It is not: style, and years in which they grew stronger, remain. What is left of the
error when what the moves leave open is taken off is the doubt of every estimate.
"""

import math

import numpy as np

from outflank.humanlike.model import HumanModel
from outflank.humanlike.surprise import RATINGS, Population, believed, logs_of
from outflank.training.people.choices import PeopleSamples

LEAST_MOVES = 60
"""Players with fewer moves among the samples say little."""


def rating_doubt(model: HumanModel, samples: PeopleSamples, known: Population) -> float:
    """A standard deviation in rating points; 0 where no player has moves enough."""
    choices = samples.choices
    players, counts = np.unique(samples.player[choices.rating > 0], return_counts=True)
    players = players[counts >= LEAST_MOVES]
    if not len(players):
        return 0.0
    chances = np.empty((len(RATINGS), len(samples)))
    for line, rating in enumerate(RATINGS):
        chances[line] = model.chances(choices.rated(rating))[samples.rows]
    logs = logs_of(chances)
    squares, left_open = [], []
    for player in players:
        moves = samples.player == player
        ratings, shares = believed([logs[:, moves]], known)
        mean = float(ratings @ shares)
        left_open.append(float((ratings - mean) ** 2 @ shares))
        squares.append((mean - float(choices.rating[moves][0])) ** 2)
    return math.sqrt(max(float(np.mean(squares)) - float(np.mean(left_open)), 0.0))
