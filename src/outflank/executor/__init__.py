"""Where many tasks run: in this process, in processes of this machine, or on a Dask cluster.

A task is a function of a module and its arguments; they are pickled, so that they can travel, and
so is the value it returns. Nothing else is shared: no files, no globals. A task that was lost with
its process or its machine is run again, so a task may run more than once.

Ctrl-C reaches the process that waits for the tasks and no other; `close` tells the others.
"""

from outflank.errors import SettingsError
from outflank.executor.base import Executor, one_per_thread, raise_if_stopping, stopping
from outflank.executor.cores import available_cores, worker_count

__all__ = [
    "Executor",
    "available_cores",
    "one_per_thread",
    "open_executor",
    "raise_if_stopping",
    "stopping",
    "worker_count",
]


def open_executor(workers: int = 1, cluster: str | None = None) -> Executor:
    """This process, several processes, or the cluster whose scheduler has that address."""
    if cluster is not None:
        if workers != 1:
            raise SettingsError("a cluster has workers of its own: give no number of them")
        from outflank.executor.cluster import Cluster

        return Cluster(cluster)
    if workers < 1:
        raise SettingsError(f"there must be at least one worker, not {workers}")
    from outflank.executor.local import Processes, Serial

    return Serial() if workers == 1 else Processes(workers)
