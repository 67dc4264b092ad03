"""Streams that are closed or cannot say everything: the work is done, and its result is shown."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from support.commands import OUTFLANK
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration

SMALL = "-OXXX--OXX-OOXO- X"
CRASH = """
from agents.agent import Agent
from store import register_agent

@register_agent("student_agent")
class StudentAgent(Agent):
    def step(self, chess_board, player, opponent):
        raise ValueError({text})
"""


def run(
    *arguments: str, cwd: Path, closed: str = "", **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command with some of its streams closed, as a shell does it."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', OUTFLANK, *arguments],
        capture_output=True,
        check=False,
        cwd=cwd,
        timeout=PATIENCE,
        env={**os.environ, "XDG_DATA_HOME": str(cwd), "COLUMNS": "200", **settings},
    )


@pytest.mark.skipif(os.name == "nt", reason="it takes a POSIX shell to close a stream")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["agents"],
        ["agents", "alphabeta"],
        ["agents", "--json"],
        ["solve", SMALL],
        ["solve", SMALL, "--json"],
        ["perft", "3"],
        ["arena", "greedy", "random", "--size", "6", "--games", "2"],
    ],
)
def test_a_closed_stream_is_no_error(closed: str, arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path, closed=closed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (done.stdout == b"") == (not closed.startswith("2"))


@pytest.mark.skipif(os.name == "nt", reason="it takes a POSIX shell to close a stream")
def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    done = run("solve", "-", cwd=tmp_path, closed="<&-")
    assert done.returncode == 2
    assert done.stderr == b"Error: Standard input: there is no position in it.\n"


def test_bad_input_is_noticed_even_if_nobody_can_be_told(tmp_path: Path) -> None:
    assert run("solve", "nothing.obf", cwd=tmp_path, closed=">&- 2>&-").returncode == 2


@pytest.mark.parametrize(
    "settings",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PYTHONIOENCODING": ""},
    ],
)
def test_a_character_the_stream_lacks(settings: dict[str, str], tmp_path: Path) -> None:
    done = run(
        "arena", "improved:nodes=500", "random", "--size", "6", "--games", "2",
        cwd=tmp_path, **settings,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"improved:nodes=500" in done.stdout
    assert b" +? " in done.stdout  # a plus and the sign for infinity


def test_the_encoding_stays_that_of_the_stream(tmp_path: Path) -> None:
    command = ("arena", "improved:nodes=500", "random", "--size", "6", "--games", "2")
    done = run(*command, cwd=tmp_path, PYTHONIOENCODING="utf-8")
    assert " +\N{INFINITY} " in done.stdout.decode()


def test_who_chose_how_errors_are_shown_keeps_it(tmp_path: Path) -> None:
    command = ("arena", "improved:nodes=500", "random", "--size", "6", "--games", "2")
    done = run(*command, cwd=tmp_path, PYTHONIOENCODING="ascii:xmlcharrefreplace")
    assert b"&#8734;" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="course agents need processes of their own")
@pytest.mark.parametrize("as_json", [False, True])
def test_what_a_player_says_comes_as_plain_text(as_json: bool, tmp_path: Path) -> None:
    text = repr("bad \x1b[31mred\x1b[0m \ud800\nnext \u202eline")
    (tmp_path / "crash.py").write_text(CRASH.format(text=text))
    options = ["--json"] if as_json else []
    done = run(
        "arena", "crash.py", "random", "--size", "6", "--games", "2", "--isolate",
        "--allow-broken", *options,
        cwd=tmp_path, PYTHONUTF8="1",
    )  # fmt: skip
    assert done.returncode == 0
    assert all(c.isprintable() or c == "\n" for c in done.stderr.decode())
    shown = done.stdout.decode()
    if as_json:
        json.loads(shown)
    else:
        assert "ValueError: bad ?[31mred?[0m ? next ?line (line 8, in step)" in shown
    assert all(character.isprintable() or character == "\n" for character in shown)
