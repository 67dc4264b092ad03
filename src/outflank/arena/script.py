"""A run of the arena in one call, for scripts and notebooks."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from outflank.arena.log import Log
from outflank.arena.seat import check_player
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.summary import Summary, summarize
from outflank.arena.tally import Pair
from outflank.arena.tournament import Run, all_openings, play_run, release
from outflank.executor import open_executor


def run(
    players: Sequence[str],
    *,
    sizes: Sequence[int] = (8,),
    games: int = 100,
    conditions: Conditions = Conditions(),  # noqa: B008  (immutable)
    seed: int = 1,
    gauntlet: bool = False,
    start: bool = False,
    sprt: tuple[float, float] | None = None,
    log: str | Path | None = None,
    workers: int = 1,
    on_pair: Callable[[Pair], Any] = lambda _: None,
) -> Summary:
    """Plays players against each other, and returns every number of the result.

    `games` is for each two players and size. `conditions` limit every move, such as
    `Conditions(nodes=5000)`. With `start`, all games begin at the start position. Games are kept
    in a new file `log`, if one is named; `outflank arena` shows it again, or goes on with a run
    that was stopped. With more than one of `workers` a script needs the usual
    `if __name__ == "__main__":`, for each is a process of its own. `on_pair` is called with the two
    games of each pair once they have been played.

    >>> summary = run(["greedy", "random"], sizes=[6], games=10)
    >>> [(row.name, row.result.games) for row in summary.standings]
    [('greedy', 10), ('random', 10)]
    """
    settings = RunSettings(
        players=tuple(players),
        sizes=tuple(sizes),
        games=games,
        gauntlet=gauntlet,
        seed=seed,
        sprt=sprt,
        conditions=conditions,
        start=start,
    )
    for player in settings.players:
        check_player(player, conditions, settings.sizes)
    going = Run(settings)
    lines = all_openings(settings)
    with (
        open_executor(workers) as executor,
        Log.create(Path(log), settings) if log is not None else nullcontext() as kept,
    ):
        try:
            play_run(going, lines, kept, executor, on_pair=on_pair)
        finally:
            release()
    return summarize(going.tally)
