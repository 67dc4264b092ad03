"""How far solving has come: the nodes searched against those that such positions take."""

import threading
import time
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Self

from outflank import Analysis, Position
from outflank.cli.progress import ProgressReport

GROWTH_PER_SQUARE = 2
"""How many times the work an empty square more is. The nodes of FFO #1 to #45 grow 2.3 times a
square, those from 20 empty squares on 1.9 times."""
NODES_AT_20 = 5e6
"""For 20 empty squares. Fifteen FFO positions with 19 to 26, brought to 20 by the growth, took 0.4
to 20 million nodes, 3.4 in the geometric mean: no more than a guess. A little more than that, since
a bar that ends early is better than one that waits."""
SMALL_BOARD_SHARE = 1 / 4
"""What 6x6 takes of that: forty of its positions with 26 empty squares took 76 million nodes on
average."""
MAX_SHOWN = 0.99
"""Nobody knows that a search is at its end before it is."""
RATE_SECONDS = 0.2
"""The shortest time that a rate is measured over. The last stretch counts, not the whole: searches
to the end visit 20 to 30 million nodes a second, those before them a fifth of that."""
TICK_SECONDS = 0.5
"""Between two looks at the clock, while a search has nothing new to say."""
SPEED_SECONDS = 4 * TICK_SECONDS
"""For the time left: the bar moves at another speed in every stage of a search."""


def expected_nodes(position: Position, *, all_moves: bool) -> float:
    """What solving a position may take, on any board.

    For each move its own search: four positions took 0.3 to 2.6 times as much as that. Of moves
    that are images of each other only one is searched.
    """
    if position.is_over():
        return 0.0
    searches = max(1, len(position.legal_moves)) if all_moves else 1
    share = SMALL_BOARD_SHARE if position.size <= 6 else 1.0
    share /= position.symmetries().count(position)
    return share * searches * NODES_AT_20 * float(GROWTH_PER_SQUARE) ** (position.empties - 20)


def share_done(nodes: float, expected: float) -> float:
    """How much of the work is done, below 1 however many nodes there were.

    In proportion up to half of those expected. From there on it takes as long again as it has
    taken, as far as anybody knows: a bar in proportion would wait at its end with no time left.
    """
    if 2 * nodes <= expected:
        return nodes / expected if expected else 0.0
    return 1 - expected / (4 * nodes)


class SolveProgress:
    """Moves a bar while positions are solved one after another, also between their reports.

    As a context it has a thread that looks at the clock. The bar never goes back.
    """

    def __init__(
        self,
        expected: Sequence[float],
        report: ProgressReport,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`expected` holds the nodes that each position may take."""
        self._expected = expected
        *self._before, total = accumulate(expected, initial=0.0)
        self._total = total or 1.0
        self._report = report
        self._clock = clock
        self._index = 0
        self._nodes = 0
        """Of this position, when it was last heard of, and when that was."""
        self._heard = clock()
        self._rate = 0.0
        """Nodes a second; the one of an earlier position holds until there is a newer one."""
        self._measured = (0, 0.0)
        """Nodes and seconds of the search up to which the rate is known."""
        self._shown = 0.0
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep_ticking, daemon=True)

    def begin(self, index: int) -> None:
        with self._lock:
            self._index, self._nodes, self._heard = index, 0, self._clock()
            self._measured = (0, 0.0)
            self._show(None)

    def watch(self, known: Analysis) -> None:
        """What the search of this position has found so far."""
        with self._lock:
            nodes, seconds = self._measured
            if known.seconds - seconds >= RATE_SECONDS:
                self._rate = (known.nodes - nodes) / (known.seconds - seconds)
                self._measured = (known.nodes, known.seconds)
            self._nodes, self._heard = known.nodes, self._clock()
            self._show(f"{known.best.move.name} {known.best.score:+d} ({known.kind})")

    def tick(self) -> None:
        with self._lock:
            self._show(None)

    def _show(self, note: str | None) -> None:
        """Called with the lock held, so that no older fraction follows a newer one."""
        expected = self._expected[self._index]
        nodes = self._nodes + self._rate * (self._clock() - self._heard)
        done = self._before[self._index] + expected * share_done(nodes, expected)
        self._shown = max(self._shown, min(MAX_SHOWN, done / self._total))
        self._report(self._shown, note)

    def _keep_ticking(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            self.tick()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # A report after the end of the bar would begin it anew.
        self._ended.set()
        self._thread.join()
