"""`outflank arena` as its users meet it."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from outflank.arena.log import read_log
from outflank.arena.summary import summarize
from outflank.cli.arena import command
from outflank.cli.arena.show import board_table
from outflank.cli.main import main
from support.made_runs import random_run
from support.waiting import PATIENCE, wait_for

QUICK = ("--size", "6", "--games", "6")


def start(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    program = "from outflank.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", program, "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def wait_for_log(log: Path, size: int, process: "subprocess.Popen[str]") -> None:
    """Waits until the log has so many bytes."""

    def is_long() -> bool:
        assert process.poll() is None, "it ended too early"
        return log.exists() and log.stat().st_size >= size

    wait_for(is_long)


def arena(*arguments: str, code: int = 0) -> tuple[str, str]:
    """What a command printed to either stream."""
    process = start(*arguments)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == code, errors
    assert "Traceback" not in errors
    return output, errors


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs nobody asked for go to the user's data folder: not to that of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.integration
def test_two_players(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    output, _ = arena("greedy", "random", *QUICK, "--log", str(log))
    assert "greedy" in output
    assert "6x6" in output
    assert f"games: {log}" in output.replace("\n", "")
    assert len(read_log(log)[1]) == 3


@pytest.mark.integration
def test_the_interval_of_one_pair_is_no_wider_than_a_score_can_be(tmp_path: Path) -> None:
    arguments = ("improved:nodes=500", "random", "--size", "6", "--games", "2")
    output, _ = arena(*arguments, "--log", str(tmp_path / "run.jsonl"))
    assert "100.0 % ± 100.0" in output


@pytest.mark.integration
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


@pytest.mark.integration
def test_a_gauntlet(tmp_path: Path) -> None:
    output, _ = arena(
        "--gauntlet", "greedy", "random", "random:seed=4", *QUICK, "--json",
        "--log", str(tmp_path / "run.jsonl"),
    )  # fmt: skip
    games = {player["name"]: player["games"] for player in json.loads(output)["players"]}
    assert games == {"greedy": 12, "random": 6, "random:seed=4": 6}


def board_lines(output: str) -> list[str]:
    """The table by board: from its title to the next empty line."""
    lines = [line.rstrip() for line in output.splitlines()]
    first = next(n for n, line in enumerate(lines) if line.startswith("score by board"))
    return lines[first : lines.index("", first)]


@pytest.mark.integration
def test_many_players_are_shown_board_by_board(tmp_path: Path) -> None:
    specs = ("alphabeta:depth=2", "random:seed=3", "greedy")
    log = str(tmp_path / "run.jsonl")
    output, _ = arena(*specs, "--size", "6,8", "--games", "6", "--log", log)
    head, *rows = board_lines(output)
    assert head.split()[-2:] == ["6x6", "8x8"]
    facts = json.loads(arena("--report", log, "--json")[0])["by_size"]
    shares = {(one["name"], one["size"]): (one["score"], one["score_error"]) for one in facts}
    assert len(shares) == 6
    for name, row in zip(specs, rows, strict=True):
        cells = [f"{100 * score:.1f} ± {100 * error:.1f}"
                 for score, error in (shares[name, 6], shares[name, 8])]  # fmt: skip
        assert row.split() == [name, *" ".join(cells).split()]


@pytest.mark.integration
def test_one_board_needs_no_table_by_board(tmp_path: Path) -> None:
    arguments = ("random", "random:seed=3", "greedy", *QUICK)
    output, _ = arena(*arguments, "--log", str(tmp_path / "run.jsonl"))
    assert "score of row against column" in output
    assert "by board" not in output


def test_four_boards_fit_into_eighty_columns() -> None:
    names = ("alphabeta:depth=11,eval=champion-gin,order=history", "random", "greedy-corners")
    console = Console(file=StringIO(), width=80)
    console.print(
        board_table(summarize(random_run(names, sizes=(6, 8, 10, 12), games=2, spread=900))), ""
    )
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    assert all(len(line) <= 80 for line in text.splitlines())
    _, *rows = board_lines(text)
    assert [row.count("±") for row in rows if "±" in row] == [4, 4, 4]
    assert "".join(row.split(" ")[0] for row in rows) == "".join(names)


@pytest.mark.integration
def test_moves_are_told_apart_by_player_where_no_early_one_was_played(tmp_path: Path) -> None:
    arguments = ("random", "greedy", "--size", "4", "--games", "4")
    output, _ = arena(*arguments, "--log", str(tmp_path / "run.jsonl"))
    rows = output[output.index("per move") :].splitlines()[1:]
    assert not any("early" in row for row in rows)
    assert [row.split()[0] for row in rows if row[:1].strip()][:2] == ["random", "greedy"]


@pytest.mark.integration
def test_a_log_without_a_name_goes_to_the_data_folder(tmp_path: Path) -> None:
    facts = json.loads(arena("greedy", "random", *QUICK, "--json")[0])
    assert Path(facts["log"]).is_relative_to(tmp_path)
    assert len(read_log(Path(facts["log"]))[1]) == 3


@pytest.mark.integration
def test_a_log_is_shown_again_without_playing(tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    first = json.loads(arena("greedy", "random", *QUICK, "--json", "--log", log)[0])
    before = Path(log).read_bytes()
    again = json.loads(arena("--report", log, "--json")[0])
    assert again == first
    assert Path(log).read_bytes() == before
    # What decides about games cannot be changed afterwards.
    _, errors = arena("--report", log, "--games", "6", "--seed", "9", code=2)
    assert "is of a run with other seed; leave them out" in errors


@pytest.mark.integration
def test_reports_on_request(tmp_path: Path) -> None:
    page, table, plots = tmp_path / "run.html", tmp_path / "run.csv", tmp_path / "plots"
    arena(
        "greedy", "random", *QUICK, "--html", str(page), "--csv", str(table),
        "--plots", str(plots), "--plot-format", "png",
    )  # fmt: skip
    assert page.read_text().startswith("<!doctype html>")
    assert page.read_text().count('"moves":') == 6  # the games to replay
    assert "greedy" in table.read_text()
    pictures = list(plots.iterdir())
    assert len(pictures) >= 5
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


@pytest.mark.integration
def test_a_page_that_cannot_be_written_hides_no_result() -> None:
    output, errors = arena("greedy", "random", *QUICK, "--json", "--html", "/dev/full", code=2)
    assert json.loads(output)["games"] == 6
    assert "No space left" in errors


@pytest.mark.integration
def test_killed_and_resumed_gives_the_same_table(tmp_path: Path) -> None:
    """A thousand games, killed half-way, against the run that nobody disturbed."""
    run = (
        "alphabeta:depth=1",
        "random",
        "--size",
        "6",
        "--games",
        "1000",
        "--workers",
        "2",
        "--json",
    )
    whole = json.loads(arena(*run, "--log", str(tmp_path / "whole.jsonl"))[0])
    log = tmp_path / "killed.jsonl"
    process = start(*run, "--log", str(log), start_new_session=True)
    half = (tmp_path / "whole.jsonl").stat().st_size // 2
    wait_for_log(log, half, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    kept = len(read_log(log)[1])
    assert 200 < kept < 500
    resumed = json.loads(arena(*run, "--log", str(log), "--resume")[0])
    for facts in (whole, resumed):
        del facts["log"], facts["moves"]  # moves tell how long they took
    assert resumed == whole
    assert len(read_log(log)[1]) == 500


@pytest.mark.integration
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    process = start(
        "alphabeta:nodes=3000",
        "alphabeta:nodes=2000",
        "--games",
        "1000",
        "--workers",
        "2",
        "--log",
        str(log),
    )
    wait_for_log(log, 4000, process)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert f"Resume with: outflank arena --log {log} --resume" in errors
    assert "alphabeta:nodes=3000" in output
    assert read_log(log)[1]


@pytest.mark.integration
def test_a_sequential_test_stops_early(tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    arguments = (
        "alphabeta:depth=2",
        "random",
        "--size",
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
        (["random", "gredy"], "There is no agent 'gredy'; did you mean 'greedy'"),
        (["random", "./none.py"], "There is no file './none.py'"),
        (["random"], "two players or more"),
        ([], "two players or more"),
        (["random", "random"], "random is given twice"),
        (["random", "sommer", "--size", "4"], "sommer is not for 4x4"),
        (["random", "humanlike", "--size", "8,10"], "humanlike plays on 8x8 alone, not on 10x10"),
        (["random", "human"], "A person cannot play in the arena"),
        (["random", "greedy", "--games", "5"], "even number, not 5"),
        (["random", "greedy", "--size", "7"], "'7' is not one of '4', '6'"),
        (["random", "greedy", "--size", "x"], "'x' is not one of '4', '6'"),
        (["random", "greedy", "--nodes", "5", "--depth", "3"], "Give one limit"),
        (["random", "alphabeta", "--level", "9"], "alphabeta takes no level"),
        (["random", "mcts", "--depth", "3"], "mcts takes no depth"),
        (["random", "greedy", "--game-clock", "no"], "such as 60 or 60+0.5"),
        (["random", "greedy", "--memory", "lots"], "500MB"),
        (["random", "greedy", "--openings", "none.txt"], "none.txt: cannot be read: No such file"),
        (["random", "greedy", "--sprt", "5", "0"], "5"),
        (["random", "greedy", "greedy-corners", "--sprt", "0", "5"], "for two players"),
        (["random", "greedy", "--time", "1", "--workers", "999"], "would not be fair"),
        (["random", "greedy", "--log", "no/such/run.jsonl"], "cannot be written: No such file"),
        (["random", "greedy", "--html", "no/such/run.html"], "There is no folder no/such"),
        (["random", "greedy", "--log", "/dev/full"], "No space left on device"),
        (["random", "greedy", "--resume"], "--resume needs --log"),
        (["--resume", "--log", "none.jsonl"], "none.jsonl cannot be continued: No such file"),
        (["--report", "none.jsonl"], "none.jsonl: cannot be read: No such file"),
        (["random", "--report", "none.jsonl"], "give no players"),
        (["random", "greedy", "--cluster", "nonsense"], "nonsense"),
        (["random", "greedy", "--cluster", "tcp://a:1", "--workers", "2"], "as many games"),
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


@pytest.mark.integration
def test_a_wrong_line_of_an_openings_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("f5d6\nf5f5\n")
    _, errors = arena("random", "greedy", "--openings", str(file), code=2)
    assert f"{file}:2: " in errors


@pytest.mark.integration
def test_another_run_is_not_continued(tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    arena("greedy", "random", *QUICK, "--log", log)
    before = Path(log).read_bytes()
    _, errors = arena("greedy", "random", *QUICK, "--seed", "5", "--resume", "--log", log, code=2)
    assert "is of a run with other seed" in errors
    _, errors = arena("greedy", "random", *QUICK, "--log", log, code=2)
    assert "exists; --resume continues it" in errors
    assert Path(log).read_bytes() == before


@pytest.mark.integration
def test_a_finished_run_plays_nothing_more(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    first = arena("greedy", "random", *QUICK, "--json", "--log", str(log))[0]
    before = log.read_bytes()
    assert arena("--resume", "--json", "--log", str(log))[0] == first
    assert log.read_bytes() == before


@pytest.mark.integration
def test_a_damaged_log_is_refused_in_one_sentence(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    arena("greedy", "random", *QUICK, "--log", str(log))
    lines = log.read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace('"moves":"', '"moves":"a1')
    log.write_text("".join(lines))
    for arguments in (("--report", str(log)), ("--log", str(log), "--resume")):
        output, errors = arena(*arguments, code=2)
        assert output == ""
        assert errors.startswith(f"Error: {log}:3: not a game of an arena log: ")
        assert errors.count("\n") == 1
    assert log.read_text() == "".join(lines)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a gauntlet that was played with other options than the usual ones."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "lines.txt").write_text("c2\nb3\n")
    code = run_here(
        "--gauntlet", "greedy", "random", "alphabeta", *QUICK, "--nodes", "20",
        "--openings", str(folder / "lines.txt"), "--log", str(folder / "run.jsonl"),
        "--workers", "1",
    )  # fmt: skip
    assert code == 0
    return folder / "run.jsonl"


def run_here(*arguments: str) -> int:
    """The exit code of the command in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["outflank", "arena", *arguments])
        try:
            main()
        except SystemExit as exit:
            return int(exit.code or 0)
    return 0


