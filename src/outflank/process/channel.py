"""Talking with a program, line by line: in JSON over private pipes, or in text as engines do."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from outflank.errors import FaultKind, PlayerError, SettingsError
from outflank.process.host import MOST_OUTPUT, Host

LONGEST_LINE = 64 * 1024
SEND_SECONDS = 10.0
"""How long a program may take to read a line it is sent."""


class _Lines:
    """The lines a program sends."""

    def __init__(self, host: Host, *, word: str) -> None:
        self.host = host
        self._word = word
        self._received = b""
        self._count = 0

    def clear(self) -> None:
        """Forgets what was received of a line: it came from a process that is gone."""
        self._received = b""

    def begin(self) -> None:
        """What is sent from here on belongs to the next question."""
        self._count = 0

    def next(self, deadline: float, allowed: float) -> bytes:
        """The next line, without its end; the time of its arrival is what counts."""
        while b"\n" not in self._received:
            piece = self.host.receive(deadline, allowed)
            self._received += piece
            self._count += len(piece)
            if len(self._received.partition(b"\n")[0]) > LONGEST_LINE:
                raise self.host.fail(
                    FaultKind.OUTPUT, f"sent a {self._word} of more than {LONGEST_LINE} bytes"
                )
            if self._count > MOST_OUTPUT:
                raise self.host.fail(FaultKind.OUTPUT, f"printed more than {MOST_OUTPUT} bytes")
            if time.monotonic() > deadline:
                raise self.host.fail(FaultKind.TIME, f"gave no answer within {allowed:g} seconds")
        line, _, self._received = self._received.partition(b"\n")
        return line


class JsonChannel:
    """Questions and replies as JSON objects, one a line, over two private pipes.

    The descriptors to read questions from and to write replies to are added to the command. What
    the program prints is no reply. A reply must carry the `id` of its question.
    """

    def __init__(self, name: str, command: Sequence[str], *, megabytes: int) -> None:
        self.host = Host(name, command, megabytes=megabytes, private=True)
        self._lines = _Lines(self.host, word="reply")
        self._number = 0

    def ask(
        self, question: Mapping[str, object], seconds: float, *, grace: float = 0.0
    ) -> dict[str, Any]:
        """The reply to a question; PlayerError if there is none in time, or a wrong one.

        The program is started if it does not run. `grace` is added to the seconds unsaid.
        """
        if not self.host.is_running:
            self._lines.clear()
        self._number += 1
        self._lines.begin()
        deadline = time.monotonic() + seconds + grace
        try:
            self.host.send(json.dumps({"id": self._number, **question}).encode() + b"\n", deadline)
            line = self._lines.next(deadline, seconds)
        except BaseException:
            self.host.stop()
            raise
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            raise self.host.fail(FaultKind.CRASH, "sent a reply that cannot be read")
        if reply.get("id") != self._number:
            raise self.host.fail(FaultKind.CRASH, "sent a reply to another question")
        return reply

    def close(self) -> None:
        self.host.stop()


class TextChannel:
    """Lines of text on a program's standard input and output, as GTP and NBoard engines talk.

    A failure ends the program; `is_running` tells, and the next line sent starts it anew.
    """

    def __init__(self, name: str, command: Sequence[str], *, megabytes: int) -> None:
        if not command:
            raise SettingsError(f"{name}: there is no command to run")
        self.host = Host(name, command, megabytes=megabytes)
        self._lines = _Lines(self.host, word="line")

    @property
    def is_running(self) -> bool:
        return self.host.is_running

    @property
    def output(self) -> str:
        """The end of what the program wrote to its standard error."""
        return self.host.output

    def send(self, line: str) -> None:
        """Sends a line; starts the program if it does not run."""
        if "\n" in line or "\r" in line:
            raise SettingsError(f"{self.host.name}: a line cannot hold another: {line!r:.60}")
        if not self.host.is_running:
            self._lines.clear()
        self._lines.begin()
        self.host.send(line.encode() + b"\n", time.monotonic() + SEND_SECONDS)

    def read_line(self, seconds: float) -> str:
        """The next line, without its end; PlayerError if there is none in time."""
        return self._read(time.monotonic() + seconds, seconds)

    def read_until(
        self, last: Callable[[str], bool], seconds: float, *, grace: float = 0.0
    ) -> list[str]:
        """The lines up to the first one for which `last` is true; the seconds are for all.

        `grace` is added to them unsaid.
        """
        deadline = time.monotonic() + seconds + grace
        lines = [self._read(deadline, seconds)]
        while not last(lines[-1]):
            lines.append(self._read(deadline, seconds))
        return lines

    def _read(self, deadline: float, allowed: float) -> str:
        try:
            line = self._lines.next(deadline, allowed)
        except PlayerError:
            raise
        except BaseException:
            self.host.stop()
            raise
        return line.decode("utf-8", "replace").removesuffix("\r")

    def close(self) -> None:
        self.host.stop()

    def __enter__(self) -> "TextChannel":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
