"""Labels: the score near the end, before that a search whose leaves the given weights judge."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import outflank
from outflank import Move, Position
from outflank._native import PatternLayout, PatternWeights
from outflank.engine.probcut import ProbCutModel
from outflank.engine.weights import read_discs, weights_facts
from outflank.executor import open_executor
from outflank.training import labels as module
from outflank.training.dataset import positions, read_games, read_labels, write_array
from outflank.training.labels import LabelConditions, label_files, label_games, packed
from outflank.training.patterns import phase_discs
from outflank.training.self_play import play_games
from outflank.training.shapes import PHASES, shapes

GAMES = play_games(6, 1, 1, None, range(24))
UNCUT = ProbCutModel((9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (9.0, 0.0))
"""So large errors that nothing is ever cut."""
WEIGHTS = Path(outflank.__file__).parent / "data" / "weights" / "6.ofw"


def silent(_: float) -> None:
    pass


def random_weights(rows: int) -> np.ndarray:
    columns = PatternLayout(6, shapes(6)).columns
    return np.random.default_rng(2).normal(0, 0.5, (rows, columns)).astype(np.float32)


def minimax(position: Position, plies: int, weights: PatternWeights | None) -> float:
    """The value for the side to move; a pass takes no ply, and without weights the end decides."""
    if position.is_over():
        return position.score(position.turn)
    if plies == 0:
        assert weights is not None
        value = weights.value(position)
        return float(np.clip(np.sign(value) * np.floor(abs(value) + 0.5), -35, 35))
    if position.must_pass():
        return -minimax(position.play(Move.PASS), plies, weights)
    return max(-minimax(position.play(move), plies - 1, weights) for move in position.legal_moves)


def conditions(discs: range, phase: int) -> LabelConditions:
    return LabelConditions(6, discs, phase, UNCUT)


def test_near_the_end_labels_are_exact() -> None:
    these = conditions(range(30, 34), 6)
    found = label_games(these, packed(random_weights(2)), GAMES)
    expected = [minimax(each.position, 99, None) for each in positions(GAMES, 6, these.discs)]
    assert len(expected) > 10
    assert found.tolist() == expected


@pytest.mark.parametrize(("discs", "late"), [(range(20, 24), True), (range(16, 20), False)])
def test_before_that_later_weights_judge_the_leaves(
    discs: range, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SOLVED", {6: 12})
    monkeypatch.setattr(module, "PLIES", {6: 2})
    monkeypatch.setattr(module, "LATE_PLIES", {6: 4})
    these = conditions(discs, (discs.start - 4) // 4)
    known = random_weights(min(module.SEEN_PHASES, PHASES[6] - these.phase))
    games = GAMES[:10]
    found = label_games(these, packed(known), games)
    values = np.zeros((PHASES[6], known.shape[1]), np.int16)
    values[these.phase : these.phase + len(known)] = np.rint(known * 128)
    weights = PatternWeights(PatternLayout(6, shapes(6)), values)
    searched = [each.position for each in positions(games, 6, discs)]
    plies = [4 if position.empties <= 18 else 2 for position in searched]
    assert (4 in plies) is late
    expected = [minimax(position, n, weights) for position, n in zip(searched, plies, strict=True)]
    assert len(expected) > 5
    assert found.tolist() == expected


@pytest.mark.parametrize("size", PHASES)
def test_no_search_leaves_the_phases_it_is_given(size: int) -> None:
    """Counted from the last position of a phase, whose leaves lie farthest."""
    deepest = max(module.PLIES[size], module.LATE_PLIES[size])
    for phase in range(PHASES[size]):
        last = phase_discs(size, phase)[-1]
        seen = range(phase, phase + module.SEEN_PHASES)
        leaf = last + deepest
        if size * size - last > module.SOLVED[size] and leaf < size * size:
            assert any(leaf in phase_discs(size, each) for each in seen)
        if size * size - last <= module.SOLVED[size]:
            assert phase + module.SEEN_PHASES >= PHASES[size]


def test_all_searches_have_an_even_number_of_plies() -> None:
    assert not any(plies % 2 for plies in (*module.PLIES.values(), *module.LATE_PLIES.values()))


def test_a_selective_search_errs_little() -> None:
    """The labels that the recipe gives, with ProbCut, against full width."""
    weights = packed(read_discs(WEIGHTS)[1][3:7])
    these = LabelConditions(6, range(16, 20), 3, weights_facts(WEIGHTS).probcut)
    found = label_games(these, weights, GAMES)
    exact = label_games(replace(these, probcut=UNCUT), weights, GAMES)
    assert len(found) >= 4
    assert np.abs(found - exact).mean() < 3


def test_a_known_score_is_the_label() -> None:
    games = GAMES.copy()
    games["score"] = 5
    games["opening"] = 0
    discs = range(12, 13)  # 24 empty squares
    found = list(positions(games, 6, discs))
    known = [each for each in found if each.score is not None]
    assert len(known) == len(games)
    assert all(each.on_line and each.position.empties == 24 for each in known)
    assert [each.score for each in known] == [
        5 if each.position.turn == 1 else -5 for each in known
    ]
    labels = label_games(conditions(discs, 2), packed(random_weights(4)), games)
    for each, label in zip(found, labels.tolist(), strict=True):
        assert each.score is None or label == each.score


def test_other_weights_other_labels() -> None:
    these = conditions(range(16, 20), 3)
    first, second = packed(random_weights(4)), packed(-random_weights(4))
    before = label_games(these, first, GAMES[:2]).tolist()
    assert label_games(these, second, GAMES[:2]).tolist() != before
    assert label_games(these, first, GAMES[:2]).tolist() == before


def test_weights_too_large_for_the_core_are_cut() -> None:
    assert np.frombuffer(packed(np.array([[400, -400, 1]], np.float32)), "<i2").tolist() == [
        32767,
        -32767,
        128,
    ]


def test_only_missing_files_are_made(tmp_path: Path) -> None:
    these = conditions(range(30, 34), 6)
    files = {}
    for index in range(3):
        files[tmp_path / f"labels-{index}.npy"] = tmp_path / f"games-{index}.npy"
        write_array(tmp_path / f"games-{index}.npy", GAMES[index : index + 1])
    told: list[float] = []
    with open_executor() as executor:
        label_files(these, packed(random_weights(1)), files, executor, told.append)
        assert told == [1 / 3, 2 / 3, 1]
        for labels, games in files.items():
            count = len(list(positions(read_games(games, 6), 6, these.discs)))
            assert len(read_labels(labels)) == count
        second = tmp_path / "labels-1.npy"
        whole = second.read_bytes()
        second.unlink()
        told.clear()
        label_files(these, packed(random_weights(1)), files, executor, told.append)
    assert told == [1]
    assert second.read_bytes() == whole


@pytest.mark.integration
def test_processes_change_nothing(tmp_path: Path) -> None:
    these = conditions(range(28, 32), 6)
    write_array(tmp_path / "games.npy", GAMES)
    made = []
    for workers in (1, 2):
        path = tmp_path / f"labels-{workers}.npy"
        with open_executor(workers) as executor:
            games = {path: tmp_path / "games.npy"}
            label_files(these, packed(random_weights(1)), games, executor, silent)
        made.append(path.read_bytes())
    assert made[0] == made[1]
