"""How well a model knows what people play, measured on moves it has not seen.

The chance of a move says how often a player drawn by the model would play it, so what such a
player loses on average needs no dice: the losses of all moves, weighed by their chances.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.agents.skill import (
    BUDGET_CAP,
    MEAN_BUDGETS,
    NEAR_EQUAL_DISCS,
    OPENING_AND_END_SHARE,
    OPENING_SHARE,
)
from outflank.humanlike.calibration import BLUNDER
from outflank.humanlike.choices import Choices, Floats
from outflank.humanlike.features import losses
from outflank.humanlike.model import HumanModel
from outflank.training.people.choices import PeopleSamples
from outflank.training.people.fit import log_likelihood
from outflank.training.people.games import PLIES

BUCKETS = ((0, 1400), (1400, 1600), (1600, 1800), (1800, 9999))
SETTINGS = (1300, 1500, 1700, 1900)
ENDING = 46
"""The ply from which on moves are reported apart."""


def bucket_name(bucket: tuple[int, int]) -> str:
    low, high = bucket
    return f"under {high}" if not low else f"{low} and up" if high > 3000 else f"{low}-{high - 1}"


def measured(model: HumanModel, samples: PeopleSamples) -> dict[str, Any]:
    """All figures, those of plies 8 to 45 and those after apart."""
    middle = samples.ply < ENDING
    return {
        name: _part(model, samples.some(np.flatnonzero(chosen)))
        for name, chosen in (("plies 8-45", middle), ("plies 46-60", ~middle))
    }


def _part(model: HumanModel, samples: PeopleSamples) -> dict[str, Any]:
    choices = samples.choices
    shares, drawn = model.chances(choices), model.drawing_chances(choices)
    rated = choices.rating > 0
    every = np.ones(len(samples), np.bool_)
    likelihoods = {
        setting: log_likelihood(samples, model.chances(choices.rated(setting)))
        for setting in SETTINGS
    }
    buckets = []
    for bucket in BUCKETS:
        chosen = (choices.rating >= max(bucket[0], 1)) & (choices.rating < bucket[1])
        if chosen.any():
            buckets.append(
                {
                    "name": bucket_name(bucket),
                    **_figures(samples, shares, drawn, chosen),
                    "by_setting": {
                        str(setting): round(float(likely[chosen].mean()), 4)
                        for setting, likely in likelihoods.items()
                    },
                    "skill_of_equal_loss": _equal_skill(samples, drawn, chosen),
                }
            )
    return {
        "rated": _figures(samples, shares, drawn, rated),
        "all": _figures(samples, shares, drawn, every),
        "baselines": {
            name: {
                "rated": round(100 * _match(samples, guess, rated), 1),
                "all": round(100 * _match(samples, guess, every), 1),
            }
            for name, guess in _baselines(choices).items()
        },
        "buckets": buckets,
    }


def _figures(
    samples: PeopleSamples, shares: Floats, drawn: Floats, chosen: NDArray[np.bool_]
) -> dict[str, Any]:
    """Of some positions: people's figures and the model's, which is likely or drawn."""
    lost, firsts = samples.losses, samples.choices.starts[:-1]
    blunders = (lost >= BLUNDER).astype(np.float32)
    blundering = np.add.reduceat(drawn * blunders, firsts)[chosen]
    return {
        "positions": int(chosen.sum()),
        "match": round(100 * _match(samples, shares, chosen), 2),
        "sampled_match": round(100 * float(drawn[samples.rows][chosen].mean()), 2),
        "log_likelihood": round(float(log_likelihood(samples, shares)[chosen].mean()), 4),
        "people_loss": round(float(lost[samples.rows][chosen].mean()), 3),
        "model_loss": round(_mean_loss(samples, drawn, chosen), 3),
        "people_blunders": round(100 * float(blunders[samples.rows][chosen].mean()), 2),
        "model_blunders": round(100 * float(blundering.mean()), 2),
    }


def _match(samples: PeopleSamples, scores: Floats, chosen: NDArray[np.bool_]) -> float:
    """The share of positions whose highest score is that of the move played; ties are shared."""
    firsts = samples.choices.starts[:-1]
    top = scores == np.maximum.reduceat(scores, firsts)[samples.choices.owners]
    ties = np.add.reduceat(top.astype(np.float32), firsts)
    return float((top[samples.rows] / ties)[chosen].mean())


def _baselines(choices: Choices) -> dict[str, Floats]:
    shallow, deep = -losses(choices, 0), -losses(choices)
    counts = choices.counts.astype(np.float32)
    return {
        "any legal move": np.zeros_like(deep),
        "engine, 1 ply": shallow,
        "engine, 5 plies": deep,
        "most frequent move, else 5 plies": counts * 1000 + deep,
    }


def _equal_skill(
    samples: PeopleSamples, drawn: Floats, chosen: NDArray[np.bool_]
) -> dict[str, Any]:
    """The skill that loses as much as the model, and how often it plays what people played."""
    model_loss = _mean_loss(samples, drawn, chosen)
    low, high = 0.0, 9.0
    for _ in range(7):
        middle = (low + high) / 2
        if _mean_loss(samples, skill_shares(samples, middle), chosen) > model_loss:
            low = middle
        else:
            high = middle
    shares = skill_shares(samples, (low + high) / 2)
    return {
        "level": round((low + high) / 2, 1),
        "loss": round(_mean_loss(samples, shares, chosen), 3),
        "sampled_match": round(100 * float(shares[samples.rows][chosen].mean()), 2),
    }


def _mean_loss(samples: PeopleSamples, shares: Floats, chosen: NDArray[np.bool_]) -> float:
    expected = np.add.reduceat(shares * samples.losses, samples.choices.starts[:-1])
    return float(expected[chosen].mean())


def table(figures: dict[str, Any]) -> Sequence[str]:
    lines = []
    for part, result in figures.items():
        lines += [
            f"{part}: highest chance is the move played in "
            f"{result['rated']['match']:.1f} % (rated players), "
            f"{result['all']['match']:.1f} % (all); "
            f"log-likelihood {result['rated']['log_likelihood']:.3f}, "
            f"{result['all']['log_likelihood']:.3f}",
            "rating         moves   match  drawn  log-likelihood  discs lost   of 6 or more, %",
            "                                                     people model   people model",
        ]
        for bucket in result["buckets"]:
            lines.append(
                f"{bucket['name']:<12} {bucket['positions']:>7,}  {bucket['match']:>6.1f} "
                f"{bucket['sampled_match']:>6.1f}  {bucket['log_likelihood']:>14.3f}  "
                f"{bucket['people_loss']:>6.2f} {bucket['model_loss']:>5.2f}  "
                f"{bucket['people_blunders']:>6.1f} {bucket['model_blunders']:>5.1f}"
            )
    return lines


def skill_shares(samples: PeopleSamples, level: float) -> Floats:
    """The chance of each move for a skill, which may lie between two; as agents/skill.py draws.

    A skill draws how many discs it may lose and takes the move that comes nearest from below.
    """
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
    shares = np.empty_like(lost)
    shares[order] = chance
    opening = (filled < OPENING_SHARE)[owners]
    if opening.any():
        early = _near_equal(choices, lost, (average * share)[owners])
        return np.where(opening, early, shares).astype(np.float32)
    return shares.astype(np.float32)


def _reached(loss: Floats, scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance that a budget, exponential with a cap, is at least so much."""
    return np.where(loss <= BUDGET_CAP * scale, np.exp(-loss / scale), 0.0)


def _near_equal(choices: Choices, lost: Floats, scale: NDArray[np.float64]) -> Floats:
    """Early in the game every move within the budget is as good; by the middle of the budget's."""
    budget = np.maximum(scale * math.log(2), NEAR_EQUAL_DISCS)
    good = (lost <= budget).astype(np.float32)
    return (good / np.add.reduceat(good, choices.starts[:-1])[choices.owners]).astype(np.float32)
