"""The arena as scripts call it."""

from pathlib import Path

import pytest

from outflank import arena
from outflank.arena import RunSettings
from outflank.arena.log import read_log
from outflank.arena.summary import summarize
from outflank.arena.tally import Pair
from outflank.arena.tournament import Run
from outflank.errors import FileError, SettingsError

PLAYERS = ("greedy", "random", "alphabeta:eval=mobility")
CONDITIONS = arena.Conditions(nodes=50)


def test_a_run_returns_its_summary_and_keeps_its_games(tmp_path: Path) -> None:
    path, pairs = tmp_path / "run.jsonl", list[Pair]()
    settings = RunSettings(PLAYERS, sizes=(4, 6), games=4, conditions=CONDITIONS, seed=7)
    summary = arena.run(settings, log=path, on_pair=pairs.append)
    assert summary.games == summary.planned == 2 * len(pairs) == 24
    assert summary.names == PLAYERS
    assert read_log(path) == (settings, pairs)
    assert summarize(Run(settings, pairs).tally).standings == summary.standings


@pytest.mark.integration
def test_workers_change_nothing() -> None:
    settings = RunSettings(PLAYERS[:2], sizes=(4,), games=8)
    one, two = (arena.run(settings, workers=n) for n in (1, 2))
    assert one.standings == two.standings
    assert one.matches == two.matches


def test_mistakes_are_told_before_anything_is_played(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    for players, message in ((("random",), "two players"), (("random", "nobody"), "nobody")):
        with pytest.raises(SettingsError, match=message):
            arena.run(RunSettings(players), log=path)
    assert not path.exists()
    path.write_text("mine")
    with pytest.raises(FileError, match="exists"):
        arena.run(RunSettings(PLAYERS), log=path)
    assert path.read_text() == "mine"


def test_players_without_dice_repeat_their_games_from_the_start() -> None:
    summary = arena.run(
        RunSettings(("greedy", "alphabeta:depth=1"), sizes=(6,), games=10, start=True)
    )
    assert (summary.games, summary.different, summary.repeated) == (10, 2, 8)
    (match,) = summary.matches
    assert match.result.repeated == 8
    thrown = arena.run(RunSettings(("greedy", "random"), sizes=(6,), games=10, start=True))
    assert thrown.different == 10
