"""What a page says over the WebSocket: read, checked, and typed."""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, get_args

from outflank._schema import JsonObject
from outflank._text import quoted, suggestion
from outflank.errors import FileError, IllegalMoveError
from outflank.game import Game, Move
from outflank.web.games import game_asked
from outflank.web.refusal import RefusalError
from outflank.web.settings import Limits

Id = str | int | None
_LONGEST_ID = 64
_LONGEST_SPEC = 200
DEFAULT_LEVEL = 24
MAX_LINES = 144


@dataclass(frozen=True, slots=True)
class _MoveRequest:
    id: Id
    game: Game

    def __post_init__(self) -> None:
        if self.game.position.is_over():
            raise IllegalMoveError("the game is over: there is no move to choose")


@dataclass(frozen=True, slots=True)
class Choose(_MoveRequest):
    agent: str
    seed: int


@dataclass(frozen=True, slots=True)
class Analyse(_MoveRequest):
    """Asks what the moves are worth, again and again until the level is reached."""

    lines: int
    level: int


@dataclass(frozen=True, slots=True)
class Report:
    """Asks how good the moves of a game were."""

    id: Id
    game: Game
    level: int


@dataclass(frozen=True, slots=True)
class Explain(_MoveRequest):
    """Asks what speaks for a move, against another one or the best of the others."""

    move: Move
    other: Move | None

    def __post_init__(self) -> None:
        _MoveRequest.__post_init__(self)
        for move in (self.move, self.other):
            if move is not None:
                self.game.position.play(move)  # says why it cannot be played


@dataclass(frozen=True, slots=True)
class Watch:
    """Asks to be told about a run of the arena."""

    id: Id
    run: str


@dataclass(frozen=True, slots=True)
class Stop:
    id: Id


Request = Choose | Analyse | Report | Explain | Watch | Stop
_KINDS: dict[str, type[Request]] = {kind.__name__.lower(): kind for kind in get_args(Request)}


def opened(text: str) -> JsonObject:
    try:
        return JsonObject(text)
    except FileError as error:
        raise RefusalError("bad-message", f"a message must be an object of JSON: {error}") from None


def id_of(record: JsonObject) -> Id:
    """The id of a message; None if it has none that could be one."""
    id = record.values.get("id")
    if isinstance(id, str) and len(id) <= _LONGEST_ID:
        return id
    return id if type(id) is int and abs(id) < 2**53 else None


def request_of(record: JsonObject, limits: Limits) -> Request:
    """The request of a message. A game in it is replayed here, and refused if it cannot be."""
    if id_of(record) is None:
        raise RefusalError(
            "bad-message", f"a message has an id: a number or up to {_LONGEST_ID} letters"
        )
    try:
        name = record.text("type")
        if name not in _KINDS:
            why = f"there is no message of type {quoted(name)}; {suggestion(name[:40], _KINDS)}"
            raise RefusalError("bad-message", why)
        kind = _KINDS[name]
        return kind(*(_READERS[field.name](record, limits) for field in fields(kind)))
    except FileError as error:
        raise RefusalError("bad-message", f"this message cannot be understood: {error}") from None


def _agent(record: JsonObject, _: Limits) -> str:
    agent = record.text("agent")
    if len(agent) > _LONGEST_SPEC:
        raise RefusalError("too-large", f"an agent is named in at most {_LONGEST_SPEC} characters")
    return agent


def _lines(record: JsonObject, _: Limits) -> int:
    lines = record.count("lines") if record.has("lines") else MAX_LINES
    if not 1 <= lines <= MAX_LINES:
        raise RefusalError("too-large", f"lines are from 1 to {MAX_LINES}, not {lines}")
    return lines


def _level(record: JsonObject, limits: Limits) -> int:
    level = record.count("level") if record.has("level") else min(DEFAULT_LEVEL, limits.level)
    if not 1 <= level <= limits.level:
        raise RefusalError("too-large", f"levels are from 1 to {limits.level} here, not {level}")
    return level


_READERS: dict[str, Callable[[JsonObject, Limits], Any]] = {
    "id": lambda record, _: id_of(record),
    "game": lambda record, _: game_asked(record.object("game")),
    "agent": _agent,
    "seed": lambda record, _: record.count("seed") if record.has("seed") else 0,
    "lines": _lines,
    "level": _level,
    "move": lambda record, _: Move(record.text("move")),
    "other": lambda record, _: Move(record.text("other")) if record.has("other") else None,
    "run": lambda record, _: record.text("run"),
}
"""Reads the fields of requests, by name."""


def message(type: str, id: Id, **facts: Any) -> dict[str, Any]:
    return {"type": type, "id": id, **facts}


def error_message(id: Id, refusal: RefusalError) -> dict[str, Any]:
    return message("error", id, **refusal.record())


def frame(answer: dict[str, Any]) -> str:
    return json.dumps(answer, separators=(",", ":"), allow_nan=False)
