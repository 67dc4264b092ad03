"""The searches of the reports: minimax, alpha-beta and Monte-Carlo, run by the compiled core."""

from outflank._native import Evaluation, Position, Search
from outflank.engine.limit import Limit
from outflank.errors import IllegalMoveError, SettingsError
from outflank.values import FORCED_PASS, Decision, Ply

TERMINALS = ("outcome", "heuristic")


def _answer(search: Search, position: Position, limit: Limit) -> Decision:
    if position.is_over():
        raise IllegalMoveError("the game is over: there is no move to choose")
    if position.must_pass():
        return FORCED_PASS
    depth = limit.depth_at(position.size, position.empties) or 0
    move, score, reached, nodes, seconds, line, plies = search.search(
        position, depth, limit.nodes or 0, limit.seconds_at(position.empties) or 0.0
    )
    return Decision(
        move,
        score=score,
        depth=reached,
        nodes=nodes,
        seconds=seconds,
        pv=line or (move,),
        plies=tuple(Ply(*counts) for counts in plies),
    )


class ClassicSearch:
    """Minimax or alpha-beta with an evaluation; each ingredient can be switched on or off.

    With `partial`, a search cut short answers from its unfinished iteration where that is sound:
    the best move so far has been searched as deep as the one it replaces. `terminal="outcome"`
    ranks a finished game above every heuristic value, `"heuristic"` evaluates it like any other
    position, as the reports do. With `keep_table`, positions remembered from earlier searches
    serve later ones; then an answer depends on what was asked before.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        *,
        algorithm: str = "alphabeta",
        deepening: bool = True,
        table_mb: int = 64,
        ordering: str = "killer",
        aspiration: bool = False,
        partial: bool = False,
        terminal: str = "outcome",
        keep_table: bool = False,
    ) -> None:
        if terminal not in TERMINALS:
            raise SettingsError(f"terminal {terminal!r} does not exist; use outcome or heuristic")
        self.evaluation = evaluation
        self._search = Search.classic(
            evaluation,
            algorithm=algorithm,
            ordering=ordering,
            deepening=deepening,
            aspiration=aspiration,
            partial=partial,
            outcome_first=terminal == "outcome",
            table_mb=table_mb,
            keep_table=keep_table,
        )

    def search(self, position: Position, limit: Limit) -> Decision:
        """The best move within the limit. Ctrl-C ends the search and is raised as usual."""
        if position.size != self.evaluation.size:
            raise SettingsError(
                f"this search is for boards of size {self.evaluation.size}, not {position.size}"
            )
        return _answer(self._search, position, limit)

    def stop(self) -> None:
        """Ends a running search early; it answers with what it has. Any thread may call this."""
        self._search.stop()


class MonteCarloSearch:
    """UCT: grows a tree towards the moves that won most random games.

    Given an evaluation, leaves are judged by it instead of by random games. The score of a
    decision is the share of games won, in percent. `memory_mb` caps the tree; once it is full,
    games go on inside it.
    """

    def __init__(
        self,
        size: int,
        *,
        evaluation: Evaluation | None = None,
        exploration: float = 1.4,
        memory_mb: int = 64,
        seed: int = 0,
    ) -> None:
        self.size = size
        self._search = Search.monte_carlo(
            size, evaluation, exploration=exploration, memory_mb=memory_mb, seed=seed
        )

    def search(self, position: Position, limit: Limit) -> Decision:
        """The most visited move; `limit.nodes` counts games, and a depth means nothing here."""
        if limit.depth is not None or limit.dynamic:
            raise SettingsError("Monte-Carlo search has no depth; limit its nodes or seconds")
        if position.size != self.size:
            raise SettingsError(
                f"this search is for boards of size {self.size}, not {position.size}"
            )
        return _answer(self._search, position, limit)

    def stop(self) -> None:
        """Ends a running search early; it answers with what it has. Any thread may call this."""
        self._search.stop()
