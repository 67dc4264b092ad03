"""Everything Outflank raises on purpose.

```
OutflankError
├── NotationError (ValueError)          text, a file or a value that does not say what it should
├── IllegalMoveError (ValueError)       a well-formed move the rules forbid here
├── EngineError (RuntimeError)          an engine or player failed
│   └── PlayerError                     a player broke the rules of its game
└── InstructionSetError (ImportError)   there is no compiled core that this CPU runs
```
"""


class OutflankError(Exception):
    """The root of every error Outflank raises on purpose."""


class NotationError(OutflankError, ValueError):
    """Text, a file or a value that does not describe a move, a board or a game."""


class IllegalMoveError(OutflankError, ValueError):
    """A well-formed move that the rules forbid in this position."""


class EngineError(OutflankError, RuntimeError):
    """An engine or a player failed to do its part."""


class PlayerError(EngineError):
    """A player did what loses a game; `kind` is illegal, crash, time, memory or output."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def __reduce__(self) -> tuple[type["PlayerError"], tuple[str, str]]:
        return PlayerError, (self.kind, str(self))


class InstructionSetError(OutflankError, ImportError):
    """No compiled core runs on this CPU, or OUTFLANK_ISA names one that is not there."""