def resume(log: Path, *arguments: str) -> int:
    """The exit code of a run that is continued in this process."""
    return run_here("--log", str(log), "--resume", "--json", *arguments)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("--games 400 --seed 9 --nodes 77 --size 8", "size, games, seed, nodes"),
        ("--games 100", "games"),
        ("--nodes 77", "nodes"),
        ("--depth 3", "depth"),
        ("--time 1", "time"),
        ("--game-clock 60", "game-clock"),
        ("--clock cpu", "clock"),
        ("--plies 4", "plies"),
        ("--balanced 4", "balanced"),
        ("--sprt 0 5", "sprt"),
        ("--memory 400MB", "memory"),
        ("--isolate", "isolate"),
        ("--on-error random", "on-error"),
        ("--openings other.txt", "openings"),
        ("random greedy alphabeta", "players, gauntlet"),
        ("greedy random alphabeta", "gauntlet"),
        ("--gauntlet random", "gauntlet"),
        ("--gauntlet greedy random", "players"),
        ("--gauntlet greedy random alphabeta --size 6 --seed 2", "seed"),
    ],
)
def test_a_run_is_not_continued_as_another(
    finished: Path,
    arguments: str,
    names: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.txt").write_text("c2\n")
    before = finished.read_bytes()
    assert resume(finished, *arguments.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{finished} is of a run with other {names}; leave them out" in printed.err
    assert finished.read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        "--size 6 --games 6 --nodes 20 --seed 1 --plies 8 --clock wall --memory 500MB",
        "--gauntlet greedy random alphabeta --openings lines.txt --on-error forfeit",
        "--gauntlet greedy",
        "--workers 2 --csv table.csv --plot-format png",
    ],
)
def test_a_run_is_continued_by_what_it_was(
    finished: Path,
    arguments: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lines.txt").write_text("# the same\nc2\n\nb3\n")
    before = finished.read_bytes()
    assert resume(finished, *arguments.split()) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 12
    assert finished.read_bytes() == before


def test_more_games_than_fit_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**9))
    monkeypatch.setattr(command, "Run", None)  # nothing may be built before
    monkeypatch.setattr(command, "all_openings", None)
    log = tmp_path / "big.jsonl"
    for games, reason in (
        ("100000000000", "Games 100000000000 is out of range (2 to 10,000,000)"),
        ("10000000", "MB are free"),
    ):
        monkeypatch.setattr(
            sys,
            "argv",
            ["outflank", "arena", "random", "greedy", "--games", games, "--log", str(log)],
        )
        with pytest.raises(SystemExit) as exit:
            main()
        assert exit.value.code == 2
        assert reason in capsys.readouterr().err
        assert not log.exists()


