"""Players that misbehave: each must end soon after its clock has, with the reason."""

import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from outflank import Color, EngineError, Move, Position
from outflank.agents import CourseAgent, play
from outflank.errors import FaultKind, PlayerError
from outflank.process.tree import can_watch_memory
from support.processes import is_alive, wait_until_dead

pytestmark = pytest.mark.integration

SECONDS = 30.0
"""For players that answer or break something at once, on however busy a machine."""

SHORT = 0.3
"""For those that hang until they are ended. The shortest sleep in here is 60 seconds."""

SOON = 25.0
"""The clock is the reason for an end that comes so many seconds after it."""

HEAD = """
import os, subprocess, sys, threading, time
import numpy as np
from agents.agent import Agent
from store import register_agent
from helpers import random_move, count_capture, execute_move, check_endgame, get_valid_moves
"""
CLASS = """
@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"

    def step(self, chess_board, player, opponent):
        moves = get_valid_moves(chess_board, player)
"""

Make = Callable[..., CourseAgent]


def source(step: str, before: str = "") -> str:
    return HEAD + before + CLASS + "".join(f"        {line}\n" for line in step.splitlines())


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Writes a course-kit file and makes its agent."""
    made: list[CourseAgent] = []

    def make(text: str, **options: object) -> CourseAgent:
        file = tmp_path / f"player{len(made)}.py"
        file.write_text(text)
        options = {"seconds": SECONDS, "start_seconds": SECONDS, **options}
        made.append(CourseAgent(file, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for agent in made:
        agent.close()


def failure(agent: CourseAgent, position: Position | None = None) -> str:
    agent.new_game()
    begun = time.monotonic()
    with pytest.raises(EngineError) as caught:
        agent.choose(position or Position())
    assert time.monotonic() - begun < agent.seconds + SOON
    return str(caught.value)


# The process lives on after each of these: one serves them all, told apart by the discs.
ANSWERS = [
    ("1 / 0", r"failed: ZeroDivisionError: division by zero \(line \d+, in case0\)"),
    ("raise KeyboardInterrupt", "failed: KeyboardInterrupt"),
    ("raise ValueError('e' * 100_000)", "failed: ValueError: eee"),
    (r"raise ValueError('\x1b[31mred\x1b[0m\nnext \ud800\u202e')",
     r"failed: ValueError: \?\[31mred\?\[0m next \?\? \(line \d+, in case3\)$"),
    ("eval('1 +')", r"failed: SyntaxError: invalid syntax \(line \d+, in case4\)$"),
    ("raise SyntaxError('mine')", r"failed: SyntaxError: mine \(line \d+, in case5\)$"),
    ("sys.exit(3)", r"failed: it called sys.exit\(3\)"),
    ("sys.exit('e' * 100_000)", r"failed: it called sys.exit\('eee"),
    ("return None", "step answered None instead of a row and a column"),
    ("return 'd3'", "step answered 'd3' instead of a row and a column"),
    ("return 2.0, 3.0", r"step answered \(2.0, 3.0\) instead of a row and a column"),
    ("return 2, 3, 4", r"step answered \(2, 3, 4\) instead of a row and a column"),
    ("return np.zeros((2, 2), int)", "instead of a row and a column"),
    ("return 7", "step answered 7 instead of a row and a column"),
    ("return -6, 3", "answered row -6, column 3, which is not on a 8x8 board"),
    ("return 2, 8", "answered row 2, column 8, which is not on a 8x8 board"),
    ("return 10**999, 0", "answered row 10000000000000000000, column 0, which is not on a"),
    (r"return type('T', (), {'__repr__': lambda _: '\x1b[2J'})()", r"step answered \?\[2J instead"),
]  # fmt: skip


def test_answers_that_make_no_sense(make: Make) -> None:
    cases = "".join(f"def case{i}():\n    {step}\n" for i, (step, _) in enumerate(ANSWERS))
    agent = make(source("return globals()[f'case{(chess_board > 0).sum() - 4}']()", cases))
    position = Position()
    for _, reason in ANSWERS:
        text = failure(agent, position)
        assert text.startswith("player0.py ")
        assert len(text) < 3000
        assert re.search(reason, text)
        with pytest.raises(EngineError, match=reason):  # until the next game it stays out
            agent.choose(position)
        position = position.play(position.legal_moves[0])


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("print('last words')\nos._exit(3)", "exited with code 3; it last printed: last words"),
        (r"print('\x1b]0;mine\x07 words')" + "\nos._exit(3)", "it last printed: ?]0;mine? words"),
        ("os.kill(os.getpid(), 11)", "was ended by signal 11"),
        ("while True: pass", "gave no answer within 0.3 seconds"),
        ("time.sleep(60)", "gave no answer within 0.3 seconds"),
        ("while True: print('x' * 10000)", "printed more than 1000000 bytes"),
        ("os.close(1)\nos.close(2)\ntime.sleep(60)", "gave no answer within 0.3 seconds"),
    ],
)
def test_processes_that_hang_or_go(make: Make, step: str, reason: str) -> None:
    assert reason in failure(make(source(step), seconds=SHORT))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + "1 / 0", r"failed: ZeroDivisionError: division by zero \(line 7, in <module>\)"),
        (HEAD + "def f(:", r"failed: SyntaxError: invalid syntax \(line 7\)$"),
        (HEAD + "\nif 1:\nx = 2", r"failed: IndentationError: expected .* line 8 \(line 9\)$"),
        (HEAD + "x = '\0'", r"failed: SyntaxError: source code .* null bytes"),
        (HEAD + "import no_such_module", "failed: ModuleNotFoundError: No module named"),
        (HEAD + "raise SystemExit('enough')", r"failed: it called sys.exit\('enough'\)"),
        (HEAD + "os._exit(0)", "exited with code 0"),
        (HEAD, "the file registers no agent with @register_agent"),
        (HEAD + CLASS.replace("student_agent", "a") + CLASS.replace("student_agent", "b"),
         "the file registers several agents, choose one by name=: 'a', 'b'"),
        (HEAD + CLASS + CLASS, "an agent 'student_agent' is already registered"),
        (source("return moves[0]").replace("super", "1 / 0; super"), "failed: ZeroDivisionError"),
    ],
)  # fmt: skip
def test_failures_before_the_first_move(make: Make, text: str, reason: str) -> None:
    agent = make(text)
    with pytest.raises(EngineError, match=reason):
        agent.new_game()
    with pytest.raises(EngineError, match=reason):
        agent.choose(Position())


def test_a_syntax_error_beside_the_file(make: Make, tmp_path: Path) -> None:
    (tmp_path / "advice.py").write_text("\n\ndef best(:\n")
    with pytest.raises(EngineError, match=r"SyntaxError: invalid syntax \(line 3 of advice\.py\)$"):
        make(HEAD + "import advice").new_game()


def test_a_file_that_hangs(make: Make) -> None:
    agent = make(HEAD + "time.sleep(60)", start_seconds=SHORT)
    begun = time.monotonic()
    with pytest.raises(EngineError, match=r"gave no answer within 0\.3 seconds"):
        agent.new_game()
    assert time.monotonic() - begun < SHORT + SOON


def test_a_file_called_like_a_module_of_the_kit(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(source("return moves[0]"))
    with CourseAgent(file) as agent:
        assert agent.choose(Position()) == Move("d3")


def test_an_agent_by_name(make: Make) -> None:
    text = source("return moves[0]") + source("return moves[-1]").replace(
        "student_agent", "second"
    ).replace("StudentAgent", "Second")
    assert make(text).choose(Position()) == Move("d3")
    assert make(text, name="second").choose(Position()) == Move("e6")
    with pytest.raises(EngineError, match="registers no agent 'third', but 'student_agent', 'sec"):
        make(text, name="third").choose(Position())


@pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")
@pytest.mark.parametrize(
    "step",
    [
        "hoard = []\nwhile True: hoard.append(np.ones(1_000_000))",
        "code = 'x = [bytearray(b\"1\") * 10**6 for _ in range(10**4)]'\n"
        "subprocess.run([sys.executable, '-c', code])",
    ],
)
def test_memory_without_end(make: Make, step: str) -> None:
    reason = failure(make(source(step), memory=200))
    assert "MB of memory, more than the 200 MB allowed" in reason


@pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")
@pytest.mark.parametrize("session", [False, True])
def test_processes_it_has_started_end_with_it(make: Make, session: bool, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    step = (
        f"child = subprocess.Popen(['sleep', '600'], start_new_session={session})\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "child.wait()"
    )
    assert "gave no answer" in failure(make(source(step), seconds=3.0))  # time to begin the other
    wait_until_dead(int(note.read_text()))


def test_a_process_it_leaves_behind_holds_nothing_up(make: Make) -> None:
    reason = failure(make(source("if os.fork() == 0: time.sleep(600)\nos._exit(5)")))
    assert "exited with code 5" in reason


FORGED = """
def pipe():
    return int(sys.argv[2])
