"""GGF, the Generic Game Format of GGS, NBoard and WZebra: ``(;GM[Othello]PB[...]B[F5]W[D6];)``.

A game is a list of tags with values; nothing is nested and nothing escaped. Passes are written. The
result is black's, in discs; evaluations are in discs, for the side that moves.
"""

import math
import re
from collections.abc import Iterator

from outflank._board import SIZES
from outflank._native import Color, Move, Position
from outflank._text import listed, quoted
from outflank.formats.enclosed import enclosed
from outflank.formats.format import Format, Losses, each
from outflank.formats.piece import Piece, after
from outflank.formats.tags import TagNames, decimal, finite
from outflank.game import Ending, Game, Node, Result

KEYS = {
    "PC": "place",
    "DT": "date",
    "RB": "black_rating",
    "RW": "white_rating",
    "TI": "time",
    "TB": "black_time",
    "TW": "white_time",
}
"""The key in `Game.tags` of each tag."""

_TAG = re.compile(r"\s*([A-Za-z]+)\s*\[([^\]]*)\]")
_BEGIN, _END = re.compile(r"\s*\(\s*;"), re.compile(r"\s*;\s*\)\s*")
_MOVE = re.compile(
    r"\s*(?P<move>pass|pa|ps|--|@@|[a-z]\d{1,2})[^/]*"
    r"(?:/\s*(?P<evaluation>[+-]?[\d.]*)[^/]*)?(?:/\s*(?P<seconds>[\d.:]*))?",
    re.IGNORECASE | re.ASCII,
)
_TYPE = re.compile(r"[a-z]*(\d+)", re.IGNORECASE | re.ASCII)
_BOARD = re.compile(r"\s*(\d+)\s+", re.ASCII)
_RESULT = re.compile(r"\s*([+-]?\d{1,3})(?:\.0*)?\s*(?::\s*([rtsl]))?\s*", re.IGNORECASE | re.ASCII)
_ENDINGS = {
    "": Ending.FINISHED,
    "r": Ending.RESIGNED,
    "t": Ending.TIME,
    "s": Ending.AGREED,
    "l": Ending.FORFEIT,
}
_SUFFIXES = {ending: suffix and f":{suffix}" for suffix, ending in _ENDINGS.items()}
_RESERVED = frozenset({"GM", "PB", "PW", "TY", "RE", "BO", "CO"})
_TAGS = TagNames(KEYS, _RESERVED, "[A-Z]{2}")


def parse_game(text: str | Piece) -> Game:
    """Reads one game.

    >>> game = parse_game("(;GM[Othello]PB[ann]PW[bob]TY[6]B[c2/0.5/1.2]W[b2];)")
    >>> game.black, game.size, game.transcript(), game.root.children[0].seconds
    ('ann', 6, 'C2b2', 1.2)
    """
    piece = Piece.of(text)
    header: dict[str, tuple[str, int]] = {}
    moves: list[tuple[str, str, int]] = []
    for name, value, offset in _tags(piece):
        if name in ("B", "W", "CO"):
            moves.append((name, value, offset))
        elif name in header:
            raise piece.fail(offset, f"there is a second {name}")
        else:
            header[name] = value, offset
    game = Game(_start(piece, header))
    node = game.root
    for name, value, offset in moves:
        if name == "CO":
            node.comment = f"{node.comment} {value.strip()}".strip()
        else:
            node = _after(piece, node, name, value, offset)
    game.node = node
    game.black, game.white = (header.get(name, ("",))[0].strip() for name in ("PB", "PW"))
    _read_result(game, header.get("RE", ("",))[0].strip())
    for name, (value, _) in header.items():
        if name not in _RESERVED and value.strip():
            _TAGS.read(game, name, value.strip())
    kind = header.get("TY", ("",))[0].strip()
    if kind not in ("", str(game.size)):
        game.tags["type"] = kind
    return game


def write_game(game: Game, losses: Losses | None = None) -> str:
    """The main line of a game, on one line of text."""
    losses = losses or Losses()
    tags = game.tags
    board, _, side = game.start.to_text().translate(str.maketrans("X", "*")).partition(" ")
    known, own = _TAGS.named(game, losses)
    header = {"GM": "Othello", "PC": "", **known}
    header |= {"PB": game.black, "PW": game.white, "RE": _result(game, losses)}
    header["TY"] = tags.get("type") or str(game.size)
    if tags.get("type") == str(game.size):
        losses.add("the tag type")
    header |= own
    if game.root.comment:
        header["CO"] = game.root.comment
    if game.root.evaluation is not None or game.root.seconds is not None:
        losses.add("notes about the start")
    parts = [f"{name}[{_held(value, losses)}]" for name, value in header.items()]
    parts.append(f"BO[{game.size} {board} {side}]")
    for node in game.main_line():
        parts.append(f"{'B' if node.mover == Color.BLACK else 'W'}[{_move(node, losses)}]")
        if node.comment:
            parts.append(f"CO[{_held(node.comment, losses)}]")
    return f"(;{''.join(parts)};)"


