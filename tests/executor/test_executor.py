"""What is the same for every executor."""

from collections.abc import Iterator
from concurrent.futures import CancelledError, Future

import pytest

from outflank import EngineError, SettingsError
from outflank.executor import Executor, open_executor
from support import executor_tasks as tasks

ELSEWHERE = [pytest.param(name, marks=pytest.mark.integration) for name in ("processes", "cluster")]


@pytest.fixture(scope="module", params=["here", *ELSEWHERE])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    address = request.getfixturevalue("cluster").address if request.param == "cluster" else None
    with open_executor(2 if request.param == "processes" else 1, address) as opened:
        yield opened


def test_every_task_is_completed_once(executor: Executor) -> None:
    futures = {executor.submit(tasks.slow_square, number): number for number in range(20)}
    seen = list(executor.completed(futures))
    assert len(seen) == 20
    assert {futures[future]: future.result() for future in seen} == {n: n * n for n in range(20)}


def test_tasks_can_be_added_while_others_run(executor: Executor) -> None:
    waiting, results = list(range(15)), []
    busy: set[Future[int]] = set()
    while waiting or busy:
        while waiting and len(busy) < 2 * executor.slots:
            busy.add(executor.submit(tasks.square, waiting.pop()))
        future = next(executor.completed(busy))
        busy.remove(future)
        results.append(future.result())
    assert sorted(results) == [number * number for number in range(15)]


def test_a_result_can_be_awaited_alone(executor: Executor) -> None:
    first, second = executor.submit(tasks.square, 3), executor.submit(tasks.square, 4)
    assert second.result() == 16
    assert first.result() == 9
    assert first.exception() is None
    assert list(executor.completed([first, second])) == [first, second]


def test_errors_travel(executor: Executor) -> None:
    future, other = executor.submit(tasks.fail, "no such luck"), executor.submit(tasks.square, 5)
    with pytest.raises(ValueError, match="no such luck"):
        future.result()
    assert isinstance(future.exception(), ValueError)
    assert other.result() == 25


def test_an_error_that_cannot_travel_is_told_in_words(executor: Executor) -> None:
    with pytest.raises((EngineError, tasks.UnfitToTravel), match="gave no answer") as caught:
        executor.submit(tasks.fail_unfit).result()
    assert (caught.type is tasks.UnfitToTravel) == (type(executor).__name__ == "Serial")


def test_what_is_cancelled_is_not_waited_for(executor: Executor) -> None:
    futures = [executor.submit(tasks.slow_square, number) for number in range(12)]
    assert futures[-1].cancel()
    assert set(executor.completed(futures)) == set(futures)
    assert futures[-1].cancelled()
    with pytest.raises(CancelledError):
        futures[-1].result()
    assert [future.result() for future in futures[:-1]] == [n * n for n in range(11)]


def test_nothing_to_wait_for(executor: Executor) -> None:
    assert list(executor.completed([])) == []


def test_bad_requests() -> None:
    with pytest.raises(SettingsError, match="at least one worker, not 0"):
        open_executor(0)
    with pytest.raises(SettingsError, match="a cluster has workers of its own"):
        open_executor(2, cluster="tcp://host:8786")
