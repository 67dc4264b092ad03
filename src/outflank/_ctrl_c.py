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
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is None:
        # Only the main thread gets signals and may change what they do; and what another program
        # that runs Python in itself has set could not be set again.
        yield
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
