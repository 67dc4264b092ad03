import signal
import sys
import threading
from collections.abc import Generator

import pytest

from outflank._background import Work, finish, is_anybody_thinking
from support.commands import run
from support.waiting import PATIENCE


def test_an_answer_and_an_error_both_arrive() -> None:
    assert Work(lambda: 42, None).answer() == 42

    def fail() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        Work(fail, None).answer()


def test_stop_reaches_the_work() -> None:
    event = threading.Event()
    work = Work(event.wait, event.set)
    assert work.can_stop
    assert not work.is_done(0.0)
    work.stop()
    assert work.answer() is True
    assert not Work(lambda: None, None).can_stop


def test_an_interrupt_while_waiting_does_not_end_the_work() -> None:
    """Python's own join takes a thread for ended if it is interrupted in it."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    event = threading.Event()
    work = Work(event.wait, event.set)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            work.is_done(60.0)
        assert not work.is_done(0.0)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            work.answer()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not work.is_done(0.0)
    work.stop()
    assert work.answer() is True


def test_a_handler_of_another_program_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has no name for one that was there before it."""
    changed: list[object] = []
    monkeypatch.setattr(signal, "getsignal", lambda _: None)
    monkeypatch.setattr(signal, "signal", lambda *given: changed.append(given))
    assert Work(lambda: 42, None).answer() == 42
    assert changed == []


RESTLESS = """
import random, signal
from outflank._background import Work

random.seed(1)
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
for _ in range(500):
    told = []
    work = Work(lambda: 42, lambda: told.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0001, 0.002))
        while True:
            assert Work(lambda: 42, None).answer() == 42
            work.is_done(0)
    except KeyboardInterrupt:
        work.end()
        assert work.answer() == 42
        assert told
print("done")
"""


@pytest.mark.integration
def test_ctrl_c_at_any_moment_leaves_no_lock_behind() -> None:
    done = run([sys.executable, "-c", RESTLESS])
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_work_is_told_to_end_until_it_listens() -> None:
    told = threading.Semaphore(0)

    def deaf_at_first() -> int:
        for _ in range(3):
            told.acquire()
        return 42

    work = Work(deaf_at_first, told.release)
    work.end()
    assert work.answer() == 42


def test_everybody_who_waits_is_woken() -> None:
    event = threading.Event()
    work = Work(event.wait, event.set)
    waiting = [Work(lambda: work.is_done(PATIENCE), None) for _ in range(3)]
    work.stop()
    assert all(one.answer() for one in waiting)


def test_work_that_nobody_waits_for_is_known() -> None:
    event = threading.Event()
    work = Work(event.wait, event.set)
    assert is_anybody_thinking()
    work.stop()
    assert work.answer() is True


def test_work_with_pauses_is_finished() -> None:
    def work() -> Generator[int, None, str]:
        yield 1
        yield 2
        return "done"

    pauses: list[int] = []
    assert finish(work()) == finish(work(), pauses.append) == "done"
    assert pauses == [1, 2]