def _held(value: str, losses: Losses) -> str:
    """The text that can stand in a tag: on one line, without the bracket that would end it."""
    text = " ".join(value.replace("]", ")").split())
    if text != value:
        losses.add("brackets and white space in names, tags and comments")
    return text


def _tags(piece: Piece) -> Iterator[tuple[str, str, int]]:
    begin = _BEGIN.match(piece.text)
    if begin is None:
        raise piece.fail(0, "a game in GGF begins with (;")
    at, names = begin.end(), set[str]()
    while (tag := _TAG.match(piece.text, at)) is not None:
        names.add(tag[1].upper())
        yield tag[1].upper(), tag[2], tag.start(2)
        at = tag.end()
    end = _END.match(piece.text, at)
    if end is None or end.end() < len(piece.text):
        at += len(piece.text[at:]) - len(piece.text[at:].lstrip())
        text = quoted(piece.text[at : at + 12]) if at < len(piece.text) else "the end"
        raise piece.fail(at, f"expected a tag such as B[F5], or ;) after the last, not {text}")
    if "GM" not in names:
        raise piece.fail(begin.end(), "GM[Othello] is missing: which game is it?")


def _after(piece: Piece, node: Node, side: str, value: str, offset: int) -> Node:
    match = _MOVE.match(value)
    if match is None:
        raise piece.fail(offset, f"{quoted(value)} is not a move such as F5, F5/0.5/1.2 or PA")
    place, color = offset + match.start("move"), Color.BLACK if side == "B" else Color.WHITE
    node = after(piece, place, node, piece.apply(place, Move, match["move"]), color)
    node.evaluation, node.seconds = finite(match["evaluation"] or ""), _seconds(match["seconds"])
    return node


def _seconds(text: str | None) -> float | None:
    """A time such as 11.88 or 1:02.5; hours and minutes come first."""
    total: float | None = None
    for part in (text or "").split(":"):
        number = finite(part)
        if number is None:
            return None
        total = number + 60 * (total or 0.0)
    return total


def _start(piece: Piece, header: dict[str, tuple[str, int]]) -> Position:
    game, at = header["GM"]
    if game.strip().lower() not in ("othello", "reversi"):
        raise piece.fail(at, f"{quoted(game)} is another game than Othello")
    kind, at = header.get("TY", ("8", 0))
    match = _TYPE.match(kind.strip())
    if "BO" not in header:
        return Position(_size(piece, match[1] if match else "", at))
    board, at = header["BO"]
    match = _BOARD.match(board)
    if match is None:
        raise piece.fail(at, "BO holds the size, the squares and the side to move")
    size = _size(piece, match[1], at)
    return piece.apply(at + match.end(), Position.from_text, board[match.end() :], size)


def _size(piece: Piece, text: str, at: int) -> int:
    if text == "88":
        raise piece.fail(at, "the octagon on 10x10 (type 88) is not supported")
    if text not in map(str, SIZES):
        raise piece.fail(
            at, f"a board of {quoted(text)} squares a side; there are {listed(map(str, SIZES))}"
        )
    return int(text)


def _read_result(game: Game, text: str) -> None:
    match = _RESULT.fullmatch(text)
    if match is not None and abs(int(match[1])) <= game.size**2:
        result = Result(int(match[1]), _ENDINGS[(match[2] or "").lower()])
        if result != game.result:
            game.result = result
    elif text not in ("", "?"):
        game.tags["result"] = text


def _result(game: Game, losses: Losses) -> str:
    text = game.tags.get("result")
    if text is not None and (game.result is not None or text == "?" or _RESULT.fullmatch(text)):
        losses.add("the tag result")
    if game.result is None:
        return text or "?"
    return f"{game.result.score:+d}{_SUFFIXES[game.result.ending]}"


def _move(node: Node, losses: Losses) -> str:
    if node.evaluation is not None and not math.isfinite(node.evaluation):
        losses.add("evaluations")
    if node.seconds is not None and not 0 <= node.seconds < math.inf:
        losses.add("seconds")
    parts = ["PA" if node.move == Move.PASS else str(node.move).upper()]
    if node.evaluation is not None or node.seconds is not None:
        parts += [decimal(node.evaluation), decimal(node.seconds)]
    return "/".join(parts).rstrip("/")


GGF = Format(
    "ggf",
    "GGF",
    (".ggf",),
    lambda reading: each(enclosed(reading, nested=False), parse_game),
    lambda game, losses: write_game(game, losses) + "\n",
    holds=frozenset({"names", "result", "comments", "evaluations", "seconds"}),
    holds_tag=lambda key: key == "type" or _TAGS.holds(key),
)
