"""Whatever the private core is asked, it answers or raises: nothing ends the process."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import pytest

from outflank import EngineError, IllegalMoveError, NotationError, Position
from outflank._native import EngineCore, Evaluation, PatternLayout, PatternWeights, Search
from outflank.engine.evals import load_evaluation
from outflank.engine.weights import load_weights

OVER = Position.from_text("X" * 64 + " X")
CLASSIC: dict[str, Any] = {
    "algorithm": "alphabeta",
    "ordering": "killer",
    "deepening": True,
    "aspiration": False,
    "partial": False,
    "outcome_first": True,
    "table_mb": 1,
    "keep_table": False,
}
LIMITS: dict[str, Any] = {
    "depth": 2,
    "nodes": 0,
    "seconds": 0.0,
    "selectivity": 100,
    "to_end": False,
    "lines": 1,
    "outcome_only": False,
    "fresh": True,
}


def classic(size: int = 8, **options: Any) -> Search:
    return Search.classic(load_evaluation("rudimentary", size), **CLASSIC | options)


def monte_carlo(size: int = 8, **options: Any) -> Search:
    return Search.monte_carlo(
        size, None, **{"exploration": 1.4, "memory_mb": 1, "seed": 0} | options
    )


def core(size: int = 8, **options: Any) -> EngineCore:
    return EngineCore(size, None, **{"threads": 1, "hash_mb": 1} | options)


def in_new_process(program: str) -> None:
    """A crash here would end the tests; there it is a return code."""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.integration
@pytest.mark.parametrize("make", ["classic", "minimax", "monte_carlo", "evaluated_monte_carlo"])
def test_a_position_of_another_size(make: str) -> None:
    in_new_process(f"""
from outflank import NotationError, Position
from outflank._native import Search
from outflank.engine.evals import load_evaluation

def made(size):
    evaluation = load_evaluation("rudimentary", size)
    if "monte_carlo" in "{make}":
        judge = evaluation if "evaluated" in "{make}" else None
        return Search.monte_carlo(size, judge, exploration=1.4, memory_mb=1, seed=0)
    algorithm = "minimax" if "{make}" == "minimax" else "alphabeta"
    return Search.classic(evaluation, algorithm=algorithm, ordering="killer", deepening=True,
        aspiration=False, partial=False, outcome_first=True, table_mb=1, keep_table=False)

for size in (4, 6, 8, 10, 12):
    for other in (4, 6, 8, 10, 12):
        if size == other:
            continue
        try:
            made(size).search(Position(other), 3, 0, 0.0)
        except NotationError as error:
            assert str(error) == f"this search is for boards of size {{size}}, not {{other}}", error
        else:
            raise AssertionError(size, other)
""")


def test_an_engine_and_a_position_of_another_size() -> None:
    for size in (4, 6, 8, 10, 12):
        for other in {4, 6, 8, 10, 12} - {size}:
            with pytest.raises(NotationError, match=f"of size {size}, not {other}"):
                core(size).search(Position(other), **LIMITS)
            with pytest.raises(NotationError, match=f"of size {size}, not {other}"):
                core(size).start(Position(other), **LIMITS)
    with pytest.raises(NotationError, match="the weights are for boards of size 8, not 6"):
        EngineCore(6, load_weights(8), threads=1, hash_mb=1)
    weights = load_weights(8)
    assert weights is not None
    with pytest.raises(NotationError, match="another board size"):
        weights.value(Position(6))
    with pytest.raises(NotationError, match="the evaluation is for another board size"):
        Search.monte_carlo(6, load_evaluation("rudimentary", 8), exploration=1, memory_mb=1, seed=0)


def test_a_game_that_is_over() -> None:
    for search in (classic(), monte_carlo()):
        with pytest.raises(IllegalMoveError, match="nothing to search"):
            search.search(OVER, 1, 0, 0.0)
    with pytest.raises(IllegalMoveError, match="nothing to search"):
        core().search(OVER, **LIMITS)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": -1}, "depth -1 is negative"),
        ({"seconds": -0.5}, "seconds must be a number from 0 on"),
        ({"seconds": float("nan")}, "seconds must be a number from 0 on"),
        ({"lines": -1}, "lines -1 is negative"),
        ({"selectivity": -2}, "selectivity is from 0 to 100 %, not -2"),
        ({"selectivity": 2**31 - 1}, "selectivity is from 0 to 100 %, not 2147483647"),
    ],
)
def test_limits_below_zero(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        core().search(Position(), **LIMITS | limits)
    with pytest.raises(NotationError, match=message):
        core().start(Position(), **LIMITS | limits)
    if limits.keys() <= {"depth", "seconds"}:
        given = {"depth": 1, "seconds": 0.0} | limits
        for search in (classic(), monte_carlo()):
            with pytest.raises(NotationError, match=message):
                search.search(Position(), given["depth"], 0, given["seconds"])


def test_limits_beyond_every_game() -> None:
    most: dict[str, Any] = {
        "depth": 2**31 - 1,
        "nodes": 2**64 - 1,
        "seconds": float("inf"),
        "to_end": True,
        "lines": 2**31 - 1,
    }
    found = core(4).search(Position(4), **LIMITS | most)
    assert found[4]
    assert max(score for _, score, _ in found[7]) == -10
    bounded = classic(4).search(Position(4), most["depth"], most["nodes"], most["seconds"])
    assert bounded[:4] == classic(4).search(Position(4), 0, 0, 0.0)[:4]
    assert monte_carlo(4, memory_mb=2**31 - 1).search(Position(4), 2**31 - 1, 100, 1e300)[3] == 100
    with pytest.raises(TypeError):
        core().search(Position(), **LIMITS | {"nodes": 2**64})
    with pytest.raises(TypeError):
        core().search(Position(), **LIMITS | {"nodes": -1})


def test_waiting_for_nothing_and_for_too_long() -> None:
    engine = core()
    assert engine.wait(0.0, 0) is None
    assert engine.wait(0.0, -5) is None
    for seconds in (-1.0, float("nan")):
        with pytest.raises(NotationError, match="seconds must be a number from 0 on"):
            engine.wait(seconds, 0)
    for seconds in (1e18, 1e300, float("inf")):
        engine.start(Position(), **LIMITS)
        while not (snapshot := engine.wait(seconds, 2**31 - 1)):
            pass
        assert snapshot[1]
    engine.stop()
    engine.stop()


def test_sizes_threads_and_tables_that_cannot_be() -> None:
    for size in (-8, 0, 7, 2**31 - 1):
        with pytest.raises(NotationError, match="is not supported"):
            core(size)
        with pytest.raises(NotationError, match="is not supported"):
            monte_carlo(size)
        with pytest.raises(NotationError, match="is not supported"):
            Evaluation(size, [])
        with pytest.raises(NotationError, match="is not supported"):
            PatternLayout(size, [])
    for threads in (-1, 0, 257):
        with pytest.raises(NotationError, match="threads are not possible"):
            core(threads=threads)
    for make in (
        lambda: core(hash_mb=-1),
        lambda: classic(table_mb=-1),
        lambda: monte_carlo(memory_mb=-1),
    ):
        with pytest.raises(NotationError, match="-1 MB cannot be made"):
            make()
    with pytest.raises(MemoryError):
        core(hash_mb=2**31 - 1)
    with pytest.raises(MemoryError):
        classic(table_mb=2**31 - 1)


def test_odd_numbers_for_monte_carlo() -> None:
    for exploration in (float("nan"), float("inf"), -1.0):
        found = monte_carlo(exploration=exploration).search(Position(), 0, 50, 0.0)
        assert Position().is_legal(found[0])


class Untruthful(Sequence[Position]):
    """Two positions that say they are more or fewer."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        return [Position(), Position()][index]


