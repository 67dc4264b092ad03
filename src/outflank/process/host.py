"""The only place where Outflank runs code it does not trust: a process with a clock and a cap.

A host runs one program. The program leads a session of its own, below a warden (`warden.py`) that
ends whatever it has started, when it ends, when it is told to, or when this process is gone.
Whatever breaks the rules ends the whole process tree and becomes a PlayerError that says why.

Memory is the resident memory of the process tree, read from /proc every 25 ms while a reply is
awaited. Pages shared by several processes count once for each. Where there is no /proc (macOS), the
program's data is capped with RLIMIT_DATA. Windows has neither pipes to hand over nor sessions:
there is no host there.

What a program says is read by the channels of `channel.py`.
"""

import contextlib
import os
import secrets
import select
import shutil
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank._text import printable
from outflank.errors import EngineError, FaultKind, PlayerError
from outflank.process import tree

WATCH_SECONDS = 0.025
"""How often the memory is looked at while a reply is awaited."""
PIECE = 64 * 1024
"""Bytes read at once."""
OUTPUT_KEPT = 4 * 1024
"""Bytes kept of what the program printed last, to explain why it ended."""
MAX_OUTPUT = 1_000_000
"""Bytes a program may print between two questions; more is a flood."""
END_SECONDS = 2.0
"""How long the warden may take to clear up before it is ended itself."""
WARDEN = (sys.executable, "-I", "-S", str(Path(__file__).with_name("warden.py")))
MARK = "OUTFLANK_HOST"
"""In the environment of all that a host runs; what has lost its parents is found by it."""
KEPT_VARIABLES = (
    *("PATH", "HOME", "LANG", "LANGUAGE", "TMPDIR", "TZ", "SYSTEMROOT", "OUTFLANK_ISA"),
    *("PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
)
"""What a program gets of our environment, besides LC_*: how to find files, and how text is written.
Some interpreters do not start without the last four."""


def environment() -> dict[str, str]:
    """The environment of a program: ours may hold passwords."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in KEPT_VARIABLES or name.startswith("LC_")
    }


@dataclass(slots=True)
class _Running:
    warden: subprocess.Popen[bytes]
    mark: str
    lifeline: int
    status: int
    questions: int
    replies: int
    output: int
    poll: "select.poll"  # quoted: Windows, where this file is imported too, has no poll


def _end(running: _Running) -> None:
    warden = running.warden.pid
    if tree.can_watch_memory():
        # First what is below the warden: it may have been stopped, or ended, by the program.
        tree.kill(tree.process_tree(warden).keys() - {warden})
    os.close(running.lifeline)
    try:
        running.warden.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        running.warden.kill()
        running.warden.wait()
    if running.warden.returncode != 0 and tree.can_watch_memory():
        tree.kill(tree.marked(running.mark))
    for descriptor in (running.status, running.questions, running.replies, running.output):
        os.close(descriptor)


class Host:
    """Runs a program in a process of its own, and passes bytes to it and from it.

    `name` is what errors call the program. With `private`, questions and replies go over two pipes
    whose descriptors are added to `command`, and what the program prints is only kept; otherwise
    they go over its standard input and output, and only its standard error is kept.
    """

    def __init__(
        self, name: str, command: Sequence[str], *, megabytes: int, private: bool = False
    ) -> None:
        if sys.platform == "win32":
            raise EngineError("players in processes of their own need Linux or macOS")
        self.name = name
        self.command = tuple(command)
        self.megabytes = megabytes
        self._private = private
        self._running: _Running | None = None
        self._finalizer: weakref.finalize[Any, Any] | None = None
        self._status = b""
        self._watched = 0.0
        self._printed = b""
        self._flood = 0
        self._helpers: dict[int, float] = {}

    @property
    def is_running(self) -> bool:
        return self._running is not None

    @property
    def process(self) -> int | None:
        if self._running is None:
            return None
        if not self._status:
            self._status = os.read(self._running.status, PIECE)
        return int(self._status.split()[0]) if self._status else None

    @property
    def output(self) -> str:
        if self._running is not None:
            self._drain(self._running)
        return self._printed.decode("utf-8", "replace")

    def cpu_seconds(self) -> float:
        """Processor time the program has used, and what it started as far as it was seen."""
        if self._running is None:
            return 0.0
        if tree.can_watch_memory():  # what it started may be new, or have worked since it was seen
            self._look(self._running)
        return tree.cpu_seconds(self.process or 0) + sum(self._helpers.values())

    def start(self) -> None:
        if self._running is not None:
            return
        variables = environment()
        if shutil.which(self.command[0], path=variables.get("PATH")) is None:
            raise EngineError(
                f"{self.name} cannot be started: No such file or program: {self.command[0]!r}"
            )
        question_source, questions = os.pipe()
        replies, reply_target = os.pipe()
        output, output_target = os.pipe()
        lifeline_source, lifeline = os.pipe()
        status, status_target = os.pipe()
        os.set_blocking(output, False)
        os.set_blocking(questions, False)
        descriptors = [lifeline_source, status_target]
        command = list(self.command)
        if self._private:
            descriptors += [question_source, reply_target]
            command += [str(question_source), str(reply_target)]
        cap = 0 if tree.can_watch_memory() else self.megabytes
        mark = secrets.token_hex(16)
        try:
            warden = subprocess.Popen(
                [*WARDEN, str(lifeline_source), str(status_target), str(cap), *command],
                stdin=subprocess.DEVNULL if self._private else question_source,
                stdout=output_target if self._private else reply_target,
                stderr=output_target,
                pass_fds=descriptors,
                start_new_session=True,
                env={**variables, MARK: mark},
            )
        except OSError as error:
            for descriptor in (questions, replies, output, lifeline, status):
                os.close(descriptor)
            raise EngineError(f"{self.name} cannot be started: {error}") from None
        finally:
            for descriptor in (question_source, reply_target, output_target, *descriptors[:2]):
                os.close(descriptor)
        poll = select.poll()
        poll.register(replies, select.POLLIN)
        poll.register(output, select.POLLIN)
        self._running = _Running(
            warden, f"{MARK}={mark}", lifeline, status, questions, replies, output, poll
        )
        self._finalizer = weakref.finalize(self, _end, self._running)
        self._status = b""
        self._printed = b""
        self._helpers.clear()

    def stop(self) -> None:
        if self._finalizer is not None:
            if self._running is not None:
                self._drain(self._running)
            self._finalizer()
        self._running = self._finalizer = None

    def send(self, data: bytes, deadline: float) -> None:
        """Hands bytes to the program, which is started if need be; what it prints counts anew."""
        self.start()
        running = self._running
        assert running is not None
        self._flood = 0
        while data:
            try:
                data = data[os.write(running.questions, data) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise self.fail(FaultKind.TIME, "does not read what it is told") from None
                select.select([], [running.questions], [], min(left, WATCH_SECONDS))
                self._watch(running)
            except BrokenPipeError:
                raise self._ended(running) from None

    def receive(self, deadline: float, allowed: float) -> bytes:
        """The next bytes from the program; PlayerError if there are none before the deadline.

        `allowed` is the seconds that an error speaks of.
        """
        running = self._running
        if running is None:
            raise PlayerError(FaultKind.CRASH, f"{self.name} does not run")
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise self.fail(FaultKind.TIME, f"gave no answer within {allowed:g} seconds")
            ready = [pipe for pipe, _ in running.poll.poll(min(left, WATCH_SECONDS) * 1000)]
            piece = None
            if running.output in ready:
                self._drain(running)
                if self._flood > MAX_OUTPUT:
                    raise self.fail(FaultKind.OUTPUT, f"printed more than {MAX_OUTPUT} bytes")
            if running.replies in ready:
                piece = os.read(running.replies, PIECE)
                if not piece:
                    raise self._ended(running)
            elif not ready and running.warden.poll() is not None:
                raise self._ended(running)
            self._watch(running)
            if piece is not None:
                return piece

    def fail(self, kind: FaultKind, reason: str) -> PlayerError:
        """Ends the program; the error to raise."""
        self.stop()
        return PlayerError(kind, f"{self.name} {reason}")

    def _watch(self, running: _Running) -> None:
        now = time.monotonic()
        if now < self._watched + WATCH_SECONDS or not tree.can_watch_memory():
            return
        used = self._look(running)
        # On a machine with thousands of processes a look takes long: rest twenty times as long.
        self._watched = now + 20 * (time.monotonic() - now)
        if used > self.megabytes:
            raise self.fail(
                FaultKind.MEMORY,
                f"used {used:.0f} MB of memory, more than the {self.megabytes} MB allowed",
            )

    def _look(self, running: _Running) -> float:
        """Megabytes in use now; the processor time of what the program started is noted."""
        warden = running.warden.pid
        sizes = tree.process_tree(warden)
        sizes.pop(warden, None)
        for process in sizes.keys() - {self.process}:
            self._helpers[process] = tree.cpu_seconds(process)
        return sum(sizes.values()) / 1e6

    def _drain(self, running: _Running) -> None:
        """Takes what was printed, so that the program never waits for a reader."""
        try:
            piece = os.read(running.output, PIECE)
        except BlockingIOError:
            return
        if not piece:  # nobody is left who could print
            with contextlib.suppress(KeyError):
                running.poll.unregister(running.output)
        self._printed = (self._printed + piece)[-OUTPUT_KEPT:]
        self._flood += len(piece)

    def _ended(self, running: _Running) -> PlayerError:
        try:
            code = running.warden.wait(0.2)
        except subprocess.TimeoutExpired:
            return self.fail(FaultKind.CRASH, "closed its connection")
        if code == 0:
            status = (self._status + os.read(running.status, PIECE)).split()
            code = os.waitstatus_to_exitcode(int(status[-1]))
        how = f"exited with code {code}" if code >= 0 else f"was ended by signal {-code}"
        lines = self.output.strip().splitlines()
        last = f"; it last printed: {printable(lines[-1][:200])}" if lines else ""
        return self.fail(FaultKind.CRASH, how + last)
