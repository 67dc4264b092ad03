"""Sessions with a server as they are kept in tests/golden/protocols: what is sent begins with >."""

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

from outflank.agents.served import ServedAgent
from outflank.agents.spec import AgentSpec
from outflank.protocols.gtp import Vertices
from outflank.protocols.gtp_server import GtpServer
from outflank.protocols.nboard_server import THINKING, NBoardServer
from outflank.protocols.player import ServedPlayer
from support.waiting import PATIENCE

GOLDEN = Path(__file__).parents[1] / "golden" / "protocols"


def sent(name: str) -> list[str]:
    """What the other side sends in a session."""
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    return [line.removeprefix("> ") for line in lines if line.startswith("> ")]


def gtp_session(agent: str, lines: list[str], *, skip_i: bool = False) -> str:
    """The whole session, as the file has it."""
    text: list[str] = []
    player = ServedAgent(AgentSpec.parse(agent))
    server = GtpServer(player, text.append, Vertices(skip_i=skip_i))
    for line in lines:
        text.append(f"> {line}\n")
        server.answer(line)
    player.close()
    return "".join(text)


class NBoardTalk:
    """A server in this process, and the two ends of the talk with it."""

    def __init__(self, player: ServedPlayer) -> None:
        self._sent: SimpleQueue[str | None] = SimpleQueue()
        self._heard: SimpleQueue[str] = SimpleQueue()
        server = NBoardServer(player, self._heard.put)
        self.thread = threading.Thread(target=server.serve, args=(self._lines(),), daemon=True)
        self.thread.start()

    def _lines(self) -> Iterator[str]:
        while (line := self._sent.get()) is not None:
            yield line

    def send(self, *lines: str | None) -> None:
        """Sends lines; None ends them."""
        for line in lines:
            self._sent.put(line)

    def read_until(self, last: Callable[[str], bool]) -> list[str]:
        """What it says up to a line."""
        lines = [self._heard.get(timeout=PATIENCE)]
        while not last(lines[-1]):
            lines.append(self._heard.get(timeout=PATIENCE))
        return lines

    def ask(self, line: str) -> list[str]:
        """What it says to a line, which is obeyed before the next one is sent."""
        self.send(line)
        said = []
        if line.partition(" ")[0] in THINKING:
            said = self.read_until(lambda one: one.endswith(("is waiting", "could not be read")))
        self.send("ping outflank")
        return [*said, *self.read_until(lambda one: one == "pong outflank")[:-1]]

    def close(self) -> None:
        """Ends the server."""
        self.send("quit", None)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def nboard_session(player: ServedPlayer, lines: list[str]) -> str:
    """The whole session, as the file has it, without what the clock shows."""
    talk, text = NBoardTalk(player), list[str]()
    for line in lines:
        text.append(f"> {line}")
        text += talk.ask(line)
    talk.close()
    timed = re.compile(r"^(nodestats \d+|=== [^/]*/[^/]*)[ /][\d.]+$")
    return "".join(timed.sub(r"\1 ...", line) + "\n" for line in text)
