"""The bar of `outflank solve`: what it guesses; it neither goes back nor ends too early."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Analysis, Line, Move, Position
from outflank.cli.solve_progress import MAX_SHOWN, SolveProgress, expected_nodes
from outflank.formats.obf import read_problems
from support.commands import OUTFLANK
from support.waiting import PATIENCE

FFO = Path(__file__).parents[1] / "data" / "ffo" / "fforum-40-59.obf"
G8 = Move("g8")


class Screen:
    """A clock to set, and what the bar was told."""

    def __init__(self) -> None:
        self.now = 100.0
        self.fractions: list[float] = []
        self.notes: list[str | None] = []

    def clock(self) -> float:
        return self.now

    def report(self, fraction: float, note: str | None = None, /) -> None:
        self.fractions.append(fraction)
        self.notes.append(note)

    def bar(self, *expected: float) -> SolveProgress:
        return SolveProgress(expected, self.report, self.clock)


def known(nodes: int, seconds: float) -> Analysis:
    return Analysis((Line(G8, 18, (G8,)),), 12, 73, False, False, nodes, seconds, False)


def test_an_empty_square_more_is_twice_the_work() -> None:
    by_empties: dict[int, float] = {}
    for problem in read_problems(FFO)[:10]:
        position = problem.position
        by_empties[position.empties] = expected_nodes(position, all_moves=False)
        each = expected_nodes(position, all_moves=True)
        assert each == len(position.legal_moves) * by_empties[position.empties]
    assert by_empties[20] == 5e6
    assert by_empties[22] == 4 * by_empties[20]
    assert by_empties[26] == 16 * by_empties[22]
    # 6x6 from the start took 537 million nodes; the guess is no more than three times that.
    assert 537e6 < expected_nodes(Position(6), all_moves=False) < 3 * 537e6
    over = Position.from_text("XX" + "-" * 34 + " O")
    assert over.is_over()
    assert expected_nodes(over, all_moves=True) == 0


def test_a_single_position_moves_the_bar() -> None:
    screen = Screen()
    bar = screen.bar(1000.0)
    bar.begin(0)
    assert screen.fractions == [0.0]
    screen.now += 1
    bar.watch(known(100, 1.0))
    assert screen.fractions[-1] == pytest.approx(0.1)
    assert screen.notes[-1] == "g8 +18 (12 plies @ 73 %)"
    # Nothing new is known, but time goes by at 100 nodes a second.
    screen.now += 2
    bar.tick()
    assert screen.fractions[-1] == pytest.approx(0.3)
    assert screen.notes[-1] is None


def test_the_last_stretch_gives_the_rate() -> None:
    screen = Screen()
    bar = screen.bar(10_000.0)
    bar.begin(0)
    screen.now += 1
    bar.watch(known(100, 1.0))
    screen.now += 1
    bar.watch(known(2100, 2.0))
    screen.now += 0.01
    bar.watch(known(2101, 2.01))  # too short a time to measure anything
    screen.now += 1
    bar.tick()
    assert screen.fractions[-1] == pytest.approx(0.4101)


def test_a_search_that_takes_longer_still_moves_the_bar() -> None:
    screen = Screen()
    bar = screen.bar(1000.0)
    bar.begin(0)
    screen.now += 1
    bar.watch(known(500, 1.0))
    assert screen.fractions[-1] == pytest.approx(0.5)
    for gone, shown in ((1, 0.75), (2, 0.875), (4, 0.9375), (100, MAX_SHOWN)):
        screen.now += gone
        bar.tick()
        assert screen.fractions[-1] == pytest.approx(shown)


def test_several_positions_share_the_bar() -> None:
    screen = Screen()
    bar = screen.bar(300.0, 0.0, 700.0)
    bar.begin(0)
    bar.watch(known(100, 0.1))
    assert screen.fractions[-1] == pytest.approx(0.1)
    bar.begin(1)  # sooner than expected
    assert screen.fractions[-1] == pytest.approx(0.3)
    bar.begin(2)
    bar.watch(known(350, 0.1))
    assert screen.fractions[-1] == pytest.approx(0.65)
    finished = screen.bar(0.0)
    finished.begin(0)
    assert screen.fractions[-1] == 0.0


@given(
    st.lists(st.floats(0, 1e9), min_size=1, max_size=4),
    st.lists(
        st.tuples(st.integers(0, 10**10), st.floats(0, 50), st.floats(0, 5), st.booleans()),
        max_size=20,
    ),
)
def test_the_bar_never_goes_back_nor_past_99_percent(
    expected: list[float], events: list[tuple[int, float, float, bool]]
) -> None:
    screen = Screen()
    bar = screen.bar(*expected)
    index = 0
    bar.begin(0)
    for nodes, seconds, gone, next_one in events:
        screen.now += gone
        bar.watch(known(nodes, seconds))
        bar.tick()
        if next_one and index + 1 < len(expected):
            index += 1
            bar.begin(index)
    assert screen.fractions == sorted(screen.fractions)
    assert 0.0 <= screen.fractions[0] <= screen.fractions[-1] <= MAX_SHOWN


def test_no_report_comes_after_the_end() -> None:
    screen = Screen()
    with screen.bar(1.0) as bar:
        bar.begin(0)
    assert not bar._thread.is_alive()


@pytest.mark.integration
@pytest.mark.parametrize("columns", [80, 120])
def test_one_position_has_a_time_left(columns: int) -> None:
    pexpect = pytest.importorskip("pexpect")
    if not hasattr(pexpect, "spawn"):
        pytest.skip("there are no pseudo-terminals here")
    board = FFO.read_text().splitlines()[5].partition(";")[0]  # 24 empty squares: many seconds
    child = pexpect.spawn(
        OUTFLANK, ["solve", board, "--threads", "1"],
        dimensions=(24, columns), encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    try:
        child.expect(r"[1-9]\d?%.*?gone, about .*?\d:\d\d:\d\d.*?left")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "Traceback" not in re.sub(r"\s", "", child.before)
    finally:
        child.close(force=True)
