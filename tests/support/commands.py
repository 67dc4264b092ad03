"""Programs as their users start them; none is waited for without end."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from support.waiting import PATIENCE

OUTFLANK = str(Path(sys.executable).with_name("outflank"))


def run(
    command: Sequence[str | Path],
    *,
    input: str = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, with `env` added to the environment."""
    return subprocess.run(
        command,
        input=input,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=PATIENCE,
    )


def outflank(
    *arguments: str, input: str = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the command line."""
    return run([OUTFLANK, *arguments], input=input, cwd=cwd, env=env)


def python(code: str, env: Mapping[str, str] | None = None) -> str:
    """What a few lines of Python print in a process of their own, which must not fail."""
    done = run([sys.executable, "-c", code], env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout
