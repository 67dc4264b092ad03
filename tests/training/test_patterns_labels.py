"""Labels: exact near the end, before that a search whose leaves the given weights judge."""

from pathlib import Path

import numpy as np
import pytest

from outflank import Move, Position
from outflank._native import PatternLayout, PatternWeights
from outflank.executor import open_executor
from outflank.training import labels as module
from outflank.training.dataset import positions, read_games, read_labels, write_array
from outflank.training.labels import LabelConditions, label_files, label_games, packed
from outflank.training.self_play import RoundConditions, play_games
from outflank.training.shapes import PHASES, shapes

GAMES = play_games(RoundConditions(6, 1, 1), None, range(4))


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


def test_near_the_end_labels_are_exact() -> None:
    these = LabelConditions(6, range(30, 34), exact=6, phase=7)
    found = label_games(these, packed(random_weights(1)), GAMES)
    expected = [minimax(each.position, 99, None) for each in positions(GAMES, 6, these.discs)]
    assert len(expected) > 10
    assert found.tolist() == expected


def test_before_that_later_weights_judge_four_plies_on() -> None:
    these = LabelConditions(6, range(20, 24), exact=6, phase=5)
    later = random_weights(1)
    found = label_games(these, packed(later), GAMES[:2])
    values = np.zeros((PHASES[6], later.shape[1]), np.int16)
    values[5] = np.rint(later * 128)
    weights = PatternWeights(PatternLayout(6, shapes(6)), values)
    searched = positions(GAMES[:2], 6, these.discs)
    expected = [minimax(each.position, module.PLIES, weights) for each in searched]
    assert len(expected) > 5
    assert found.tolist() == expected


def test_no_phase_has_more_moves_than_the_search() -> None:
    for size, phases in PHASES.items():
        assert size * size - 4 <= module.PLIES * phases


def test_other_weights_other_labels() -> None:
    these = LabelConditions(6, range(20, 24), exact=6, phase=5)
    first, second = packed(random_weights(1)), packed(-random_weights(1))
    before = label_games(these, first, GAMES[:1]).tolist()
    assert label_games(these, second, GAMES[:1]).tolist() != before
    assert label_games(these, first, GAMES[:1]).tolist() == before


def test_weights_too_large_for_the_core_are_cut() -> None:
    assert np.frombuffer(packed(np.array([[400, -400, 1]], np.float32)), "<i2").tolist() == [
        32767,
        -32767,
        128,
    ]


def test_only_missing_files_are_made(tmp_path: Path) -> None:
    these = LabelConditions(6, range(30, 34), exact=6, phase=7)
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
    these = LabelConditions(6, range(24, 28), exact=6, phase=6)
    write_array(tmp_path / "games.npy", GAMES)
    made = []
    for workers in (1, 2):
        path = tmp_path / f"labels-{workers}.npy"
        with open_executor(workers) as executor:
            games = {path: tmp_path / "games.npy"}
            label_files(these, packed(random_weights(1)), games, executor, silent)
        made.append(path.read_bytes())
    assert made[0] == made[1]
