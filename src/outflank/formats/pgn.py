"""PGN-like text: tag pairs, then numbered moves with comments and variations.

There is no standard for Othello. Black moves first, a pass is written as ``pass``, and the result
that ends the moves has white's points first, as in chess. Outflank adds ``BlackScore`` where the
moves do not tell the score.
"""

import re
from collections.abc import Iterator

from outflank._native import Color, Move, Position
from outflank._text import quoted
from outflank.errors import OutflankError
from outflank.formats.fen import parse_fen, write_fen
from outflank.formats.format import Format, Losses, Reading, each
from outflank.formats.piece import Piece, after
from outflank.formats.source import LONGEST_GAME, joined
from outflank.formats.tags import TagNames
from outflank.game import Ending, Game, Node, Result
from outflank.game.game import played_result

KEYS = {
    "Event": "event",
    "Site": "place",
    "Date": "date",
    "Round": "round",
    "BlackElo": "black_rating",
    "WhiteElo": "white_rating",
    "TimeControl": "time",
}
"""The key in `Game.tags` of each tag pair."""

TAG_LINE = re.compile(r'\s*\[\s*(?P<name>\w+)\s+"(?P<value>[^"\\]*(?:\\.[^"\\]*)*)"\s*\]\s*')
_TOKEN = re.compile(
    r"""\s*(?:\{(?P<comment>[^}]*)\}|;(?P<rest>[^\n]*)|(?P<sign>[()])|(?P<note>\$\d+|[!?]+)
    |(?P<result>\*|1/2-1/2|\d+-\d+)(?![\w-])|(?P<number>\d+\s*\.+)
    |(?P<move>pass|pa|ps|--|@@|[a-l](?:1[0-2]|[1-9]))(?![\w])|(?P<bad>\S+))""",
    re.VERBOSE | re.IGNORECASE,
)
_STRUCTURE = frozenset({"Black", "White", "Result", "FEN", "SetUp", "BlackScore", "Termination"})
_TAGS = TagNames(KEYS, _STRUCTURE, "[A-Z][A-Za-z0-9]+")
_UNKNOWN = re.compile(r"[?.\s-]*")
_WIDTH = 80


def parse_game(text: str | Piece) -> Game:
    """Reads one game.

    >>> game = parse_game('[Black "ann"]\\n\\n1. f5 d6 {usual} (1... f4) 2. c3 *')
    >>> game.black, game.transcript(), len(game.root.children[0].children)
    ('ann', 'F5d6C3', 2)
    """
    piece = Piece.of(text)
    tags, at = _tag_pairs(piece)
    start = Position()
    if "FEN" in tags:
        value, offset = tags["FEN"]
        start = parse_fen(Piece(value, piece.label, *piece.place(offset)))
    game = Game(start)
    game.black, game.white = (_plain(tags, name) for name in ("Black", "White"))
    for name, (value, _) in tags.items():
        if name not in _STRUCTURE and not (name in KEYS and _UNKNOWN.fullmatch(value)):
            _TAGS.read(game, name, value)
    end = _read_moves(piece, at, game)
    game.node = game.end
    _read_result(piece, game, tags, end)
    return game


def write_game(game: Game, losses: Losses) -> str:
    """A game with all its variations."""
    pairs = {"Black": game.black, "White": game.white, "Result": _points(game, losses)}
    known, own = _TAGS.named(game, losses)
    known = {name: value for name, value in known.items() if value}
    if any(map(_UNKNOWN.fullmatch, known.values())):
        losses.add("tags without letters")
    pairs |= {**known, **own}
    if game.result is not None and game.result != played_result(game):
        pairs["BlackScore"] = f"{game.result.score:+d}"
        pairs["Termination"] = game.result.ending.value
    if game.start != Position():
        pairs |= {"SetUp": "1", "FEN": write_fen(game.start)}
    lines = []
    for name, value in pairs.items():
        line = " ".join(value.split("\n"))
        if line != value:
            losses.add("line breaks of names and tags")
        escaped = re.sub(r'(["\\])', r"\\\1", line)
        lines.append(f'[{name} "{escaped}"]')
    words = [*_comment(game.root, losses), *_movetext(game, losses), pairs["Result"]]
    return "\n".join([*lines, "", *_wrapped(words), "", ""])


def _pieces(reading: Reading) -> Iterator[Piece | OutflankError]:
    """A tag pair after moves begins another game."""
    lines: list[Piece] = []
    length, in_comment, moved = 0, False, False
    for line in reading.source.lines():
        is_tag = not in_comment and TAG_LINE.fullmatch(line.text) is not None
        if is_tag and moved:
            yield joined(lines)
            lines, length, moved = [], 0, False
        if lines or line.text.strip():
            lines.append(line)
            length += len(line.text) + 1
        if not is_tag and line.text.strip():
            moved = True
            in_comment = _ends_in_comment(line.text, in_comment)
        if length > LONGEST_GAME:
            yield lines[0].fail(0, f"a game of more than {LONGEST_GAME:,} characters")
            lines, length, in_comment, moved = [], 0, False, False
    if lines:
        yield joined(lines)


def _ends_in_comment(line: str, begun: bool) -> bool:
    for sign in re.findall(r"[{};]", line):
        if sign == ";" and not begun:
            break
        begun = sign == "{" or (begun and sign != "}")
    return begun


