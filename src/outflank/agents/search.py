"""Players that search with the native core: minimax, alpha-beta and Monte-Carlo."""

from abc import abstractmethod
from functools import partial
from typing import Any

from outflank._native import Position
from outflank.agents.base import Agent, choices
from outflank.engine import Decision, Limit
from outflank.engine.classic import ClassicSearch, MonteCarloSearch
from outflank.engine.evals import load_evaluation
from outflank.errors import EngineError, SettingsError

SEED_MULTIPLIER = 0x9E3779B97F4A7C15
"""An odd number without pattern (2**64 over the golden ratio): keeps two seeds apart."""


class SearchAgent(Agent):
    """Asks a search of the core for each move; `_make` makes it for a board size."""

    limit: Limit
    can_stop = True
    _search: ClassicSearch | MonteCarloSearch | None = None
    _size = 0

    @abstractmethod
    def _make(self, size: int) -> ClassicSearch | MonteCarloSearch:
        """The search for boards of a size."""

    def prepare(self, size: int) -> None:
        self._search_for(size)

    def choose(self, position: Position) -> Decision:
        choices(position)
        return self._search_for(position.size).search(position, self.limit)

    def stop(self) -> None:
        if self._search is not None:
            self._search.stop()

    def _search_for(self, size: int) -> ClassicSearch | MonteCarloSearch:
        if self._search is None or self._size != size:
            self._search, self._size = self._make(size), size
        return self._search


class ClassicAgent(SearchAgent):
    """Minimax or alpha-beta with an evaluation; see `ClassicSearch` for the settings.

    Without `deepening` a search goes to its depth at once. None means: unless the time or the nodes
    are limited, for then there must be a shallower answer to fall back on.
    """

    evaluation: str

    def __init__(
        self,
        algorithm: str,
        limit: Limit,
        *,
        eval: str = "improved",
        deepening: bool | None = None,
        ordering: str = "none",
        table: int = 0,
        **settings: Any,
    ) -> None:
        self.limit = limit
        self.evaluation = eval
        if deepening is None:
            deepening = limit.is_timed or limit.nodes is not None
        if not deepening and limit.depth is None and not limit.dynamic:
            raise SettingsError("deepening=no needs a depth to search to")
        self._settings = {
            "algorithm": algorithm,
            "deepening": deepening,
            "ordering": ordering,
            "table_mb": table,
            **settings,
        }

    def new_game(self) -> None:
        if self._settings.get("keep_table"):
            self._search = None

    def _make(self, size: int) -> ClassicSearch:
        evaluation = load_evaluation(self.evaluation, size)
        try:
            return ClassicSearch(evaluation, **self._settings)
        except MemoryError:
            megabytes = self._settings["table_mb"]
            raise EngineError(f"there is no memory for a table of {megabytes} MB") from None


minimax = partial(ClassicAgent, "minimax")
alphabeta = partial(ClassicAgent, "alphabeta")


class MonteCarloAgent(SearchAgent):
    """Monte-Carlo tree search (UCT); its nodes are playouts, its move the one most visited."""

    def __init__(
        self,
        limit: Limit,
        *,
        playout: str = "random",
        eval: str | None = None,
        exploration: float = 1.4,
        memory: int = 64,
        seed: int = 0,
    ) -> None:
        if eval is not None and playout == "random":
            raise SettingsError("eval is of no use without playout=eval")
        self.limit = limit
        self.evaluation = (eval or "rudimentary") if playout == "eval" else None
        self._exploration, self._memory, self._seed = exploration, memory, seed
        self._dice = seed

    def reseed(self, seed: int) -> None:
        self._dice = (self._seed * SEED_MULTIPLIER + seed) % 2**64

    def new_game(self) -> None:
        self._search = None

    def _make(self, size: int) -> MonteCarloSearch:
        evaluation = None if self.evaluation is None else load_evaluation(self.evaluation, size)
        return MonteCarloSearch(
            size,
            evaluation=evaluation,
            exploration=self._exploration,
            memory_mb=self._memory,
            seed=self._dice,
        )
