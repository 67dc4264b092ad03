"""The network's slopes are those of its scores, and softmax stays within a position."""

import numpy as np
import pytest

from outflank.humanlike.network import Network
from support.people import random_choices


def test_slopes_are_those_that_small_steps_show() -> None:
    dice = np.random.default_rng(3)
    network = Network.random(7, dice)
    rows, errors = dice.normal(size=(5, 7)), dice.normal(size=5)
    exact = Network.of([each.astype(np.float64) for each in network.parameters])
    slopes = exact.slopes(exact.activities(rows), errors)  # type: ignore[arg-type]
    for at, (parameter, slope) in enumerate(zip(exact.parameters, slopes, strict=True)):
        place = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        around = []
        for step in (1e-6, -1e-6):
            moved = [each.copy() for each in exact.parameters]
            moved[at][place] += step
            around.append(float((Network.of(moved).scores(rows) * errors).sum()))  # type: ignore[arg-type]
        assert (around[0] - around[1]) / 2e-6 == pytest.approx(slope[place], rel=1e-4)
        assert parameter.shape == slope.shape


def test_parameters_make_the_same_network() -> None:
    network = Network.random(4, np.random.default_rng(1))
    again = Network.of(network.parameters)
    rows = np.eye(4, dtype=np.float32)
    assert (again.scores(rows) == network.scores(rows)).all()
    assert network.size == 4 * 192 + 192 + 192 * 48 + 48 + 48 + 1


def test_shares_add_up_in_each_position() -> None:
    choices = random_choices(20)
    scores = np.random.default_rng(1).normal(0, 50, len(choices.squares)).astype(np.float32)
    shares = choices.shares(scores)
    assert np.add.reduceat(shares, choices.starts[:-1]) == pytest.approx(1, abs=1e-5)
    some = choices.some(np.array([3, 1]))
    assert len(some) == 2
    assert some.own.tolist() == choices.own[[3, 1]].tolist()
    begin, end = choices.starts[1:3]
    assert some.squares[some.starts[1] :].tolist() == choices.squares[begin:end].tolist()
