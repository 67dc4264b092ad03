"""The searches that pages ask for, as jobs of the scheduler. Each tells its answers as it goes."""

import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from outflank._text import printable
from outflank.agents import decide
from outflank.engine import Analysis, Decision, Engine, Level, Limit
from outflank.engine.level import MAX_LEVEL
from outflank.engine.review import NODES
from outflank.errors import FaultKind, OutflankError, PlayerError
from outflank.game import Move
from outflank.session.insight import Explanation, evaluation_of, explain_move
from outflank.values import FORCED_PASS, Line
from outflank.web.hub import Hub
from outflank.web.messages import Analyse, Choose, Explain, Report, Request, error_message, message
from outflank.web.players import engine_move, named_player
from outflank.web.refusal import RefusalError, refusal_of
from outflank.web.scheduler import Job, Priority

Say = Callable[[dict[str, Any], bool], None]
"""Called from any thread with an answer; True if it is the last one."""
EXPLAIN = Limit(nodes=300_000)
"""For every move of the position together; nodes, so that the same question has the same answer."""
REPORT_NODES = ((12, 50_000), (18, 200_000), (MAX_LEVEL, NODES))
"""The highest level, and the positions to look at for each move up to it."""
FAULTS = {
    FaultKind.ILLEGAL: "chose a move that is illegal here",
    FaultKind.CRASH: "crashed",
    FaultKind.TIME: "took too long",
    FaultKind.MEMORY: "took too much memory",
    FaultKind.OUTPUT: "answered what nobody understands",
}
"""What is said of a player, by the kind of its error."""
MAX_LINE = 12
"""Moves of a line that are told."""

_log = logging.getLogger(__name__)


class AskedJob(Job):
    """A job that answers a request."""

    def __init__(self, request: Request, hub: Hub, say: Say) -> None:
        super().__init__()
        self.id, self.longest = request.id, hub.settings.limits.seconds
        self._hub, self._say = hub, say

    def tell(self, type: str, *, last: bool = False, **facts: Any) -> None:
        """An answer, unless nobody wants it."""
        if not self.cancelled:
            self._say(message(type, self.id, **facts), last)

    def failed(self, error: Exception) -> None:
        """The client hears what it can understand; what it cannot is ours to mend."""
        if self.cancelled:
            return
        if isinstance(error, PlayerError):
            # What a program says of itself is for who started the server, not for visitors.
            _log.warning("%s", printable(str(error)))
            kind = FaultKind.TIME if self.expired else error.kind
            code = "timeout" if kind == FaultKind.TIME else "engine-failed"
            refusal = RefusalError(code, f"the player {FAULTS.get(kind, 'failed')}")
        elif isinstance(error, OutflankError):
            refusal = refusal_of(error)
        else:
            _log.error("a search failed", exc_info=error)
            refusal = RefusalError("engine-failed", "the search failed")
        self._say(error_message(self.id, refusal), True)


class ChooseJob(AskedJob):
    def __init__(self, request: Choose, hub: Hub, say: Say) -> None:
        super().__init__(request, hub, say)
        self._request = request
        self._choice = hub.players.chosen(request.agent)
        self.priority = Priority.QUICK if self._choice.quick else Priority.MOVE
        self.resource = str(self._choice.spec) if self._choice.is_local else None

    def step(self) -> bool:
        begun = time.monotonic()
        position = self._request.game.position
        decision = FORCED_PASS if position.must_pass() else self._decided()
        self.tell(
            "move",
            last=True,
            move=decision.move.name,
            score=decision.score,
            depth=decision.depth,
            nodes=decision.nodes,
            ms=round(1000 * (time.monotonic() - begun)),
            line=_names(decision.pv),
        )
        return True

    def _decided(self) -> Decision:
        game, seed = self._request.game, self._request.seed
        if self._choice.is_local:
            local = self._hub.players.local_player(self._choice.spec)
            player = local.player
            # A program that cannot be stopped is ended once; the next game starts it again.
            end = cache(threading.Thread(target=player.close, daemon=True).start)
            with self.stopped_by(player.stop if player.can_stop else end):
                return local.move(game)
        if self._choice.uses_engine:
            with self._hub.pool.lent(game.size) as engine, self.stopped_by(engine.stop):
                return engine_move(self._choice, game, seed, engine, self._thinking)
        named = named_player(self._choice, game, seed)
        with named, self.stopped_by(named.stop):
            return decide(named, game.position)

    def _thinking(self, analysis: Analysis) -> None:
        if not analysis.finished:
            best = analysis.best
            self.tell("thinking", depth=analysis.depth, score=best.score, line=_names(best.pv))


