"""The only place where Outflank runs code it does not trust: a process with a clock and a cap.

One process serves one player for many games. It leads a session of its own, so that whatever it
starts can be ended with it. Questions and replies are lines of JSON over two private pipes; what
the process prints goes elsewhere, and only its end is kept. Whatever breaks the rules ends the
whole process tree and becomes a PlayerError that says why; the next question starts a new process.

Memory is the resident memory of the process tree, read from /proc every 25 ms while a reply is
awaited. Pages shared by several processes count once for each. Where there is no /proc (macOS), the
process caps itself with RLIMIT_DATA. Windows has neither pipes to hand over nor sessions: there is
no host there.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank._text import printable
from outflank.errors import EngineError, PlayerError

WATCH_SECONDS = 0.025
"""How often the memory is looked at while a reply is awaited."""
LONGEST_REPLY = 64 * 1024
OUTPUT_KEPT = 4 * 1024
"""Bytes kept of what the process printed last, to explain why it ended."""
MOST_OUTPUT = 1_000_000
"""Bytes a process may print between two questions; more is a flood."""
CHILD = [sys.executable, "-P", "-u", str(Path(__file__).with_name("host_child.py"))]
PROC = Path("/proc")


@dataclass(slots=True)
class _Process:
    """A running process and our ends of its pipes."""

    process: subprocess.Popen[bytes]
    questions: int
    replies: int
    output: int
    poll: "select.poll"  # quoted: Windows, where this file is imported too, has no poll


def can_watch_memory() -> bool:
    """True where /proc tells how much memory a process uses."""
    return (PROC / "self" / "stat").exists()


def process_tree(leader: int) -> dict[int, int]:
    """Resident bytes of each process in the session `leader` leads, and of their descendants."""
    facts: dict[int, tuple[int, int, int]] = {}
    for entry in os.scandir(PROC):
        if entry.name.isdigit():
            try:
                with open(f"/proc/{entry.name}/stat", "rb") as file:  # noqa: PTH123 (28 us; Path: 46)
                    # The name in parentheses may hold anything; after it come state, parent, ...
                    values = file.read().rpartition(b")")[2].split()
            except OSError:
                continue  # it has just ended
            facts[int(entry.name)] = (int(values[1]), int(values[3]), int(values[21]))
    tree = {process for process, (_, session, _) in facts.items() if session == leader}
    while more := {p for p, (parent, _, _) in facts.items() if parent in tree} - tree:
        tree |= more
    page = os.sysconf("SC_PAGESIZE")
    return {process: facts[process][2] * page for process in tree}


def _cpu_seconds(process: int) -> float:
    """Processor time of a process; Linux names its clock after its number."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


def _end(running: _Process) -> None:
    """Kills the process and everything it has started, and closes our pipes."""
    leader = running.process.pid
    # Processes that made a session of their own are found only while their parents live.
    others = process_tree(leader) if can_watch_memory() else {}
    for kill, target in [(os.killpg, leader), *((os.kill, other) for other in others)]:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(target, signal.SIGKILL)
    running.process.wait()
    for descriptor in (running.questions, running.replies, running.output):
        os.close(descriptor)


