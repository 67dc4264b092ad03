"""Why a request is refused: a code for programs and a sentence for people."""

from typing import Any

from outflank.errors import (
    EngineError,
    FileError,
    IllegalMoveError,
    NotationError,
    OutflankError,
    SettingsError,
)

STATUS = {
    "bad-message": 400,
    "bad-notation": 422,
    "illegal-move": 422,
    "unknown-agent": 422,
    "too-large": 413,
    "too-many": 429,
    "busy": 503,
    "timeout": 504,
    "stopped": 503,
    "engine-failed": 500,
    "not-allowed": 403,
    "not-found": 404,
    "old-client": 400,
}
"""Every code, and what HTTP says in its place."""
BUSY_MS = 2000
"""How long a client should wait before it asks a busy server again."""

# In this order: each before the kinds that it is one of.
_CODES: tuple[tuple[type[OutflankError], str], ...] = (
    (NotationError, "bad-notation"),
    (IllegalMoveError, "illegal-move"),
    (SettingsError, "bad-message"),
    (FileError, "bad-notation"),
    (EngineError, "engine-failed"),
)


class RefusalError(OutflankError):
    """A request that is not granted."""

    def __init__(self, code: str, message: str, *, retry_ms: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_ms = retry_ms

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def record(self) -> dict[str, Any]:
        values: dict[str, Any] = {"code": self.code, "message": str(self)}
        optional = {"retry_ms": self.retry_ms, "line": self.line, "column": self.column}
        return values | {key: value for key, value in optional.items() if value is not None}


def refusal_of(error: OutflankError) -> RefusalError:
    """An error of a room below, as the client hears of it."""
    if isinstance(error, RefusalError):
        return error
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "engine-failed")
    refusal = RefusalError(code, str(error))
    refusal.line, refusal.column = error.line, error.column
    return refusal


def busy(what: str = "the server has too much to do") -> RefusalError:
    """For work that is more than the server takes on."""
    return RefusalError("busy", f"{what}; try again soon", retry_ms=BUSY_MS)
