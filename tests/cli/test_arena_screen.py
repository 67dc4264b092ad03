"""What is seen while the arena plays."""

import io

import pytest
from rich.console import Console

from outflank.arena.settings import RunSettings
from outflank.arena.tournament import Run, all_openings, play_run, release
from outflank.cli.arena.show import Screen, live
from outflank.executor import open_executor
from support.made_runs import pair
from support.waiting import wait_for

SETTINGS = RunSettings(("[v1]greedy", "random"), sizes=(6,), games=6)
PLAYED = RunSettings(("greedy", "random"), sizes=(6,), games=6)


def terminal() -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, force_terminal=True, width=120), file


def picture(screen: Screen) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(screen.picture())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_bar_is_there_before_the_first_pair_has_ended() -> None:
    console, file = terminal()
    with live(console, Run(SETTINGS)):
        wait_for(lambda: "0/6" in file.getvalue())


def test_there_is_no_table_of_nothing() -> None:
    run = Run(SETTINGS)
    screen = Screen(run)
    screen.is_seen = True
    run.under_way = 2
    screen(run)
    assert "player" not in picture(screen)
    assert "2 pairs under way" in picture(screen)
    run.collect([pair(0, 1, (4, 2), number=0, size=6)])
    screen(run)
    assert "[v1]greedy" in picture(screen)
    assert "2/6" in picture(screen)


def test_moves_are_counted_where_they_are_played() -> None:
    run, moves = Run(PLAYED), 0
    screen = Screen(run)
    screen.is_seen = True
    seen: list[str] = []

    def moved() -> None:
        nonlocal moves
        moves += 1
        screen.moved()
        if moves == 10:
            seen.append(picture(screen))

    with open_executor() as executor:
        play_run(run, all_openings(PLAYED), None, executor, screen, on_move=moved)
    release()
    assert "0/6" in seen[0]
    assert "10 moves" in seen[0]
    assert moves == sum(use.moves for use in run.tally.uses.values())


def test_nobody_looking_costs_nothing() -> None:
    console = Console(file=io.StringIO())
    run = Run(SETTINGS)
    with live(console, run) as screen:
        assert not screen.is_seen
        screen(run)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == ""


@pytest.mark.integration
def test_pairs_of_other_processes_are_under_way() -> None:
    run = Run(PLAYED)
    under_way: list[int] = []
    with open_executor(2) as executor:
        play_run(
            run, all_openings(PLAYED), None, executor, lambda one: under_way.append(one.under_way)
        )
    assert under_way[0] > 0
    assert under_way[-1] == run.under_way == 0
