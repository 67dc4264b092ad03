"""What a skill would play in the positions of people's games, without playing: its chances.

A skill draws how many discs it may lose and takes the move that comes nearest to that from below.
"""

import math

import numpy as np
from numpy.typing import NDArray

from outflank.agents.skill import (
    BUDGET_CAP,
    MEAN_BUDGETS,
    NEAR_EQUAL_DISCS,
    OPENING_AND_END_SHARE,
    OPENING_SHARE,
)
from outflank.humanlike.choices import Choices, Floats
from outflank.training.people.choices import PeopleSamples
from outflank.training.people.games import PLIES


def skill_shares(samples: PeopleSamples, level: float) -> Floats:
    """The chance of each move for a skill, which may lie between two; as agents/skill.py draws."""
    lost, choices = samples.losses, samples.choices
    average = float(np.interp(level, range(len(MEAN_BUDGETS)), MEAN_BUDGETS))
    filled = (samples.ply - 1) / PLIES
    share = OPENING_AND_END_SHARE + (1 - OPENING_AND_END_SHARE) * np.sin(math.pi * filled)
    owners = choices.owners
    order = np.lexsort((lost, owners))
    sorted_loss = lost[order]
    # The budget reaches this move, but not the next dearer one.
    next_loss = np.append(sorted_loss[1:], np.inf)
    last = np.append(owners[order][1:] != owners[order][:-1], True)
    next_loss[last] = np.inf
    scale = (average * share)[owners[order]]
    chance = _reached(sorted_loss, scale) - _reached(next_loss, scale)
    # Moves that lose alike share their chance, which came to the last of them.
    same = owners[order].astype(np.int64) * 256 + sorted_loss.astype(np.int64)
    _, group, sizes = np.unique(same, return_inverse=True, return_counts=True)
    chance = (np.bincount(group, chance) / sizes)[group]
    found = np.empty_like(lost)
    found[order] = chance
    opening = (filled < OPENING_SHARE)[owners]
    if opening.any():
        early = _near_equal(choices, lost, (average * share)[owners])
        return np.where(opening, early, found).astype(np.float32)
    return found.astype(np.float32)


def _reached(loss: Floats, scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance that a budget, exponential with a cap, is at least so much."""
    return np.where(loss <= BUDGET_CAP * scale, np.exp(-loss / scale), 0.0)


def _near_equal(choices: Choices, lost: Floats, scale: NDArray[np.float64]) -> Floats:
    """Early in the game every move within the budget is as good; by the middle of the budget's."""
    budget = np.maximum(scale * math.log(2), NEAR_EQUAL_DISCS)
    good = (lost <= budget).astype(np.float32)
    return (good / np.add.reduceat(good, choices.starts[:-1])[choices.owners]).astype(np.float32)
