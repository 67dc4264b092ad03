"""What is seen while the arena plays."""

import io

import pytest
from rich.console import Console

from outflank.arena.settings import RunSettings
from outflank.arena.summary import summarize
from outflank.arena.tournament import Run, all_openings, play_run, release
from outflank.cli.arena.named_table import NamedTable
from outflank.cli.arena.show import Screen, final, live
from outflank.executor import open_executor
from support.made_runs import pair, random_run
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


@pytest.mark.parametrize("width", [80, 84, 100, 160])
def test_long_names_can_be_read_on_a_narrow_screen(width: int) -> None:
    names = ("engine:nodes=20000,book=no", "improved:nodes=20000,eval=champion-gin")
    console = Console(file=io.StringIO(), width=width)
    run = random_run(names, games=200, spread=900)
    console.print(*final(summarize(run)))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert all(len(line) <= width for line in lines)
    table = lines[: lines.index("")]
    facts = [line for line in table if " % " in line]
    assert len(facts) == 2
    assert not any("…" in line for line in facts)
    # Whole, on a line of their own, or broken into pieces that are not tiny.
    pieces = [line[:16].split(" ")[0] for line in table]
    assert len(table) <= 1 + 2 * 3
    assert any(piece.startswith("engine:nodes=200") for piece in pieces)
    assert any(piece.startswith("improved:nodes=2") for piece in pieces)


def test_rows_without_a_name_belong_to_the_one_before() -> None:
    table = NamedTable("player", ["phase", "moves"], left=["phase"])
    table.add_row("a-name-that-is-long", "early", "1")
    table.add_row("", "late", "20")
    console = Console(file=io.StringIO(), width=20)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().splitlines() == [
        "player",
        "phase  moves",
        "a-name-that-is-long",
        "early      1",
        "late      20",
    ]
