"""Three numbers a rating change the scores as they say."""

import numpy as np
import pytest

from outflank import FileError
from outflank.humanlike.calibration import KNOTS, Calibration, knot_shares
from outflank.humanlike.features import losses
from support.people import random_choices


def test_nothing_changes_without_numbers() -> None:
    choices = random_choices(4)
    scores = np.arange(len(choices.squares), dtype=np.float32)
    assert Calibration().scores(choices, scores).tolist() == scores.tolist()


def test_lost_discs_count_by_rating() -> None:
    choices = random_choices(6)
    zeros = np.zeros(len(choices.squares), np.float32)
    made = Calibration(loss=(0.0, 0.0, 8.0))
    assert (made.scores(choices.rated(1500), zeros) == 0).all()
    lost = np.minimum(losses(choices), 24)
    assert made.scores(choices.rated(1800), zeros) == pytest.approx(-lost / 2)
    assert made.scores(choices.rated(1900), zeros) == pytest.approx(-lost * 0.75)
    assert made.scores(choices.rated(9000), zeros) == pytest.approx(-lost)
    blunders = Calibration(blunder=(1.0,) * len(KNOTS)).scores(choices, zeros)
    assert (blunders == np.where(losses(choices) >= 6, -1, 0)).all()


def test_shares_of_knots() -> None:
    shares = knot_shares(np.array([1000, 1200, 1500, 2000, 2400, 0], np.float32))
    assert shares.sum(axis=1).tolist() == [1] * 6
    assert shares[0].tolist() == shares[1].tolist() == [1, 0, 0]
    assert shares[2].tolist() == [0.25, 0.75, 0]
    assert shares[4].tolist() == shares[3].tolist() == [0, 0, 1]
    assert shares[5].tolist() == [0, 1, 0]  # who is not rated


def test_records_come_back() -> None:
    made = Calibration((1.0, 1.1, 1.2), (0.1,) * 3, (-0.2,) * 3)
    assert Calibration.of_record(made.record(), "x") == made
    with pytest.raises(FileError, match="x: the calibration needs 3"):
        Calibration.of_record({**made.record(), "loss": [1]}, "x")
    with pytest.raises(FileError, match="x: the calibration must have"):
        Calibration.of_record([], "x")
