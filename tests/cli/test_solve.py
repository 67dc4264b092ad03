"""`outflank solve`: files, boards, tables, JSON, verdicts, and what is refused before solving."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from support.commands import OUTFLANK, outflank
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration

FFO = Path(__file__).parents[1] / "data" / "ffo" / "fforum-1-19.obf"
LINES = FFO.read_text().splitlines()[:3]
SMALL = "-OXXX--OXX-OOXO- X"
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"


def run(
    *arguments: str, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return outflank("solve", *arguments, input=stdin, cwd=cwd)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    path = tmp_path / "three.obf"
    path.write_text("\n".join(LINES) + "\n")
    return path


def test_a_table_for_people(three: Path) -> None:
    done = run(str(three), "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    heading, *rows, total = [line.split() for line in done.stdout.splitlines()]
    assert heading == ["index", "empties", "score", "move", "nodes", "CPU", "s", "Mn/s"]
    assert [row[:4] for row in rows] == [
        ["0", "14", "+18", "g8"],
        ["1", "14", "+10", "a4"],
        ["2", "14", "+2", "d1"],
    ]
    assert all(row[-1] == "right" for row in rows)
    nodes = [int(text.replace(",", "")) for text in (*(row[4] for row in rows), total[2])]
    assert sum(nodes[:-1]) == nodes[-1]
    assert total[:2] == ["total", "3"]
    assert total[-4:] == ["3", "of", "3", "right"]
    assert done.stdout.isascii()


def test_json_lines(three: Path) -> None:
    done = run(str(three), "--threads", "1", "--hash", "4", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [list(record) for record in records] == [
        ["index", "size", "empties", "score", "move", "exact", "nodes", "cpu_seconds", "seconds"]
    ] * 3
    again = [
        json.loads(line)
        for line in run(str(three), "--threads", "1", "--hash", "4", "--json").stdout.splitlines()
    ]
    for record, same in zip(records, again, strict=True):
        for measured in ("cpu_seconds", "seconds"):
            assert record.pop(measured) >= 0
            same.pop(measured)
        assert record.pop("nodes") == same.pop("nodes") > 0
    assert records[1] == {
        "index": 1, "size": 8, "empties": 14, "score": 10, "move": "a4", "exact": True,
    }  # fmt: skip


def test_every_move() -> None:
    done = run("-", "--all-moves", "--json", stdin=LINES[0])
    assert json.loads(done.stdout)["moves"] == {
        "g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24,
    }  # fmt: skip
    row = run("-", "--all-moves", stdin=LINES[0]).stdout.splitlines()[1]
    assert "right  g8:+18  h1:+12" in row
    assert row.endswith("g2:-24")


def test_who_wins(three: Path) -> None:
    done = run(str(three), "--outcome", "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(record["score"], record["exact"]) for record in records] == [(1, False)] * 3
    assert run(str(three), "--outcome").stdout.count("right") == 4


def test_a_limit_leaves_scores_unproven() -> None:
    record = json.loads(run("f5d6c3", "--depth", "4", "--json").stdout)
    assert (record["exact"], record["nodes"] > 0) == (False, True)
    assert "not solved (4 plies @ 100 %)" in run("f5d6c3", "--depth", "4").stdout
    solved = json.loads(run(LINES[0], "--level", "60", "--json").stdout)
    assert (solved["score"], solved["exact"]) == (18, True)
    assert "right" in run("-", "--time", "60", stdin=LINES[0]).stdout
    done = run(LINES[0], "--time", "1", "--outcome")
    assert (done.returncode, "Give either --outcome or a limit" in done.stderr) == (2, True)


def test_a_board_may_begin_like_an_option() -> None:
    for arguments in ([SMALL, "--json"], ["--json", SMALL], ["--json", "--", SMALL]):
        record = json.loads(run(*arguments).stdout)
        assert (record["size"], record["empties"], record["exact"]) == (4, 5, True)
    scored = json.loads(run(LINES[0], "--json").stdout)
    assert scored["score"] == 18
    assert "right" not in run(SMALL).stdout


def test_the_start_of_a_board() -> None:
    done = run("--size", "4", "--json", "--threads", "1")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["size"], found["empties"], found["score"]) == (4, 12, -10)
    done = run(SMALL, "--size", "4")
    assert done.returncode == 2
    assert "a position has its own size" in done.stderr


@pytest.mark.slow
def test_6x6_is_lost_by_four_discs() -> None:
    done = run("--size", "6", "--json", "--threads", "1", "--hash", "1024")
    assert json.loads(done.stdout)["score"] == -4


def test_passes_and_finished_games() -> None:
    done = run("-", "--json", "--all-moves", stdin="XO" + "-" * 34 + " O\nXX" + "-" * 34 + " O\n")
    passed, over = [json.loads(line) for line in done.stdout.splitlines()]
    assert (passed["score"], passed["move"], passed["moves"]) == (-36, "pass", {"pass": -36})
    assert (over["score"], over["move"], over["moves"], over["nodes"]) == (-36, None, {}, 0)
    assert run("-", stdin="XX" + "-" * 34 + " O; -34;").returncode == 1


def test_boards_of_different_sizes_in_one_file() -> None:
    done = run("-", "--json", stdin=f"{SMALL}\n{LINES[0]}\n{SMALL}\n")
    assert [json.loads(line)["size"] for line in done.stdout.splitlines()] == [4, 8, 4]


@pytest.mark.parametrize(
    ("known", "claimed", "options", "wrong"),
    [
        ("G8:+18", "G8:+20", [], "wrong (not +20, g8:+20)"),
        ("H1:+12", "H1:+14", ["--all-moves"], "wrong (not h1:+14)"),
        ("G8:+18; H1:+12; H7:+6; A2:+6; A3:+4;", "", ["--outcome"], "wrong (not -4)"),
    ],
)
def test_a_wrong_score(known: str, claimed: str, options: list[str], wrong: str) -> None:
    line = LINES[0].replace(known, claimed)
    done = run("-", *options, stdin=f"{LINES[1]}\n{line}")
    assert done.returncode == 1
    assert done.stderr == "Warning: Wrong at index 1.\n"
    good, bad, total = done.stdout.splitlines()[1:]
    assert "right" in good
    assert wrong in bad
    assert total.endswith("1 of 2 right")
    assert run("-", *options, "--json", stdin=line).returncode == 1


def test_the_outcome_is_all_that_counts_if_it_is_all_that_was_asked() -> None:
    assert run("-", "--outcome", stdin=LINES[0].replace("G8:+18", "G8:+20")).returncode == 0


def test_bad_lines_are_told_before_anything_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "bad.obf"
    path.write_text(f"{LINES[0]}\n{LINES[1][:40]}\n% fine\n{LINES[2]} A9:+1;\n")
    done = run(str(path))
    assert (done.returncode, done.stdout) == (2, "")
    first, second = done.stderr.splitlines()
    assert first.startswith(f"Error: {path}:2: board text: found 40 squares")
    assert second == f"{path}:4: a9 is not a legal move of this position."


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        ([], "", "Missing argument 'FILE|BOARD|MOVES'"),
        (["missing.obf"], "", "'missing.obf' is neither a file, nor moves, nor a board"),
        (["."], "", "Is a directory"),
        ([""], "", "'' is neither a file, nor moves, nor a board"),
        (["-"], "", "Standard input: there is no position in it"),
        (["-"], "XO", "Standard input:1:1: there is no move in it"),
        ([SMALL.replace("OXO", "OZO")], "", "Board text: character 14 is 'Z'"),
        (["X" + SMALL], "", "Board text: found 18 squares"),
        ([SMALL, "--thread", "2"], "", "No such option '--thread'"),
        ([SMALL, "--threads", "0"], "", "0 is not in the range"),
        ([SMALL, "--hash", "1048576"], "", "There is no memory for a table of 1048576 MB"),
        ([SMALL, SMALL], "", "unexpected extra argument"),
        (["x" * 300], "", "Board text: found 300 squares"),
    ],
)
def test_bad_input(arguments: list[str], stdin: str, message: str, tmp_path: Path) -> None:
    done = run(*arguments, stdin=stdin, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows differ")
@pytest.mark.parametrize("option", ["--json", "--all-moves"])
def test_an_interrupt_keeps_what_was_solved(tmp_path: Path, option: str) -> None:
    path = tmp_path / "endless.obf"
    path.write_text(f"{LINES[0]}\n{START}\n")
    process = subprocess.Popen(
        [OUTFLANK, "solve", str(path), option],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        solved = process.stdout.readline()
        if option == "--all-moves":
            solved = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()  # whatever failed, it does not go on for ever
    assert "g8" in solved
    assert rest == ""
    assert process.returncode == 130
    assert "Stopped." in errors
    assert "Traceback" not in errors
