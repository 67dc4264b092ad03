import json
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from outflank import Game
from outflank._background import THREAD
from outflank.cli.main import cli
from outflank.cli.output import print_json
from support.commands import OUTFLANK, outflank
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration

ENDGAME = "-OXXX--OXX-OOXO- X"


def snapshots(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_is_a_line_for_each_snapshot() -> None:
    done = outflank("analyse", ENDGAME, "--json")
    found = snapshots(done.stdout)
    assert [one["finished"] for one in found] == [False] * (len(found) - 1) + [True]
    last = found[-1]
    assert last["exact"]
    assert last["position"] == ENDGAME
    lines = last["lines"]
    assert isinstance(lines, list)
    assert [(line["move"], line["score"]) for line in lines] == [("a1", 14), ("d4", 6)]
    assert lines[0]["line"][0] == "a1"


def test_the_board_has_a_value_on_every_square_one_may_play_on() -> None:
    done = outflank("analyse", "f5d6c3", "--level", "3")
    assert done.returncode == 0, done.stderr
    board, _, lines = done.stdout.partition("White to move, 3 plies @ 100 %")
    assert "#" not in board
    moves = len(Game.from_transcript("f5d6c3").position.legal_moves)
    assert sum(word[0] in "+-" and word[1:].isdecimal() for word in board.split()) == moves
    assert lines.count("\n") == moves + 1


def test_limits_and_lines() -> None:
    done = outflank("analyse", "f5d6", "--nodes", "500", "--lines", "2", "--threads", "1", "--json")
    again = outflank(
        "analyse", "f5d6", "--nodes", "500", "--lines", "2", "--threads", "1", "--json"
    )
    last, same = snapshots(done.stdout)[-1], snapshots(again.stdout)[-1]
    assert last["lines"] == same["lines"]
    assert len(last["lines"]) == 2  # type: ignore[arg-type]


def test_a_forced_pass_and_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("d3d2d1d4b4\n")
    done = outflank("analyse", str(path), "--json")
    assert done.returncode == 0, done.stderr
    assert snapshots(done.stdout)[-1]["size"] in (4, 8)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nothing",), "'nothing' is neither a file, nor moves, nor a board"),
        (("f5d6", "--level", "3", "--time", "1"), "Give either --time or --level"),
        (("XXXXXXXXXXXXXXXX X",), "The game is over"),
        (("f5d6\n\nf5f6\n",), "is 2 positions; give one"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], why: str) -> None:
    done = outflank("analyse", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr


def test_control_c_ends_it_with_what_is_known() -> None:
    command = [OUTFLANK, "analyse", "f5d6", "--time", "100000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert not first["finished"]
    assert snapshots(out.decode())[-1]["finished"]
    assert (process.returncode, err) == (130, b"")


def test_control_c_before_the_thread_is_known_to_have_begun(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a busy machine the first line is there before the main thread goes on."""
    printed, start = threading.Event(), threading.Thread.start

    def slowly(thread: threading.Thread) -> None:
        start(thread)
        if thread.name == THREAD:
            assert printed.wait(PATIENCE)
            signal.raise_signal(signal.SIGINT)

    def show(record: object) -> None:
        print_json(record)
        printed.set()

    monkeypatch.setattr(threading.Thread, "start", slowly)
    monkeypatch.setattr("outflank.cli.analyse.print_json", show)
    with pytest.raises(SystemExit, match="130"):
        cli.main(["analyse", "f5d6", "--time", "100000", "--json"], standalone_mode=False)
    found = snapshots(capsys.readouterr().out)
    assert [one["finished"] for one in found] == [False] * (len(found) - 1) + [True]
