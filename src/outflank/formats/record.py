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

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from outflank._native import Move, Position
from outflank._schema import is_count
from outflank._text import quoted
from outflank.errors import FaultKind, NotationError, OutflankError
from outflank.formats.format import Format, GameOrError, Losses, Reading
from outflank.formats.piece import Piece, after
from outflank.formats.record_check import COUNTS, LISTS, are_texts, check_lists, check_record
from outflank.game import Ending, Game, Node, Result
from outflank.game.game import extras, main_moves
from outflank.game.transcript import tokens, write_moves

ARENA_LOG = "outflank arena"
"""What the first line of an arena's log says it is."""
_OF_A_LINE = {"moves", "comments", *LISTS}
_OF_THE_ARENA = {"pair", "discs", "opening", "fault", "slips"}
_KEYS = {"size", "start", "black", "white", "score", "ending", "tags", "variations"}
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
    facts = loaded(piece)
    if unknown := facts.keys() - _KEYS - _OF_A_LINE - _OF_THE_ARENA:
        raise piece.fail(0, f"a record of a game has no {quoted(min(unknown))}")
    return game_of(facts, piece, players)


def game_of(facts: dict[str, Any], piece: Piece, players: Sequence[str] = ()) -> Game:
    """The game of a record whose JSON was read; `piece` is its text."""
    _check(piece, check_record, facts)
    start = _start(piece, facts)
    noted = _OF_A_LINE - {"moves"} | {"variations"}
    if noted.isdisjoint(facts) and not re.search(r"pa|ps|-|@", facts["moves"], re.IGNORECASE):
        game = _plain(piece, facts, start)
    else:
        game = _grown(piece, facts, start)
    game.black, game.white = (_name(facts.get(color, ""), players) for color in ("black", "white"))
    game.tags |= facts.get("tags", {})
    _read_arena(facts, game)
    _read_result(facts, game)
    return game


def loaded(piece: Piece) -> dict[str, Any]:
    """The JSON object of a text."""
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
    """The lists in which anything is known."""
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
            node for node in line if not _is_pass(node) or node is line[-1] or _is_noted(node)
        ]
        record: dict[str, Any] = {"after": place} if number else {}
        record["moves"] = _transcript(written)
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
            lines += [(_main_line(child), [number, count]) for child in node.children[1:]]
    if any(getattr(game.root, name) is not None for name in LISTS.values()):
        losses.add("notes about the start")
    main, *others = records
    return {**main, "variations": others} if others else main


def _main_line(node: Node) -> list[Node]:
    """A node and those that continue it."""
    line = [node]
    while node.children:
        node = node.children[0]
        line.append(node)
    return line


def _is_pass(node: Node) -> bool:
    return node.move is not None and node.move.is_pass


def _is_noted(node: Node) -> bool:
    return bool(node.comment) or any(getattr(node, name) is not None for name in LISTS.values())


def _transcript(nodes: list[Node]) -> str:
    """The moves as written, each in the case of its side."""
    parts = []
    for node in nodes:
        assert node.move is not None
        assert node.parent is not None
        parts.append(write_moves(node.parent.position, [node.move]))
    return "".join(parts)


def _noted(nodes: list[Node], name: str, losses: Losses) -> list[Any]:
    values = [getattr(node, LISTS[name]) for node in nodes]
    known = [value if value is not None and math.isfinite(value) else None for value in values]
    if known != values:
        losses.add(name)
    return known


def _need(piece: Piece, holds: bool, otherwise: str) -> None:
    if not holds:
        raise piece.fail(0, f"not a record of a game: {otherwise}")


def _check(piece: Piece, check: Callable[..., None], *arguments: Any) -> None:
    """Tells the place of what a check finds wrong."""
    try:
        check(*arguments)
    except NotationError as error:
        raise piece.fail(0, f"not a record of a game: {error}") from None


def _start(piece: Piece, facts: dict[str, Any]) -> Position:
    size = facts["size"]
    if "start" not in facts:
        return Position(size)
    text = facts["start"]
    _need(piece, isinstance(text, str), "its start is no text")
    try:
        return Position.from_text(text, size)
    except NotationError as error:
        raise piece.fail(0, f"not a record of a game: its start: {error}") from None


def _plain(piece: Piece, facts: dict[str, Any], start: Position) -> Game:
    try:
        return Game.from_transcript(facts["moves"], start)
    except OutflankError:
        return _grown(piece, facts, start)  # which tells the place


