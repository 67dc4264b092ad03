import sys
from pathlib import Path

import numpy as np
import pytest

from outflank import FileError
from outflank.errors import MissingExtraError
from outflank.training.dataset import HELD_OUT, Samples
from outflank.training.pattern_fit import (
    LAST_DOUBT,
    MIN_POSITIONS,
    WEIGHT_DRIFT,
    Errors,
    PhaseFit,
    errors_of,
    fit_phase,
    fit_weights,
    predictions,
)


def test_finds_the_weights_behind_the_scores() -> None:
    draw = np.random.default_rng(3)
    truth = draw.normal(0, 3, 60)
    ids = draw.integers(0, 20, (20_000, 3)).astype(np.int32) + np.array([0, 20, 40], np.int32)
    scores = truth[ids].sum(axis=1)
    found = fit_weights(ids, scores, 60, doubt=10)
    assert predictions(ids, found) == pytest.approx(scores, abs=0.5)


def test_an_id_seen_twice_in_a_position_counts_twice() -> None:
    ids = np.zeros((5000, 2), np.int32)
    found = fit_weights(ids, np.full(5000, 8.0), 1, doubt=10)
    assert found[0] == pytest.approx(4, rel=1e-2)


def test_rare_ids_are_drawn_towards_zero() -> None:
    counts = (1, 10, 1000)
    ids = np.repeat(np.arange(3), counts).astype(np.int32)[:, None]
    found = fit_weights(ids, np.full(len(ids), 12.0), 5, doubt=10)
    expected = [12 * count / (count + 10) for count in counts]
    assert found == pytest.approx([*expected, 0, 0], rel=1e-4)


EMPTIES = range(3, 5)
"""The ids of 0 and 1 empty squares; 0 to 2 are those of patterns."""


def samples_of(ids: list[int], labels: list[float], on_line: bool = False) -> Samples:
    """Positions with a pattern and an empty square; every other one is held out."""
    rows = np.array(ids, np.int32)
    return Samples(
        ids=np.stack([rows, np.full(len(ids), EMPTIES[1], np.int32)], axis=1),
        labels=np.array(labels, np.int16),
        games=np.where(np.arange(len(ids)) % 2, HELD_OUT, 1).astype(np.int32),
        on_line=np.full(len(ids), on_line),
    )


def fitted(
    samples: Samples, expected: list[float] | None = None, after: PhaseFit | None = None
) -> PhaseFit:
    return fit_phase(samples, EMPTIES, np.array(expected or [0] * 5, np.float32), after)


AFTER = PhaseFit(np.zeros(5, np.float32), 4.0, 1, Errors(0, 0.0, 0.0, 0.0))
FEW = MIN_POSITIONS // 2


def test_what_was_never_met_is_as_expected() -> None:
    found = fitted(samples_of([0] * FEW, [10] * FEW), [6, 7, 8, 1, 0], AFTER)
    assert found.weights[[1, 2, 3]] == pytest.approx([7, 8, 1])
    # Two ids share the difference; each was seen as often, and the doubt is the same.
    seen, doubt = FEW / 2, 4.0 / WEIGHT_DRIFT
    assert found.weights[[0, 4]] == pytest.approx(
        [6 + 4 * seen / (2 * seen + doubt), 4 * seen / (2 * seen + doubt)], rel=1e-3
    )
    assert found.positions == found.errors.positions == seen


def test_few_positions_do_not_tell_the_noise() -> None:
    few = samples_of([0] * FEW, [10] * FEW)
    assert fitted(few, after=AFTER).noise == AFTER.noise
    last = fitted(few)
    assert last.noise == LAST_DOUBT * WEIGHT_DRIFT
    assert last.weights[0] == pytest.approx(10 * FEW / 2 / (FEW + LAST_DOUBT), rel=1e-3)


