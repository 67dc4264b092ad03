"""The network: what it sees of a move goes in, a score comes out; softmax makes chances of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from outflank.humanlike.choices import Floats

HIDDEN = (192, 48)


FEW_ROWS = 64
"""The moves of a position are fewer. The threads that numpy's product wakes for them cost 4 ms of
CPU time, the plain sum 0.2."""


def _product(rows: Floats, weights: Floats) -> Floats:
    if len(rows) <= FEW_ROWS:
        plain: Floats = np.einsum("ij,jk->ik", rows, weights)
        return plain
    return rows @ weights


@dataclass(frozen=True, slots=True)
class Network:
    """Layers of weights, each followed by a bias, with a ramp between layers."""

    weights: tuple[Floats, ...]
    """For each layer (inputs, outputs)."""
    biases: tuple[Floats, ...]

    @classmethod
    def random(cls, inputs: int, dice: np.random.Generator) -> "Network":
        """A network that knows nothing yet, with weights after He and others."""
        widths = (inputs, *HIDDEN, 1)
        weights = [
            dice.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32)
            for before, after in pairwise(widths)
        ]
        weights[-1] *= 0.1  # all moves are about equally likely at first
        return cls(tuple(weights), tuple(np.zeros(width, np.float32) for width in widths[1:]))

    def scores(self, inputs: Floats) -> Floats:
        return self.activities(inputs)[-1][:, 0]

    def activities(self, inputs: Floats) -> list[Floats]:
        """What each layer gives, the inputs first and the scores last."""
        activities = [inputs]
        for weights, biases in zip(self.weights, self.biases, strict=True):
            inner = _product(activities[-1], weights) + biases
            if len(activities) < len(self.weights):
                np.maximum(inner, 0, out=inner)
            activities.append(inner)
        return activities

    def slopes(self, activities: Sequence[Floats], errors: Floats) -> list[Floats]:
        """How the weights and biases, layer by layer, change the sum of scores times errors."""
        slopes: list[Floats] = []
        flow = errors[:, np.newaxis]
        for layer in reversed(range(len(self.weights))):
            slopes = [activities[layer].T @ flow, flow.sum(axis=0), *slopes]
            if layer:
                flow = (flow @ self.weights[layer].T) * (activities[layer] > 0)
        return slopes

    @property
    def parameters(self) -> list[Floats]:
        """Weights and biases, layer by layer."""
        return [each for pair in zip(self.weights, self.biases, strict=True) for each in pair]

    @classmethod
    def of(cls, parameters: Sequence[Floats]) -> "Network":
        return cls(tuple(parameters[::2]), tuple(parameters[1::2]))

    @property
    def size(self) -> int:
        return sum(each.size for each in self.parameters)
