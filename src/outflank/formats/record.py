"""Outflank's own record of a game: a line of JSON that holds all a `Game` holds.

``{"size":8,"black":"ann","white":"bob","score":12,"moves":"F5d6C3","seconds":[1.5,0.2,3.1]}``

| key | what it holds |
|---|---|
| `size` | squares along one side |
| `start` | the board it began from, as `Position.to_text` writes it; left out for the usual one |
| `black`, `white` | names; in an arena's log the numbers of players that its first line names |
| `score` | black's score, if there is a result |
| `ending` | how the result came about, if not by the moves: resigned, time, forfeit or agreed |
| `moves` | the transcript; passes are in it where something is noted about them, or at the end |
| `seconds`, `evaluations`, `depths`, `nodes` | one for each of the `moves`, or null |
| `opening` | how many of the `moves` were given: the lists begin after them (arena) |
| `comments` | texts by the number of the move in `moves`, from 1; 0 is the start |
| `tags` | texts by their keys |
| `variations` | lines with `moves`, lists and `comments`; `after`: the line, and the move in it |

The main line is line 0, and variations count from 1. Lists in which nothing is known are left out.
The log of an arena has `pair`, `discs`, `fault` and `slips` too (`outflank.arena.record`); the
unfinished game of the terminal has the specs of the players for names.
"""

import contextlib
import json
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from outflank._board import SIZES, board_name
from outflank._native import Color, Move, Position
from outflank._schema import LARGEST_COUNT, is_count
from outflank._text import quoted
from outflank.errors import FaultKind, NotationError, OutflankError
from outflank.formats.format import Format, GameOrError, Losses, Reading
from outflank.formats.piece import Piece, after
from outflank.game import Ending, Game, Node, Result
from outflank.game.game import extras, main_moves
from outflank.game.transcript import tokens, write_moves

LISTS = {"seconds": "seconds", "evaluations": "evaluation", "depths": "depth", "nodes": "nodes"}
"""The list of a record for each thing that can be noted about a move."""
ARENA_LOG = "outflank arena"
"""What the first line of an arena's log says it is."""
_COUNTS = {"depths", "nodes"}
_OF_A_LINE = {"moves", "comments", *LISTS}
_OF_THE_ARENA = {"pair", "discs", "opening", "fault", "slips"}
_KEYS = {"size", "start", "black", "white", "score", "ending", "tags", "variations"}
_NOTED = _OF_A_LINE - {"moves"} | {"variations"}
_PASS = re.compile(r"pa|ps|-|@", re.IGNORECASE)
_KEYS |= _OF_A_LINE | _OF_THE_ARENA
_MOVES_KEY = re.compile(r'"moves"\s*:\s*"')


def record_of(game: Game, losses: Losses | None = None) -> dict[str, Any]:
    """The record of a game, with all its variations."""
    losses = losses or Losses()
    record: dict[str, Any] = {"size": game.size}
    if game.start != Position(game.size):
        record["start"] = game.start.to_text()
    record |= {"black": game.black, "white": game.white}
    if game.result is not None:
        record["score"] = game.result.score
        if game.result.ending != Ending.FINISHED:
            record["ending"] = game.result.ending.value
    if extras(game):
        record |= _tree_record(game, losses)
    else:
        record["moves"] = write_moves(game.start, main_moves(game))
    if game.tags:
        record["tags"] = dict(game.tags)
    return record


def write_record(game: Game, losses: Losses | None = None) -> str:
    """The line of a game, without a line break."""
    return json.dumps(record_of(game, losses), separators=(",", ":"))


def parse_record(text: str | Piece, players: Sequence[str] = ()) -> Game:
    """Reads one line; `players` are those of an arena's log.

    >>> game = parse_record('{"size":6,"black":"ann","white":"","moves":"C2b2","seconds":[1,null]}')
    >>> game.black, game.transcript(), game.root.children[0].seconds
    ('ann', 'C2b2', 1.0)
    """
    piece = Piece.of(text)
    record = loaded(piece)
    if unknown := record.keys() - _KEYS:
        raise piece.fail(0, f"a record of a game has no {quoted(min(unknown))}")
    return game_of(record, piece, players)


def game_of(record: dict[str, Any], piece: Piece, players: Sequence[str] = ()) -> Game:
    """The game of a record whose JSON was read; `piece` is its text."""
    try:
        check_record(record)
        game = _tree(record, piece)
    except NotationError as error:
        if error.line is not None:
            raise
        raise piece.fail(0, f"not a record of a game: {error}") from None
    for color in ("black", "white"):
        name = record.get(color, "")
        if isinstance(name, int):
            name = players[name] if name < len(players) else f"player {name}"
        setattr(game, color, name)
    game.tags |= record.get("tags", {})
    _read_arena(record, game)
    _read_result(record, game)
    return game


