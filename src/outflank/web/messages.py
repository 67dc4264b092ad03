"""What a page says over the WebSocket: read, checked, and typed."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outflank._schema import JsonObject
from outflank._text import quoted, suggestion
from outflank.errors import FileError
from outflank.game import Move
from outflank.web.games import AskedGame, game_asked
from outflank.web.refusal import RefusalError
from outflank.web.settings import Limits

Id = str | int | None
_LONGEST_ID = 64
_LONGEST_SPEC = 200
DEFAULT_LEVEL = 24
MOST_LINES = 144


@dataclass(frozen=True, slots=True)
class Choose:
    """Asks a player for its move."""

    id: Id
    game: AskedGame
    agent: str
    seed: int


@dataclass(frozen=True, slots=True)
class Analyse:
    """Asks what the moves are worth, again and again until the level is reached."""

    id: Id
    game: AskedGame
    lines: int
    level: int


@dataclass(frozen=True, slots=True)
class Report:
    """Asks how good the moves of a game were."""

    id: Id
    game: AskedGame
    level: int


@dataclass(frozen=True, slots=True)
class Explain:
    """Asks what speaks for a move, against another one or the best of the others."""

    id: Id
    game: AskedGame
    move: Move
    other: Move | None


@dataclass(frozen=True, slots=True)
class Watch:
    """Asks to be told about a run of the arena."""

    id: Id
    run: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Ends the request with this id."""

    id: Id


Request = Choose | Analyse | Report | Explain | Watch | Stop


def opened(text: str) -> JsonObject:
    """The object that a frame holds."""
    try:
        return JsonObject(text)
    except FileError as error:
        raise RefusalError("bad-message", f"a message must be an object of JSON: {error}") from None


def id_of(facts: JsonObject) -> Id:
    """The id of a message; None if it has none that could be one."""
    id = facts.values.get("id")
    if isinstance(id, str) and len(id) <= _LONGEST_ID:
        return id
    return id if type(id) is int and abs(id) < 2**53 else None


def request_of(facts: JsonObject, limits: Limits) -> Request:
    """The request of a message. A game in it is replayed here, and refused if it cannot be."""
    id = id_of(facts)
    if id is None:
        raise RefusalError(
            "bad-message", f"a message has an id: a number or up to {_LONGEST_ID} letters"
        )
    try:
        kind = facts.text("type")
        if kind not in _READERS:
            why = f"there is no message of type {quoted(kind)}; {suggestion(kind[:40], _READERS)}"
            raise RefusalError("bad-message", why)
        return _READERS[kind](id, facts, limits)
    except FileError as error:
        raise RefusalError("bad-message", f"this message cannot be understood: {error}") from None


def _choose(id: Id, facts: JsonObject, _: Limits) -> Choose:
    game = game_asked(facts.object("game"))
    game.check_goes_on()
    agent = facts.text("agent")
    if len(agent) > _LONGEST_SPEC:
        raise RefusalError("too-large", f"an agent is named in at most {_LONGEST_SPEC} characters")
    return Choose(id, game, agent, facts.count("seed") if facts.has("seed") else 0)


def _analyse(id: Id, facts: JsonObject, limits: Limits) -> Analyse:
    game = game_asked(facts.object("game"))
    game.check_goes_on()
    lines = facts.count("lines") if facts.has("lines") else MOST_LINES
    if not 1 <= lines <= MOST_LINES:
        raise RefusalError("too-large", f"lines are from 1 to {MOST_LINES}, not {lines}")
    return Analyse(id, game, lines, _level(facts, limits))


def _report(id: Id, facts: JsonObject, limits: Limits) -> Report:
    return Report(id, game_asked(facts.object("game")), _level(facts, limits))


def _explain(id: Id, facts: JsonObject, _: Limits) -> Explain:
    game = game_asked(facts.object("game"))
    game.check_goes_on()
    moves = [Move(facts.text(name)) for name in ("move", "other") if facts.has(name)]
    if not facts.has("move"):
        raise RefusalError("bad-message", "this message cannot be understood: it has no move")
    for move in moves:
        game.position.play(move)  # says why it cannot be played
    return Explain(id, game, moves[0], moves[1] if len(moves) > 1 else None)


def _watch(id: Id, facts: JsonObject, _: Limits) -> Watch:
    return Watch(id, facts.text("run"))


def _level(facts: JsonObject, limits: Limits) -> int:
    level = facts.count("level") if facts.has("level") else min(DEFAULT_LEVEL, limits.level)
    if not 1 <= level <= limits.level:
        raise RefusalError("too-large", f"levels are from 1 to {limits.level} here, not {level}")
    return level


_READERS: dict[str, Callable[[Id, JsonObject, Limits], Request]] = {
    "choose": _choose,
    "analyse": _analyse,
    "report": _report,
    "explain": _explain,
    "watch": _watch,
    "stop": lambda id, _facts, _limits: Stop(id),
}


def message(type: str, id: Id, **facts: Any) -> dict[str, Any]:
    """An answer."""
    return {"type": type, "id": id, **facts}


def error_message(id: Id, refusal: RefusalError) -> dict[str, Any]:
    """The answer to what cannot be granted."""
    return message("error", id, **refusal.record())


def frame(answer: dict[str, Any]) -> str:
    """An answer as it is sent."""
    return json.dumps(answer, separators=(",", ":"), allow_nan=False)
