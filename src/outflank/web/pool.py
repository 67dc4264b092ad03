"""Engines that searches borrow: one for each worker and board size at most, made when needed."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from outflank.engine import Engine


class EnginePool:
    """Lends engines; what one has stored stays in it for whoever borrows it next."""

    def __init__(self, hash_mb: int = 16) -> None:
        self._hash_mb = hash_mb
        self._idle: dict[int, list[Engine]] = defaultdict(list)
        self._made: list[Engine] = []
        self._lock = threading.Lock()
        self._closed = False

    @property
    def count(self) -> int:
        return len(self._made)

    @contextmanager
    def lent(self, size: int) -> Iterator[Engine]:
        """An engine that nobody else uses meanwhile."""
        with self._lock:
            idle = self._idle[size]
            # The one that came back last has the most in its table.
            engine = idle.pop() if idle else None
        if engine is None:
            engine = Engine(size, threads=1, hash_mb=self._hash_mb)
            with self._lock:
                self._made.append(engine)
                if self._closed:
                    engine.close()
        try:
            yield engine
        finally:
            with self._lock:
                self._idle[size].append(engine)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for engine in self._made:
                engine.close()
