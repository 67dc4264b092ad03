"""`outflank gtp` and `outflank nboard` as other programs start them."""

import signal
import subprocess
from collections.abc import Iterator

import pytest

from support.commands import OUTFLANK, outflank
from support.waiting import PATIENCE

pytestmark = pytest.mark.integration


class Server:
    """A server whose input stays open, as that of a graphical program does."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [OUTFLANK, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def end(self) -> tuple[int, str]:
        """The exit code, and what it wrote to its standard error."""
        code = self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        return code, self.process.stderr.read()

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    made = Server(request.param, "--agent", "engine:hash=1,level=60,book=no")
    yield made
    made.close()


both = pytest.mark.parametrize("server", ["gtp", "nboard"], indirect=True)
THINK = {"gtp": "genmove black", "nboard": "go"}


def begin(server: Server) -> str:
    """Waits until the server has answered; the protocol it speaks."""
    server.send("name", "nboard 2")
    first = server.read()
    if first.startswith("set myname"):
        return "nboard"
    assert first == "= Outflank engine:hash=1,level=60,book=no"
    assert [server.read() for _ in range(3)] == ["", "? unknown command", ""]
    return "gtp"


@both
def test_quit_ends_it_while_its_input_is_open(server: Server) -> None:
    begin(server)
    server.send("quit")
    assert server.end() == (0, "")


@both
def test_ctrl_c_ends_it(server: Server) -> None:
    begin(server)
    server.process.send_signal(signal.SIGINT)
    assert server.end() == (130, "\nStopped.\n")


@both
def test_ctrl_c_ends_its_thinking(server: Server) -> None:
    protocol = begin(server)
    server.send(THINK[protocol])
    if protocol == "nboard":
        assert server.read() == "status Outflank engine:hash=1,level=60,book=no is thinking"
    server.process.send_signal(signal.SIGINT)
    assert server.end() == (130, "\nStopped.\n")


@pytest.mark.parametrize("server", ["nboard"], indirect=True)
@pytest.mark.parametrize("word", ["ping 1", "quit"])
def test_thinking_without_end_is_ended(server: Server, word: str) -> None:
    begin(server)
    server.send("go")
    assert "is thinking" in server.read()
    server.send(word)
    if word == "ping 1":
        assert server.read() == "pong 1"
        server.send("quit")
    assert server.end() == (0, "")


def test_scripts() -> None:
    done = outflank("gtp", "--agent", "greedy", input="boardsize 6\ngenmove b\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "=\n\n= C2\n\n", "")
    done = outflank("nboard", "--agent", "greedy", input="set game (;GM[Othello]TY[6];)\ngo\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2].startswith("=== C2//")


def test_columns_of_go_boards() -> None:
    lines = "boardsize 10\nplay b j6\nplay b g6\n"
    assert "'j6' is no square" not in outflank("gtp", "--agent", "greedy", input=lines).stdout
    script = "boardsize 12\nplay b i6\n"
    flags = ("gtp", "--agent", "greedy", "--skip-i")
    assert "'i6' is no square of a 12x12 board" in outflank(*flags, input=script).stdout


def test_one_protocol_over_the_other() -> None:
    agent = f"gtp:{OUTFLANK} gtp --agent greedy"
    done = outflank("nboard", "--agent", agent, input="move F5\ngo\n")
    assert done.returncode == 0
    assert any(line.startswith("=== F4/") for line in done.stdout.splitlines())


@pytest.mark.parametrize("command", ["gtp", "nboard"])
@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("human", "A person speaks no protocol"),
        ("nobody", "There is no agent 'nobody'"),
        ("engine:level=99", "level cannot be more than 60"),
        ("./none.py", "There is no file './none.py'"),
        ("gtp:no-such-engine", "No such file or program: 'no-such-engine'"),
        ("gtp", "gtp: there is no command to run"),
    ],
)
def test_who_cannot_be_served(command: str, agent: str, sentence: str) -> None:
    done = outflank(command, "--agent", agent)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
