"""What all connections share: players, engines, workers, counts."""

import time
from collections import Counter

from outflank.session.reviews import ReviewService
from outflank.web.gate import Gate
from outflank.web.players import Players
from outflank.web.pool import EnginePool
from outflank.web.runs import Runs
from outflank.web.scheduler import Scheduler
from outflank.web.settings import ServerSettings


class Hub:
    """Lives as long as the server."""

    def __init__(self, settings: ServerSettings) -> None:
        """SettingsError if a player of the command line cannot be."""
        self.settings = settings
        self.players = Players(settings.agents, settings.limits)
        self.pool = EnginePool()
        self.reviews = ReviewService()
        self.scheduler = Scheduler(most_waiting=settings.limits.waiting)
        self.gate = Gate(settings.limits)
        self.runs = Runs(self.players)
        self.counts: Counter[str] = Counter()
        """Of messages by their types, and of errors by their codes."""
        self.begun = time.monotonic()
        self.is_ready = False

    def start(self) -> None:
        """Starts the workers, and makes the engine that is most likely to be asked."""
        self.scheduler.start()
        with self.pool.lent(8):
            self.is_ready = True

    def close(self) -> None:
        self.is_ready = False
        self.runs.close()
        self.scheduler.close()
        self.players.close()
        self.pool.close()
        self.reviews.close()
