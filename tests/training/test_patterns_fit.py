import sys
from pathlib import Path

import numpy as np
import pytest

from outflank import FileError
from outflank.errors import MissingExtraError
from outflank.training.dataset import HELD_OUT, Samples
from outflank.training.pattern_fit import (
    LAST_DOUBT,
    WEIGHT_DRIFT,
    Errors,
    Outlook,
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


def samples_of(ids: list[int], scores: list[float]) -> Samples:
    """Positions with 10 discs and one id each; every other one is held out."""
    return Samples(
        ids=np.array(ids, np.int32)[:, None],
        scores=np.array(scores, np.float32),
        discs=np.full(len(ids), 10, np.uint8),
        games=np.where(np.arange(len(ids)) % 2, HELD_OUT, 1).astype(np.int32),
        signs=np.ones(len(ids), np.int8),
    )


def fitted(samples: Samples, columns: int, after: PhaseFit | None) -> PhaseFit:
    """A fit to the final scores alone."""
    scores = samples.scores.astype(np.float64)
    return fit_phase(samples, range(10, 12), columns, after, scores)


def test_a_phase_expects_the_weights_of_the_next() -> None:
    after = PhaseFit(np.array([6, 6, 6], np.float32), 4.0, 1, Errors(0, 0.0, 0.0, 0.0))
    found = fitted(samples_of([0] * 200 + [1] * 2, [10.0] * 202), 3, after)
    doubt = 4.0 / WEIGHT_DRIFT
    expected = [6 + 4 * 100 / (100 + doubt), 6 + 4 * 1 / (1 + doubt), 6]
    assert found.weights == pytest.approx(expected, rel=1e-4)
    assert found.positions == 101
    assert found.errors.positions == 101
    assert found.noise == pytest.approx(found.errors.root_mean_square**2, rel=1e-3)


def test_few_unseen_positions_do_not_tell_the_noise() -> None:
    after = PhaseFit(np.zeros(1, np.float32), 4.0, 1, Errors(0, 0.0, 0.0, 0.0))
    few = samples_of([0] * 20, [10.0] * 20)
    assert fitted(few, 1, after).noise == 4.0
    last = fitted(few, 1, None)
    assert last.noise == LAST_DOUBT * WEIGHT_DRIFT
    assert last.weights == pytest.approx([10 * 10 / (10 + LAST_DOUBT)], rel=1e-4)


def test_a_fit_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    fit = fitted(samples_of([0, 1] * 10, [10.0] * 20), 2, None)
    fit.save(tmp_path / "phase-00.npz")
    again = PhaseFit.load(tmp_path / "phase-00.npz", 2)
    assert np.array_equal(again.weights, fit.weights)
    assert (again.noise, again.positions, again.errors) == (fit.noise, fit.positions, fit.errors)
    assert [path.name for path in tmp_path.iterdir()] == ["phase-00.npz"]


def test_a_changed_byte_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "phase-00.npz"
    fit = fitted(samples_of([0, 1] * 10, [10.0] * 20), 2, None)
    fit.save(path)
    whole = path.read_bytes()
    noticed = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            again = PhaseFit.load(path, 2)
        except FileError as error:
            assert str(error) == f"{path}: damaged; remove it and it is made again"  # noqa: PT017
            noticed += 1
        else:
            assert np.array_equal(again.weights, fit.weights)
            assert again.errors == fit.errors
    assert noticed > len(whole) // 2


def test_errors_are_those_of_unseen_positions_of_the_phase() -> None:
    samples = Samples(
        ids=np.array([[0], [0], [1], [1]], np.int32),
        scores=np.array([4, 2, -3, 50], np.float32),
        discs=np.array([10, 11, 11, 12], np.uint8),
        games=np.array([0, 1, 20, 40], np.int32),
        signs=np.ones(4, np.int8),
    )
    assert samples.held_out.tolist() == [True, False, True, True]
    found = fitted(samples, 2, None)
    own, other = found.weights.tolist()
    assert (found.positions, found.errors.positions) == (1, 2)
    assert found.errors.mean_absolute == pytest.approx((4 - own + other + 3) / 2, abs=1e-3)
    assert other == 0


def test_errors_by_hand() -> None:
    errors = errors_of(np.array([1.0, 1.0]), np.array([4.0, -3.0]))
    assert errors.mean_absolute == pytest.approx((3 + 4) / 2)
    assert errors.root_mean_square == pytest.approx(np.sqrt((9 + 16) / 2), abs=1e-3)
    assert errors.spread == pytest.approx(np.sqrt((16 + 9) / 2), abs=1e-3)
    assert errors_of(np.empty(0), np.empty(0)).positions == 0


def test_a_position_is_worth_what_later_weights_say_of_its_game() -> None:
    later = Samples(
        ids=np.array([[0], [1]], np.int32),
        scores=np.array([0, 0], np.float32),
        discs=np.array([14, 14], np.uint8),
        games=np.array([3, 5], np.int32),
        signs=np.array([1, -1], np.int8),
    )
    outlook = Outlook(games=6, size=8, step=4)
    fit = PhaseFit(np.array([6, 8], np.float32), 4.0, 1, Errors(0, 0.0, 0.0, 0.0))
    outlook.add(fit, later, range(14, 18))
    now = Samples(
        ids=np.zeros((4, 1), np.int32),
        scores=np.full(4, 20, np.float32),
        discs=np.array([10, 10, 10, 9], np.uint8),
        games=np.array([3, 5, 4, 3], np.int32),
        signs=np.array([-1, -1, 1, 1], np.int8),
    )
    assert outlook.targets(now).tolist() == [-6, 8, 20, 20]


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'outflank\[lab\]'"):
        fit_weights(np.zeros((1, 1), np.int32), np.zeros(1), 1, doubt=1)