def test_many_positions_tell_the_noise() -> None:
    draw = np.random.default_rng(5)
    labels = [float(10 * (i // 2 % 3) + draw.choice([-3, 3])) for i in range(6000)]
    found = fitted(samples_of([i // 2 % 3 for i in range(6000)], labels), after=AFTER)
    assert found.noise == pytest.approx(9, rel=0.05)
    assert found.noise == pytest.approx(found.errors.root_mean_square**2, rel=1e-3)


def test_damped_weights_are_scaled_back() -> None:
    ids = [i // 2 % 3 for i in range(600)]
    doubtful = PhaseFit(np.zeros(5, np.float32), 400.0, 1, Errors(0, 0.0, 0.0, 0.0))
    found = fitted(samples_of(ids, [20.0 * (id - 1) for id in ids]), after=doubtful)
    assert found.weights[2] - found.weights[0] == pytest.approx(40, rel=1e-3)


def test_positions_on_the_line_come_out_right_on_average() -> None:
    usual, aside = samples_of([0, 0, 1, 1] * 200, [2] * 800, True), [0, 0, 1, 1] * 200
    wild = samples_of(aside, [8] * 800)
    both = Samples(
        ids=np.concatenate([usual.ids, wild.ids]),
        labels=np.concatenate([usual.labels, wild.labels]),
        games=np.concatenate([usual.games, wild.games]),
        on_line=np.concatenate([usual.on_line, wild.on_line]),
    )
    found = fitted(both, after=AFTER)
    assert predictions(usual.ids, found.weights.astype(np.float64)).mean() == pytest.approx(2)
    assert fitted(wild, after=AFTER).weights[4] != pytest.approx(found.weights[4], abs=1)


def test_a_fit_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    fit = fitted(samples_of([0, 1] * 10, [10.0] * 20))
    fit.save(tmp_path / "phase-00.npz")
    again = PhaseFit.load(tmp_path / "phase-00.npz", 5)
    assert np.array_equal(again.weights, fit.weights)
    assert (again.noise, again.positions, again.errors) == (fit.noise, fit.positions, fit.errors)
    assert [path.name for path in tmp_path.iterdir()] == ["phase-00.npz"]


def test_a_changed_byte_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "phase-00.npz"
    fit = fitted(samples_of([0, 1] * 10, [10.0] * 20))
    fit.save(path)
    whole = path.read_bytes()
    noticed = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            again = PhaseFit.load(path, 5)
        except FileError as error:
            assert str(error) == f"{path}: damaged; remove it and it is made again"  # noqa: PT017
            noticed += 1
        else:
            assert np.array_equal(again.weights, fit.weights)
            assert again.errors == fit.errors
    assert noticed > len(whole) // 2


def test_errors_are_those_of_unseen_positions() -> None:
    samples = Samples(
        ids=np.array([[0, 3], [0, 3], [1, 3]], np.int32),
        labels=np.array([4, 2, -3], np.int16),
        games=np.array([0, 1, 20], np.int32),
        on_line=np.ones(3, np.bool_),
    )
    assert samples.held_out.tolist() == [True, False, True]
    found = fitted(samples)
    own, other, _, empty, _ = found.weights.tolist()
    assert (found.positions, found.errors.positions) == (1, 2)
    assert found.errors.mean_absolute == pytest.approx((4 - own - empty + empty + 3) / 2, abs=1e-3)
    assert other == 0


def test_errors_by_hand() -> None:
    errors = errors_of(np.array([1.0, 1.0]), np.array([4.0, -3.0]))
    assert errors.mean_absolute == pytest.approx((3 + 4) / 2)
    assert errors.root_mean_square == pytest.approx(np.sqrt((9 + 16) / 2), abs=1e-3)
    assert errors.spread == pytest.approx(np.sqrt((16 + 9) / 2), abs=1e-3)
    assert errors_of(np.empty(0), np.empty(0)).positions == 0


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'outflank\[lab\]'"):
        fit_weights(np.zeros((1, 1), np.int32), np.zeros(1), 1, doubt=1)
