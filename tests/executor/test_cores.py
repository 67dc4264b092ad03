import os

import pytest

from outflank.errors import SettingsError
from outflank.executor import available_cores, cores, worker_count


@pytest.fixture(autouse=True)
def four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "available_cores", lambda: 4)


def test_available_cores_follow_the_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 5, 6}, raising=False)
    assert available_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1


def test_worker_count_leaves_a_core_to_every_thread() -> None:
    assert worker_count(None) == 4
    assert worker_count(None, threads=2) == 2
    assert worker_count(None, threads=9) == 1


def test_worker_count_refuses_more_timed_threads_than_cores() -> None:
    assert worker_count(9) == 9
    assert worker_count(2, threads=2, timed=True) == 2
    with pytest.raises(SettingsError, match="3 workers with 2 threads each need 6 cores"):
        worker_count(3, threads=2, timed=True)
