import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def one_core(request: pytest.FixtureRequest) -> Iterator[None]:
    """Programs that a test starts have one core, so a tournament starts no pool unless told to."""
    if request.node.get_closest_marker("integration") is None or not hasattr(
        os, "sched_setaffinity"
    ):
        yield
        return
    cores = os.sched_getaffinity(0)
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    os.sched_setaffinity(0, {sorted(cores)[number % len(cores)]})
    yield
    os.sched_setaffinity(0, cores)
