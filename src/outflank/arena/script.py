"""A run of the arena in one call, for scripts and notebooks."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from outflank.arena.log import Log
from outflank.arena.seat import check_player
from outflank.arena.settings import RunSettings
from outflank.arena.summary import Summary, summarize
from outflank.arena.tally import Pair
from outflank.arena.tournament import Run, all_openings, play_run
from outflank.executor import open_executor


def run(
    settings: RunSettings,
    *,
    log: str | Path | None = None,
    workers: int = 1,
    on_pair: Callable[[Pair], Any] = lambda _: None,
) -> Summary:
    """Play a run and return every number of its result.

    The games are saved in a new file `log`, if one is named; `outflank arena` shows it again, or
    resumes a run that was stopped. With more than one of `workers` a script needs the usual
    `if __name__ == "__main__":`, for each is a process of its own. `on_pair` is called with the two
    games of each pair, in the order of the schedule.

    >>> summary = run(RunSettings(("greedy", "random"), sizes=(6,), games=10))
    >>> [(row.name, row.result.games) for row in summary.standings]
    [('greedy', 10), ('random', 10)]
    """
    for player in settings.players:
        check_player(player, settings.conditions, settings.sizes)
    progress = Run(settings, on_count=on_pair)
    lines = all_openings(settings)
    with (
        open_executor(workers) as executor,
        Log.create(Path(log), settings) if log is not None else nullcontext() as file,
    ):
        play_run(progress, lines, file, executor)
    return summarize(progress.tally)
