"""The tables of a run in the terminal, live and at the end."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from outflank._board import PHASES, board_name
from outflank._text import plural, printable
from outflank.arena.summary import SprtState, Standing, Summary, sprt_state, standings
from outflank.arena.tally import ArenaTally
from outflank.arena.tournament import Run
from outflank.arena.words import repeats
from outflank.cli.arena.named_table import NamedTable
from outflank.stats.elo import chance_text, elo_text, mean_text, score_text

LIVE_SECONDS = 0.5
"""How often the live table is drawn anew."""


def standings_table(rows: Sequence[Standing]) -> NamedTable:
    two = len(rows) == 2
    better = ["better?"] if two else []
    table = NamedTable(
        "player", ["games", "+", "=", "-", "score", "discs", "Elo", *better, "faults"]
    )
    for row in sorted(rows, key=lambda row: -row.rating.elo):
        result, total = row.result, row.result.total
        chance = "" if row.superiority is None else chance_text(row.superiority)
        table.add_row(
            row.name,
            *map(str, (result.games, total.wins, total.draws, total.losses)),
            f"{100 * result.estimate.score:.1f} %",
            mean_text(*result.discs),
            elo_text(row.rating.elo, row.rating.low, row.rating.high),
            *([chance] if two else []),
            str(row.faults) if row.faults else "-",
        )
    return table


def sprt_line(test: SprtState) -> Text:
    text = (
        f"SPRT {test.elo0:g} against {test.elo1:g} Elo: log-likelihood ratio "
        f"{test.ratio:+.2f}, decided at {test.lower:+.2f} or {test.upper:+.2f}"
    )
    if test.verdict is not None:
        elo = test.elo1 if test.verdict == "H1" else test.elo0
        text += f" -> {test.verdict}: {elo:+g} Elo is the better account"
    return Text(text)


def cross_table(summary: Summary) -> NamedTable:
    numbers = range(len(summary.names))
    table = NamedTable("score of row against column, %", [str(number + 1) for number in numbers])
    for row in numbers:
        results = [summary.cross_table.get((row, column)) for column in numbers]
        scores = [f"{100 * result.estimate.score:.0f}" if result else "·" for result in results]
        table.add_row(f"{row + 1}  {summary.names[row]}", *scores)
    return table


def size_table(summary: Summary) -> NamedTable:
    """Two players, size by size and colour by colour; the first one's view."""
    table = NamedTable("board", ["games", "score", "as black", "as white", "discs", "Elo"])
    for size in summary.settings.sizes:
        result = summary.by_size[size, 0]
        if result.games:
            match = result.estimate
            table.add_row(
                board_name(size),
                str(result.games),
                score_text(match.score, match.score_error),
                f"{100 * result.as_black.share:.1f} %",
                f"{100 * result.as_white.share:.1f} %",
                f"{result.discs.value:+.1f}",
                elo_text(match.elo, match.elo_low, match.elo_high),
            )
    return table


def board_table(summary: Summary) -> NamedTable:
    """More than two players: the score of each on each board, with its interval."""
    sizes = summary.settings.sizes
    table = NamedTable("score by board, %", [board_name(size) for size in sizes])
    for number, name in enumerate(summary.names):
        results = [summary.by_size[size, number] for size in sizes]
        scores = [(r.estimate.score, r.estimate.score_error) if r.games else None for r in results]
        table.add_row(name, *(score_text(*score, unit="") if score else "·" for score in scores))
    return table


def move_table(summary: Summary) -> NamedTable:
    columns = ["phase", "moves", "depth", "nodes", "ms", "longest ms"]
    table = NamedTable("per move", columns, left=["phase"])
    for number, name in enumerate(summary.names):
        uses = {phase: summary.by_phase[number, phase] for phase in PHASES}
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
                f"{1000 * use.longest_seconds:.1f}",
            )
    return table


def faults(summary: Summary) -> list[Text]:
    lines = []
    for fault in summary.faults:
        cost = "lost" if fault.lost_games else "a random move in"
        name, reason = summary.names[fault.player], printable(fault.reason)[:300]
        lines.append(Text(f"{name}: {cost} {fault.times} by {fault.kind}, first: {reason}"))
    return lines


def final(summary: Summary) -> list[RenderableType]:
    if not summary.games:
        return [Text(f"None of the {plural(summary.planned, 'game')} has been played yet.")]
    two = len(summary.names) == 2
    parts: list[RenderableType] = [standings_table(summary.standings)]
    if summary.sprt is not None:
        parts.append(sprt_line(summary.sprt))
    parts.append(size_table(summary) if two else cross_table(summary))
    if not two and len(summary.settings.sizes) > 1:
        parts.append(board_table(summary))
    if summary.by_ply:
        parts.append(move_table(summary))
    if note := repeats(summary.repeated, summary.games):
        parts.append(Text(note))
    if lines := faults(summary):
        parts.append(Group(*lines))
    return [part for block in parts for part in (block, "")][:-1]


@contextmanager
def live(console: Console, run: Run) -> Iterator["Screen"]:
    """A table that follows the run, if somebody is looking."""
    screen = Screen(run)
    if not console.is_terminal:
        yield screen
        return
    with Live(console=console, get_renderable=screen.picture, transient=True):
        screen.is_seen = True
        yield screen


class BrokenPlayers:
    """Reports each player that begins a run with nothing but faults, before a night is lost."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._settled: set[int] = set()

    def report(self, tally: ArenaTally) -> None:
        for number, spec in enumerate(tally.settings.players):
            games = 0 if number in self._settled else tally.player(number).score.games
            if not games:
                continue
            self._settled.add(number)
            if tally.faults[number].total() == games:
                kind = tally.faults[number].most_common(1)[0][0]
                self._console.print(
                    f"Warning: {spec} has lost every game so far by a fault: "
                    f"{printable(tally.reasons[number, kind])}.",
                    markup=False, highlight=False, soft_wrap=True,
                )  # fmt: skip


class Screen:
    """What is seen while games are played.

    The bar is drawn anew by a thread of its own, so it moves from the first moment on, however
    long the first pair takes. Only the thread that plays touches the run.
    """

    def __init__(self, run: Run) -> None:
        self.is_seen = False
        self._moves = 0
        self._under_way = 0
        self._drawn = 0.0
        self._tables: list[RenderableType] = []
        self._bar = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            TextColumn("gone"),
            TimeRemainingColumn(),
            TextColumn("left"),
            auto_refresh=False,
        )
        self._task = self._bar.add_task("", total=run.total, completed=run.played)

    def moved(self) -> None:
        self._moves += 1

    def picture(self) -> RenderableType:
        waiting = plural(self._under_way, "pair") + " under way"
        note = plural(self._moves, "move") if self._moves else waiting
        self._bar.update(self._task, description=note)
        return Group(*self._tables, self._bar)

    def __call__(self, run: Run) -> None:
        """Follows the run; its table is made again if it is not quite new."""
        if not self.is_seen:
            return
        self._under_way = run.under_way
        self._bar.update(self._task, completed=run.played)
        now = time.monotonic()
        if run.tally.games and now - self._drawn >= LIVE_SECONDS:
            self._drawn = now
            test = sprt_state(run.settings, run.counts)
            table = standings_table(standings(run.tally, intervals=False))
            self._tables = [table, sprt_line(test)] if test else [table]
