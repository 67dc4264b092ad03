"""`outflank arena` with agents from files, sound and broken."""

import subprocess
import sys
from pathlib import Path

import pytest

from outflank.arena.log import read_log
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration

KIT = """
from agents.agent import Agent
from helpers import random_move
from store import register_agent

@register_agent("student_agent")
class StudentAgent(Agent):
    def step(self, board, player, opponent):
        return {answer}
"""
OURS = """
from outflank.agents import Agent, register

@register("mine")
class Mine(Agent):
    def choose(self, position):
        return position.legal_moves[0]
"""


def arena(folder: Path, *arguments: str, code: int = 0) -> tuple[str, str]:
    program = "from outflank.cli.main import main; main()"
    quick = ("--sizes", "4", "--games", "6", "--plies", "2", "--log", str(folder / "log.jsonl"))
    done = subprocess.run(
        [sys.executable, "-c", program, "arena", *arguments, *quick],
        capture_output=True, text=True, cwd=folder, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sound.py").write_text(KIT.format(answer="random_move(board, player)"))
    (tmp_path / "broken.py").write_text(KIT.format(answer="None"))
    (tmp_path / "mine.py").write_text(OURS)
    return tmp_path


def test_files_of_both_kinds_meet(folder: Path) -> None:
    _, errors = arena(folder, "sound.py", "mine.py", "--time", "30")
    assert errors == ""
    _, pairs = read_log(folder / "log.jsonl")
    assert [game.fault for pair in pairs for game in pair] == [None] * 6


def test_a_broken_player_ends_the_command_before_any_game(folder: Path) -> None:
    output, errors = arena(folder, "broken.py", "random", code=2)
    assert output == ""
    assert errors == (
        "outflank: broken.py failed: step answered None instead of a row and a column "
        "(asked for one move; --allow-broken plays on)\n"
    )
    assert not (folder / "log.jsonl").exists()


def test_a_broken_player_is_told_of_once(folder: Path) -> None:
    output, errors = arena(folder, "broken.py", "random", "--allow-broken", "--time", "1")
    assert errors.splitlines() == [
        "outflank: broken.py has 1 s a move; agents written for the course, where it is 2 s, may "
        "lose by time",
        "outflank: broken.py has lost every game so far by a fault: broken.py failed: step "
        "answered None instead of a row and a column",
    ]
    assert "lost 6 by illegal" in output


def test_random_moves_for_a_broken_player_are_counted(folder: Path) -> None:
    output, errors = arena(folder, "broken.py", "random", "--on-error", "random")
    assert errors == ""
    assert "a random move in" in output
