"""A daemon thread in the core does not disturb the exit of Python."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.integration

CALLS = {
    "play": "engine.play(Position(), Level(60))",
    "analyse": "list(engine.analysis(Position(), Level(60)))",
    "alphabeta": "alphabeta.search(Position(), Limit(time=1000))",
    "mcts": "mcts.search(Position(), Limit(time=1000))",
    "playouts": "Position().playouts(1000)",
}
PROGRAM = """
import threading
import time
from outflank import Engine, Level, Limit, Position
from outflank.engine import ClassicSearch, MonteCarloSearch
from outflank.engine.evals import load_evaluation

engine = Engine(threads=2, hash_mb=1, book=False)
alphabeta = ClassicSearch(load_evaluation("rudimentary", 8), table_mb=1)
mcts = MonteCarloSearch(8)
begun = threading.Event()

class SlowToGo:
    def __del__(self, sleep=time.sleep):
        sleep(0.2)  # while the interpreter exits: the thread comes back from the core meanwhile

slow = SlowToGo()

def think():
    while True:
        begun.set()
        {call}

threading.Thread(target=think, daemon=True).start()
begun.wait()
time.sleep(0.2)  # well inside the core by now
"""


@pytest.mark.parametrize("name", CALLS)
def test_exit_while_a_daemon_thread_searches(name: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(call=CALLS[name])],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
