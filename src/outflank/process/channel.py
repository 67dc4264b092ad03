"""Talking with a program, line by line: in JSON over private pipes, or in text as engines do."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from outflank.errors import FaultKind, SettingsError
from outflank.process.host import MAX_OUTPUT, Host

LONGEST_LINE = 64 * 1024
SEND_SECONDS = 10.0
"""How long a program may take to read a line it is sent."""


class Channel:
    """Lines to and from a program.

    A failure ends the program; `is_running` tells, and the next line sent starts it anew.
    """

    def __init__(self, host: Host, *, word: str) -> None:
        """`word` is what errors call a line."""
        self.host = host
        self._word = word
        self._received = b""
        self._count = 0

    @property
    def is_running(self) -> bool:
        return self.host.is_running

    def close(self) -> None:
        self.host.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, line: bytes, deadline: float) -> None:
        """Sends a line; what comes from here on belongs to this question."""
        if not self.host.is_running:
            self._received = b""  # of a process that is gone
        self._count = 0
        self.host.send(line + b"\n", deadline)

    def _next(self, deadline: float, allowed: float) -> bytes:
        """The next line, without its end; the time of its arrival is what counts."""
        while b"\n" not in self._received:
            try:
                piece = self.host.receive(deadline, allowed)
            except BaseException:  # the host has stopped already after a PlayerError
                self.host.stop()
                raise
            self._received += piece
            self._count += len(piece)
            if len(self._received.partition(b"\n")[0]) > LONGEST_LINE:
                raise self.host.fail(
                    FaultKind.OUTPUT, f"sent a {self._word} of more than {LONGEST_LINE} bytes"
                )
            if self._count > MAX_OUTPUT:
                raise self.host.fail(FaultKind.OUTPUT, f"printed more than {MAX_OUTPUT} bytes")
            if time.monotonic() > deadline:
                raise self.host.fail(FaultKind.TIME, f"gave no answer within {allowed:g} seconds")
        line, _, self._received = self._received.partition(b"\n")
        return line


class JsonChannel(Channel):
    """Questions and replies as JSON objects, one a line, over two private pipes.

    The descriptors to read questions from and to write replies to are added to the command. What
    the program prints is no reply. A reply must carry the `id` of its question.
    """

    def __init__(self, name: str, command: Sequence[str], *, megabytes: int) -> None:
        super().__init__(Host(name, command, megabytes=megabytes, private=True), word="reply")
        self._number = 0

    def ask(
        self, question: Mapping[str, object], seconds: float, *, grace: float = 0.0
    ) -> dict[str, Any]:
        """The reply to a question; PlayerError if there is none in time, or a wrong one.

        The program is started if it does not run. `grace` is added to the seconds unsaid.
        """
        self._number += 1
        deadline = time.monotonic() + seconds + grace
        try:
            self._send(json.dumps({"id": self._number, **question}).encode(), deadline)
            line = self._next(deadline, seconds)
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


class TextChannel(Channel):
    """Lines of text on a program's standard input and output, as GTP and NBoard engines talk."""

    def __init__(self, name: str, command: Sequence[str], *, megabytes: int) -> None:
        if not command:
            raise SettingsError(f"{name}: there is no command to run")
        super().__init__(Host(name, command, megabytes=megabytes), word="line")

    def send(self, line: str) -> None:
        """Sends a line; starts the program if it does not run."""
        if "\n" in line or "\r" in line:
            raise SettingsError(f"{self.host.name}: a line cannot hold another: {line!r:.60}")
        self._send(line.encode(), time.monotonic() + SEND_SECONDS)

    def read_until(
        self, last: Callable[[str], bool], seconds: float, *, grace: float = 0.0
    ) -> list[str]:
        """The lines up to the first one for which `last` is true; the seconds are for all.

        `grace` is added to them unsaid. PlayerError if they do not come in time.
        """
        deadline = time.monotonic() + seconds + grace
        lines: list[str] = []
        while not lines or not last(lines[-1]):
            line = self._next(deadline, seconds).decode("utf-8", "replace")
            lines.append(line.removesuffix("\r"))
        return lines

    def read_line(self, seconds: float) -> str:
        """The next line, without its end; PlayerError if there is none in time."""
        return self.read_until(lambda _: True, seconds)[0]
