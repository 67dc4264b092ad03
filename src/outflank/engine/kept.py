"""An engine for whoever is asked about boards of any size, one at a time."""

from collections.abc import Callable

from outflank.engine.engine import Engine


class KeptEngine:
    """Made when it is first needed, and anew for another board size."""

    def __init__(self, make: Callable[[int], Engine]) -> None:
        self._make = make
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
        if self._engine is not None:
            self._engine.close()
            self._engine = None
