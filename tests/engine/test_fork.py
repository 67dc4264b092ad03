"""Engines and fork: a child has none of its parent's threads."""

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from outflank import Engine, EngineError, Level, Limit, Position

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here"),
    # What these tests do on purpose, Python 3.12 and later warn of.
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]

PATIENCE = 300
"""Seconds after which a child is said to hang."""


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(threads=2, hash_mb=1, book=False) as engine:
        yield engine


def in_child(call: Callable[[], object]) -> object:
    """What a call returns, or the text of its EngineError, in a child that ends as usual."""

    def run() -> None:
        try:
            answers.put(call())
        except EngineError as error:
            answers.put(str(error))

    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=run)
    child.start()
    child.join(PATIENCE)
    hangs = child.is_alive()
    if hangs:
        child.kill()
        child.join()
    assert (hangs, child.exitcode) == (False, 0)
    return answers.get()


def depth(engine: Engine) -> int | None:
    return engine.play(Position(), Limit(depth=4)).depth


INHERITED = "an engine made before a fork cannot be used in the child; make a new one there"


def test_an_inherited_engine_says_that_it_cannot_be_used(engine: Engine) -> None:
    assert in_child(lambda: depth(engine)) == INHERITED
    assert in_child(lambda: engine.solve(Position()).exact) == INHERITED
    assert in_child(lambda: next(engine.analysis(Position())).depth) == INHERITED
    assert depth(engine) == 4


def test_an_engine_inherited_in_the_middle_of_a_search(engine: Engine) -> None:
    thinking = threading.Event()
    search = threading.Thread(
        target=lambda: engine.play(Position(), Level(60), watch=lambda _: thinking.set())
    )
    search.start()
    try:
        assert thinking.wait(PATIENCE)
        assert in_child(lambda: depth(engine)) == INHERITED
        assert in_child(engine.close) is None
    finally:
        engine.stop()
        search.join(PATIENCE)


@pytest.mark.usefixtures("engine")
def test_a_child_makes_its_own_engine() -> None:
    def play() -> int | None:
        with Engine(threads=2, hash_mb=1, book=False) as own:
            return depth(own)

    assert in_child(play) == 4


def test_a_child_closes_what_it_inherited(engine: Engine) -> None:
    assert in_child(engine.close) is None
    assert in_child(engine.stop) is None
    assert depth(engine) == 4


def test_a_child_drops_the_last_reference() -> None:
    engines = [Engine(threads=2, hash_mb=1, book=False)]
    assert depth(engines[0]) == 4
    assert in_child(engines.clear) is None


def test_a_child_that_ends_as_any_program_does() -> None:
    program = """
import os, sys
from outflank import Engine, Limit, Position
engine = Engine(threads=2, hash_mb=1, book=False)
engine.play(Position(), Limit(depth=4))
child = os.fork()
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