def _tag_pairs(piece: Piece) -> tuple[dict[str, tuple[str, int]], int]:
    tags: dict[str, tuple[str, int]] = {}
    at = 0
    while (pair := TAG_LINE.match(piece.text, at)) is not None:
        if pair["name"] in tags:
            raise piece.fail(pair.start("name"), f"there is a second {pair['name']}")
        value = re.sub(r"\\(.)", r"\1", pair["value"])
        tags[pair["name"]] = value, pair.start("value")
        at = pair.end()
    return tags, at


def _plain(tags: dict[str, tuple[str, int]], name: str) -> str:
    value = tags.get(name, ("",))[0]
    return "" if value == "?" else value


def _read_moves(piece: Piece, at: int, game: Game) -> str:
    node, end = game.root, ""
    branches: list[Node] = []
    while (token := _TOKEN.match(piece.text, at)) is not None:
        kind = token.lastgroup or ""
        at, offset = token.end(), token.start(kind)
        if end:
            raise piece.fail(offset, f"after the result {end} there is more")
        if kind == "move":
            node = after(piece, offset, node, piece.apply(offset, Move, token["move"]))
        elif kind in ("comment", "rest"):
            text = token[kind].strip() if kind == "rest" else token[kind]
            node.comment = f"{node.comment} {text}" if node.comment else text
        elif token["sign"] == "(":
            if node.parent is None:
                raise piece.fail(offset, "a variation before the first move")
            branches.append(node)
            node = node.parent
        elif token["sign"] == ")":
            if not branches:
                raise piece.fail(offset, "a parenthesis closes what none has opened")
            node = branches.pop()
        elif kind == "result" and not branches:
            end = token["result"]
        elif kind in ("bad", "result"):
            raise piece.fail(offset, f"{quoted(token[kind])} is not a move such as d3, or pass")
    if branches:
        raise piece.fail(len(piece.text.rstrip()), "a variation that does not end")
    return end


def _read_result(piece: Piece, game: Game, tags: dict[str, tuple[str, int]], end: str) -> None:
    if "BlackScore" in tags:
        score, offset = tags["BlackScore"]
        ending = tags.get("Termination", ("finished",))[0]
        if not re.fullmatch(r"[+-]?\d{1,3}", score, re.ASCII) or abs(int(score)) > game.size**2:
            raise piece.fail(offset, f"{quoted(score)} is no score on {game.size}x{game.size}")
        if ending not in {known.value for known in Ending}:
            raise piece.fail(tags["Termination"][1], f"{quoted(ending)} is no way to end a game")
        game.result = Result(int(score), Ending(ending))
    elif "Termination" in tags:
        game.tags["Termination"] = tags["Termination"][0]
    points = tags.get("Result", (end,))[0]
    black, white = (game.final_position.count(color) for color in Color)
    known = {"", "*", "?", _chess_points(game.result), f"{black}-{white}", f"{white}-{black}"}
    if points not in known:
        game.tags["result"] = points


def _points(game: Game, losses: Losses) -> str:
    points = game.tags.get("result")
    black, white = (game.final_position.count(color) for color in Color)
    is_plain = points in {"", "*", "?", f"{black}-{white}", f"{white}-{black}"}
    is_result = points is not None and re.fullmatch(r"\d+-\d+|1/2-1/2", points) is not None
    if points is not None and (is_plain or game.result is not None or not is_result):
        losses.add("the tag result")
    if game.result is not None or not is_result:
        points = None
    return points or _chess_points(game.result)


def _chess_points(result: Result | None) -> str:
    if result is None:
        return "*"
    return "1/2-1/2" if result.score == 0 else "0-1" if result.score > 0 else "1-0"


def _comment(node: Node, losses: Losses) -> list[str]:
    if not node.comment:
        return []
    if "}" in node.comment:
        losses.add("braces in comments")
    return ["{" + node.comment.replace("}", ")") + "}"]


def _movetext(game: Game, losses: Losses) -> Iterator[str]:
    """The words of the moves, depth first: variations come after the move they replace."""
    first = 0 if game.start.turn == Color.BLACK else 1
    waiting: list[tuple[Node, int] | str] = []
    if game.root.children:
        waiting.append((game.root.children[0], first))
    fresh = True
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
            fresh = True
            continue
        node, ply = one
        assert node.move is not None
        assert node.parent is not None
        if ply % 2 == 0 or fresh:
            yield f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        yield node.move.name
        comment = _comment(node, losses)
        yield from comment
        siblings = node.parent.children
        fresh = bool(comment) or (node is siblings[0] and len(siblings) > 1)
        if node.children:
            waiting.append((node.children[0], ply + 1))
        if node is siblings[0]:
            for sibling in reversed(siblings[1:]):
                waiting += [")", (sibling, ply), "("]


def _wrapped(words: list[str]) -> list[str]:
    """Lines of words. A comment is never broken, as its spaces count."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


PGN = Format(
    "pgn",
    "PGN",
    (".pgn",),
    lambda reading: each(_pieces(reading), parse_game),
    write_game,
    holds=frozenset({"names", "result", "variations", "comments"}),
    holds_tag=_TAGS.holds,
)
