"""Fits the network to the moves that people played: Adam, with early stopping on unseen games."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank._files import replacing
from outflank.humanlike.choices import Floats
from outflank.humanlike.features import inputs
from outflank.humanlike.model import scores_of
from outflank.humanlike.network import Network
from outflank.training.people.choices import PeopleSamples
from outflank.training.run import reading

BATCH = 512
EPOCHS = 6
PATIENCE = 3
"""After so many epochs without progress on the unseen games the fit ends."""
RATE = 1.5e-3
"""The step at first; it falls to nothing along half a wave."""
DECAY = 0.2
"""By this share of the step the weights shrink each time."""
MOMENTA = (0.9, 0.999)
AVERAGE = 0.998
"""The weights that count are a running average of all, over some 500 steps."""
UNRATED_SHARE = 0.1
"""In so many moves of rated players the rating is hidden, for the unrated ones."""


def log_likelihood(samples: PeopleSamples, shares: Floats) -> Floats:
    likely: Floats = np.log(np.maximum(shares[samples.rows], 1e-9))
    return likely


@dataclass(slots=True)
class NetworkFit:
    parameters: list[Floats]
    means: list[Floats]
    squares: list[Floats]
    average: list[Floats]
    best: list[Floats]
    history: list[float]
    """Mean log-likelihood of the unseen moves after each epoch."""
    step: int = 0

    @classmethod
    def begun(cls, fit: PeopleSamples, seed: int) -> "NetworkFit":
        width = inputs(fit.choices.some(np.arange(1))).shape[1]
        first = Network.random(width, np.random.default_rng([seed, 2**31])).parameters
        return cls(
            parameters=first,
            means=[np.zeros_like(each) for each in first],
            squares=[np.zeros_like(each) for each in first],
            average=[each.copy() for each in first],
            best=[each.copy() for each in first],
            history=[],
        )

    @property
    def network(self) -> Network:
        return Network.of(self.best)

    @property
    def epoch(self) -> int:
        return len(self.history)

    @property
    def ended(self) -> bool:
        best = int(np.argmax(self.history)) if self.history else 0
        return self.epoch >= EPOCHS or self.epoch - 1 - best >= PATIENCE

    def save(self, path: Path) -> None:
        arrays = {
            f"{name}{number}": each
            for name in _SAVED
            for number, each in enumerate(getattr(self, name))
        }
        with replacing(path) as file:
            np.savez(file, **arrays, history=np.array(self.history), step=np.array(self.step))

    @classmethod
    def load(cls, path: Path) -> "NetworkFit":
        with reading(path), np.load(path, allow_pickle=False) as stored:
            count = sum(name.startswith("best") for name in stored)
            lists = {
                name: [stored[f"{name}{number}"] for number in range(count)] for name in _SAVED
            }
            return cls(**lists, history=stored["history"].tolist(), step=int(stored["step"]))


_SAVED = ("parameters", "means", "squares", "average", "best")


def fit_network(
    fit: PeopleSamples,
    choose: PeopleSamples,
    seed: int,
    path: Path,
    report: Callable[[float, str], None],
) -> NetworkFit:
    """Fits a network, or goes on with the fit that was left in the file."""
    state = NetworkFit.load(path) if path.exists() else NetworkFit.begun(fit, seed)
    steps = EPOCHS * -(-len(fit) // BATCH)
    while not state.ended:
        dice = np.random.default_rng([seed, state.epoch])
        order = dice.permutation(len(fit))
        for begin in range(0, len(fit), BATCH):
            _step(state, fit, order[begin : begin + BATCH], steps, dice)
            report(state.step / steps, f"epoch {state.epoch + 1}")
        network = Network.of(state.average)
        shares = choose.choices.shares(scores_of(network, choose.choices))
        likelihood = float(log_likelihood(choose, shares).mean())
        if likelihood > max(state.history, default=-np.inf):
            state.best = [each.copy() for each in state.average]
        state.history.append(likelihood)
        state.save(path)
    return state


def _step(
    state: NetworkFit,
    fit: PeopleSamples,
    batch: NDArray[np.int64],
    steps: int,
    dice: np.random.Generator,
) -> None:
    choices = fit.choices.some(batch)
    choices.rating[dice.random(len(batch)) < UNRATED_SHARE] = 0
    network = Network.of(state.parameters)
    activities = network.activities(inputs(choices))
    errors = choices.shares(activities[-1][:, 0])
    errors[choices.starts[:-1] + fit.played[batch]] -= 1
    slopes = network.slopes(activities, errors / np.float32(len(batch)))
    state.step += 1
    rate = RATE * (1 + np.cos(np.pi * state.step / steps)) / 2
    first, second = MOMENTA
    scale = rate * np.sqrt(1 - second**state.step) / (1 - first**state.step)
    share = min(AVERAGE, state.step / (state.step + 10))
    for at, slope in enumerate(slopes):
        state.means[at] += np.float32(1 - first) * (slope - state.means[at])
        state.squares[at] += np.float32(1 - second) * (slope * slope - state.squares[at])
        change = np.float32(scale) * state.means[at] / (np.sqrt(state.squares[at]) + 1e-8)
        state.parameters[at] -= change + np.float32(rate * DECAY) * state.parameters[at]
        state.average[at] += np.float32(1 - share) * (state.parameters[at] - state.average[at])
