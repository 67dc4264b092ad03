"""What no stub describes: how the compiled core for this CPU is found."""

import importlib
from typing import Any

_cpu: Any = importlib.import_module("outflank._cpu")
_native: Any = importlib.import_module("outflank._native")


def usable_instruction_sets() -> list[str]:
    """Those that this installation has and this CPU runs, oldest first."""
    return [isa for isa in _native._built() if isa in _cpu.instruction_sets()]