class AnalyseJob(AskedJob):
    """What the moves of a position are worth, until the level is reached."""

    def __init__(self, request: Analyse, hub: Hub, say: Say) -> None:
        super().__init__(request, hub, say)
        self._position = request.game.position
        self._limit, self._lines = Level(request.level), request.lines
        self._nodes = 0
        """Of earlier slices."""
        self._best: tuple[tuple[bool, int, int], Analysis] | None = None

    def step(self) -> bool:
        """Searches for a slice, with what earlier slices have left in the table."""
        with self._hub.pool.lent(self._position.size) as engine, self.stopped_by(engine.stop):
            analysis = self._search(engine)
        self._nodes += analysis.nodes
        done = not self.interrupted or self.expired
        if done and self._best is not None:
            self._tell(self._best[1], self._nodes, finished=True)
        return done

    def _search(self, engine: Engine) -> Analysis:
        for analysis in engine.analysis(self._position, self._limit, lines=self._lines):
            rank = (analysis.exact, analysis.depth, analysis.selectivity)
            # A slice begins anew with shallow searches: what is known better is not told again.
            if self._best is None or rank >= self._best[0]:
                self._best = rank, analysis
                if not analysis.finished:
                    self._tell(analysis, self._nodes + analysis.nodes, finished=False)
        return analysis

    def _tell(self, analysis: Analysis, nodes: int, *, finished: bool) -> None:
        self.tell(
            "values",
            last=finished,
            key=self._position.to_text(),
            depth=analysis.depth,
            selectivity=analysis.selectivity,
            exact=analysis.exact,
            finished=finished,
            nodes=nodes,
            lines=[_line_record(line) for line in analysis.lines],
        )


class ExplainJob(AskedJob):
    """What speaks for one of two moves: the search behind them, and the heuristics."""

    priority = Priority.MOVE

    def __init__(self, request: Explain, hub: Hub, say: Say) -> None:
        super().__init__(request, hub, say)
        self._request = request

    def step(self) -> bool:
        """Looks at every move of the position, and compares the two."""
        position = self._request.game.position
        with self._hub.pool.lent(position.size) as engine, self.stopped_by(engine.stop):
            analysis = engine.analyse(position, EXPLAIN, lines=len(position.legal_moves))
        evaluation, request = evaluation_of(None, position.size), self._request
        explanation = explain_move(position, analysis, evaluation, request.move, request.other)
        if explanation is None:
            raise RefusalError("illegal-move", "there is no other move to compare it with")
        self.tell("terms", last=True, **_explanation_record(explanation))
        return True


class ReportJob(AskedJob):
    """How good the moves of a game were. Reports are made one after the other."""

    resource = "reports"

    def __init__(self, request: Report, hub: Hub, say: Say) -> None:
        super().__init__(request, hub, say)
        self._work = hub.reviews.report([request.game], Limit(nodes=report_nodes(request.level)))

    def step(self) -> bool:
        with self.stopped_by(self._stop_if_unwanted):
            while not self.interrupted:
                try:
                    progress = next(self._work)
                except StopIteration as end:
                    if not (self.cancelled or self.expired):
                        self.tell("report", last=True, report=end.value.record())
                    break
                if progress is not None:
                    self.tell("progress", done=progress.done, of=progress.moves)
            else:
                if not self.expired:
                    return False
        if self.expired:
            raise RefusalError("timeout", "the report took too long; ask for a lower level")
        return True

    def _stop_if_unwanted(self) -> None:
        # At the end of a slice the search goes on: cut short, it would find something else.
        if self.cancelled or self.expired:
            self._hub.reviews.stop()


JOBS: dict[type[Request], Callable[..., AskedJob]] = {
    Choose: ChooseJob,
    Analyse: AnalyseJob,
    Explain: ExplainJob,
    Report: ReportJob,
}


def report_nodes(level: int) -> int:
    """Positions to look at for each move, by the level that was asked for."""
    return next(nodes for most, nodes in REPORT_NODES if level <= most)


def _explanation_record(explanation: Explanation) -> dict[str, Any]:
    better = explanation.better
    return {
        "evaluation": explanation.evaluation,
        "better": None if better is None else better.name,
        "move": _line_record(explanation.move),
        "other": _line_record(explanation.other),
        "terms": [
            {"name": name, "move": value, "other": other}
            for name, value, other in explanation.terms
        ],
    }


def _line_record(line: Line) -> dict[str, Any]:
    return {"m": line.move.name, "s": line.score, "l": _names(line.pv)}


def _names(line: tuple[Move, ...]) -> list[str]:
    return [move.name for move in line[:MAX_LINE]]
