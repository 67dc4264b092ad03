"""Stopping, threads, asyncio and Ctrl-C."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import aclosing
from typing import Any

import pytest

from outflank import Engine, EngineError, Level, Limit, Position
from support.waiting import PATIENCE

ENDLESS = Level(60)
"""From the start of an 8x8 game nobody waits for the end of this."""


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(threads=2, hash_mb=4, level=4, book=False) as engine:
        yield engine


class Background:
    """A call in another thread."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.answer: Any = None

        def run() -> None:
            try:
                self.answer = call()
            except EngineError as error:
                self.answer = error

        self._thread = threading.Thread(target=run)
        self._thread.start()

    def is_running(self) -> bool:
        self._thread.join(0.01)
        return self._thread.is_alive()

    def join(self) -> Any:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.answer


def test_stop_from_another_thread(engine: Engine) -> None:
    thinking = threading.Event()
    search = Background(lambda: engine.play(Position(), ENDLESS, watch=lambda _: thinking.set()))
    assert thinking.wait(PATIENCE)
    engine.stop()
    decision = search.join()
    assert decision.depth >= 1
    assert Position().is_legal(decision.move)


def test_a_solution_that_was_stopped_is_none(engine: Engine) -> None:
    search = Background(lambda: engine.solve(Position()))
    while search.is_running():  # before it has begun there is nothing to stop
        engine.stop()
    assert isinstance(search.join(), EngineError)
    assert str(search.answer) == "the search was stopped before the position was solved"


def test_stop_means_the_search_under_way_alone(engine: Engine) -> None:
    engine.stop()
    assert engine.play(Position(), Limit(depth=5)).depth == 5


def test_closing_the_iterator_stops_the_search(engine: Engine) -> None:
    for _ in range(3):
        analyses = engine.analysis(Position(), ENDLESS)
        assert not next(analyses).finished
        analyses.close()
    for _ in engine.analysis(Position(), ENDLESS):
        break
    assert engine.play(Position(), Limit(depth=3)).depth == 3


def test_stop_ends_the_iterator(engine: Engine) -> None:
    analyses = engine.analysis(Position(), ENDLESS)
    next(analyses)
    engine.stop()
    *_, final = analyses
    assert final.finished
    assert not final.exact


def test_an_analysis_that_was_never_begun_holds_nothing(engine: Engine) -> None:
    idle = engine.analysis(Position(), ENDLESS)
    assert engine.play(Position(), Limit(depth=3)).depth == 3
    idle.close()


def test_one_thread_cannot_wait_for_itself(engine: Engine) -> None:
    analyses = engine.analysis(Position(), ENDLESS)
    next(analyses)
    with pytest.raises(EngineError, match="busy with another analysis; close that one first"):
        engine.play(Position())
    assert not next(analyses).finished
    waiting = Background(lambda: engine.play(Position(), Limit(depth=3)).depth)
    analyses.close()
    assert waiting.join() == 3


def test_searches_of_many_threads_do_not_mix() -> None:
    positions = [Position()]
    for move in ("f5", "d6", "c3", "d3", "c4", "f4", "f6"):
        positions.append(positions[-1].play(move))
    limit = Limit(depth=6)
    with Engine(threads=1, hash_mb=2, book=False) as engine:
        expected = [engine.play(position, limit) for position in positions]
        searches = [
            Background(lambda position=position: engine.play(position, limit))  # type: ignore[misc]
            for _ in range(3)
            for position in positions
        ]
        for search, alone in zip(searches, expected * 3, strict=True):
            decision = search.join()
            assert (decision.move, decision.score) == (alone.move, alone.score)
            assert (decision.nodes, decision.pv) == (alone.nodes, alone.pv)


def test_two_engines_at_once() -> None:
    with Engine(6, threads=1, hash_mb=1) as six, Engine(10, threads=1, hash_mb=1) as ten:
        for small, large in zip(
            six.analysis(Position(6), Limit(depth=6)),
            ten.analysis(Position(10), Limit(depth=6)),
            strict=False,
        ):
            assert Position(6).is_legal(small.best.move)
            assert Position(10).is_legal(large.best.move)


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows differ")
@pytest.mark.parametrize("streamed", [False, True])
def test_ctrl_c_ends_a_search(engine: Engine, streamed: bool) -> None:
    def interrupt() -> None:
        assert thinking.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGINT)

    def think() -> None:
        if streamed:
            for _ in engine.analysis(Position(), ENDLESS):
                thinking.set()
        else:
            engine.play(Position(), ENDLESS, watch=lambda _: thinking.set())

    thinking = threading.Event()
    interrupter = Background(interrupt)
    with pytest.raises(KeyboardInterrupt):
        think()
    interrupter.join()
    assert engine.play(Position(), Limit(depth=3)).depth == 3


def test_asyncio_streams(engine: Engine) -> None:
    async def run() -> None:
        found = [analysis async for analysis in engine.analysis_async(Position(), Limit(depth=7))]
        assert found[-1].finished
        assert [analysis.depth for analysis in found] == sorted(a.depth for a in found)

    asyncio.run(run())


def test_asyncio_closing_and_cancelling(engine: Engine) -> None:
    async def think() -> None:
        async for _ in engine.analysis_async(Position(), ENDLESS):
            thinking.set()

    async def run() -> None:
        async with aclosing(engine.analysis_async(Position(), ENDLESS)) as analyses:
            assert not (await anext(analyses)).finished
        task = asyncio.create_task(think())
        await asyncio.wait_for(thinking.wait(), PATIENCE)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await asyncio.to_thread(engine.play, Position(), Limit(depth=3))).depth == 3

    thinking = asyncio.Event()
    asyncio.run(run())


def test_asyncio_tasks_wait_for_their_turn(engine: Engine) -> None:
    async def last_depth(depth: int) -> int:
        return [a.depth async for a in engine.analysis_async(Position(), Limit(depth=depth))][-1]

    async def run() -> None:
        depths = (5, 6, 7, 4)
        assert tuple(await asyncio.gather(*map(last_depth, depths))) == depths
        # A task that is cancelled while it waits does not keep the turn.
        async with aclosing(engine.analysis_async(Position(), ENDLESS)) as analyses:
            await anext(analyses)
            waiting = asyncio.create_task(last_depth(3))
            await asyncio.sleep(0.05)
            waiting.cancel()
        assert await last_depth(4) == 4

    asyncio.run(run())


def test_asyncio_one_task_cannot_wait_for_itself(engine: Engine) -> None:
    async def run() -> None:
        async with aclosing(engine.analysis_async(Position(), ENDLESS)) as analyses:
            await anext(analyses)
            with pytest.raises(EngineError, match="busy with another analysis"):
                await anext(engine.analysis_async(Position()))
            with pytest.raises(EngineError, match="busy with another analysis"):
                engine.play(Position())
            assert not (await anext(analyses)).finished

    asyncio.run(run())
