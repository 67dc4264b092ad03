"""The modules of the web page, run by Node: one process that is asked line by line."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import outflank

STATIC = Path(outflank.__file__).parent / "web" / "static"
NODE = Path(sys.executable).with_name("node")
WORKER = Path(__file__).with_name("page_worker.mjs")


class PageError(Exception):
    """What a module threw."""


class PageModules:
    """Calls functions of JavaScript: they are given the modules by name, and some data."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, source: str, data: object = None) -> Any:
        """The value of a function such as ``({ rules }, size) => rules.startPosition(size)``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"source": source, "data": data}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise PageError(answer["error"])
        return answer["value"]


@contextmanager
def page_modules() -> Iterator[PageModules]:
    process = subprocess.Popen(
        [NODE, "--no-warnings", WORKER, STATIC.as_uri()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield PageModules(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=60)
        assert process.stdout is not None
        process.stdout.close()
