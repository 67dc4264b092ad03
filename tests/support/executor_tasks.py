"""Tasks for the tests of the executor: what travels must be in a module that others can import."""

import os
import signal
import time
from pathlib import Path

from outflank.executor import stopping


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(0.02)
    return number * number


def process_number() -> int:
    time.sleep(0.05)  # long enough for the others to begin too
    return os.getpid()


def first_byte(data: bytes, number: int) -> tuple[int, int]:
    time.sleep(0.02)
    return data[0], number


def fail(message: str) -> None:
    raise ValueError(message)


class UnfitToTravel(Exception):  # noqa: N818
    """Cannot be unpickled: it takes two arguments and keeps one."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def fail_unfit() -> None:
    raise UnfitToTravel("time", "gave no answer")


def fail_to_import() -> None:
    raise ModuleNotFoundError("No module named 'something'")


def count(folder: Path, number: int) -> int:
    """Leaves a file each time it is run."""
    (folder / f"run-{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(0.02)
    return number


def die_once(mark: Path) -> str:
    """Kills its process, unless it has done so before."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "lived"


def die(folder: Path) -> None:
    """Kills its process; the folder shows how often."""
    (folder / f"died-{os.getpid()}").touch()
    os.kill(os.getpid(), signal.SIGKILL)


def wait_until_stopped(folder: Path) -> None:
    """Shows that it has begun, and that it was stopped."""
    (folder / f"begun-{os.getpid()}").touch()
    while not stopping():
        time.sleep(0.01)
    (folder / f"stopped-{os.getpid()}").touch()


def never_listen(folder: Path) -> None:
    """Never asks whether it should stop."""
    (folder / f"begun-{os.getpid()}").touch()
    time.sleep(600)


# What tests find of them


def files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))
