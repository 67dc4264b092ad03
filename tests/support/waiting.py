"""How long a test waits for anything: long enough for a machine that has much else to do."""

import time
from collections.abc import Callable

PATIENCE = 240.0
"""Seconds, less than the `timeout` of a test in pyproject.toml: what waits can say for what."""


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
