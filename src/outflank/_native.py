"""Loads the compiled core built for this CPU, once.

There is one extension module per instruction set. The newest the CPU runs is taken, unless
the environment variable OUTFLANK_ISA names another.
"""

import importlib
import importlib.util
import os

from outflank import _cpu
from outflank.errors import InstructionSetError


def _module_name(isa: str) -> str:
    return "outflank._core_" + isa.replace("-", "_")


def _built() -> list[str]:
    """The instruction sets this installation was built for, oldest first."""
    known = ["baseline", "x86-64-v2", "x86-64-v3"]
    return [isa for isa in known if importlib.util.find_spec(_module_name(isa)) is not None]


def _chosen() -> str:
    built = _built()
    runs = _cpu.instruction_sets()
    usable = [isa for isa in built if isa in runs]
    requested = os.environ.get("OUTFLANK_ISA", "")
    if requested:
        if requested not in built:
            raise InstructionSetError(
                f"OUTFLANK_ISA={requested!r} is not an instruction set of this installation; "
                f"choose one of: {', '.join(built)}"
            )
        if requested not in usable:
            raise InstructionSetError(f"OUTFLANK_ISA={requested!r} is not supported by this CPU")
        return requested
    if not usable:
        raise InstructionSetError(
            f"this CPU runs none of the instruction sets Outflank was built for "
            f"({', '.join(built) or 'none was found'})"
        )
    return usable[-1]


_core = importlib.import_module(_module_name(_chosen()))

COMPILER = _core.COMPILER
INSTRUCTION_SET = _core.INSTRUCTION_SET
Color = _core.Color
EngineCore = _core.EngineCore
Evaluation = _core.Evaluation
Move = _core.Move
PackedBoards = _core.PackedBoards
PatternLayout = _core.PatternLayout
PatternWeights = _core.PatternWeights
Position = _core.Position
Search = _core.Search
line_keys = _core.line_keys
play_line = _core.play_line