@pytest.mark.integration
def test_what_to_type_to_go_on_can_be_typed(tmp_path: Path) -> None:
    log = tmp_path / "my run.jsonl"
    players = ("alphabeta:nodes=3000", "alphabeta:nodes=2000")
    process = start(*players, "--games", "1000", "--log", str(log))
    wait_for_log(log, 4000, process)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    words = shlex.split(errors.strip().rpartition("Resume with: ")[2])
    assert words == ["outflank", "arena", "--log", str(log), "--resume"]


@pytest.mark.integration
def test_games_after_the_verdict_are_told(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    players = ("alphabeta:depth=2", "random", "--size", "6", "--games", "60")
    arena(*players, "--log", str(log))
    assert "not counted" not in arena("--report", str(log))[0]
    # The same games, as if a test had been asked for and all workers had been quick.
    log.write_text(log.read_text().replace('"sprt": null', '"sprt": [0.0, 100.0]'))
    counted = json.loads(arena("--report", str(log), "--json")[0])["games"]
    assert counted < 60
    line = f"{60 - counted} more games were under way when the test ended; "
    assert line + "they are in the log and not counted." in arena("--report", str(log))[0]
    # Stopped before the verdict, a game may wait for an earlier one.
    lines = log.read_text().splitlines(keepends=True)
    games = sorted(lines[1:], key=lambda text: json.loads(text)["pair"])
    log.write_text("".join([lines[0], *games[:4], *games[6:8]]))
    output, _ = arena("--report", str(log))
    assert "2 more games are in the log; they count when earlier ones have been played." in output