def test_layouts_and_weights_that_do_not_fit() -> None:
    empty = PatternLayout(8, [])
    assert empty.ids([]).shape == (0, 3)
    wrong: list[list[list[int]]] = [[[]], [[-1]], [[64]], [[0, 0]], [list(range(11))]]
    for shapes in wrong:
        with pytest.raises(NotationError, match="shape 0"):
            PatternLayout(8, shapes)
    with pytest.raises(NotationError, match="another board size"):
        empty.ids([Position(), Position(6)])
    for length in (0, 1, 3):
        with pytest.raises(NotationError, match="than their length says"):
            empty.ids(Untruthful(length))
    with pytest.raises(NotationError, match="weights per phase"):
        PatternWeights(empty, np.zeros((1, 5), np.int16))
    with pytest.raises(NotationError, match="at least one phase"):
        PatternWeights(empty, np.zeros((0, empty.columns), np.int16))
    for number in (float("nan"), float("inf"), -1001.0):
        with pytest.raises(NotationError, match="above 1000"):
            PatternWeights(empty, np.zeros((1, empty.columns), np.int16), endgame=(0, number))
    weights = PatternWeights(empty, np.zeros((3, empty.columns), np.int16))
    assert [weights.phase(discs) for discs in (-(2**31), -1, 4, 64, 2**31 - 1)] == [0, 0, 0, 2, 2]
    assert weights.value(Position()) == 0


@pytest.mark.filterwarnings("ignore:nanobind. attempted to access an uninitialized instance")
def test_things_that_are_not_there() -> None:
    for call in (
        lambda: Search.classic(None, **CLASSIC),  # type: ignore[arg-type]
        lambda: PatternWeights(None, np.zeros((1, 5), np.int16)),  # type: ignore[arg-type]
        lambda: core().search(None, **LIMITS),  # type: ignore[arg-type]
        lambda: PatternLayout(8, []).ids([None]),  # type: ignore[list-item]
        lambda: Search.__new__(Search).search(Position(), 1, 0, 0.0),
        lambda: EngineCore.__new__(EngineCore).stop(),
        lambda: Evaluation.__new__(Evaluation).size,
    ):
        with pytest.raises(TypeError):
            call()


def insistent(call: Callable[[], object]) -> threading.Thread:
    """A thread that calls, again as long as somebody else is faster."""

    def run() -> None:
        while True:
            with suppress(EngineError):
                call()
                return

    return threading.Thread(target=run)


@contextmanager
def searching(call: Callable[[], object], stop: Callable[[], None]) -> Iterator[threading.Thread]:
    thread = insistent(call)
    thread.start()
    try:
        yield thread
    finally:
        while thread.is_alive():
            stop()
            thread.join(0.01)


def until_refused(thread: threading.Thread, call: Callable[[], object]) -> None:
    while thread.is_alive():
        call()


@pytest.mark.parametrize("make", [classic, monte_carlo])
def test_a_search_is_used_by_one_thread_at_a_time(make: Callable[[], Search]) -> None:
    search = make()
    with (
        searching(lambda: search.search(Position(), 0, 0, 0.0), search.stop) as thread,
        pytest.raises(EngineError, match="this search is busy with another call"),
    ):
        until_refused(thread, lambda: search.search(Position(), 1, 1, 0.0))


def test_an_engine_is_used_by_one_thread_at_a_time() -> None:
    engine = core()
    deep, quick = LIMITS | {"depth": 60}, LIMITS | {"depth": 1}
    with (
        searching(lambda: engine.search(Position(), **deep), engine.stop) as thread,
        pytest.raises(EngineError, match="this engine is busy with another call"),
    ):
        until_refused(thread, lambda: engine.start(Position(), **quick))
