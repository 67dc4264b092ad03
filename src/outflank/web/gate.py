"""How many connections there may be, and how fast each may talk."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from outflank.web.refusal import RefusalError
from outflank.web.settings import Limits, is_loopback

TOO_MANY_MS = 5000


class Gate:
    """Counts the connections, of all and of each address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_address: Counter[str] = Counter()

    @property
    def count(self) -> int:
        return self._by_address.total()

    @contextmanager
    def enter(self, address: str) -> Iterator[None]:
        """One connection; RefusalError if there are too many."""
        if self.count >= self._limits.connections:
            raise RefusalError("too-many", "the server has no place left", retry_ms=TOO_MANY_MS)
        most = self._limits.connections_an_address
        if self._by_address[address] >= most and not is_loopback(address):
            why = f"there are {most} connections from this address already"
            raise RefusalError("too-many", why, retry_ms=TOO_MANY_MS)
        self._by_address[address] += 1
        try:
            yield
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


class Bucket:
    """Tokens that come back at a steady rate: so many messages at once, and so many a second."""

    def __init__(self, rate: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._tokens, self._last = float(most), clock()

    def take(self) -> float:
        """Takes one; 0 if there was one, else the seconds until there is."""
        now = self._clock()
        self._tokens = min(self._most, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < 1:
            return (1 - self._tokens) / self._rate
        self._tokens -= 1
        return 0.0
