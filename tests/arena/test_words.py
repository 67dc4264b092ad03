from dataclasses import replace

import pytest

from outflank._text import plural
from outflank.arena.settings import Conditions, RunSettings
from outflank.arena.words import arguments, repeats, sentences
from outflank.cli.arena.command import arena
from outflank.cli.arena.request import take_request

OPENINGS = ((8, "F5d6C3"),)
RUNS = [
    RunSettings(("a", "b")),
    RunSettings(("a", "b", "c"), sizes=(6, 10), games=40, seed=7, plies=4, balance=3),
    RunSettings(("a", "b", "c"), gauntlet=True, conditions=Conditions(nodes=5000)),
    RunSettings(("a", "b:depth=3"), sprt=(-2.5, 10), conditions=Conditions(depth=4, isolate=True)),
    RunSettings(("a", "b"), openings=OPENINGS, conditions=Conditions(seconds=0.25, clock="cpu")),
    RunSettings(("a", "b"), conditions=Conditions(game_seconds=60, increment=0.5, memory=64)),
    RunSettings(("a", "b"), conditions=Conditions(on_error="random")),
    RunSettings(("a", "b"), conditions=Conditions(level=9)),
    RunSettings(("a", "b"), start=True),
]


@pytest.mark.parametrize("settings", RUNS)
def test_the_command_asks_for_the_same_run(settings: RunSettings) -> None:
    request = take_request(arena.make_context("arena", arguments(settings)).params)
    assert (request.openings is not None) == bool(settings.openings)
    assert replace(request, openings=None).settings() == replace(settings, openings=())


def test_sentences_say_what_was_played() -> None:
    text = " ".join(sentences(RUNS[1]))
    assert "Every two players met, 3 matches: 40 games on each of 6x6, 10x10 for each." in text
    assert "4 random moves (seed 7)" in text
    assert "within 3 discs" in text
    assert "No limit" in text
    assert "A fault loses the game." in text
    assert "5,000 nodes a move" in " ".join(sentences(RUNS[2]))
    assert "tells -2.5 from 10 Elo" in " ".join(sentences(RUNS[3]))
    assert "1 opening from a file" in " ".join(sentences(RUNS[4]))
    assert "processor time" in " ".join(sentences(RUNS[4]))
    assert "60 s a game and 0.5 s more a move" in " ".join(sentences(RUNS[5]))
    assert "The limit was level 9, except" in " ".join(sentences(RUNS[7]))
    assert "A fault costs a random move." in " ".join(sentences(RUNS[6]))


def test_the_clock_of_course_agents_is_told() -> None:
    free, timed = (
        " ".join(sentences(RunSettings(("greedy", "a/student.py"), conditions=conditions)))
        for conditions in (Conditions(clock="cpu"), Conditions(seconds=1))
    )
    assert "Course agents had 2 s a move, unless they name their own." in free
    assert "What counted was processor time, with 0.1 s of tolerance." in free
    assert "Course agents" not in timed
    assert "Course agents" not in " ".join(sentences(RunSettings(("greedy", ":depth=1"))))
    assert "What counted was time on the wall clock, with 0.1 s of tolerance." in timed


def test_one_and_many() -> None:
    assert [plural(n, "game") for n in (0, 1, 2000)] == ["0 games", "1 game", "2,000 games"]
    assert plural(3, "match", "matches") == "3 matches"


def test_repeated_games_are_told_with_the_different_ones() -> None:
    assert repeats(0, 40) == ""
    assert "38 games of 40 repeated an earlier one" in repeats(38, 40)
    assert ": 2 different games." in repeats(38, 40)
