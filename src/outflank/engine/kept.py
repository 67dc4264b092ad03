"""An engine for whoever is asked about boards of any size, one at a time."""

from collections.abc import Callable
from typing import Self

from outflank.engine.engine import Engine

HASH_MB = 64


class KeptEngine:
    """Made when it is first needed, and anew for another board size."""

    def __init__(self, make: Callable[[int], Engine] | None = None) -> None:
        """Without `make` it has one thread, so that it repeats its answers."""
        self._make = make or (lambda size: Engine(size, threads=1, hash_mb=HASH_MB))
        self._engine: Engine | None = None

    def for_size(self, size: int) -> Engine:
        """The engine for a board; one for another size is closed."""
        if self._engine is None or self._engine.size != size:
            self.close()
            self._engine = self._make(size)
        return self._engine

    def forget(self) -> None:
        if self._engine is not None:
            self._engine.forget()

    def stop(self) -> None:
        """Ends the search under way; it answers with what it has. Any thread may call this."""
        engine = self._engine
        if engine is not None:
            engine.stop()

    def close(self) -> None:
        """Frees the memory."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
