"""Whether a process is still there."""

from contextlib import suppress
from pathlib import Path

from support.waiting import wait_for


def is_alive(process: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    return False


def wait_until_dead(process: int) -> None:
    wait_for(lambda: not is_alive(process))
