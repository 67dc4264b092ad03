"""SGF, the Smart Game Format, for Othello (``GM[2]``): variations, comments and any board.

Points are written as ``f5`` and read as ``fe`` (column and row as letters) too. ``V`` is the value
of a node for black, as the standard has it.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from outflank._board import SIZES
from outflank._native import Color, Move, Position
from outflank._text import listed, quoted
from outflank.formats.enclosed import enclosed
from outflank.formats.format import Format, Losses, each
from outflank.formats.piece import Piece, after
from outflank.formats.tags import TagNames, decimal, finite
from outflank.game import Ending, Game, Node, Result

KEYS = {
    "EV": "event",
    "PC": "place",
    "DT": "date",
    "RO": "round",
    "BR": "black_rating",
    "WR": "white_rating",
    "TM": "time",
}
"""The key in `Game.tags` of each property."""

_TOKEN = re.compile(r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?=\[)|(?P<bad>\S))")
_VALUE = re.compile(r"\s*\[([^\\\]]*(?:\\.[^\\\]]*)*)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\n|.)", re.DOTALL)
_POINT = re.compile(r"([a-z])(?:([1-9]\d?)|([a-z]))", re.IGNORECASE | re.ASCII)
_RESULT = re.compile(r"([BW])\+\s*(\S*)", re.IGNORECASE)
_WORDS = {Ending.RESIGNED: "Resign", Ending.TIME: "Time", Ending.FORFEIT: "Forfeit"}
_WON = {form.lower(): ending for ending, word in _WORDS.items() for form in (word, word[0])}
_OF_THE_FILE = {"FF", "GM", "CA", "AP", "ST", "SZ", "AB", "AW", "AE", "PL", "PB", "PW", "RE"}
_OF_A_NODE = {"B", "W", "C", "V"}
_TAGS = TagNames(KEYS, frozenset(_OF_THE_FILE | _OF_A_NODE), "[A-Z]{1,8}")
_SETUP = {"AB": "X", "AW": "O", "AE": "-"}


@dataclass(slots=True)
class _Properties:
    values: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    offset: int = 0

    def text(self, name: str) -> str:
        values = self.values.get(name)
        return " ".join(_unescaped(values[0][0]).split("\n")) if values else ""


def parse_game(text: str | Piece) -> Game:
    """Reads one game with its variations.

    >>> game = parse_game("(;GM[2]SZ[8]PB[ann];B[f5](;W[d6]C[usual])(;W[f4]))")
    >>> [node.comment for node in game.main_line()], len(game.root.children[0].children)
    (['', 'usual'], 2)
    """
    piece = Piece.of(text)
    game: Game | None = None
    node: Node | None = None
    branches: list[Node | None] = []
    for sign, properties, offset in _nodes(piece):
        if sign == "(":
            if len(branches) == 1 and game is None:
                raise piece.fail(offset, "a variation before the first node")
            branches.append(node)
        elif sign == ")":
            node = branches.pop()
        elif game is None:
            game = _begun(piece, properties)
            node = _followed(piece, properties, game.root)
        else:
            assert node is not None
            node = _followed(piece, properties, node)
    if game is None:
        raise piece.fail(0, "there is no node in it, which begins with ;")
    game.node = game.end
    _read_result(game)
    return game


def write_game(game: Game, losses: Losses) -> str:
    """A game with all its variations."""
    root = ["(;FF[4]GM[2]CA[UTF-8]"]
    known, own = _TAGS.named(game, losses)
    header = {"PB": game.black, "PW": game.white, **known, "RE": _result(game, losses), **own}
    for name, value in header.items():
        if value:
            line = " ".join(value.split())
            if line != value:
                losses.add("white space of names and tags")
            root.append(f"{name}[{_escaped(line)}]")
    root.append(f"SZ[{game.size}]{_setup(game.start)}")
    parts = ["".join(root), _notes(game.root, losses)]
    # Depth first without recursion; None closes a variation.
    waiting: list[Node | None] = [*reversed(_following(game.root))]
    while waiting:
        node = waiting.pop()
        if node is None:
            parts.append(")")
            continue
        move = "PA" if node.move == Move.PASS else str(node.move)
        opened = "(" if node.parent is not None and len(node.parent.children) > 1 else ""
        parts.append(f"{opened};{'B' if node.mover == Color.BLACK else 'W'}[{move}]")
        parts.append(_notes(node, losses))
        waiting.extend(reversed(_following(node)))
    return "".join([*parts, ")\n"])


def _following(node: Node) -> list[Node | None]:
    """The children, each followed by the end of its variation if there are several."""
    if len(node.children) < 2:
        return list(node.children)
    return [one for child in node.children for one in (child, None)]


def _notes(node: Node, losses: Losses) -> str:
    parts = []
    if node.evaluation is not None:
        if math.isfinite(node.evaluation):
            sign = 1 if node.mover == Color.BLACK else -1
            parts.append(f"V[{decimal(sign * node.evaluation)}]")
        else:
            losses.add("evaluations")
    if node.comment:
        text = "".join(" " if c.isspace() and c != "\n" else c for c in node.comment)
        if text != node.comment:
            losses.add("white space of comments")
        parts.append(f"C[{_escaped(text)}]")
    return "".join(parts)


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: "" if match[1] == "\n" else match[1], text)


def _setup(start: Position) -> str:
    if start == Position(start.size):
        return ""
    text, size = start.to_text(), start.size
    parts = []
    for name, glyph in (("AB", "X"), ("AW", "O")):
        squares = [Move.at(*divmod(at, size)).name for at in range(size**2) if text[at] == glyph]
        # Without a disc the board is not the usual one either: AE takes the place of both.
        parts.append(f"{name}[{']['.join(squares)}]" if squares else "")
    discs = "".join(parts) or "AE[a1]"
    return f"{discs}PL[{'B' if start.turn == Color.BLACK else 'W'}]"


def _nodes(piece: Piece) -> Iterator[tuple[str, _Properties, int]]:
    at, depth, node = 0, 0, None
    while (token := _TOKEN.match(piece.text, at)) is not None:
        at, offset = token.end(), token.start(token.lastgroup or 0)
        if token["bad"] or (token["name"] and node is None):
            text = quoted(piece.text[offset : offset + 12])
            raise piece.fail(offset, f"expected a property such as B[f5], not {text}")
        if token["name"]:
            assert node is not None
            at = _read_values(piece, node, token["name"].upper(), offset, at)
            continue
        if node is not None:
            yield ";", node, node.offset
            node = None
        if token["sign"] == ";":
            if depth == 0:
                raise piece.fail(offset, "a game in SGF begins with (;")
            node = _Properties(offset=offset)
            continue
        depth += 1 if token["sign"] == "(" else -1
        if depth < 0:
            raise piece.fail(offset, "a parenthesis closes what none has opened")
        yield token["sign"], _Properties(), offset
        if depth == 0:
            break
    rest = piece.text[at:].strip()
    if depth or rest or not at:
        where = len(piece.text.rstrip()) if not rest else piece.text.index(rest, at)
        raise piece.fail(
            where, "a game that does not end" if depth else "a game in SGF begins with (;"
        )


def _read_values(piece: Piece, node: _Properties, name: str, offset: int, at: int) -> int:
    if name in node.values:
        raise piece.fail(offset, f"there is a second {name} in this node")
    values = node.values[name] = []
    while (value := _VALUE.match(piece.text, at)) is not None:
        values.append((value[1], value.start(1)))
        at = value.end()
    if not values:
        raise piece.fail(offset, f"the value of {name} does not end")
    return at


def _begun(piece: Piece, properties: _Properties) -> Game:
    values = properties.values
    if "GM" not in values:
        raise piece.fail(properties.offset, "GM[2] is missing: which game is it?")
    if properties.text("GM").strip() != "2":
        raise piece.fail(
            values["GM"][0][1], f"GM[{properties.text('GM')}] is another game than Othello"
        )
    game = Game(_start(piece, properties))
    game.black, game.white = properties.text("PB"), properties.text("PW")
    for name in values:
        if name not in _TAGS.reserved and (text := properties.text(name)):
            _TAGS.read(game, name, text)
    if result := properties.text("RE"):
        game.tags["result"] = result
    return game


def _start(piece: Piece, properties: _Properties) -> Position:
    values = properties.values
    size = 8
    if "SZ" in values:
        text, offset = values["SZ"][0]
        if text.strip() not in {form for n in SIZES for form in (f"{n}", f"{n}:{n}")}:
            known = listed(map(str, SIZES))
            raise piece.fail(offset, f"a board of {quoted(text)} squares a side; there are {known}")
        size = int(text.split(":")[0])
    start = Position(size)
    setup = [name for name in _SETUP if name in values]
    cells = ["-"] * size**2 if setup else list(start.to_text()[: size**2])
    for name in setup:
        for value, offset in values[name]:
            for row, column in _squares(piece, value, offset, size):
                cells[row * size + column] = _SETUP[name]
    side = properties.text("PL").strip().lower()
    if side not in ("", "b", "w", "black", "white", "1", "2"):
        raise piece.fail(values["PL"][0][1], f"the side to move is B or W, not {quoted(side)}")
    return Position.from_text("".join(cells) + ("O" if side in ("w", "white", "2") else "X"), size)


def _squares(piece: Piece, value: str, offset: int, size: int) -> Iterator[tuple[int, int]]:
    """The squares of a point, or of a rectangle such as a1:b2."""
    corners = [_square(piece, part, offset) for part in value.split(":", 1)]
    (top, left), (bottom, right) = corners[0], corners[-1]
    if not (top <= bottom < size and left <= right < size):
        raise piece.fail(offset, f"{quoted(value)} is not on a board of {size}x{size}")
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            yield row, column


def _square(piece: Piece, text: str, offset: int) -> tuple[int, int]:
    match = _POINT.fullmatch(text.strip())
    if match is None:
        raise piece.fail(offset, f"{quoted(text)} is not a point such as f5")
    column = ord(match[1].lower()) - ord("a")
    return (int(match[2]) - 1 if match[2] else ord(match[3].lower()) - ord("a")), column


def _followed(piece: Piece, properties: _Properties, node: Node) -> Node:
    values = properties.values
    steps = [name for name in ("B", "W") if name in values]
    if len(steps) > 1:
        raise piece.fail(properties.offset, "a node with moves of both sides")
    if node.parent is not None and any(name in values for name in _SETUP):
        raise piece.fail(properties.offset, "discs are put down in the middle of a game")
    if steps:
        (text, offset), *more = values[steps[0]]
        if more:
            raise piece.fail(more[0][1], "a second move in this node")
        move = _move(piece, text, offset, node.position.size)
        color = Color.BLACK if steps[0] == "B" else Color.WHITE
        node = after(piece, offset, node, move, color)
    if "C" in values:
        text = _unescaped(values["C"][0][0])
        node.comment = f"{node.comment}\n{text}" if node.comment else text
    if "V" in values:
        node.evaluation = _value(properties.text("V"), node)
    return node


def _move(piece: Piece, text: str, offset: int, size: int) -> Move:
    name = text.strip().lower()
    if name in ("", "pa", "pass", "ps", "--", "@@", "tt"):
        return Move.PASS
    row, column = _square(piece, text, offset)
    if not (row < size and column < size):
        raise piece.fail(offset, f"{quoted(text)} is not on a board of {size}x{size}")
    return Move.at(row, column)


def _value(text: str, node: Node) -> float | None:
    value = finite(text)
    return value if value is None or node.mover == Color.BLACK else -value


def _read_result(game: Game) -> None:
    """What RE says; a text that is no score stays a tag."""
    text = game.tags.get("result", "")
    result = _parsed_result(text, game.size)
    if result is not None:
        game.result = None if result == game.result else result
    if result is not None or text.strip() in ("?", ""):
        game.tags.pop("result", None)


def _parsed_result(text: str, size: int) -> Result | None:
    match = _RESULT.fullmatch(text.strip())
    if match is None:
        return Result(0) if text.strip().lower() in ("0", "draw") else None
    sign = 1 if match[1].upper() == "B" else -1
    if (how := _WON.get(match[2].lower())) is not None:
        return Result(sign * size**2, how)
    discs = re.fullmatch(r"(\d{1,3})(?:\.0*)?", match[2], re.ASCII)
    return Result(sign * int(discs[1])) if discs and int(discs[1]) <= size**2 else None


def _result(game: Game, losses: Losses) -> str:
    result, text = game.result, game.tags.get("result")
    if text is not None and (
        result is not None or text.strip() == "?" or _parsed_result(text, game.size) is not None
    ):
        losses.add("the tag result")
    if result is None:
        return text or "?"
    side = "B" if result.score > 0 else "W"
    if result.ending in _WORDS and abs(result.score) == game.size**2:
        return f"{side}+{_WORDS[result.ending]}"
    if result.ending != Ending.FINISHED:
        losses.add("how games ended")
    return f"{side}+{abs(result.score)}" if result.score else "0"


SGF = Format(
    "sgf",
    "SGF",
    (".sgf",),
    lambda reading: each(enclosed(reading, nested=True), parse_game),
    write_game,
    holds=frozenset({"names", "result", "variations", "comments", "evaluations"}),
    holds_tag=_TAGS.holds,
)
