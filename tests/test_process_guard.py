"""A test without the marker `integration` starts no processes: this file has none."""

import multiprocessing
import os
import subprocess
import sys

import pytest

from support.commands import OUTFLANK
from support.process_guard import starts_a_process

NEEDS_MARKER = r"needs the marker: @pytest\.mark\.integration"


@pytest.mark.parametrize("program", [sys.executable, OUTFLANK])
def test_programs_are_refused(program: str) -> None:
    with pytest.raises(pytest.fail.Exception, match=NEEDS_MARKER):
        subprocess.run([program, "--version"], check=False)


def test_processes_are_refused() -> None:
    with pytest.raises(pytest.fail.Exception, match=NEEDS_MARKER):
        multiprocessing.get_context("spawn").Process(target=print).start()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows does not fork")
def test_forks_are_refused() -> None:
    with pytest.raises(pytest.fail.Exception, match=NEEDS_MARKER):
        os.fork()


def test_questions_about_the_machine_are_not() -> None:
    assert not starts_a_process("subprocess.Popen", ("uname", ["uname", "-p"], None, None))
    assert not starts_a_process("open", (sys.executable, "r", 0))


@pytest.mark.integration
def test_with_the_marker_they_start() -> None:
    assert subprocess.run([sys.executable, "-c", ""], check=False, timeout=60).returncode == 0
