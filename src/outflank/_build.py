"""What the compiled core in use was built for, and by what."""

from dataclasses import dataclass

from outflank import _native


@dataclass(frozen=True, slots=True)
class BuildInfo:
    """The instruction set and compiler of the core that was loaded."""

    instruction_set: str
    compiler: str


def build_info() -> BuildInfo:
    """Facts about the compiled core in use."""
    return BuildInfo(_native.INSTRUCTION_SET, _native.COMPILER)
