"""Which processes belong to a program."""

import os
import subprocess

import pytest

from outflank.process.tree import can_watch_memory, marked, process_tree
from support.waiting import wait_for

pytestmark = pytest.mark.skipif(not can_watch_memory(), reason="needs /proc")


def test_the_process_tree() -> None:
    with subprocess.Popen(
        ["sh", "-c", "sleep 60 & setsid sleep 60; wait"], start_new_session=True
    ) as shell:
        try:
            wait_for(lambda: len(process_tree(shell.pid)) >= 3)
            tree = process_tree(shell.pid)
            assert shell.pid in tree
            assert all(size >= 0 for size in tree.values())
        finally:
            for process in process_tree(shell.pid):
                os.kill(process, 9)


def test_processes_are_found_by_their_mark() -> None:
    with subprocess.Popen(["sleep", "60"], env={"MARK_OF_A_TEST": "17"}) as marked_one:
        try:
            assert marked("MARK_OF_A_TEST=17") == {marked_one.pid}
            assert marked("MARK_OF_A_TEST=1") == set()
        finally:
            marked_one.kill()
