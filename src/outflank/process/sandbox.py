"""A program in namespaces of its own, by bubblewrap: it reads files, writes none, and has no net.

Without it a program runs as the user who started it: `host.py` keeps accidents in, not attackers.
"""

import shutil
from collections.abc import Sequence

from outflank.errors import SettingsError

PROGRAM = "bwrap"
# /dev is made anew and can only be read: what is written to memory files counts for no process.
ARGUMENTS = (
    *("--unshare-all", "--die-with-parent", "--new-session"),
    *("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--"),
)


def sandboxed(command: Sequence[str]) -> tuple[str, ...]:
    """The command inside a sandbox; SettingsError if bubblewrap is not installed."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise SettingsError(f"a sandbox needs bubblewrap (the program {PROGRAM}), not found here")
    return (program, *ARGUMENTS, *command)
