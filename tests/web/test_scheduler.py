"""Whose turn it is, seen through jobs that wait for a word instead of searching."""

import threading
from collections.abc import Iterator

import pytest

from outflank.web.refusal import RefusalError
from outflank.web.scheduler import Job, Priority, Scheduler
from support.waiting import PATIENCE, wait_for


class Held(Job):
    """Works until it is told to go on, or stopped."""

    def __init__(
        self, priority: Priority = Priority.SLICED, *, resource: str | None = None
    ) -> None:
        super().__init__()
        self.priority, self.resource = priority, resource
        self.begun, self.go, self.over = (threading.Event() for _ in range(3))
        self.steps = 0
        self.error: Exception | None = None

    def step(self) -> bool:
        self.steps += 1
        woken = threading.Event()
        with self.stopped_by(woken.set):
            self.begun.set()
            while not woken.wait(0.005) and not self.go.is_set():
                pass
        if self.go.is_set():
            self.over.set()
        return self.go.is_set() or self.expired

    def failed(self, error: Exception) -> None:
        self.error = error
        self.over.set()


class Failing(Held):
    def step(self) -> bool:
        raise ValueError("broken")


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    made = Scheduler(cores=2, most_waiting=5)
    made.start()
    yield made
    made.close()


def begin(scheduler: Scheduler, job: Held) -> Held:
    scheduler.submit(job)
    assert job.begun.wait(PATIENCE)
    return job


def finish(*jobs: Held) -> None:
    for job in jobs:
        job.go.set()
    for job in jobs:
        assert job.over.wait(PATIENCE)


def test_slow_jobs_leave_a_worker_for_quick_ones(scheduler: Scheduler) -> None:
    slow = begin(scheduler, Held(Priority.MOVE))
    other = Held(Priority.MOVE)
    assert scheduler.submit(other) == 0  # a worker is idle, but not for slow ones
    quick = begin(scheduler, Held(Priority.QUICK))
    assert not other.begun.is_set()
    finish(quick, slow)
    assert other.begun.wait(PATIENCE)
    finish(other)


def test_quick_jobs_use_every_worker_and_come_first(scheduler: Scheduler) -> None:
    first, second = (begin(scheduler, Held(Priority.QUICK)) for _ in range(2))
    analysis, third = Held(), Held(Priority.QUICK)
    scheduler.submit(analysis)
    assert scheduler.submit(third) == 1
    finish(first)
    assert third.begun.wait(PATIENCE)
    finish(second, third, analysis)


def test_moves_come_before_analyses(scheduler: Scheduler) -> None:
    slow = begin(scheduler, Held(Priority.MOVE))
    analysis, move = Held(), Held(Priority.MOVE)
    scheduler.submit(analysis)
    scheduler.submit(move)
    finish(slow)
    assert move.begun.wait(PATIENCE)
    assert not analysis.begun.is_set()
    finish(move, analysis)


def test_analyses_take_turns(scheduler: Scheduler) -> None:
    jobs = [Held() for _ in range(3)]
    for job in jobs:
        scheduler.submit(job)
    wait_for(lambda: all(job.steps >= 2 for job in jobs))
    assert max(job.steps for job in jobs) - min(job.steps for job in jobs) <= 1
    finish(*jobs)


def test_an_analysis_that_is_alone_is_not_cut(scheduler: Scheduler) -> None:
    job = begin(scheduler, Held())
    quick = begin(scheduler, Held(Priority.QUICK))
    wait_for(lambda: scheduler.running == 2)
    threading.Event().wait(0.4)  # longer than a slice
    assert job.steps == 1
    finish(quick, job)


def test_a_cancelled_job_ends_at_once_and_does_not_come_back(scheduler: Scheduler) -> None:
    job, waiting = begin(scheduler, Held(Priority.MOVE)), Held(Priority.MOVE)
    scheduler.submit(waiting)
    scheduler.cancel(waiting)
    scheduler.cancel(job)
    wait_for(lambda: scheduler.running == 0 and scheduler.waiting == 0)
    assert job.steps == 1
    assert waiting.steps == 0


def test_a_job_that_takes_too_long_is_ended(scheduler: Scheduler) -> None:
    job = Held(Priority.MOVE)
    job.longest = 0.1
    begin(scheduler, job)
    wait_for(lambda: scheduler.running == 0)
    assert job.expired
    assert scheduler.waiting == 0


def test_what_only_one_can_use(scheduler: Scheduler) -> None:
    scheduler.close()
    wide = Scheduler(cores=4)
    wide.start()
    first = begin(wide, Held(Priority.MOVE, resource="program"))
    second = Held(Priority.MOVE, resource="program")
    wide.submit(second)
    third = begin(wide, Held(Priority.MOVE, resource="other"))
    assert not second.begun.is_set()
    finish(first)
    assert second.begun.wait(PATIENCE)
    finish(second, third)
    wide.close()


def test_a_resource_is_kept_from_the_first_step_to_the_end(scheduler: Scheduler) -> None:
    first, other = Held(resource="reports"), Held(resource="reports")
    analysis = Held()
    begin(scheduler, first)
    scheduler.submit(other)
    scheduler.submit(analysis)
    wait_for(lambda: first.steps >= 2 and analysis.steps >= 2)
    assert other.steps == 0
    scheduler.cancel(first)
    assert other.begun.wait(PATIENCE)
    finish(other, analysis)


def test_a_job_that_fails_is_told_and_the_worker_goes_on(scheduler: Scheduler) -> None:
    for _ in range(4):
        job = Failing()
        scheduler.submit(job)
        assert job.over.wait(PATIENCE)
        assert str(job.error) == "broken"
    finish(begin(scheduler, Held()))


def test_too_many_jobs_are_refused(scheduler: Scheduler) -> None:
    jobs = [begin(scheduler, Held(Priority.MOVE))]
    for _ in range(5):
        jobs.append(Held(Priority.MOVE))
        scheduler.submit(jobs[-1])
    with pytest.raises(RefusalError) as refused:
        scheduler.submit(Held(Priority.MOVE))
    assert refused.value.code == "busy"
    assert refused.value.retry_ms
    finish(*jobs)


def test_closing_ends_everything(scheduler: Scheduler) -> None:
    job, waiting = begin(scheduler, Held(Priority.MOVE)), Held(Priority.MOVE)
    scheduler.submit(waiting)
    scheduler.close()
    assert job.cancelled
    assert waiting.cancelled
    wait_for(lambda: scheduler.running == 0)
    with pytest.raises(RefusalError):
        scheduler.submit(Held())
