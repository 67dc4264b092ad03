"""`outflank arena` as its users meet it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.log import read_log
from outflank.cli.main import main

QUICK = ("--sizes", "6", "--games", "6")


def start(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    program = "from outflank.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", program, "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def arena(*arguments: str, code: int = 0) -> tuple[str, str]:
    """What a command printed to either stream."""
    process = start(*arguments)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == code, errors
    assert "Traceback" not in errors
    return output, errors


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs nobody asked for go to the user's data folder: not to that of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_two_players(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    output, _ = arena("greedy", "random", *QUICK, "--log", str(log))
    assert "greedy" in output
    assert "6x6" in output
    assert f"games: {log}" in output.replace("\n", "")
    assert len(read_log(log)[1]) == 3


def test_json_is_one_object(tmp_path: Path) -> None:
    specs = ["alphabeta:depth=2", "random:seed=3", "greedy"]
    output, _ = arena(*specs, *QUICK, "--json", "--log", str(tmp_path / "run.jsonl"))
    facts = json.loads(output)
    assert facts["games"] == 18
    assert [player["name"] for player in facts["players"]] == specs
    for player in facts["players"]:
        assert player["wins"] + player["draws"] + player["losses"] == 12
        assert player["score"] == (player["wins"] + player["draws"] / 2) / 12
        assert player["forfeits"] == 0
        assert {"disc_diff", "elo", "elo_error"} <= set(player)


def test_a_gauntlet(tmp_path: Path) -> None:
    output, _ = arena(
        "--gauntlet", "greedy", "random", "random:seed=4", *QUICK, "--json",
        "--log", str(tmp_path / "run.jsonl"),
    )  # fmt: skip
    games = {player["name"]: player["games"] for player in json.loads(output)["players"]}
    assert games == {"greedy": 12, "random": 6, "random:seed=4": 6}


def test_a_log_without_a_name_goes_to_the_data_folder(tmp_path: Path) -> None:
    facts = json.loads(arena("greedy", "random", *QUICK, "--json")[0])
    assert Path(facts["log"]).is_relative_to(tmp_path)
    assert len(read_log(Path(facts["log"]))[1]) == 3


def test_a_log_is_shown_again_without_playing(tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    first = json.loads(arena("greedy", "random", *QUICK, "--json", "--log", log)[0])
    before = Path(log).read_bytes()
    again = json.loads(arena("--report", log, "--json")[0])
    assert again == first
    assert Path(log).read_bytes() == before


def test_reports_on_request(tmp_path: Path) -> None:
    page, table, plots = tmp_path / "run.html", tmp_path / "run.csv", tmp_path / "plots"
    arena(
        "greedy", "random", *QUICK, "--html", str(page), "--csv", str(table),
        "--plots", str(plots), "--plot-format", "png",
    )  # fmt: skip
    assert page.read_text().startswith("<!doctype html>")
    assert "greedy" in table.read_text()
    pictures = list(plots.iterdir())
    assert len(pictures) >= 5
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_a_page_that_cannot_be_written_hides_no_result(tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    place.symlink_to(tmp_path / "nowhere" / "page.html")
    output, errors = arena("greedy", "random", *QUICK, "--json", "--html", str(place), code=2)
    assert json.loads(output)["games"] == 6
    assert "No such file" in errors


def test_killed_and_resumed_gives_the_same_table(tmp_path: Path) -> None:
    """A thousand games, killed half-way, against the run that nobody disturbed."""
    run = ("alphabeta:depth=1", "random", "--sizes", "6", "--games", "1000", "--json")
    whole = json.loads(arena(*run, "--log", str(tmp_path / "whole.jsonl"))[0])
    log = tmp_path / "killed.jsonl"
    process = start(*run, "--log", str(log), start_new_session=True)
    half = (tmp_path / "whole.jsonl").stat().st_size // 2
    while not log.exists() or log.stat().st_size < half:
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.002)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    kept = len(read_log(log)[1])
    assert 200 < kept < 500
    resumed = json.loads(arena(*run, "--log", str(log), "--resume")[0])
    for facts in (whole, resumed):
        del facts["log"], facts["moves"]  # moves tell how long they took
    assert resumed == whole
    assert len(read_log(log)[1]) == 500


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    process = start(
        "alphabeta:nodes=3000", "alphabeta:nodes=2000", "--games", "1000", "--log", str(log)
    )
    while not log.exists() or log.stat().st_size < 4000:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert f"go on with: outflank arena --log {log} --resume" in errors
    assert "alphabeta:nodes=3000" in output
    assert read_log(log)[1]


def test_a_sequential_test_stops_early(tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    arguments = (
        "alphabeta:depth=2",
        "random",
        "--sizes",
        "6",
        "--games",
        "1000",
        "--sprt",
        "0",
        "50",
    )
    facts = json.loads(arena(*arguments, "--json", "--log", log)[0])
    assert facts["sprt"]["verdict"] == "H1"
    assert facts["sprt"]["ratio"] >= facts["sprt"]["upper"]
    assert facts["games"] < 1000
    assert "H1" in arena("--report", log)[0]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["random", "gredy"], "there is no agent 'gredy'; the nearest name is 'greedy'"),
        (["random", "./none.py"], "there is no file './none.py'"),
        (["random"], "two players or more"),
        ([], "two players or more"),
        (["random", "random"], "random is given twice"),
        (["random", "sommer", "--sizes", "4"], "sommer is not for 4x4"),
        (["random", "human"], "a person cannot play in the arena"),
        (["random", "greedy", "--games", "5"], "even number, not 5"),
        (["random", "greedy", "--sizes", "7"], "no boards of size 7"),
        (["random", "greedy", "--sizes", "x"], "such as 6,8,10,12"),
        (["random", "greedy", "--nodes", "5", "--depth", "3"], "give one limit"),
        (["random", "mcts", "--depth", "3"], "mcts cannot be limited by depth"),
        (["random", "greedy", "--game-clock", "no"], "such as 60 or 60+0.5"),
        (["random", "greedy", "--memory", "lots"], "500MB"),
        (["random", "greedy", "--openings", "none.txt"], "none.txt: No such file"),
        (["random", "greedy", "--sprt", "5", "0"], "5"),
        (["random", "greedy", "greedy-corners", "--sprt", "0", "5"], "for two players"),
        (["random", "greedy", "--time", "1", "--concurrency", "999"], "would not be fair"),
        (["random", "greedy", "--log", "no/such/run.jsonl"], "cannot be written: No such file"),
        (["random", "greedy", "--html", "no/such/run.html"], "there is no folder no/such"),
        (["random", "greedy", "--log", "/dev/full"], "No space left on device"),
        (["random", "greedy", "--resume"], "--resume needs --log"),
        (["--resume", "--log", "none.jsonl"], "none.jsonl cannot be continued: No such file"),
        (["--report", "none.jsonl"], "none.jsonl cannot be read: No such file"),
        (["random", "--report", "none.jsonl"], "give no players"),
        (["random", "greedy", "--cluster", "nonsense"], "nonsense"),
        (["random", "greedy", "--cluster", "tcp://a:1", "--concurrency", "2"], "as many games"),
    ],
)
def test_mistakes_are_one_sentence_before_any_game(
    arguments: list[str],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["outflank", "arena", *arguments])
    with pytest.raises(SystemExit) as exit:
        main()
    assert exit.value.code == 2
    printed = capsys.readouterr()
    assert reason in " ".join(printed.err.split())
    assert printed.out == ""


def test_a_wrong_line_of_an_openings_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("f5d6\nf5f5\n")
    _, errors = arena("random", "greedy", "--openings", str(file), code=2)
    assert f"{file}:2: " in errors


def test_another_run_is_not_continued(tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    arena("greedy", "random", *QUICK, "--log", log)
    before = Path(log).read_bytes()
    _, errors = arena("greedy", "random", *QUICK, "--seed", "5", "--resume", "--log", log, code=2)
    assert "is of a run with other seed" in errors
    _, errors = arena("greedy", "random", *QUICK, "--log", log, code=2)
    assert "exists; --resume continues it" in errors
    assert Path(log).read_bytes() == before


def test_a_finished_run_plays_nothing_more(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    first = arena("greedy", "random", *QUICK, "--json", "--log", str(log))[0]
    before = log.read_bytes()
    assert arena("--resume", "--json", "--log", str(log))[0] == first
    assert log.read_bytes() == before
