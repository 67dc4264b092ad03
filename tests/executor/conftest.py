from collections.abc import Iterator

import pytest

from support.dask_cluster import RunningCluster, running_cluster


@pytest.fixture(scope="package")
def cluster() -> Iterator[RunningCluster]:
    """For tests that leave it as it is."""
    with running_cluster(workers=2) as running:
        yield running