"""


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (r"os.write(pipe(), b'hello\n')", "sent a reply that cannot be read"),
        (r"os.write(pipe(), b'[' * 30000 + b'\n')", "sent a reply that cannot be read"),
        (r"os.write(pipe(), b'{}\n')", "sent a reply to another question"),
        (r"os.write(pipe(), b'{\"id\": 3}\n')", "sent a reply that cannot be read"),
        (r"os.write(pipe(), b'{\"id\": 3, \"error\": \"\\u001b[2J\"}\n')", "failed: ?[2J"),
        (r"os.write(pipe(), b'{\"id\": 3, \"square\": [2.5, 3]}\n')", "that cannot be read"),
        (r"os.write(pipe(), b'{\"id\": 3, \"square\": [true, 3]}\n')", "that cannot be read"),
        ("while True: os.write(pipe(), b'x' * 4096)", "sent a reply of more than 65536 bytes"),
        ("os.close(pipe())\ntime.sleep(60)", "closed its connection"),
    ],
)
def test_forged_replies(make: Make, step: str, reason: str) -> None:
    agent = make(source(step + "\ntime.sleep(60)", FORGED))
    assert reason in failure(agent)


def test_printing_is_no_reply_and_its_end_is_kept(make: Make) -> None:
    step = "print('{\"square\": [0, 0]}')\nprint('x' * 300_000)\nprint('the end', file=sys.stderr)"
    agent = make(source(step + "\nreturn moves[0]"))
    assert agent.choose(Position()) == Move("d3")
    assert agent.choose(Position()) == Move("d3")
    assert agent.output.endswith("the end\n")
    assert len(agent.output) <= 4096


def test_one_process_for_many_games_and_a_new_agent_for_each(make: Make) -> None:
    count = "global made, asked\nasked += 1\nprint(os.getpid(), made, asked)\nreturn moves[0]"
    text = source(count, "made = asked = 0").replace("super", "global made; made += 1; super")
    agent = make(text)
    for _ in range(3):
        agent.new_game()
        agent.choose(Position())
        agent.choose(Position(6))
    lines = [line.split() for line in agent.output.splitlines()]
    assert len({process for process, _, _ in lines}) == 1
    assert [line[1:] for line in lines] == [
        ["1", "1"], ["1", "2"], ["2", "3"], ["2", "4"], ["3", "5"], ["3", "6"],
    ]  # fmt: skip


def test_a_new_process_after_one_was_ended(make: Make, tmp_path: Path) -> None:
    flag = tmp_path / "hung"
    step = (
        f"if not os.path.exists({str(flag)!r}):\n"
        f"    open({str(flag)!r}, 'w')\n"
        "    time.sleep(60)\n"
        "return moves[0]"
    )
    agent = make(source(step), seconds=3.0)  # enough for its second process, which answers
    assert "gave no answer" in failure(agent)
    agent.new_game()
    assert agent.choose(Position()) == Move("d3")


def test_a_crash_in_step_keeps_the_process(make: Make) -> None:
    agent = make(source("print(os.getpid())\nif player == 2: 1 / 0\nreturn moves[0]"))
    agent.choose(Position())
    assert "ZeroDivisionError" in failure(agent, Position().play("d3"))
    agent.new_game()
    agent.choose(Position())
    printed = [line for line in agent.output.splitlines() if line.isdigit()]
    assert len(printed) == 3
    assert len(set(printed)) == 1


def test_a_forfeit_in_play(make: Make) -> None:
    agent = make(source("return (0, 0) if (chess_board > 0).sum() > 10 else moves[0]"))
    game = play("greedy", agent)
    assert game.result is not None
    assert (game.result.score, game.result.ending) == (64, "forfeit")
    assert game.tags["forfeit"] == "white (player0.py): a1 is occupied"
    assert len(game.moves) == 7
    game = play(make(source("time.sleep(60)"), seconds=SHORT), "greedy", size=6)
    assert game.result is not None
    assert game.result.score == -36
    assert game.tags["forfeit"].endswith("player1.py gave no answer within 0.3 seconds")


def test_idle_processes_end_when_nobody_asks_any_more(make: Make) -> None:
    agent = make(source("return moves[0]"))
    agent.choose(Position())
    process = agent._channel.host.process
    assert process is not None
    assert is_alive(process)
    agent.close()
    assert not is_alive(process)
    agent.close()
    assert agent.choose(Position()) == Move("d3")


@pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")
@pytest.mark.parametrize("busy", [False, True])
def test_processes_end_when_the_parent_is_killed(tmp_path: Path, busy: bool) -> None:
    file = tmp_path / "player.py"
    file.write_text(source("while player == 2: pass\nreturn moves[0]"))
    code = (
        "from outflank import Position; from outflank.agents import CourseAgent; import os;"
        f"agent = CourseAgent({str(file)!r}, seconds=600); agent.choose(Position());"
        "print(agent._channel.host.process, flush=True);"
        f"agent.choose(Position().play('d3')) if {busy} else os.read(0, 1)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.kill()
    wait_until_dead(child)


def test_a_whole_game_on_every_size(make: Make) -> None:
    agent = make(source("return random_move(chess_board, player)"))
    for size in (4, 6, 8, 10, 12):
        game = play(agent, "greedy", size=size)
        assert "forfeit" not in game.tags
        assert game.position.is_over()
        assert game.position.count(Color.BLACK) + game.position.count(Color.WHITE) > 0


def test_a_fault_survives_pickling() -> None:
    fault = pickle.loads(pickle.dumps(PlayerError(FaultKind.TIME, "too slow")))
    assert (type(fault), fault.kind, str(fault)) == (PlayerError, "time", "too slow")
