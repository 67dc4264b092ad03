"""The command itself, run as in a script: pipes at both ends, so plain text and no memory."""

import subprocess
from pathlib import Path

import pytest

from outflank import Position
from outflank.cli.play.command import NOTATION_TITLES
from outflank.cli.terminal.notation import NOTATIONS
from support.commands import OUTFLANK, outflank, python
from support.terminal import PASSING_GAME
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration


def run(
    *arguments: str, lines: tuple[str, ...] = (), home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {
        "XDG_CONFIG_HOME": "",
        "XDG_DATA_HOME": "",
        **({} if home is None else {"HOME": str(home)}),
    }
    return outflank(*arguments, input="".join(f"{line}\n" for line in lines), env=environment)


def test_a_scripted_game_word_for_word() -> None:
    done = run("play", "--size", "4", "--opponent", "human", lines=PASSING_GAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    start = """
      a    b    c    d
  1   .    #    .    .
  2   #    O    X    .
  3   .    X    O    #
  4   .    .    #    .
    Score: Black X 2, White O 2

Black to move: b1 a2 d3 c4
Your move, such as b1 (or help): d3

      a    b    c    d
  1   .    .    .    .
  2   .    O    X    #
  3   .    X   (X)  [X]
  4   .    #    .    #
    Score: Black X 4, White O 1

Black played d3, flipping 1.
White to move: d2 b4 d4
Your move, such as d2 (or help): d2
"""
    end = """
Black played a1, flipping 1.
Game over: Black wins 9 to 1, by 14 with the empty squares.
Transcript: D3d2D1d4B4A1
"""
    assert done.stdout.startswith(start)
    assert done.stdout.endswith(end)


def test_plain_outflank_is_outflank_play() -> None:
    lines = ("b", "6", "random", "quit")
    for arguments in ((), ("play",), ("--seed", "1")):
        done = run(*arguments, lines=lines)
        assert done.returncode == 0
        assert done.stdout.startswith("Do you want to play as Black (B) or White (W)? [B] b\n")
        assert done.stdout.endswith("(or help): quit\nGoodbye.\n")


def test_the_same_seed_is_the_same_game() -> None:
    arguments = ("--size", "6", "--black", "skill:level=1,nodes=300", "--white", "random")
    games = {
        seed: [run("play", *arguments, "--delay", "0", "--seed", seed).stdout for _ in range(2)]
        for seed in ("1", "2")
    }
    assert games["1"][0] == games["1"][1]
    assert games["1"][0] != games["2"][0]
    assert "Game over" in games["1"][0]
    assert "to move" not in games["1"][0]


def test_a_script_neither_sees_nor_changes_the_memory(tmp_path: Path) -> None:
    done = run("play", lines=("w", "6", "random", "quit"), home=tmp_path)
    assert done.returncode == 0
    assert not list(tmp_path.rglob("*"))


def test_the_input_may_end_at_any_time() -> None:
    for lines in ((), ("w",), ("w", "6")):
        done = run("play", lines=lines)
        assert done.returncode == 0
        assert done.stdout.endswith("The input ended before the game began.\n")
        assert done.stderr == ""


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        [OUTFLANK, "play", "--size", "4", "--opponent", "human"],
        input=b"\xff\xfe\n\x00\nd3\n\xc3\n",
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert done.stdout.endswith(b"Transcript: D3\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "7"], "'7' is not one of"),
        (["--skill", "11"], "11 is not in the range"),
        (["--skill", "x"], "'x' is not a valid integer"),
        (["--colour", "green"], "'green' is not one of"),
        (["--time", "0"], "0.0 is not in the range"),
        (["--time", "-1"], "-1"),
        (["--depth", "0"], "'0' is neither 1 to 1000 plies nor 'dynamic'"),
        (["--depth", "deep"], "'deep' is neither 1 to 1000 plies nor 'dynamic'"),
        (["--nodes", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--delay", "-1"], "-1.0 is not in the range"),
        (["--theme", "pink"], "'pink' is not one of"),
        (["--notation", "chess"], "'chess' is not one of"),
        (["--skill", "3", "--opponent", "random"], "Give either --skill or --opponent"),
        (["--black", "human", "--skill", "3"], "Give either --black or --skill"),
        (["--white", "x", "--colour", "black"], "Give either --white or --colour"),
        (["--opponent", "sommr"], "There is no agent 'sommr'; did you mean 'sommer'"),
        (["--black", "alphabeta:depht=3"], "did you mean 'depth'"),
        (["--opponent", "no/such.py"], "There is no file 'no/such.py'"),
        (["--opponent", "random", "--depth", "3", "--size", "8", "--colour", "b"], "of no use"),
        (["--opponent", "mcts:nodes=x"], "nodes must be a whole number above zero"),
        (["--resume", "--skill", "0"], "Give either --resume or --skill"),
        (["--resume", "--load", "x"], "Give either --resume or --load"),
        (["--resume", "--time", "1"], "Give either --resume or a limit"),
        (["--nodes", "5", "--time", "1"], "Give either --time or --nodes"),
        (["--load", "no/such.txt"], "'no/such.txt' cannot be read: no such file"),
        (["here"], "unexpected extra argument"),
        (["--frobnicate"], "No such option"),
    ],
)
def test_bad_flags(arguments: list[str], message: str) -> None:
    done = run("play", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_an_agent_that_cannot_play_on_this_board() -> None:
    done = run("play", "--size", "4", "--colour", "white", "--opponent", "improved:depth=2")
    assert done.returncode == 2
    assert "improved.toml:7: term 'parity' has no weights for 4x4" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_saved_game_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"{Position(6).to_text()}; C2b2")
    done = run("play", "--load", str(file), "--opponent", "human", lines=("q",))
    assert done.returncode == 0
    assert "Board size" not in done.stdout  # the file knows
    assert done.stdout.endswith("Goodbye.\nTranscript: C2b2\n")
    file.write_text("c2b2")
    bare = run("play", "--load", str(file), "--size", "6", "--opponent", "human", lines=("q",))
    assert bare.stdout.endswith("Transcript: C2b2\n")


def test_there_may_be_nothing_to_resume(tmp_path: Path) -> None:
    done = run("play", "--resume", home=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "Error: There is no unfinished game to go on with.\n"


def test_help_teaches_and_names_the_exit_codes() -> None:
    text = run("play", "--help").stdout
    assert "Examples:" in text
    assert "Exit codes: 0" in text
    for flag in ("size", "colour", "opponent", "skill", "depth", "time", "nodes", "seed", "delay"):
        assert f"--{flag}" in text


def test_the_notations_that_help_names_are_those_there_are() -> None:
    assert set(NOTATION_TITLES) == set(NOTATIONS)


def test_help_stays_light() -> None:
    code = (
        "import sys, outflank.cli.play.command, outflank.cli.completion;"
        "print([name for name in ('rich', 'numpy', 'outflank.engine') if name in sys.modules])"
    )
    assert python(code).strip() == "[]"
