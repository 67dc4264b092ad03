"""Ctrl-C at a better moment."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Puts Ctrl-C off until what must not be cut short is done.

    `Condition.__enter__` is Python: an exception raised in it leaves the lock taken, and who sets
    the result of the future it belongs to, or begins the thread, would wait for ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets signals, and only it may change what they do
        return
    heard = False

    def hear(*_: object) -> None:
        nonlocal heard
        heard = True

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)
