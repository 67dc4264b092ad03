"""How many tasks this machine runs at a time."""

import os

from outflank.errors import SettingsError


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_count(requested: int | None, *, threads: int = 1, timed: bool = False) -> int:
    """As many workers as requested, or as cores have room for when each uses so many threads.

    A clock is fair only while every thread has a core: SettingsError for too many timed workers.
    """
    cores = available_cores()
    if requested is None:
        return max(1, cores // threads)
    if timed and requested * threads > cores:
        raise SettingsError(
            f"{requested} workers with {threads} threads each need {requested * threads} cores, "
            f"and there are {cores}: with a clock that would not be fair"
        )
    return requested
