"""Everything Outflank raises on purpose.

```
OutflankError
├── ArgumentTypeError (TypeError)       an argument of a type that the function does not take
├── NotationError (ValueError)          text or a value that is no move, board or game
├── IllegalMoveError (ValueError)       a well-formed move the rules forbid here
├── SettingsError (ValueError)          an option, limit, spec or name that cannot be
├── FileError (ValueError)              a file that cannot be read, written or understood
├── MissingExtraError (ImportError)     an optional dependency is not installed
├── EngineError (RuntimeError)          an engine or player failed
│   └── PlayerError                     a player broke the rules of its game
└── InstructionSetError (ImportError)   there is no compiled core that this CPU runs
FormatWarning (UserWarning)             a file format had no place for something of a game
```
"""

from enum import StrEnum


class OutflankError(Exception):
    """The root of every error Outflank raises on purpose."""

    line: int | None = None
    """The line of the text that is wrong, from 1; readers of games set it."""
    column: int | None = None
    """The place in that line, from 1."""


class ArgumentTypeError(OutflankError, TypeError):
    """An argument of a type that the function does not take, or too few or too many of them."""


class NotationError(OutflankError, ValueError):
    """Text or a value that does not describe a move, a board or a game."""


class IllegalMoveError(OutflankError, ValueError):
    """A well-formed move that the rules forbid in this position."""


class SettingsError(OutflankError, ValueError):
    """An option, a limit, the spec of an agent or a name that cannot be."""


class FileError(OutflankError, ValueError):
    """A file that cannot be read or written, or does not hold what it should."""


class MissingExtraError(OutflankError, ImportError):
    """A package that is needed is not installed; the extra `lab` of Outflank brings it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return f"{self.what}: pip install 'outflank[lab]'"


class EngineError(OutflankError, RuntimeError):
    """An engine or a player failed to do its part."""


class FaultKind(StrEnum):
    """What a player did that loses a game; arena logs hold these words."""

    ILLEGAL = "illegal"
    CRASH = "crash"
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"


class PlayerError(EngineError):
    """A player did what loses a game."""

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def __reduce__(self) -> tuple[type["PlayerError"], tuple[FaultKind, str]]:
        return PlayerError, (self.kind, str(self))


class InstructionSetError(OutflankError, ImportError):
    """No compiled core runs on this CPU, or OUTFLANK_ISA names one that is not there."""


class FormatWarning(UserWarning):
    """What a file format had no place for when games were written."""
