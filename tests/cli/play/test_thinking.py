import threading
from io import StringIO

import pytest
from rich.console import Console

from outflank import Analysis, Move
from outflank._background import Work
from outflank.cli.play.thinking import Progress, watch
from outflank.cli.terminal.notation import LETTERS_ROWS, STANDARD
from outflank.cli.terminal.screen import TerminalScreen
from outflank.engine import Line
from support.terminal import TypedScreen

ANALYSIS = Analysis(
    lines=(Line(Move("d3"), -4, (Move("d3"), Move("c5"))),),
    depth=12,
    selectivity=100,
    exact=False,
    outcome=False,
    nodes=3_000_000,
    seconds=1.5,
    finished=False,
)


def test_the_line_tells_what_is_known() -> None:
    line = Progress("White", STANDARD)
    assert line(0.5) == "White is thinking (0.5 s, Ctrl-C interrupts)"
    line.hear(ANALYSIS)
    assert line(1.0).splitlines() == [
        "White is thinking (1.0 s, Ctrl-C interrupts)",
        "  depth 12, -4, 2.0 M nodes/s, d3 c5",
    ]
    turned = Progress("White", LETTERS_ROWS)
    turned.hear(ANALYSIS)
    assert "c4 e3" in turned(1.0)


def test_a_pipe_hears_nothing_of_the_clock() -> None:
    event, screen = threading.Event(), TypedScreen([])
    threading.Timer(0.3, event.set).start()
    watch(Work(event.wait, None), screen, Progress("White", STANDARD))
    assert screen.text == ""


def terminal_output(monkeypatch: pytest.MonkeyPatch, term: str) -> str:
    monkeypatch.setenv("TERM", term)
    output = StringIO()
    console = Console(file=output, width=80, height=24, force_terminal=True)
    event, seen = threading.Event(), 0

    def describe(seconds: float) -> str:
        nonlocal seen
        seen += 1
        if seen == 2 or term == "dumb":
            event.set()
        return f"{seen} after {seconds:.1f}"

    watch(Work(event.wait, None), TerminalScreen(console, lambda _: "", interactive=True), describe)
    return output.getvalue()


def test_a_terminal_shows_one_line_and_removes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = terminal_output(monkeypatch, "xterm-256color")
    assert "1 after 0.1" in text
    assert "2 after 0.2" in text
    assert text.index("\x1b[?25l") < text.index("\x1b[?25h")  # the cursor comes back
    assert text.endswith("\x1b[2K")


def test_a_dumb_terminal_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal_output(monkeypatch, "dumb") == "1 after 0.0\n"
