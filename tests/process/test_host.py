"""Whatever a program starts ends with it, and it gets no more of us than it needs."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from outflank.errors import PlayerError
from outflank.process.channel import TextChannel
from outflank.process.host import Host
from outflank.process.tree import can_watch_memory
from support.processes import wait_until_dead
from support.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.integration
needs_proc = pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")
# Forks twice and leads a session of its own: nothing ties it to the program any more.
DAEMON = """
def daemon(deed):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for pipe in (0, 1, 2):
                os.close(pipe)
            with open({note!r}, "w") as file:
                file.write(str(os.getpid()))
            os.rename({note!r}, {note!r} + ".done")
            deed()
        os._exit(0)
    os.wait()
    while not os.path.exists({note!r} + ".done"):
        time.sleep(0.01)
"""
Run = Callable[[str], TextChannel]


@pytest.fixture
def note(tmp_path: Path) -> Path:
    return tmp_path / "pid"


@pytest.fixture
def run(note: Path) -> Iterator[Run]:
    made: list[TextChannel] = []

    def run(code: str) -> TextChannel:
        code = "import os, signal, sys, time\n" + DAEMON.format(note=str(note)) + code
        made.append(TextChannel("it", [sys.executable, "-c", code], megabytes=200))
        made[-1].send("go")
        return made[-1]

    yield run
    for channel in made:
        channel.close()


def noted(note: Path) -> int:
    done = note.with_name(note.name + ".done")
    wait_for(done.exists)
    return int(done.read_text())


SLEEP = "daemon(lambda: time.sleep(600))\n"


@needs_proc
@pytest.mark.parametrize(
    "rest",
    [
        "print('ready', flush=True); time.sleep(600)",
        "os._exit(3)",
        "os.kill(os.getppid(), signal.SIGSTOP); print('ready', flush=True); time.sleep(600)",
        "os.kill(os.getppid(), signal.SIGKILL); time.sleep(600)",
    ],
    ids=["alive", "gone", "warden stopped", "warden killed"],
)
def test_daemons_end_with_the_program(run: Run, note: Path, rest: str) -> None:
    channel = run(SLEEP + rest)
    process = noted(note)
    if "ready" in rest:
        assert channel.read_line(PATIENCE) == "ready"
    else:
        with pytest.raises(PlayerError, match=r"it (exited with code 3|was ended by signal 9)"):
            channel.read_line(PATIENCE)
    channel.close()
    wait_until_dead(process)


@needs_proc
def test_daemons_count_for_the_memory(run: Run) -> None:
    hoard = "daemon(lambda: (bytearray(b'1') * 400_000_000, time.sleep(600)))\ntime.sleep(600)"
    with pytest.raises(PlayerError, match="MB of memory, more than the 200 MB") as caught:
        run(hoard).read_line(PATIENCE)
    assert caught.value.kind == "memory"


@needs_proc
def test_daemons_count_for_the_processor_time(run: Run) -> None:
    code = "daemon(lambda: all(True for _ in iter(int, 1)))\n"
    channel = run(code + "while True: print('waiting', flush=True); time.sleep(0.05)")
    wait_for(lambda: channel.read_line(PATIENCE) and channel.host.cpu_seconds() > 0.5)


@needs_proc
@pytest.mark.parametrize("deed", ["sum(range(10**15))", "time.sleep(600)"])
def test_nothing_outlives_a_parent_that_is_killed(deed: str) -> None:
    """The loop of `sum` never lets another thread of its process run."""
    program = f"import os, time; os.write(1, b'%d\\n' % os.getpid()); {deed}"
    code = (
        "import sys\nfrom outflank.process.channel import TextChannel\n"
        f"channel = TextChannel('it', [sys.executable, '-c', {program!r}], megabytes=200)\n"
        "channel.send('go'); print(channel.read_line(60), flush=True); channel.read_line(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    wait_until_dead(process)


def test_a_program_gets_a_small_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN_OF_MINE", "secret")
    monkeypatch.setenv("LC_NUMERIC", "C")
    names = run("print(*sorted(os.environ), flush=True); input()").read_line(PATIENCE).split()
    assert {"PATH", "LC_NUMERIC", "OUTFLANK_HOST"} <= set(names)
    assert "A_TOKEN_OF_MINE" not in names
    assert set(names) <= {*os.environ, "OUTFLANK_HOST", "LC_CTYPE"}


def test_a_host_that_is_forgotten_ends_its_program() -> None:
    host = Host("it", [sys.executable, "-c", "import time; time.sleep(600)"], megabytes=200)
    host.start()
    process = host.process
    assert process is not None
    del host
    wait_until_dead(process)
