import signal
import threading

import pytest

from outflank._background import Work, is_anybody_thinking


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


def test_work_that_nobody_waits_for_is_known() -> None:
    event = threading.Event()
    work = Work(event.wait, event.set)
    assert is_anybody_thinking()
    work.stop()
    assert work.answer() is True
