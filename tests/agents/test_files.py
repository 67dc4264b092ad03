"""Agents from files: of the course kit, and of Outflank."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from outflank import Decision, EngineError, FileError, Move, Position, SettingsError, agent, play
from outflank.agents import Agent, hosted
from outflank.agents.hosted import HostedAgent
from outflank.engine import Limit

pytestmark = pytest.mark.integration

KIT = """
import os, random, sys
import numpy as np
from agents.agent import Agent
from store import register_agent
from helpers import get_valid_moves

@register_agent("student_agent")
class StudentAgent(Agent):
    def step(self, board, player, opponent):
        moves = get_valid_moves(board, player)
        {step}
        return moves[0]
"""
OURS = """
import outflank
from outflank.agents import register
from outflank.agents import Agent, Option
from outflank.engine import Limit

@register("mine", "the last move", Option("nth", "whole", 1, ""), limit=Limit(depth=1))
class Mine(Agent):
    def __init__(self, nth, limit):
        self.nth, self.limit = nth, limit
        print(limit, flush=True)

    def choose(self, position):
        return position.legal_moves[-self.nth]
"""
PLAIN = """
from outflank.agents import register
from outflank.agents import Agent, hosted

@register("plain")
class Plain(Agent):
    def choose(self, position):
        {step}
        return position.legal_moves[-1]
"""
Make = Callable[..., HostedAgent]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[HostedAgent] = []

    def make(text: str, options: str = "", name: str = "player.py") -> HostedAgent:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        player = agent(f"{file}:{options}" if options else str(file))
        assert isinstance(player, HostedAgent)
        made.append(player)
        return player

    yield make
    for player in made:
        player.close()


def move_of(answer: Move | Decision) -> str:
    return (answer if isinstance(answer, Move) else answer.move).name


def test_a_file_of_either_kind(make: Make) -> None:
    assert move_of(make(KIT.format(step="")).choose(Position())) == "d3"
    assert move_of(make(OURS).choose(Position())) == "e6"
    game = play(make(PLAIN.format(step="")), "greedy", size=6)
    assert "forfeit" not in game.tags
    assert game.position.is_over()


def test_options_pass_through(make: Make) -> None:
    assert move_of(make(OURS, "nth=4").choose(Position())) == "d3"
    player = make(OURS, "nodes=77,name=mine")
    player.choose(Position())
    assert "nodes=77" in player.output
    with pytest.raises(EngineError, match="mine has no option 'nht'; did you mean 'nth'"):
        make(OURS, "nht=4").new_game()
    with pytest.raises(SettingsError, match=r"time must be a number above zero, not 'x'"):
        make(OURS, "time=x")
    with pytest.raises(EngineError, match="has no option 'nth': it is a course agent"):
        make("# not outflank\n" + KIT.format(step=""), "nth=4").new_game()
    with pytest.raises(SettingsError, match=r"player\.py has no option 'nth'"):
        make(KIT.format(step=""), "nth=4")


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("import outflank", "", "agent with @register_agent or @outflank.agents.register"),
        (OURS + PLAIN.format(step=""), "", "several agents, choose one by name=: 'mine', 'plain'"),
        (OURS, "name=other", "registers no agent 'other', but 'mine'"),
        (PLAIN.format(step="return None"), "", "choose answered None instead of a move"),
        (PLAIN.format(step="1 / 0"), "", r"ZeroDivisionError: division by zero \(line 8, in cho"),
        (KIT.format(step=""), "python=nope",
         "there is no interpreter 'nope'"),
    ],
)  # fmt: skip
def test_one_sentence_for_what_is_wrong(make: Make, text: str, options: str, reason: str) -> None:
    with pytest.raises((EngineError, FileError), match=reason):
        make(text, options).choose(Position())


def test_both_kinds_in_one_file(make: Make) -> None:
    text = KIT.format(step="") + OURS.replace("import Agent, Option", "import Agent as A, Option")
    text = text.replace("class Mine(Agent)", "class Mine(A)")
    assert move_of(make(text, "name=mine").choose(Position())) == "e6"
    assert move_of(make(text).choose(Position())) == "d3"


def test_only_course_agents_have_the_courses_clock(make: Make) -> None:
    for text, limit in ((KIT.format(step=""), 2.0), (OURS, None)):
        player = make(text)
        player.new_game()
        assert player.time_limit == limit
    assert make(OURS, "seconds=1.5").time_limit == 1.5


def test_another_interpreter(make: Make, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nWHO=another exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    step = "print(os.environ.get('WHO'), sys.path[0] != os.path.dirname(sys.argv[0]))"
    player = make(KIT.format(step=step), f"python={python}")
    assert move_of(player.choose(Position())) == "d3"
    assert player.output == "another True\n"


@pytest.mark.parametrize("folder", ["agents/", ""])
def test_its_folder_does_not_hide_standard_modules(make: Make, tmp_path: Path, folder: str) -> None:
    (tmp_path / "agents").mkdir(exist_ok=True)
    (tmp_path / f"{folder}random.py").write_text("1 / 0")
    (tmp_path / f"{folder}advice.py").write_text("BEST = 3")
    text = "import advice\n" + KIT.format(step="return moves[advice.BEST - random.randint(0, 0)]")
    assert move_of(make(text, name=f"{folder}player.py").choose(Position())) == "e6"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("np.int(3)", "failed: made for an older numpy: module 'numpy' has no attribute 'int' (l"),
        ("np.itn(3)", "failed: AttributeError: module 'numpy' has no attribute 'itn'"),
        ("board.tostrnig()", "failed: AttributeError: 'numpy.ndarray' object has no attribute"),
    ],
)
def test_files_for_an_older_numpy(make: Make, step: str, reason: str) -> None:
    with pytest.raises(EngineError) as caught:
        make(KIT.format(step=step)).choose(Position())
    assert reason in str(caught.value)


class Listener(Agent):
    """Notes what it is told."""

    limit = Limit(depth=1)

    def __init__(self) -> None:
        self.told: list[tuple[Position, tuple[Move, ...]]] = []

    def observe(self, start: Position, moves: Sequence[Move]) -> None:
        self.told.append((start, tuple(moves)))

    def choose(self, position: Position) -> Move:
        start, moves = self.told[-1]
        for move in moves:
            start = start.play(move)
        assert start == position
        return position.legal_moves[0]


def test_the_game_so_far_is_told_to_who_listens() -> None:
    player = Listener()
    assert player.observes
    assert not agent("greedy").observes
    start = Position(6).play("b3")
    game = play(player, "random:seed=3", start=start)
    assert "forfeit" not in game.tags
    assert {start for start, _ in player.told} == {start}
    assert [len(moves) for _, moves in player.told][:2] == [1, 3]


def test_the_game_so_far_is_told_to_a_file(make: Make) -> None:
    text = PLAIN.format(step="print(*self.moves, flush=True)") + (
        "\n    def observe(self, start, moves):\n        self.moves = (start.size, *moves)\n"
    )
    player = make(text)
    game = play("greedy", player, size=4)
    assert "forfeit" not in game.tags
    lines = player.output.splitlines()
    assert lines[0].split() == ["4", str(game.moves[0])]
    assert len(lines) > 1


def test_what_runs_in_another_interpreter_is_plain_enough_for_it() -> None:
    """Python 3.9 is what docs/agents.md asks for; there may be none here to run."""
    child = Path(hosted.CHILD)
    for file in (child, *child.with_name("kit").glob("*.py")):
        ast.parse(file.read_text(), feature_version=(3, 9))
        assert (
            file.name == "__init__.py" or "from __future__ import annotations" in file.read_text()
        )
