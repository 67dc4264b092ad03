"""Tournaments that a page has started: one at a time, in a thread, forgotten with the server."""

import logging
import math
import threading
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, Literal

from outflank._schema import JsonObject
from outflank.arena.seat import check_player
from outflank.arena.settings import OPTIONS as RUN_OPTIONS
from outflank.arena.settings import RunSettings
from outflank.arena.summary import standings, summarize
from outflank.arena.tournament import Run, all_openings, play_run
from outflank.errors import FileError, OutflankError, SettingsError
from outflank.executor import open_executor
from outflank.pages.arena import arena_page
from outflank.pages.replay import ReplayGames
from outflank.web.players import Players
from outflank.web.refusal import RefusalError, busy

MAX_PLAYERS = 4
MAX_RUNS = 20
"""That are remembered; and of them `MAX_WAITING` may wait."""
MAX_WAITING = 4
_MAXIMA = {"games": (20, 200), "nodes": (1000, 100_000)}
"""Defaults and maxima of the options that the page may set."""
OPTIONS = tuple(
    replace(option, default=_MAXIMA[option.field][0], maximum=_MAXIMA[option.field][1])
    for option in RUN_OPTIONS
    if option.field in _MAXIMA
)

Status = Literal["waiting", "playing", "done", "stopped", "failed"]

_log = logging.getLogger(__name__)


class _StoppedError(Exception):
    """Ends a run between two moves."""


def limits_record() -> dict[str, Any]:
    """The limits of a run as the form of the page has them."""
    return {
        "players": MAX_PLAYERS,
        **{
            option.name: {"min": option.minimum, "max": option.maximum, "default": option.default}
            for option in OPTIONS
        },
    }


class WebRun:
    """A tournament, and how far it has got. One thread plays it; others see what it has shown."""

    def __init__(self, id: str, settings: RunSettings) -> None:
        self.id = id
        self.settings = settings
        self.status: Status = "waiting"
        self.error: str | None = None
        self._games = ReplayGames()
        self._run = Run(self.settings, on_count=self._games.add)
        self._played, self._standings = 0, standings(self._run.tally)
        self._watchers: list[Callable[[], None]] = []
        self._stopped = threading.Event()

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "stopped", "failed")

    def record(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "players": list(self.settings.players),
            "size": self.settings.sizes[0],
            "games": self._run.total,
            "played": self._played,
            "status": self.status,
            "error": self.error,
            "standings": [
                {
                    "name": row.name,
                    "games": row.result.games,
                    "wins": row.result.total.wins,
                    "draws": row.result.total.draws,
                    "losses": row.result.total.losses,
                    "score": round(row.result.total.share, 4),
                    "elo": round(row.rating.elo, 1) if math.isfinite(row.rating.elo) else None,
                }
                for row in self._standings
            ],
        }

    def report(self) -> str:
        """The arena's page about it, once it is over."""
        if not self.is_over:
            raise busy("the run has not ended yet")
        return arena_page(summarize(self._run.tally), self._games.chosen())

    def watched_by(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Lets `changed` be called, from any thread, whenever something has; the end of that."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def stop(self) -> None:
        """Ends it after the move under way."""
        self._stopped.set()
        if self.status == "waiting":
            self._become("stopped")

    def play(self) -> None:
        """Plays all of it; called by the one thread that plays."""
        if self.is_over:
            return
        self._become("playing")
        try:
            with open_executor() as executor:
                lines = all_openings(self.settings)
                play_run(self._run, lines, None, executor, self._look, on_move=self._check)
            self._become("done")
        except _StoppedError:
            self._become("stopped")
        except Exception as error:  # the thread has other runs to play
            _log.error("a run failed", exc_info=error)
            self.error = str(error) if isinstance(error, OutflankError) else "the run failed"
            self._become("failed")

    def _look(self, run: Run) -> None:
        self._played, self._standings = run.tally.games, standings(run.tally, intervals=False)
        self._become("playing")

    def _check(self) -> None:
        if self._stopped.is_set():
            raise _StoppedError

    def _become(self, status: Status) -> None:
        self.status = status
        for changed in list(self._watchers):
            changed()


class Runs:
    """The tournaments of this server, the newest first."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._runs: dict[str, WebRun] = {}
        self._line: SimpleQueue[WebRun | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._number = 0

    def records(self) -> list[dict[str, Any]]:
        return [run.record() for run in reversed(self._runs.values())]

    def get(self, id: str) -> WebRun:
        if id not in self._runs:
            raise RefusalError(
                "not-found", "there is no such run; a server forgets its runs when it ends"
            )
        return self._runs[id]

    def start(self, record: JsonObject) -> WebRun:
        if sum(not run.is_over for run in self._runs.values()) > MAX_WAITING:
            raise busy("too many runs are waiting")
        settings = self._settings(record)
        self._number += 1
        run = self._runs[str(self._number)] = WebRun(str(self._number), settings)
        for id in list(self._runs):
            if len(self._runs) > MAX_RUNS and self._runs[id].is_over:
                del self._runs[id]
        if self._thread is None:
            self._thread = threading.Thread(target=self._play, name="outflank-arena", daemon=True)
            self._thread.start()
        self._line.put(run)
        return run

    def close(self) -> None:
        """Ends the run under way; none begins after it."""
        for run in self._runs.values():
            run.stop()
        self._line.put(None)
        if self._thread is not None:
            self._thread.join(timeout=2.0)

    def _play(self) -> None:
        while (run := self._line.get()) is not None:
            run.play()

    def _settings(self, record: JsonObject) -> RunSettings:
        try:
            specs = record.list("players")
            size = record.count("size") if record.has("size") else 8
            values = {
                option.field: record.count(option.field)
                if record.has(option.field)
                else option.default
                for option in OPTIONS
            }
        except FileError as error:
            raise RefusalError("bad-message", f"this run cannot be understood: {error}") from None
        if not all(isinstance(spec, str) and len(spec) <= 200 for spec in specs):
            raise RefusalError("bad-message", "the players of a run are named by texts")
        if len(specs) > MAX_PLAYERS:
            raise RefusalError("too-large", f"a run has at most {MAX_PLAYERS} players")
        try:
            for option in OPTIONS:
                option.check(values[option.field])
        except SettingsError as error:
            raise RefusalError("too-large", str(error)) from None
        for spec in specs:
            self._players.chosen(spec)
        try:
            settings = RunSettings.of(specs, {"sizes": (size,), **values})
            for spec in specs:
                check_player(spec, settings.conditions, settings.sizes)
        except SettingsError as error:
            raise RefusalError("bad-message", str(error)) from None
        return settings
