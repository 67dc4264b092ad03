"""The tables of a run in the terminal, live and at the end."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from outflank._board import PHASES
from outflank.arena.elo import Estimate, estimate
from outflank.arena.run import Run
from outflank.arena.table import Standing, standings
from outflank.arena.tally import MatchTally, Tally, Use

LIVE_SECONDS = 0.5
"""How often the live table is drawn anew."""


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign; what is beyond all measure is infinite."""
    if not isfinite(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.{digits}f}"


def standings_table(rows: list[Standing], two: bool) -> Table:
    """Who is how good."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("player", overflow="fold")
    for title in ("games", "+", "=", "-", "score", "discs", "Elo"):
        table.add_column(title, justify="right")
    if two:
        table.add_column("better?", justify="right")
    table.add_column("faults", justify="right")
    for row in sorted(rows, key=lambda row: -row.elo):
        cells = [
            row.name, str(row.games), str(row.wins), str(row.draws), str(row.losses),
            f"{100 * row.score:.1f} %", f"{row.disc_diff:+.1f} ± {row.disc_error:.1f}",
            _elo(row),
        ]  # fmt: skip
        if two:
            known = row.superiority is not None
            cells.append(f"{100 * (row.superiority or 0):.1f} %" if known else "")
        faults = sum(row.forfeits.values()) + sum(row.slips.values())
        table.add_row(*cells, str(faults) if faults else "-")
    return table


def _elo(row: Standing) -> str:
    return signed(row.elo, 0) + (f" ± {row.elo_error:.0f}" if isfinite(row.elo_error) else "")


def sprt_line(run: Run) -> Text:
    """How far the sequential test has got."""
    assert run.sprt is not None
    ratio = run.sprt.ratio(run.counts)
    text = (
        f"SPRT {run.sprt.elo0:g} against {run.sprt.elo1:g} Elo: log-likelihood ratio "
        f"{ratio:+.2f}, decided at {run.sprt.lower:+.2f} or {run.sprt.upper:+.2f}"
    )
    if run.verdict is not None:
        found = run.sprt.elo1 if run.verdict == "H1" else run.sprt.elo0
        text += f" -> {run.verdict}: {found:+g} Elo is the better account"
    return Text(text)


def cross_table(tally: Tally) -> Table:
    """The score of each player against each other, in percent."""
    players = tally.settings.players
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("score of row against column, %", overflow="fold")
    for number in range(len(players)):
        table.add_column(str(number + 1), justify="right")
    for row, name in enumerate(players):
        cells = [f"{row + 1}  {name}"]
        for column in range(len(players)):
            match = tally.match(row, column) if row != column else MatchTally()
            cells.append(f"{100 * match.score.share:.0f}" if match.points else "·")
        table.add_row(*cells)
    return table


def size_table(tally: Tally) -> Table:
    """Two players, size by size and colour by colour; the first one's view."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("board", "games", "score", "as black", "as white", "discs", "Elo"):
        table.add_column(title, justify="left" if title == "board" else "right")
    for size in tally.settings.sizes:
        match = tally.match(0, 1, size)
        if not match.points:
            continue
        found = estimate(match.counts)
        error = f" ± {found.elo_error:.0f}" if isfinite(found.elo_error) else ""
        table.add_row(
            f"{size}x{size}",
            str(match.score.games),
            _score(found, " %"),
            f"{100 * match.as_black.share:.1f} %",
            f"{100 * match.as_white.share:.1f} %",
            f"{sum(match.diffs) / len(match.diffs):+.1f}",
            signed(found.elo, 0) + error,
        )
    return table


def board_table(tally: Tally) -> Table:
    """More than two players: the score of each on each board, with its interval."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("score by board, %", overflow="fold")
    for size in tally.settings.sizes:
        table.add_column(f"{size}x{size}", justify="right", no_wrap=True)
    for number, name in enumerate(tally.settings.players):
        counts = [tally.player(number, size).counts for size in tally.settings.sizes]
        table.add_row(name, *(_score(estimate(one)) if one.pairs else "·" for one in counts))
    return table


def _score(found: Estimate, unit: str = "") -> str:
    return f"{100 * found.score:.1f}{unit} ± {100 * found.score_error:.1f}"


def move_table(tally: Tally) -> Table:
    """What moves took, by player and phase."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("per move", overflow="fold")
    for title in ("phase", "moves", "depth", "nodes", "ms", "longest ms"):
        table.add_column(title, justify="left" if title == "phase" else "right")
    for number, name in enumerate(tally.settings.players):
        uses: dict[str, Use] = {phase: tally.phase_use(number, phase) for phase in PHASES}
        played = [phase for phase in PHASES if uses[phase].moves]
        for phase in played:
            use = uses[phase]
            table.add_row(
                name if phase == played[0] else "",
                phase,
                f"{use.moves:,}",
                "-" if use.mean_depth is None else f"{use.mean_depth:.1f}",
                "-" if use.mean_nodes is None else f"{use.mean_nodes:,.0f}",
                f"{1000 * use.mean_seconds:.2f}",
                f"{1000 * use.longest:.1f}",
            )
    return table


def faults(tally: Tally) -> list[Text]:
    """One line for each kind of fault a player committed."""
    lines = []
    for number, name in enumerate(tally.settings.players):
        for counter, cost in ((tally.faults, "lost"), (tally.slips, "a random move in")):
            for kind, times in sorted(counter[number].items()):
                reason = tally.reasons[number, kind]
                lines.append(Text(f"{name}: {cost} {times} by {kind}, first: {reason[:300]}"))
    return lines


def final(run: Run) -> list[RenderableType]:
    """All that a finished or stopped run has to say."""
    tally, two = run.tally, len(run.settings.players) == 2
    parts: list[RenderableType] = [standings_table(standings(tally), two)]
    if run.sprt is not None:
        parts += ["", sprt_line(run)]
    if not two:
        parts += ["", cross_table(tally)]
        if len(run.settings.sizes) > 1:
            parts += ["", board_table(tally)]
    elif tally.games:
        parts += ["", size_table(tally)]
    parts += ["", move_table(tally)]
    repeated = sum(match.repeated for match in tally.matches.values())
    if repeated:
        parts += [
            "",
            Text(f"{repeated} of {tally.games} games repeated an earlier one move by move"),
        ]
    if found := faults(tally):
        parts += ["", *found]
    return parts


@contextmanager
def live(console: Console, run: Run) -> Iterator["Screen"]:
    """A table that follows the run, if somebody is looking."""
    screen = Screen(run)
    if not console.is_terminal:
        yield screen
        return
    with Live(console=console, auto_refresh=False, transient=True) as shown:
        screen.shown = shown
        yield screen


class Screen:
    """What is seen while games are played."""

    def __init__(self, run: Run) -> None:
        self.shown: Live | None = None
        self._drawn = 0.0
        self._bar = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            auto_refresh=False,
        )
        self._task = self._bar.add_task("games", total=run.total, completed=run.played)

    def __call__(self, run: Run) -> None:
        """Draws the run, unless it was just drawn."""
        now = time.monotonic()
        if self.shown is None or now - self._drawn < LIVE_SECONDS:
            return
        self._drawn = now
        self._bar.update(self._task, completed=run.played)
        two = len(run.settings.players) == 2
        parts: list[RenderableType] = [
            standings_table(standings(run.tally, bootstrap=False), two),
            self._bar,
        ]
        if run.sprt is not None:
            parts.insert(1, sprt_line(run))
        self.shown.update(Group(*parts), refresh=True)