def _grown(piece: Piece, facts: dict[str, Any], start: Position) -> Game:
    """The game with its variations and all that is noted."""
    game = Game(start)
    lines = [_read_line(piece, facts, game.root, 0)]
    variations = facts.get("variations", [])
    _need(
        piece,
        isinstance(variations, list) and all(isinstance(one, dict) for one in variations),
        "its variations are no list of lines",
    )
    for number, line in enumerate(variations, 1):
        place = line.get("after")
        _need(
            piece,
            isinstance(place, list)
            and len(place) == 2
            and all(map(is_count, place))
            and place[0] < len(lines)
            and place[1] < len(lines[place[0]]),
            f"variation {number} is after no move",
        )
        _need(piece, isinstance(line.get("moves"), str), "it has no moves")
        _need(piece, line.keys() <= _OF_A_LINE | {"after"}, f"variation {number} has other keys")
        lines.append(_read_line(piece, line, lines[place[0]][place[1]], number))
    game.node = game.end
    return game


def _read_line(piece: Piece, facts: dict[str, Any], node: Node, number: int) -> list[Node]:
    """Adds a line to the tree: the node before it, and that after each move as written."""
    nodes = [node]
    offset = _offset_of_moves(piece, number)
    try:
        for place, token in tokens(facts["moves"], node.position.size):
            node = after(piece, offset + place - 1, node, Move(token))
            nodes.append(node)
    except NotationError as error:
        if error.line is not None:
            raise
        raise piece.fail(offset, str(error)) from None
    _check(piece, check_lists, facts, len(nodes) - 1)
    played = nodes[1 + facts.get("opening", 0) :]
    for name, noted in LISTS.items():
        for played_node, value in zip(played, facts.get(name, []), strict=False):
            known = value if value is None or name in COUNTS else float(value)
            setattr(played_node, noted, known)
    comments = facts.get("comments", {})
    _need(piece, are_texts(comments), "its comments are no texts by the number of a move")
    for at, comment in comments.items():
        is_there = re.fullmatch(r"\d{1,3}", at, re.ASCII) and int(at) < len(nodes)
        _need(
            piece, bool(is_there), f"its comments are about move {quoted(at)}, which is not there"
        )
        nodes[int(at)].comment = comment
    return nodes


def _offset_of_moves(piece: Piece, number: int) -> int:
    """Where in the text the moves of a line begin; 0 if that is hard to tell."""
    found = list(_MOVES_KEY.finditer(piece.text))
    return found[0].end() if number == 0 and len(found) == 1 else 0


def _name(name: str | int, players: Sequence[str]) -> str:
    if isinstance(name, str):
        return name
    return players[name] if name < len(players) else f"player {name}"


def _read_result(facts: dict[str, Any], game: Game) -> None:
    if "score" not in facts:
        return
    ending = Ending(facts.get("ending", Ending.FINISHED))
    if "fault" in facts:
        ending = Ending.TIME if facts["fault"].get("kind") == FaultKind.TIME else Ending.FORFEIT
    result = Result(facts["score"], ending)
    if result != game.result:
        game.result = result


def _read_arena(facts: dict[str, Any], game: Game) -> None:
    """What the arena knows beside the moves becomes tags."""
    game.tags |= {name: str(facts[name]) for name in ("pair", "opening") if name in facts}
    faults = [facts["fault"]] if "fault" in facts else []
    for name, breaches in (("forfeit", faults), ("slips", facts.get("slips", []))):
        texts = [
            ": ".join(breach.get(key, "") for key in ("color", "kind", "reason"))
            for breach in breaches
        ]
        if texts:
            game.tags[name] = "; ".join(texts)


def _players(piece: Piece) -> list[str] | None:
    """The players of an arena's log, if the line is its first."""
    if '"log"' not in piece.text:
        return None
    record = loaded(piece)
    players = record.get("players")
    if record.get("log") != ARENA_LOG:
        return None
    if not isinstance(players, list) or not all(isinstance(one, str) for one in players):
        raise piece.fail(0, "the log of an arena that names no players")
    return players


JSONL = Format(
    "jsonl",
    "Outflank's own records",
    (".jsonl", ".json"),
    read,
    lambda game, losses: write_record(game, losses) + "\n",
    holds=frozenset({"names", "result", "variations", "comments", "empty tags", *LISTS}),
    holds_tag=lambda _key: True,
)
