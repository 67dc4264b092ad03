"""The parent of a program's processes, started by `host.py`; nothing else of Outflank is imported.

Run as ``python warden.py LIFELINE STATUS MEGABYTES COMMAND...`` with two open descriptors. It
starts the command in a session of its own and waits until the command ends, or until nobody holds
the other end of LIFELINE any more, however that came about. Then it ends every process the command
has left behind. On Linux such processes become the warden's children, even if they made themselves
independent (PR_SET_CHILD_SUBREAPER), and the command dies with the warden (PR_SET_PDEATHSIG, which
goes by the thread that started it: the warden has only one). STATUS is told the number of the
command's process, and in the end how it ended, as `waitpid` has it. MEGABYTES above 0 cap its data.
"""

import contextlib
import os
import select
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
ROUNDS = 1000
"""How often what is left is looked for, before a program that starts new processes has won."""


def prctl(option: int, value: int) -> None:
    """Asks Linux for something about this process; elsewhere there is nothing to ask."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start(command: list[str], megabytes: int) -> int:
    warden = os.getpid()
    program = os.fork()
    if program:
        return program
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != warden:
            os._exit(1)  # too late to die with it
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and exec keeps that
            signal.signal(number, signal.SIG_DFL)
        if megabytes:
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 1_000_000,) * 2)
        os.execvp(command[0], command)
    except BaseException as error:
        os.write(2, f"{command[0]}: {error}\n".encode(errors="replace"))
    os._exit(127)


def leave_only(descriptors: list[int]) -> None:
    """Closes what belongs to the program: who reads from it must notice when it closes its end."""
    with open(os.devnull, "r+b") as nothing:  # noqa: PTH123 (few imports: this starts often)
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    low = 3
    for number in sorted(descriptors):
        os.closerange(low, number)
        low = number + 1
    os.closerange(low, low + 256)


def children() -> list[int]:
    """The processes whose parent is this one, where /proc tells."""
    processes = []
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208
            if name.isdigit():
                with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                        processes.append(int(name))
    return processes


class Ended:
    def __init__(self, program: int) -> None:
        self.program = program
        self.status: int | None = None

    def reap(self) -> bool:
        """Takes note of children that have ended; False if there are no others."""
        try:
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self.program:
                    self.status = ended[1]
        except ChildProcessError:
            return False
        return True

    def end_all(self) -> None:
        """Ends the program and what it started; whose parent dies becomes a child of this one."""
        with contextlib.suppress(OSError):
            os.killpg(self.program, signal.SIGKILL)
        for _ in range(ROUNDS):
            for child in children():
                with contextlib.suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            if not self.reap():
                break
            select.select([], [], [], 0.001)  # killed, but not gone


def main() -> None:
    lifeline, status_pipe, megabytes = (int(word) for word in sys.argv[1:4])
    for descriptor in (lifeline, status_pipe):
        os.set_inheritable(descriptor, False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    wake, waker = os.pipe()
    for descriptor in (wake, waker):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = start(sys.argv[4:], megabytes)
    leave_only([lifeline, status_pipe, wake, waker])
    with contextlib.suppress(OSError):
        os.write(status_pipe, b"%d\n" % program)
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(wake, select.POLLIN)
    ended = Ended(program)
    while ended.status is None:
        ready = [descriptor for descriptor, _ in poll.poll()]
        if wake in ready:
            os.read(wake, 4096)
        ended.reap()
        if lifeline in ready:
            break
    ended.end_all()
    with contextlib.suppress(OSError):
        os.write(status_pipe, b"%d\n" % (ended.status or 0))
    os._exit(0)


if __name__ == "__main__":
    main()
