"""Evaluations that travel with the tasks that need them."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.arena.settings import Conditions
from outflank.arena.tournament import Task
from outflank.errors import EngineError
from outflank.experiments import carrier
from outflank.experiments.carrier import with_files

PATH = "ann/experiments/evaluations/wish.toml"
TASK = Task((f"alphabeta:eval={PATH},table=1", "improved"), Conditions(nodes=5), 1, ())


def players(task: Task) -> tuple[str, ...]:
    return task.players


def place_and_text(text: str) -> tuple[str, str]:
    """Where a task finds an evaluation, and what it finds there."""
    first, second = with_files({PATH: text}, players, TASK)
    assert second == "improved"
    place = first.removeprefix("alphabeta:eval=").removesuffix(",table=1")
    return place, Path(place).read_text()


def test_a_task_finds_its_evaluation_where_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place, text = place_and_text("one")
    assert text == "one"
    assert place_and_text("one") == (place, "one")
    assert not list(tmp_path.iterdir())  # the folder is written where the command runs


def test_a_worker_that_serves_another_run_does_not_take_its_evaluation() -> None:
    first, second = place_and_text("one"), place_and_text("two")
    assert first[0] != second[0]
    assert place_and_text("one") == first
    assert place_and_text("two") == second


def test_many_threads_of_a_worker_unpack_at_once() -> None:
    texts = [f"{number % 3}" * 100_000 for number in range(24)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(place_and_text, texts))
    assert [text for _, text in found] == texts
    assert len(set(found)) == 3


def test_a_machine_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrier, "_folder", lambda: Path("/dev/null/no"))
    with pytest.raises(EngineError, match="evaluation wish cannot be written on this machine: Not"):
        with_files({PATH: "one"}, players, TASK)
