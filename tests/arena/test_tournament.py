"""Whole runs: the same however they are played, stopped, continued or shared out."""

import random
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from outflank import EngineError
from outflank.arena import tournament
from outflank.arena.log import Log, read_log
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.tally import ArenaTally, Pair
from outflank.arena.tournament import Run, Task, all_openings, play_run, play_task, release
from outflank.executor import open_executor
from support.waiting import PATIENCE

SETTINGS = RunSettings(
    ("random", "greedy", "alphabeta:depth=1,eval=mobility"),
    sizes=(4, 6),
    games=8,
    conditions=Conditions(nodes=50),
)


def played(settings: RunSettings, workers: int = 1) -> Run:
    run = Run(settings)
    with open_executor(workers) as executor:
        play_run(run, all_openings(settings), None, executor)
    release()
    return run


def facts(tally: ArenaTally) -> object:
    return {
        key: (match.points, match.diffs, match.raw_diffs, match.discs, match.repeated)
        for key, match in tally.matches.items()
    }


def all_pairs(settings: RunSettings) -> list[Pair]:
    lines = all_openings(settings)
    work = tuple((p, lines[p.size][p.pair]) for p in settings.pairings())
    pairs, _ = play_task(Task(settings.players, settings.conditions, settings.seed, work))
    release()
    return pairs


def test_a_run_plays_everything() -> None:
    run = played(SETTINGS)
    assert run.is_over
    assert run.played == run.total == run.tally.games == 2 * 3 * 8
    assert not list(run.missing())
    assert not any(run.tally.faults)
    for match in run.tally.matches.values():
        assert match.score.games == 8
        assert match.as_black.games == match.as_white.games == 4
        assert len(match.points) == 4


@pytest.mark.integration
def test_two_workers_give_the_same_table() -> None:
    assert facts(played(SETTINGS).tally) == facts(played(SETTINGS, 2).tally)


def test_the_order_of_arrival_does_not_matter() -> None:
    pairs = all_pairs(SETTINGS)
    straight = Run(SETTINGS, pairs)
    random.Random(1).shuffle(pairs)
    run = Run(SETTINGS)
    for pair in pairs:
        run.collect([pair])
    assert facts(run.tally) == facts(straight.tally)


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = played(SETTINGS)

    class EnoughError(Exception):
        pass

    def stop_at_ten(run: Run) -> None:
        if run.played >= 10:
            raise EnoughError

    run = Run(SETTINGS)
    with (
        Log.create(path, SETTINGS) as log,
        open_executor(1) as executor,
        pytest.raises(EnoughError),
    ):
        play_run(run, all_openings(SETTINGS), log, executor, stop_at_ten)
    assert len(read_log(path)[1]) == run.played / 2 < len(SETTINGS.pairings())
    log, settings, pairs = Log.resume(path)
    assert settings == SETTINGS
    run = Run(settings, pairs)
    with log, open_executor(1) as executor:
        play_run(run, all_openings(settings), log, executor)
    release()
    assert facts(run.tally) == facts(whole.tally)
    assert facts(Run(*read_log(path)).tally) == facts(whole.tally)


def test_games_that_wait_for_earlier_ones_are_counted_at_the_end() -> None:
    pairs = all_pairs(SETTINGS)
    run = Run(SETTINGS, pairs[5:])
    assert run.tally.games == 0
    assert run.played == 2 * len(pairs[5:])
    run.count_rest()
    assert run.tally.games == run.played


@pytest.mark.integration
def test_a_sequential_test_ends_early_and_the_same_way() -> None:
    settings = RunSettings(
        ("alphabeta:depth=2", "random"), sizes=(6,), games=400, sprt=(0.0, 100.0)
    )
    one, two = played(settings), played(settings, 2)
    assert one.verdict == two.verdict == "H1"
    assert one.tally.games == two.tally.games < 400
    assert facts(one.tally) == facts(two.tally)
    assert one.counts == one.tally.match(0, 1).counts


def test_games_beyond_a_verdict_are_told_apart() -> None:
    settings = RunSettings(("alphabeta:depth=2", "random"), sizes=(6,), games=60, sprt=(0.0, 100.0))
    pairs = all_pairs(settings)
    run = Run(settings, pairs)
    run.count_rest()
    assert run.verdict == "H1"
    assert run.uncounted == 60 - run.tally.games > 0
    part = Run(settings, [*pairs[:2], pairs[5]])
    part.count_rest()
    assert (part.verdict, part.tally.games, part.uncounted) == (None, 4, 2)


def test_every_game_of_a_run_without_a_test_is_counted() -> None:
    pairs = all_pairs(SETTINGS)
    run = Run(SETTINGS, pairs[5:])
    assert run.uncounted == run.played
    run.count_rest()
    assert run.uncounted == 0


def test_a_repeated_game_is_counted() -> None:
    settings = RunSettings(
        ("greedy", "alphabeta:depth=1"),
        sizes=(6,),
        games=8,
        openings=((6, "c2"), (6, "b3")),
    )
    match = played(settings).tally.matches[6, 0, 1]
    assert match.repeated == 4


def test_what_a_task_raises_ends_the_run() -> None:
    class Broken:
        slots = 1

        def submit(self, *_: object) -> Future[object]:
            future: Future[object] = Future()
            future.set_exception(EngineError("no more workers"))
            return future

        def completed(self, futures: set[Future[object]]) -> list[Future[object]]:
            return list(futures)

    with pytest.raises(EngineError, match="no more workers"):
        play_run(Run(SETTINGS), all_openings(SETTINGS), None, Broken())  # type: ignore[arg-type]


@pytest.mark.parametrize(("clock", "together"), [("wall", 2), ("cpu", 1)])
def test_threads_of_a_worker_do_not_pay_for_each_other(
    clock: Literal["wall", "cpu"], together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processor time counts what all threads do, so only one of them plays."""
    settings = replace(SETTINGS, sizes=(4,), conditions=Conditions(seconds=1.0, clock=clock))
    pair = all_pairs(replace(SETTINGS, sizes=(4,)))[0]
    playing, most, both = 0, 0, threading.Event()

    def play_pair(*_: object, **__: object) -> Pair:
        nonlocal playing, most
        playing += 1
        most = max(most, playing)
        if playing == 2:
            both.set()
        both.wait(PATIENCE if together == 2 else 0.2)
        playing -= 1
        return pair

    monkeypatch.setattr(tournament, "play_pair", play_pair)
    work = ((settings.pairings()[0], ()),)
    task = Task(settings.players, settings.conditions, settings.seed, work)
    with ThreadPoolExecutor(2) as threads:
        assert [pairs for pairs, _ in threads.map(play_task, [task, task])] == [[pair], [pair]]
    assert most == together
