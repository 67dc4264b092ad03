"""Writes src/outflank/_native.pyi from the compiled core: `python tools/make_stub.py`.

The stub is checked in, so that type checkers and the documentation need no build; a test fails
when it no longer matches the core.
"""

import re
import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen  # type: ignore[import-untyped]

from outflank import _native

STUB = Path(__file__).parents[1] / "src" / "outflank" / "_native.pyi"


def stub_text() -> str:
    """The stub of the core in use, the same for every instruction set."""
    core = _native._core  # type: ignore[attr-defined]  # the stub tells nothing of it
    types = [_native.Color, _native.Move, _native.Position]
    # The types say they live in `outflank`; the generator only describes what lives in the module.
    modules = [kind.__module__ for kind in types]
    for kind in types:
        kind.__module__ = core.__name__
    try:
        generator = StubGen(core, quiet=True)
        generator.put(core)
        text = generator.get()
    finally:
        for kind, module in zip(types, modules, strict=True):
            kind.__module__ = module  # the same object, by which pickles differ
    text = text.replace(f"{core.__name__}.", "")
    text = re.sub(r"(COMPILER|INSTRUCTION_SET): str = .*", r"\1: str", text)
    text = re.sub(r"Annotated\[(NDArray\[[\w.]+\]), dict\(.*?\)\]", r"\1", text)
    text = text.replace("from typing import Annotated\n", "")
    return formatted(text)


def formatted(text: str) -> str:
    """`text` as ruff would have it."""
    command = [sys.executable, "-m", "ruff"]
    name = ["--stdin-filename", str(STUB)]
    for step in (["check", "--select", "I,F401", "--fix-only"], ["format"]):
        run = subprocess.run(
            [*command, *step, "--no-force-exclude", "-q", *name, "-"],
            input=text,
            text=True,
            capture_output=True,
            check=True,
        )
        text = run.stdout
    return text


if __name__ == "__main__":
    STUB.write_text(stub_text())
    print(f"wrote {STUB}")
