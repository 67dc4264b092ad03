"""Plays a run: hands out pairs of games, collects them in order, and knows when to stop."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from outflank._ctrl_c import ctrl_c_waits
from outflank.arena.log import Log
from outflank.arena.openings import Line, openings
from outflank.arena.referee import play_pair
from outflank.arena.seat import Seat
from outflank.arena.settings import Conditions, Pairing, RunSettings
from outflank.arena.tally import ArenaTally, Pair, pairing_of
from outflank.executor import Executor, stopping
from outflank.stats.elo import PairCounts
from outflank.stats.sprt import Sprt

TASK_SECONDS = 0.5
"""How long a worker is busy with one task: long enough that handing it over costs nothing."""
MAX_PAIRS = 200
"""In one task."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some pairings, and all that is needed to play them anywhere."""

    players: tuple[str, ...]
    conditions: Conditions
    seed: int
    work: tuple[tuple[Pairing, Line], ...]


# Processor time is that of a whole process: where it is the clock, threads play in turn.
_one_at_a_time = threading.Lock()
# The players of a worker, kept from task to task, and who watches; each thread has its own.
_worker = threading.local()


def _seats(task: Task) -> dict[int, Seat]:
    key = (task.players, task.conditions)
    if getattr(_worker, "key", None) != key:
        release()
        _worker.key, _worker.seats = key, {}
    seats: dict[int, Seat] = _worker.seats
    for number in {n for pairing, _ in task.work for n in (pairing.first, pairing.second)}:
        if number not in seats:
            seats[number] = Seat(task.players[number], task.conditions)
    return seats


def release() -> None:
    """Ends the players kept by this thread."""
    for seat in getattr(_worker, "seats", {}).values():
        seat.close()
    _worker.key, _worker.seats = None, {}


def play_task(task: Task) -> tuple[list[Pair], float]:
    """The games of a task, as far as they were played before a stop, and the seconds they took."""
    alone = task.conditions.timed and task.conditions.clock == "cpu"
    with _one_at_a_time if alone else nullcontext():
        begun = time.monotonic()
        seats = _seats(task)
        on_move = getattr(_worker, "on_move", None)
        played = [
            play_pair(seats, pairing, opening, task.seed, task.conditions, on_move=on_move)
            for pairing, opening in takewhile(lambda _: not stopping(), task.work)
        ]
        return played, time.monotonic() - begun


class Run:
    """A run on its way: what there is to play, and the tally of what was played.

    Pairs are counted in the order of the schedule, whatever order they come in: a table, and the
    verdict of a sequential test, do not depend on how many workers there were or who was quicker.
    """

    def __init__(
        self,
        settings: RunSettings,
        played: Iterable[Pair] = (),
        on_count: Callable[[Pair], object] = lambda _: None,
    ) -> None:
        """Begins with what was played before; `on_count` is called with each pair that counts."""
        self.settings = settings
        self._on_count = on_count
        self.tally = ArenaTally(settings)
        self.sprt = None if settings.sprt is None else Sprt(*settings.sprt)
        self.verdict: str | None = None
        self._schedule = settings.pairings()
        self._waiting: dict[int, Pair] = {}
        """By their places in the schedule."""
        self._results = [0] * 5
        self._counted = 0
        self.under_way = 0
        """Pairs that have been handed out to workers."""
        self.collect(played)

    @property
    def total(self) -> int:
        """Games to play, unless the sequential test ends sooner."""
        return 2 * len(self._schedule)

    @property
    def played(self) -> int:
        """Games played, counted or still waiting for earlier ones."""
        return self.tally.games + self.uncounted

    @property
    def uncounted(self) -> int:
        """Games played that wait for earlier ones, or came when the test had its verdict."""
        return 2 * len(self._waiting)

    @property
    def counts(self) -> PairCounts:
        """What a sequential test has to go by: the pairs of the two players."""
        return PairCounts(tuple(self._results))

    @property
    def is_over(self) -> bool:
        return self.verdict is not None or self._counted == len(self._schedule)

    def missing(self) -> Iterator[Pairing]:
        """What had not been played when it was asked, in order."""
        places = range(self._counted, len(self._schedule))
        waiting = set(self._waiting)
        return (self._schedule[place] for place in places if place not in waiting)

    def collect(self, pairs: Iterable[Pair]) -> None:
        """Takes in pairs, in any order; one that is there already counts once."""
        for pair in pairs:
            place = self._schedule.place_of(pairing_of(pair))
            if place >= self._counted:
                self._waiting.setdefault(place, pair)
        while self._counted in self._waiting and self.verdict is None:
            pair = self._waiting.pop(self._counted)
            self._counted += 1
            self._add(pair)
            if self.sprt is not None:
                self._results[int(2 * pair[0].points_of(0) + 2 * pair[1].points_of(0))] += 1
                self.verdict = self.sprt.verdict(self.counts)

    def count_rest(self) -> None:
        """For a run that was stopped: counts those that wait for earlier ones too."""
        if self.sprt is None:
            for place in sorted(self._waiting):
                self._add(self._waiting.pop(place))

    def _add(self, pair: Pair) -> None:
        self.tally.add(pair)
        self._on_count(pair)


def all_openings(
    settings: RunSettings, report: Callable[[float], None] = lambda _: None
) -> dict[int, list[Line]]:
    return {size: openings(settings, size, report) for size in settings.sizes}


def play_run(
    run: Run,
    lines: dict[int, list[Line]],
    log: Log | None,
    executor: Executor,
    update: Callable[[Run], Any] = lambda _: None,
    *,
    on_move: Callable[[], object] | None = None,
) -> None:
    """Plays what the run lacks. Every finished pair is in the log before anything else happens.

    `update` is called whenever some have been handed out or have come in, `on_move` after every
    move that this process plays itself. Stopped by an exception, Ctrl-C included, it keeps what the
    workers had finished.
    """
    settings = run.settings
    missing, left = run.missing(), (run.total - run.played) // 2
    pace = 0.0
    busy: dict[Any, int] = {}  # how many pairs each future is of
    _worker.on_move = on_move

    def take(future: Any) -> None:
        nonlocal pace
        run.under_way -= busy.pop(future)
        pairs, seconds = future.result()
        if log is not None:
            log.add(pairs)
        run.collect(pairs)
        if pairs:
            pace = seconds / len(pairs)

    try:
        while busy or (left and not run.is_over):
            while left and len(busy) < 2 * executor.slots and not run.is_over:
                size = _batch(left, pace, executor.slots)
                left -= size
                batch = islice(missing, size)
                work = tuple((pairing, lines[pairing.size][pairing.pair]) for pairing in batch)
                task = Task(settings.players, settings.conditions, settings.seed, work)
                busy[executor.submit(play_task, task)] = len(work)
                run.under_way += len(work)
            update(run)
            take(next(iter(executor.completed(busy))))
            update(run)
            if run.is_over:
                break
    finally:
        _worker.on_move = None
        with ctrl_c_waits():
            done = [future for future in busy if future.done() and not future.cancelled()]
        for future in done:
            if future.exception() is None:
                take(future)
        release()


def _batch(left: int, pace: float, slots: int) -> int:
    """How many pairs to hand out at once; the last ones are shared out evenly."""
    if not pace:
        return 1
    return max(1, min(int(TASK_SECONDS / pace), MAX_PAIRS, -(-left // (2 * slots))))
