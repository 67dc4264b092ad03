import json
import signal
import subprocess
from pathlib import Path

import pytest

from outflank import Game, write_games
from outflank.cli.review.command import DEFAULT_NODES
from outflank.engine.review import NODES
from outflank.library import Library
from support.commands import OUTFLANK, outflank
from support.reviews import GAMES
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration

CHEAP = ("--nodes", "300")
ENDING = GAMES[6]
OPENING = ENDING[:24]
"""Too early for anything to be solved, which takes a second."""
EIGHT = GAMES[8][:24]


@pytest.fixture
def two_games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    games = [Game.from_transcript(OPENING[:length], size=6) for length in (24, 20)]
    for game in games:
        game.black, game.white = "Anna", "Bob"
    write_games(games, path)
    return path


def test_the_help_has_the_right_number() -> None:
    assert DEFAULT_NODES == NODES


def test_a_review_as_text() -> None:
    done = outflank("review", ENDING, *CHEAP)
    assert done.returncode == 0, done.stderr
    assert "Black won by 30" in done.stdout
    assert "What the game was worth after each move" in done.stdout
    assert "accuracy" in done.stdout
    assert "█" in done.stdout
    plain = outflank("review", OPENING, *CHEAP, env={"PYTHONIOENCODING": "ascii"})
    assert plain.stdout.isascii()
    assert "##" in plain.stdout


def test_json_of_one_game_is_one_object_and_the_same_again() -> None:
    runs = [outflank("review", "-", *CHEAP, "--json", input=OPENING) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    record = json.loads(runs[0].stdout)
    assert {"moves", "players", "opening", "turning_points"} <= record.keys()
    assert len(record["moves"]) == 12
    assert record["people"] is None  # on 6x6


def test_how_many_people_play_a_move(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    text = outflank("review", EIGHT, *CHEAP, "--rating", "1500", "--html", str(page)).stdout
    assert "&#34;people&#34;: tournament players rated 1500 " in page.read_text("utf-8")
    assert "best  people" in text
    assert "Ratings, by the moves: Black " in text
    assert '"people": tournament players rated 1500 who play the move.' in text
    record = json.loads(outflank("review", EIGHT, *CHEAP, "--rating", "1500", "--json").stdout)
    assert record["people"]["ratings"] == {"black": 1500, "white": 1500}
    assert len(record["people"]["chances"]) == 12
    assert record["people"]["chances"][0] == 100  # all first moves are the same


def test_several_games_have_a_profile(two_games: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = outflank("review", str(two_games), *CHEAP, "--json", "--html", str(page))
    record = json.loads(done.stdout)
    assert len(record["games"]) == 2
    assert record["profile"]["games"] == 2
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert record["profile"]["rating"] is None  # of whom?
    text = outflank("review", str(two_games), *CHEAP, "--player", "ANNA").stdout
    assert "Profile of 'ANNA' in 2 games" in text
    assert "What cost most discs:" in text


def test_exercises_from_a_pipe() -> None:
    done = outflank("review", OPENING, *CHEAP, "--learn", input="show\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Exercise 1 of" in done.stdout
    assert "0 of 1 exercise right" in done.stdout


def test_kept_mistakes_are_practised(two_games: Path, tmp_path: Path) -> None:
    env = {"OUTFLANK_LIBRARY": str(tmp_path / "games.sqlite")}
    flags = (str(two_games), *CHEAP, "--player", "anna", "--keep")
    done = outflank("review", *flags, "--json", env=env)
    marked = {
        (move["ply"], move["move"])  # the second game is the beginning of the first
        for game in json.loads(done.stdout)["games"]
        for move in game["moves"]
        if move["mark"] and move["color"] == "black"
    }
    assert marked
    with Library(tmp_path / "games.sqlite", create=False) as library:
        assert (library.count(), len(library.mistakes)) == (2, len(marked))
    again = outflank("review", *flags, env=env)
    assert "Kept 2 games and " in again.stdout
    assert "practise with: outflank drill mistakes" in again.stdout
    counts = json.loads(outflank("drill", "--json", env=env).stdout)
    assert counts["mistakes"] == {"cards": len(marked), "new": len(marked), "due": 0}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nowhere.sgf",), "'nowhere.sgf' is neither a file nor a game"),
        (("f5f5",), "f5 is occupied"),
        ((ENDING, "--player", "carl"), "no game of a player called 'carl'"),
        ((ENDING, "--json", "--learn"), "Give either --json or --learn"),
        ((ENDING, "--nodes", "0"), "0 is not in the range"),
        ((ENDING, "--html", "nowhere/page.html"), "cannot be written: no such folder"),
        (("X" + "-" * 63 + " X",), "no move in it to review"),
        ((ENDING, "--rating", "12"), "12 is not in the range"),
        ((OPENING, "--rating", "1500"), "--rating is for games on 8x8"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], why: str) -> None:
    done = outflank("review", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_the_page_does_not_replace_the_game(two_games: Path) -> None:
    before = two_games.read_bytes()
    done = outflank("review", str(two_games), "--html", str(two_games))
    assert done.returncode == 2
    assert "would write over" in done.stderr
    assert two_games.read_bytes() == before


def test_control_c_stops_it() -> None:
    command = [OUTFLANK, "review", GAMES[12], "--nodes", "1000000000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert b"12x12" in process.stderr.readline()  # a note before the review begins
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert b"Stopped." in err