class Host:
    """Asks questions of a program in a process of its own, which starts with the first one.

    `name` is what errors call the program. The descriptors to read questions from and to write
    replies to are added to `command`.
    """

    def __init__(self, name: str, *, megabytes: int, command: list[str] | None = None) -> None:
        if sys.platform == "win32":
            raise EngineError("players in processes of their own need Linux or macOS")
        self.name = name
        self.megabytes = megabytes
        self._command = command or CHILD
        self._running: _Process | None = None
        self._finalizer: weakref.finalize[Any, Any] | None = None
        self._number = 0
        self._watched = 0.0
        self._printed = b""
        self._flood = 0
        self._helpers: dict[int, float] = {}

    @property
    def is_running(self) -> bool:
        """True while there is a process."""
        return self._running is not None

    @property
    def output(self) -> str:
        """The end of what the process has printed."""
        if self._running is not None:
            self._drain(self._running)
        return self._printed.decode("utf-8", "replace")

    def cpu_seconds(self) -> float:
        """Processor time the process has used, and those it started as far as they were seen."""
        if self._running is None:
            return 0.0
        return _cpu_seconds(self._running.process.pid) + sum(self._helpers.values())

    def ask(self, question: Mapping[str, object], seconds: float) -> dict[str, Any]:
        """The reply to a question; PlayerError if there is none in time, or a wrong one."""
        running = self._running or self._start()
        self._number += 1
        self._flood = 0
        line = json.dumps({"id": self._number, **question}).encode() + b"\n"
        deadline = time.monotonic() + seconds
        try:
            os.write(running.questions, line)
            reply = self._read(running, deadline, seconds)
        except BrokenPipeError:
            raise self._ended(running) from None
        except BaseException:
            self.stop()
            raise
        if reply.get("id") != self._number:
            raise self._fail("crash", "sent a reply to another question")
        return reply

    def stop(self) -> None:
        """Ends the process and everything it has started."""
        if self._finalizer is not None:
            if self._running is not None:
                self._drain(self._running)
            self._finalizer()
        self._running = self._finalizer = None

    def _start(self) -> _Process:
        question_source, questions = os.pipe()
        replies, reply_target = os.pipe()
        output, output_target = os.pipe()
        os.set_blocking(output, False)
        try:
            process = subprocess.Popen(
                [*self._command, str(question_source), str(reply_target)],
                stdin=subprocess.DEVNULL,
                stdout=output_target,
                stderr=output_target,
                pass_fds=(question_source, reply_target),
                start_new_session=True,
            )
        except OSError as error:
            for descriptor in (questions, replies, output):
                os.close(descriptor)
            raise EngineError(f"{self.name} cannot be started: {error}") from None
        finally:
            for descriptor in (question_source, reply_target, output_target):
                os.close(descriptor)
        running = _Process(process, questions, replies, output, select.poll())
        running.poll.register(replies, select.POLLIN)
        running.poll.register(output, select.POLLIN)
        self._running = running
        self._finalizer = weakref.finalize(self, _end, running)
        self._printed = b""
        self._helpers.clear()
        return running

    def _read(self, running: _Process, deadline: float, seconds: float) -> dict[str, Any]:
        received = b""
        while not received.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0:
                raise self._fail("time", f"gave no answer within {seconds:g} seconds")
            ready = [pipe for pipe, _ in running.poll.poll(min(left, WATCH_SECONDS) * 1000)]
            if running.output in ready:
                self._drain(running)
                if self._flood > MOST_OUTPUT:
                    raise self._fail("output", f"printed more than {MOST_OUTPUT} bytes")
            if running.replies in ready:
                piece = os.read(running.replies, LONGEST_REPLY)
                received += piece
                if not piece:
                    raise self._ended(running)
                if len(received) > LONGEST_REPLY:
                    raise self._fail("output", f"sent a reply of more than {LONGEST_REPLY} bytes")
            elif not ready and running.process.poll() is not None:
                raise self._ended(running)
            self._watch(running)
        try:
            reply = json.loads(received)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            raise self._fail("crash", "sent a reply that cannot be read")
        return reply

    def _watch(self, running: _Process) -> None:
        """Looks at the memory, unless it was just looked at."""
        now = time.monotonic()
        if now - self._watched < WATCH_SECONDS or not can_watch_memory():
            return
        tree = process_tree(running.process.pid)
        used = sum(tree.values()) / 1e6
        for process in tree.keys() - {running.process.pid}:
            self._helpers[process] = _cpu_seconds(process)
        # On a machine with thousands of processes a look takes long: rest twenty times as long.
        self._watched = now + 20 * (time.monotonic() - now)
        if used > self.megabytes:
            raise self._fail(
                "memory", f"used {used:.0f} MB of memory, more than the {self.megabytes} MB allowed"
            )

    def _drain(self, running: _Process) -> None:
        """Takes what was printed, so that the process never waits for a reader."""
        try:
            piece = os.read(running.output, LONGEST_REPLY)
        except BlockingIOError:
            return
        if not piece:  # nobody is left who could print
            with contextlib.suppress(KeyError):
                running.poll.unregister(running.output)
        self._printed = (self._printed + piece)[-OUTPUT_KEPT:]
        self._flood += len(piece)

    def _ended(self, running: _Process) -> PlayerError:
        """The error for a process that went away, with the last line it printed."""
        try:
            code = running.process.wait(0.2)
        except subprocess.TimeoutExpired:
            return self._fail("crash", "closed its connection")
        how = f"exited with code {code}" if code >= 0 else f"was ended by signal {-code}"
        lines = self.output.strip().splitlines()
        last = f"; it last printed: {printable(lines[-1][:200])}" if lines else ""
        return self._fail("crash", how + last)

    def _fail(self, kind: str, reason: str) -> PlayerError:
        self.stop()
        return PlayerError(kind, f"{self.name} {reason}")
