"""`outflank drill`: what it asks, tells and keeps."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outflank import Game, Move
from outflank.cli.drill import drill
from outflank.library import Library


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def run(path: Path, *arguments: str, typed: str = "") -> Result:
    done = CliRunner().invoke(drill, [*arguments, "--library", str(path)], input=typed)
    assert done.exception is None or done.exit_code == 2
    return done


def counts(path: Path) -> dict[str, dict[str, int]]:
    found = json.loads(run(path, "--json").stdout)
    assert isinstance(found, dict)
    return found


def test_the_decks(path: Path) -> None:
    assert counts(path) == {
        "openings": {"cards": 90, "new": 90, "due": 0},
        "endgames": {"cards": 0, "new": 0, "due": 0},
        "mistakes": {"cards": 0, "new": 0, "due": 0},
    }
    assert run(path).stdout.splitlines()[1].startswith("openings    0   90     90  the move")


def test_right_and_wrong_answers(path: Path) -> None:
    # The three openings of one move come first, by their names: diagonal, parallel, perpendicular.
    typed = "f6\nnonsense\na1\n\nd6\nd6\nf4\n"
    done = run(path, "openings", "--count", "3", typed=typed)
    assert "Which move makes it Diagonal Opening?" in done.stdout
    assert done.stdout.count("Right.") == 3
    assert "a1 flips nothing for white." in done.stdout
    assert "type a square, or quit." in done.stdout
    assert "No, not d6 but f4." in done.stdout
    assert done.stdout.count("Which move makes it Parallel Opening?") == 2
    assert done.stdout.endswith("2 of 3 cards right at once.\n")
    assert counts(path)["openings"] == {"cards": 90, "new": 87, "due": 0}


def test_leaving_keeps_what_was_answered(path: Path) -> None:
    for typed in ("f6\nquit\n", "f4\n"):
        done = run(path, "openings", typed=typed)
        assert done.exit_code == 0
        assert done.stdout.endswith("1 of 1 card right at once.\n")
    assert counts(path)["openings"]["new"] == 88


def test_endgames_are_made_when_they_are_needed(path: Path) -> None:
    flags = ("endgames", "--count", "2", "--empties", "5", "--size", "6")
    done = run(path, *flags, typed="quit\n")
    assert "5 empty squares. Which move " in done.stdout
    assert counts(path)["endgames"] == {"cards": 2, "new": 2, "due": 0}
    run(path, *flags, typed="quit\n")
    assert counts(path)["endgames"]["cards"] == 2


def test_mistakes_come_from_the_library(path: Path) -> None:
    assert run(path, "mistakes").stdout == "Nothing is due today in the deck mistakes.\n"
    position = Game.from_transcript("f5d6").position
    with Library(path) as library:
        library.mistakes.add(position, Move("c3"), Move("c6"), 8)
        (mistake,) = library.mistakes
    done = run(path, "mistakes", typed=f"{mistake.best.name}\n")
    assert f"{mistake.played.name} loses 8 discs here. What is better?" in done.stdout
    assert done.stdout.endswith("1 of 1 card right at once.\n")
    assert run(path, "mistakes").stdout == "Nothing is due today in the deck mistakes.\n"


def test_bad_input(path: Path) -> None:
    assert run(path, "checkers").exit_code == 2
    assert run(path, "openings", "--json").exit_code == 2
    assert run(path, "endgames", "--empties", "60").exit_code == 2
