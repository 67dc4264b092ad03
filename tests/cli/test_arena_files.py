"""`outflank arena` with agents from files, sound and broken."""

import shutil
from pathlib import Path

import pytest

from outflank.arena.log import read_log
from support.commands import outflank

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
    quick = ("--size", "4", "--games", "6", "--plies", "2", "--log", "log.jsonl")
    done = outflank("arena", *arguments, *quick, cwd=folder)
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
        "Error: broken.py failed: step answered None instead of a row and a column "
        "(asked for one move; --allow-broken plays on).\n"
    )
    assert not (folder / "log.jsonl").exists()


def test_a_broken_player_is_told_of_once(folder: Path) -> None:
    output, errors = arena(folder, "broken.py", "random", "--allow-broken", "--time", "1")
    assert errors.splitlines() == [
        "Warning: broken.py has 1 s a move; agents written for the course, where it is 2 s, may "
        "lose by time.",
        "Warning: broken.py has lost every game so far by a fault: broken.py failed: step "
        "answered None instead of a row and a column.",
    ]
    assert "lost 6 by illegal" in output


def test_random_moves_for_a_broken_player_are_counted(folder: Path) -> None:
    output, errors = arena(folder, "broken.py", "random", "--on-error", "random")
    assert errors == ""
    assert "a random move in" in output


@pytest.mark.parametrize("deed", ["unlink", "truncate"])
def test_a_log_that_an_agent_destroys_is_no_success(folder: Path, deed: str) -> None:
    log = str(folder / "log.jsonl")
    code = f"os.unlink({log!r})" if deed == "unlink" else f"os.truncate({log!r}, 10)"
    step = f"[{code} if os.path.exists({log!r}) else 0, random_move(board, player)][1]"
    (folder / "sound.py").write_text("import os\n" + KIT.format(answer=step))
    _, errors = arena(folder, "sound.py", "random", "--workers", "1", code=2)
    said = "removed or replaced" if deed == "unlink" else "cut short"
    assert f"log.jsonl was {said} while games were played" in errors


def test_a_sandbox_is_asked_for_by_name(folder: Path) -> None:
    """Without bubblewrap there is one sentence; with it the agent plays, and cannot write."""
    step = "[open('trace', 'w'), random_move(board, player)][1]"
    (folder / "writes.py").write_text(KIT.format(answer=step))
    if shutil.which("bwrap") is None:
        _, errors = arena(folder, "sound.py", "random", "--sandbox", code=2)
        assert errors == (
            "Error: sound.py: a sandbox needs bubblewrap (the program bwrap), not found here.\n"
        )
        return
    arena(folder, "sound.py", "random", "--sandbox")
    settings, pairs = read_log(folder / "log.jsonl")
    assert settings.players == ("sound.py:sandbox=yes", "random")
    assert [game.fault for pair in pairs for game in pair] == [None] * 6
    _, errors = arena(folder, "writes.py", "random", "--sandbox", code=2)
    assert "Read-only file system" in errors
    assert not (folder / "trace").exists()