def loaded(piece: Piece) -> dict[str, Any]:
    try:
        record = json.loads(piece.text)
    except json.JSONDecodeError as error:
        raise piece.fail(error.pos, error.msg) from None
    except (ValueError, RecursionError):  # a number of too many digits, lists in lists
        raise piece.fail(0, "this JSON cannot be read") from None
    if not isinstance(record, dict):
        raise piece.fail(0, "this JSON is no object")
    return record


def read(reading: Reading) -> Iterator[GameOrError]:
    """Every game of a source; the log of an arena begins with a line about the run."""
    players: list[str] = []
    for piece in reading.source.lines():
        if not piece.text.strip():
            continue
        try:
            if piece.line == 1 and (named := _players(piece)) is not None:
                players = named
                continue
            yield parse_record(piece, players)
        except OutflankError as error:
            yield error


def known_lists(lists: dict[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    return {
        name: values for name, values in lists.items() if any(value is not None for value in values)
    }


def _tree_record(game: Game, losses: Losses) -> dict[str, Any]:
    """The lines of a tree: after the main line each variation, in the order of the children."""
    lines: list[tuple[list[Node], list[int]]] = [(list(game.main_line()), [])]
    records: list[dict[str, Any]] = []
    for number, (line, place) in enumerate(lines):  # which grows on the way
        parent = game.root if not line else line[0].parent
        assert parent is not None
        written = [
            node for node in line if node.move != Move.PASS or node is line[-1] or _is_noted(node)
        ]
        record: dict[str, Any] = {"after": place} if number else {}
        record["moves"] = "".join(map(_move_text, written))
        record |= known_lists({name: _noted(written, name, losses) for name in LISTS})
        comments = {str(at): node.comment for at, node in enumerate(written, 1) if node.comment}
        if number == 0 and game.root.comment:
            comments = {"0": game.root.comment, **comments}
        if comments:
            record["comments"] = comments
        records.append(record)
        count = 0
        for node in line if number else [game.root, *line]:
            count += node in written
            lines += [([child, *child.main_line()], [number, count]) for child in node.children[1:]]
    if any(getattr(game.root, name) is not None for name in LISTS.values()):
        losses.add("notes about the start")
    main, *others = records
    return {**main, "variations": others} if others else main


def _is_noted(node: Node) -> bool:
    return bool(node.comment) or any(getattr(node, name) is not None for name in LISTS.values())


def _move_text(node: Node) -> str:
    name = "pa" if node.move == Move.PASS else str(node.move)
    return name.upper() if node.mover == Color.BLACK else name


def _noted(nodes: list[Node], name: str, losses: Losses) -> list[Any]:
    values = [getattr(node, LISTS[name]) for node in nodes]
    known = [value if value is not None and math.isfinite(value) else None for value in values]
    if known != values:
        losses.add(name)
    return known


def _tree(record: dict[str, Any], piece: Piece) -> Game:
    start = Position(record["size"])
    if "start" in record:
        need(isinstance(record["start"], str), "its start is no text")
        try:
            start = Position.from_text(record["start"], start.size)
        except NotationError as error:
            raise NotationError(f"its start: {error}") from None
    if _NOTED.isdisjoint(record) and not _PASS.search(record["moves"]):
        with contextlib.suppress(OutflankError):  # the slower way tells its place
            return Game.from_transcript(record["moves"], start)
    game = Game(start)
    lines = [_read_line(piece, record, game.root, 0)]
    variations = record.get("variations", [])
    is_list = isinstance(variations, list) and all(isinstance(line, dict) for line in variations)
    need(is_list, "its variations are no list of lines")
    for number, line in enumerate(variations, 1):
        place = line.get("after")
        need(
            isinstance(place, list)
            and len(place) == 2
            and all(map(is_count, place))
            and place[0] < len(lines)
            and place[1] < len(lines[place[0]]),
            f"variation {number} is after no move",
        )
        need(isinstance(line.get("moves"), str), "it has no moves")
        need(line.keys() <= _OF_A_LINE | {"after"}, f"variation {number} has other keys")
        lines.append(_read_line(piece, line, lines[place[0]][place[1]], number))
    game.node = game.end
    return game


def _read_line(piece: Piece, line: dict[str, Any], node: Node, number: int) -> list[Node]:
    nodes = [node]
    keys = [*_MOVES_KEY.finditer(piece.text)]
    offset = keys[0].end() if number == 0 and len(keys) == 1 else 0  # 0: it is hard to tell
    try:
        for place, token in tokens(line["moves"], node.position.size):
            node = after(piece, offset + place - 1, node, Move(token))
            nodes.append(node)
    except NotationError as error:
        if error.line is not None:
            raise
        raise piece.fail(offset, str(error)) from None
    check_lists(line, len(nodes) - 1)
    for name, attribute in LISTS.items():
        values = line.get(name, [])
        for noted, value in zip(nodes[1 + line.get("opening", 0) :], values, strict=False):
            known = value if value is None or name in _COUNTS else float(value)
            setattr(noted, attribute, known)
    comments = line.get("comments", {})
    need(are_texts(comments), "its comments are no texts by the number of a move")
    for at, comment in comments.items():
        is_there = bool(re.fullmatch(r"\d{1,3}", at, re.ASCII)) and int(at) < len(nodes)
        need(is_there, f"its comments are about move {quoted(at)}, which is not there")
        nodes[int(at)].comment = comment
    return nodes


def _read_result(record: dict[str, Any], game: Game) -> None:
    if "score" not in record:
        return
    ending = Ending(record.get("ending", Ending.FINISHED))
    if "fault" in record:
        ending = Ending.TIME if record["fault"].get("kind") == FaultKind.TIME else Ending.FORFEIT
    result = Result(record["score"], ending)
    if result != game.result:
        game.result = result


def _read_arena(record: dict[str, Any], game: Game) -> None:
    game.tags |= {name: str(record[name]) for name in ("pair", "opening") if name in record}
    faults = [record["fault"]] if "fault" in record else []
    for name, breaches in (("forfeit", faults), ("slips", record.get("slips", []))):
        texts = [
            ": ".join(breach.get(key, "") for key in ("color", "kind", "reason"))
            for breach in breaches
        ]
        if texts:
            game.tags[name] = "; ".join(texts)


def _players(piece: Piece) -> list[str] | None:
    if '"log"' not in piece.text:
        return None
    record = loaded(piece)
    players = record.get("players")
    if record.get("log") != ARENA_LOG:
        return None
    if not isinstance(players, list) or not all(isinstance(one, str) for one in players):
        raise piece.fail(0, "the log of an arena that names no players")
    return players


def check_record(record: Mapping[str, Any]) -> None:
    """Check all that a record says of the whole game; NotationError says what is wrong."""
    size = record.get("size")
    need(type(size) is int and size in SIZES, "there is no board of its size")
    need(isinstance(record.get("moves"), str), "it has no moves")
    for color in ("black", "white"):
        name = record.get(color, "")
        need(isinstance(name, str) or is_count(name), f"{color} is no name")
    need(are_texts(record.get("tags", {})), "its tags are no texts by their keys")
    for name in ("pair", "opening"):
        need(is_count(record.get(name, 0)), f"its {name} is no number")
    if "fault" in record:
        need(are_texts(record["fault"]), "its fault says neither whose nor why")
    slips = record.get("slips", [])
    need(isinstance(slips, list), "its slips are no list")
    need(all(map(are_texts, slips)), "a fault of its slips says neither whose nor why")
    if "score" not in record:
        need("ending" not in record or "fault" in record, "it has an ending but no score")
        return
    score = record["score"]
    in_range = type(score) is int and abs(score) <= record["size"] ** 2
    need(in_range, f"its score is none on {board_name(record['size'])}")
    ending = record.get("ending", Ending.FINISHED.value)
    need(ending in [known.value for known in Ending], "nobody knows its ending")


def check_lists(line: Mapping[str, Any], moves: int) -> None:
    """Check what a line of a record, of so many moves, has for each of them after the opening."""
    opening = line.get("opening", 0)
    need(opening <= moves, "its moves are too few for its opening")
    for name in [name for name in LISTS if name in line]:
        values = line[name]
        fits = isinstance(values, list) and len(values) == moves - opening
        need(fits, f"its moves and its {name} differ in number")
        if name in _COUNTS:
            need(are_counts(values), f"its {name} are no counts")
        else:
            need(_are_numbers(values), f"its {name} are no numbers")


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise NotationError(otherwise)


# Logs are long, so the values of a list are looked at all at once.


def are_counts(values: Sequence[Any]) -> bool:
    if not set(map(type, values)) <= {int, type(None)}:
        return False
    counts = [value for value in values if value is not None]
    return not counts or (min(counts) >= 0 and max(counts) <= LARGEST_COUNT)


def are_times(numbers: Sequence[Any]) -> bool:
    """True if each number of a list that was checked is a time."""
    if not numbers:
        return True
    return None not in numbers and min(numbers) >= 0 and max(numbers) <= LARGEST_COUNT


def _are_numbers(values: Sequence[Any]) -> bool:
    if not set(map(type, values)) <= {int, float, type(None)}:
        return False
    numbers = [value for value in values if value is not None]
    if not numbers:
        return True
    # What is no number hides from max, but not from the sum.
    return max(map(abs, numbers)) <= sys.float_info.max and not math.isnan(sum(numbers))


def are_texts(values: Any) -> bool:
    return isinstance(values, dict) and all(isinstance(value, str) for value in values.values())


JSONL = Format(
    "jsonl",
    "Outflank's own records",
    (".jsonl", ".json"),
    read,
    lambda game, losses: write_record(game, losses) + "\n",
    holds=frozenset({"names", "result", "variations", "comments", "empty tags", *LISTS}),
    holds_tag=lambda _key: True,
)
