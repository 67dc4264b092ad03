"""A test that starts processes is marked `integration`; this fails one that is not.

A plugin of pytest, loaded by tests/conftest.py. It hears of our own programs alone: libraries may
ask uname or fc-list about the machine.
"""

import sys
from collections.abc import Generator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

OURS = Path(sys.executable).parent
_forbidden = False


def starts_a_process(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether an audit event of Python tells of a fork, or of a program beside this Python."""
    if event == "subprocess.Popen":
        return Path(str(arguments[0])).parent == OURS
    return event in {"os.fork", "os.forkpty"}


def _refuse() -> None:
    if _forbidden:
        pytest.fail("a test that starts processes needs the marker: @pytest.mark.integration")


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if _forbidden and starts_a_process(event, arguments):
        _refuse()


def _start(self: BaseProcess, *, plainly: Any = BaseProcess.start) -> None:
    _refuse()  # multiprocessing tells no audit hook
    plainly(self)


def pytest_configure() -> None:
    sys.addaudithook(_hear)
    BaseProcess.start = _start  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    global _forbidden  # noqa: PLW0603
    _forbidden = item.get_closest_marker("integration") is None
    try:
        return (yield)
    finally:
        _forbidden = False
