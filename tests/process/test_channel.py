"""Text and JSON over pipes, with programs that answer, lag, flood, die and fall silent."""

import sys
import time
from collections.abc import Callable, Iterator

import pytest

from outflank import EngineError
from outflank.agents.spec import AgentSpec
from outflank.errors import PlayerError, SettingsError
from outflank.process.channel import JsonChannel, TextChannel
from outflank.process.tree import can_watch_memory
from support.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.integration

ECHO = "for line in sys.stdin: print('=', line.strip(), flush=True)"
# What the program does when it hears the line; each must become an error of the kind.
FAULTS = {
    "late": ("time.sleep(600)", 0.3, "time", "gave no answer within 0.3 seconds"),
    "half a line": ("print('=', end='', flush=True); time.sleep(600)", 0.3, "time", "no answer"),
    "flood of lines": ("while True: print('x' * 99)", PATIENCE, "output", "printed more than 1000"),
    "endless line": ("while True: print('x', end='')", PATIENCE, "output", "a line of more than"),
    "flood of errors": (
        "while True: print('x' * 99, file=sys.stderr)", PATIENCE, "output", "printed more than 1000"
    ),
    "exit": ("print('tired', file=sys.stderr); sys.exit(3)", PATIENCE, "crash",
             "exited with code 3; it last printed: tired"),
    "signal": ("os.kill(os.getpid(), 11)", PATIENCE, "crash", "was ended by signal 11"),
    "closed": ("os.close(1); time.sleep(600)", PATIENCE, "crash", "closed its connection"),
}  # fmt: skip
Run = Callable[..., TextChannel]


@pytest.fixture
def run() -> Iterator[Run]:
    """Makes a channel to a small Python program."""
    made: list[TextChannel] = []

    def run(code: str, *, megabytes: int = 300) -> TextChannel:
        command = [sys.executable, "-c", "import os, subprocess, sys, time\n" + code]
        made.append(TextChannel("engine", command, megabytes=megabytes))
        return made[-1]

    yield run
    for channel in made:
        channel.close()


def test_line_by_line(run: Run) -> None:
    engine = run(ECHO)
    assert not engine.is_running
    for word in ("one", "two", "größer"):
        engine.send(word)
        assert engine.read_line(PATIENCE) == f"= {word}"
    assert engine.is_running


def test_lines_that_come_together_are_read_one_at_a_time(run: Run) -> None:
    engine = run("input(); print('a\\r\\nb\\n\\nc', flush=True); input()")
    engine.send("go")
    assert [engine.read_line(PATIENCE) for _ in range(4)] == ["a", "b", "", "c"]


def test_reading_until_a_line(run: Run) -> None:
    engine = run("for line in sys.stdin: print(f'= {line}more\\n\\nnext', flush=True)")
    engine.send("one")
    assert engine.read_until(lambda line: not line, PATIENCE) == ["= one", "more", ""]
    assert engine.read_line(PATIENCE) == "next"


def test_lines_sent_before_anything_is_asked(run: Run) -> None:
    engine = run("print('hello', flush=True)\n" + ECHO)
    engine.send("one")
    assert engine.read_until(lambda line: line == "= one", PATIENCE) == ["hello", "= one"]


def test_the_last_words_of_a_program_are_read_before_its_end(run: Run) -> None:
    engine = run("print('=', input())")
    engine.send("quit")
    assert engine.read_line(PATIENCE) == "= quit"
    with pytest.raises(PlayerError, match="engine exited with code 0"):
        engine.read_line(PATIENCE)


@pytest.mark.parametrize("deed", FAULTS)
def test_faults(run: Run, deed: str) -> None:
    code, seconds, kind, reason = FAULTS[deed]
    engine = run(f"input()\n{code}")
    engine.send("go")
    with pytest.raises(PlayerError) as caught:
        engine.read_until(lambda line: line.startswith("="), seconds)
    assert caught.value.kind == kind
    assert reason in str(caught.value)
    assert not engine.is_running


def test_the_seconds_are_for_all_lines_together(run: Run) -> None:
    engine = run("input()\nwhile True: print('thinking', flush=True); time.sleep(0.05)")
    engine.send("go")
    with pytest.raises(PlayerError, match=r"no answer within 0\.4 seconds") as caught:
        engine.read_until(lambda line: line.startswith("="), 0.4)
    assert caught.value.kind == "time"


@pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")
@pytest.mark.parametrize("where", ["itself", "a process of its own session"])
def test_memory(run: Run, where: str) -> None:
    hoard = "import time; hoard = bytearray(b'1') * 400_000_000; time.sleep(600)"
    if where == "itself":
        engine = run(f"input()\n{hoard}", megabytes=200)
    else:
        start = f"subprocess.run([sys.executable, '-c', {hoard!r}], start_new_session=True)"
        engine = run(f"input()\n{start}", megabytes=200)
    engine.send("go")
    with pytest.raises(PlayerError, match="more than the 200 MB allowed") as caught:
        engine.read_line(PATIENCE)
    assert caught.value.kind == "memory"


def test_a_program_that_does_not_listen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.process.channel.SEND_SECONDS", 0.3)
    engine = run("time.sleep(600)")
    with pytest.raises(PlayerError, match="engine does not read what it is told"):
        engine.send("x" * 1_000_000)


def test_a_new_process_after_a_failure(run: Run) -> None:
    engine = run(
        "for line in sys.stdin:\n    if line == 'die\\n': sys.exit(1)\n    print(line, flush=True)"
    )
    engine.send("die")
    with pytest.raises(PlayerError, match="exited with code 1"):
        engine.read_line(PATIENCE)
    engine.send("one")
    assert engine.read_line(PATIENCE) == "one"


def test_what_was_half_received_dies_with_its_process(run: Run) -> None:
    engine = run("print(input(), end='', flush=True); time.sleep(600)")
    engine.send("old")
    with pytest.raises(PlayerError):
        engine.read_line(0.5)
    engine.host.command = (sys.executable, "-c", "print(input())")
    engine.send("new")
    assert engine.read_line(PATIENCE) == "new"


def test_a_line_cannot_hold_another(run: Run) -> None:
    with pytest.raises(SettingsError, match="a line cannot hold another: 'a\\\\nb'"):
        run(ECHO).send("a\nb")


def test_reading_from_what_does_not_run(run: Run) -> None:
    with pytest.raises(PlayerError, match="engine does not run"):
        run(ECHO).read_line(PATIENCE)


@pytest.mark.parametrize("kind", [TextChannel, JsonChannel])
def test_a_command_that_does_not_exist(kind: type[TextChannel]) -> None:
    channel = kind("it", ["/no/such/command"], megabytes=100)
    with pytest.raises(EngineError, match=r"it cannot be started: .*No such file"):
        channel.host.start()
    with pytest.raises(SettingsError, match="it: there is no command"):
        TextChannel("it", [], megabytes=100)


def test_a_command_as_a_spec_has_it() -> None:
    spec = AgentSpec.parse(f"gtp:{sys.executable} -c 'print(input() + \" and more\")'")
    with TextChannel(spec.short, spec.argv, megabytes=300) as engine:
        engine.send("words")
        assert engine.read_line(PATIENCE) == "words and more"


def test_what_counts_is_when_a_line_arrives(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that is there to be read, but too late, is no reply."""
    engine = run(ECHO)
    engine.send("one")
    receive = engine.host.receive

    def late(deadline: float, allowed: float) -> bytes:
        piece = receive(deadline + PATIENCE, allowed)
        wait_for(lambda: time.monotonic() > deadline)
        return piece

    monkeypatch.setattr(engine.host, "receive", late)
    with pytest.raises(PlayerError, match=r"gave no answer within 0\.2 seconds") as caught:
        engine.read_line(0.2)
    assert caught.value.kind == "time"


def test_replies_in_json() -> None:
    code = (
        "import json, os, sys\n"
        "for line in os.fdopen(int(sys.argv[1])):\n"
        "    question = json.loads(line)\n"
        "    reply = {'id': question['id'], 'twice': 2 * question['number']}\n"
        "    print('no reply'); os.write(int(sys.argv[2]), json.dumps(reply).encode() + b'\\n')\n"
    )
    channel = JsonChannel("it", [sys.executable, "-u", "-c", code], megabytes=300)
    for number in (3, 4):
        assert channel.ask({"number": number}, PATIENCE)["twice"] == 2 * number
    wait_for(lambda: channel.host.output == "no reply\nno reply\n")
    channel.close()
