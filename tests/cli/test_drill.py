"""`outflank drill`: what it asks, tells and keeps."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from outflank import Game, Move, Position
from outflank.book.tree import BookTree
from outflank.cli.drill import drill
from outflank.engine.book import Entry, key_of, packed_book, parse_book, to_canonical
from outflank.game.openings import openings
from outflank.library import Library

OPENINGS = len(openings()) + 1


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of one's own, and a book with one card: after f5d6 c3 is best."""
    tree, line = BookTree(8), [Position()]
    for move in ("f5", "d6", "c3"):
        tree.entries[key_of(line[-1])] = Entry(0)
        line.append(line[-1].play(move))
    before, after = line[-2:]
    tree.entries[key_of(after)] = Entry(-4)
    tree.entries[key_of(before)] = Entry(4, 9, False, to_canonical(before, Move("c5")), 0)
    tree.back_up()
    book = parse_book(packed_book(8, tree.entries, {}), "a book")
    monkeypatch.setattr("outflank.cli.drill.load_book", {8: book}.get)
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
        "openings": {"cards": OPENINGS, "new": OPENINGS, "due": 0},
        "endgames": {"cards": 0, "new": 0, "due": 0},
        "mistakes": {"cards": 0, "new": 0, "due": 0},
    }
    told = run(path).stdout.splitlines()[1].split(maxsplit=4)
    assert told[:4] == ["openings", "0", str(OPENINGS), str(OPENINGS)]
    assert told[4].startswith("the move that makes an opening")


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
    assert counts(path)["openings"] == {"cards": OPENINGS, "new": OPENINGS - 3, "due": 0}


def test_leaving_keeps_what_was_answered(path: Path) -> None:
    for typed in ("f6\nquit\n", "f4\n"):
        done = run(path, "openings", typed=typed)
        assert done.exit_code == 0
        assert done.stdout.endswith("1 of 1 card right at once.\n")
    assert counts(path)["openings"]["new"] == OPENINGS - 2


def test_the_book_asks_for_the_best_move(path: Path) -> None:
    done = run(path, "openings", "--count", "200", typed="f6\nf4\nd6\nc5\nc5\nquit\n")
    assert "Perpendicular Opening: Black to move. Which move is best?" in done.stdout
    assert "No, not c5 but c3." in done.stdout


def test_endgames_are_made_when_they_are_needed(path: Path) -> None:
    flags = ("endgames", "--count", "2", "--empties", "5", "--size", "6")
    done = run(path, *flags, typed="quit\n")
    assert "5 empty squares. Which move " in done.stdout
    assert counts(path)["endgames"] == {"cards": 2, "new": 2, "due": 0}
    run(path, *flags, typed="quit\n")
    assert counts(path)["endgames"]["cards"] == 2


def test_mistakes_come_from_the_library(path: Path) -> None:
    told = run(path, "mistakes").stdout
    assert "outflank review GAME --keep puts the mistakes of a game there." in told
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
