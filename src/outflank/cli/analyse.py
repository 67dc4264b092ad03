"""`outflank analyse`: what every move of a position is worth, while the engine thinks."""

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from outflank import Analysis, Engine, Level, Limit, Position
from outflank._background import Work
from outflank._ctrl_c import ctrl_c_waits
from outflank.cli.options import json_option, limit_options, number_option, threads_option
from outflank.cli.output import print_json
from outflank.cli.sources import BoardCommand, position_of

if TYPE_CHECKING:
    from rich.text import Text

    from outflank.cli.terminal.board import View
    from outflank.cli.terminal.screen import TerminalScreen

DEFAULT_SECONDS = 10
INTERRUPTED = 130
"""The exit code after Ctrl-C, as the shell has it."""
PATIENCE = 0.1
"""Seconds between two looks at the search."""
MAX_LINES = 5
"""Lines under the board; the values of all others are on it."""


@click.command(cls=BoardCommand)
@click.argument("source", metavar="POSITION|GAME|FILE")
@limit_options(default=("time", DEFAULT_SECONDS))
@number_option("--lines", help="Best moves to show.  [default: all]")
@threads_option("Threads that search; with 1 and --nodes the answer is always the same.")
@json_option("Print a JSON object for each snapshot.")
def analyse(
    *, source: str, limit: Limit | Level, lines: int | None, threads: int, as_json: bool
) -> None:
    """Watch the engine weigh every move of a position, in discs for the side to move.

    POSITION is the squares row by row and the side to move, in any format, or the name of an
    opening; of a GAME, as text or in a FILE, it is the position where the moves end. A lone - reads
    standard input. Ctrl-C ends the search with what is known by then. Fewer lines are found faster.

    \b
    Examples:
      outflank analyse f5d6c3d3c4
      outflank analyse unfinished.sgf --time 60
      outflank analyse "-OXXX--OXX-OOXO- X" --level 60
      outflank analyse f5d6 --nodes 1000000 --threads 1 --lines 3 --json | tail -1

    \b
    Exit codes: 0 all went well, 2 bad input, 130 stopped with Ctrl-C.
    """
    position = position_of(source)
    lines = lines or max(1, len(position.legal_moves))
    with Engine(position.size, threads=threads) as engine:
        search = _Search(engine, position, limit, lines, as_json)
        stopped = search.watch()
    if stopped:
        sys.exit(INTERRUPTED)


class _Search:
    """A search under way, in a thread of its own, and what is shown of it."""

    def __init__(
        self, engine: Engine, position: Position, limit: Limit | Level, lines: int, as_json: bool
    ) -> None:
        from outflank.cli.terminal.screen import open_terminal

        self._engine, self._position = engine, position
        self._terminal = None if as_json else open_terminal()
        self._stream = engine.analysis(position, limit, lines=lines)
        self._last: Analysis | None = None

    def _think(self) -> Analysis:
        for analysis in self._stream:
            self._last = analysis
            if self._terminal is None:
                print_json(_record(self._position, analysis))
        return analysis

    def watch(self) -> bool:
        """Shows it until it ends; whether it was stopped by Ctrl-C."""
        work: Work[Analysis] | None = None
        stopped = False
        try:
            with ctrl_c_waits():
                work = Work(self._think, self._engine.stop)
            if self._terminal is not None:
                self._show_live(work, *self._terminal)
            while not work.is_done(PATIENCE):
                pass
        except KeyboardInterrupt:
            if work is None:
                raise
            stopped = True
            work.end()
        analysis = work.answer()
        if self._terminal is not None:
            screen, view = self._terminal
            screen.say(_picture(self._position, analysis, view, screen.width, None))
        return stopped

    def _show_live(self, work: Work[Analysis], screen: "TerminalScreen", view: "View") -> None:
        """Draws it again and again, where what was written can be written over."""
        from rich.live import Live

        if not screen.redraws:
            return
        begun = time.monotonic()
        with Live(console=screen.console, transient=True, auto_refresh=False) as live:
            while not work.is_done(PATIENCE):
                waited = time.monotonic() - begun
                picture = _picture(self._position, self._last, view, screen.width, waited)
                live.update(picture, refresh=True)


def _picture(
    position: Position, analysis: Analysis | None, view: "View", width: int, waited: float | None
) -> "Text":
    """The board with the values on its squares, and the best lines under it."""
    from rich.text import Text

    from outflank.cli.terminal.board import INDENT, Highlights, draw, marked, score_line

    lines = analysis.lines if analysis is not None else ()
    values = {line.move: f"{line.score:+d}" for line in lines if not line.move.is_pass}
    highlights = Highlights(marks=marked(position.legal_moves), values=values)
    side = position.turn.name.capitalize()
    fields = [f"{side} to move"]
    if analysis is not None:
        fields += [analysis.kind, f"{analysis.nodes:,} nodes", f"{analysis.seconds:.1f} s"]
    if waited is not None:
        fields.append(f"thinking for {waited:.0f} s, Ctrl-C ends it")
    rows = [Text(", ".join(fields), overflow="ellipsis", no_wrap=True)]
    for line in lines[:MAX_LINES]:
        names = " ".join(move.name for move in line.pv)
        text = f"  {line.move.name:<4} {line.score:+4d}  {names}"
        rows.append(Text(text if len(text) <= width else f"{text[: width - 3]}..."))
    board = draw(position, view, highlights, width)
    score = Text(" " * INDENT).append_text(score_line(position, view))
    return Text("\n").join([board, score, Text(), *rows])


def _record(position: Position, analysis: Analysis) -> dict[str, Any]:
    return {
        "position": position.to_text(),
        "size": position.size,
        "turn": position.turn.name.lower(),
        "depth": analysis.depth,
        "selectivity": analysis.selectivity,
        "exact": analysis.exact,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
        "finished": analysis.finished,
        "lines": [
            {
                "move": line.move.name,
                "score": line.score,
                "line": [move.name for move in line.pv],
            }
            for line in analysis.lines
        ],
    }
