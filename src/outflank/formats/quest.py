"""The JSON of Othello Quest: players, and for each move its square and milliseconds.

Passes are not in it. One object holds one game; a file may hold several, one after another.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from outflank._native import Move, Position
from outflank._text import quoted
from outflank.errors import NotationError, OutflankError
from outflank.formats.format import Format, Losses, Reading, each
from outflank.formats.piece import Piece, after
from outflank.formats.record import loaded
from outflank.formats.source import LONGEST_GAME, joined
from outflank.formats.tags import plain_date
from outflank.game import Game, Node

_GAME_TYPE = "reversi1"


def parse_game(text: str | Piece) -> Game:
    """Reads one game.

    >>> moves = '[{"t": 1500, "m": "f5"}, {"t": 20, "m": "d6"}]'
    >>> players = '[{"name": "ann"}, {"name": "bob"}]'
    >>> game = parse_game(f'{{"players": {players}, "position": {{"moves": {moves}}}}}')
    >>> game.black, game.transcript(), game.root.children[0].seconds
    ('ann', 'F5d6', 1.5)
    """
    piece = Piece.of(text)
    record = _record(piece)
    kind = record.get("gtype", _GAME_TYPE)
    if not (isinstance(kind, str) and kind.startswith("reversi")):
        raise piece.fail(_place(piece, '"gtype"'), f"{quoted(str(kind))} is another game")
    position = record.get("position")
    moves = position.get("moves") if isinstance(position, dict) else None
    if not isinstance(moves, list):
        raise piece.fail(0, "a game of Othello Quest has a position with moves")
    game = Game()
    game.node = _add_moves(piece, moves, game.root)
    _read_players(piece, record.get("players", []), game)
    if isinstance(record.get("created"), str):
        game.tags["date"] = plain_date(record["created"])
    if type(record.get("tcb")) is int:
        game.tags["time"] = str(record["tcb"])
    return game


def write_game(game: Game, losses: Losses) -> str:
    moves: list[dict[str, Any]] = []
    for node in game.main_line():
        if node.move == Move.PASS:
            if not node.children or node.seconds is not None:
                losses.add("passes at the end, and their seconds")
            continue
        step: dict[str, Any] = {}
        if node.seconds is not None:
            step["t"] = _milliseconds(node.seconds, losses)
        moves.append({**step, "m": str(node.move)})
    players = []
    for name, key in ((game.black, "black_rating"), (game.white, "white_rating")):
        player: dict[str, Any] = {"name": name}
        if key in game.tags:
            player["oldR"] = _whole(game.tags[key], f"the tag {key}", losses)
        players.append(player)
    record: dict[str, Any] = {
        "gtype": _GAME_TYPE,
        "players": players,
        "position": {"moves": moves},
        "finished": game.final_position.is_over(),
    }
    if "time" in game.tags:
        record["tcb"] = _whole(game.tags["time"], "the tag time", losses)
    if "date" in game.tags:
        record["created"] = game.tags["date"]
        if plain_date(game.tags["date"]) != game.tags["date"]:
            losses.add("the form of dates")
    if game.root.seconds is not None:
        losses.add("notes about the start")
    return json.dumps({"args": [record]}, separators=(",", ":")) + "\n"


def _pieces(reading: Reading) -> Iterator[Piece | OutflankError]:
    """A game to a line, or over several lines until its braces are closed."""
    lines: list[Piece] = []
    length, depth = 0, 0
    for line in reading.source.lines():
        if not lines and not line.text.strip():
            continue
        lines.append(line)
        length += len(line.text) + 1
        # Braces in names count too, but come in pairs or are told as broken JSON.
        depth += line.text.count("{") - line.text.count("}")
        if depth <= 0:
            yield joined(lines)
            lines, length, depth = [], 0, 0
        elif length > LONGEST_GAME:
            yield lines[0].fail(0, f"a game of more than {LONGEST_GAME:,} characters")
            lines, length, depth = [], 0, 0
    if lines:
        yield joined(lines)


def _record(piece: Piece) -> dict[str, Any]:
    record: Any = loaded(piece)
    if "args" in record:
        record = record["args"][0] if isinstance(record["args"], list) and record["args"] else None
    if not isinstance(record, dict):
        raise piece.fail(0, "a game of Othello Quest is an object of JSON")
    return record


def _place(piece: Piece, text: str) -> int:
    return max(piece.text.find(text), 0)


def _add_moves(piece: Piece, moves: list[Any], node: Node) -> Node:
    places = [match.start(1) for match in re.finditer(r'"m"\s*:\s*"([^"]*)"', piece.text)]
    for number, step in enumerate(moves):
        offset = places[number] if len(places) == len(moves) else 0
        if not isinstance(step, dict) or not isinstance(step.get("m"), str):
            raise piece.fail(offset, f"move {number + 1} has no square (m)")
        try:
            move = Move(step["m"])
        except NotationError as error:
            raise piece.fail(offset, f"move {number + 1}: {error}") from None
        node = after(piece, offset, node, move)
        spent = step.get("t", -1)
        if type(spent) in (int, float) and 0 <= spent <= 1e15:
            node.seconds = spent / 1000
    return node


def _read_players(piece: Piece, players: Any, game: Game) -> None:
    if not isinstance(players, list) or not all(isinstance(one, dict) for one in players):
        raise piece.fail(_place(piece, '"players"'), "the players are no list of objects")
    for side, player in zip(("black", "white"), players, strict=False):
        name, rating = player.get("name", ""), player.get("oldR")
        if isinstance(name, str):
            setattr(game, side, name)
        if type(rating) in (int, float) and abs(rating) < 1e15:
            game.tags[f"{side}_rating"] = str(rating)


def _milliseconds(seconds: float, losses: Losses) -> float:
    if not 0 <= seconds <= 1e12:
        losses.add("seconds")
        return 0
    whole = round(seconds * 1000)
    if whole / 1000 != seconds:
        losses.add("fractions of milliseconds")
    return whole


def _whole(text: str, what: str, losses: Losses) -> int:
    if not re.fullmatch(r"0|[1-9]\d{0,14}", text, re.ASCII):
        losses.add(what)
        digits = re.match(r"\d{1,15}", text.strip(), re.ASCII)
        return int(digits[0]) if digits else 0
    return int(text)


QUEST = Format(
    "quest",
    "JSON of Othello Quest",
    (".quest.json",),
    lambda reading: each(_pieces(reading), parse_game),
    write_game,
    holds=frozenset({"names", "seconds"}),
    holds_tag=lambda key: key in ("date", "time", "black_rating", "white_rating"),
    refusal=lambda game: (
        None if game.start == Position() else "it holds games from the usual start on 8x8"
    ),
)
