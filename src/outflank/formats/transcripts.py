"""Transcripts as people and programs write them: ``f5d6c3``, ``1. F5 f6 2. E6``, one to a line, ...

Between the moves may stand what cannot be one: numbers, evaluations, times, comments in brackets.
Words may come before the first move of a line and after the last; amid the moves they are an error.
A board, or its size, may come first. All moves must be legal, from the first to the last.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from outflank._board import SIZES, board_name
from outflank._native import Move, Position, play_line
from outflank._text import listed, quoted
from outflank.errors import IllegalMoveError, NotationError
from outflank.formats.board_text import board_prefix
from outflank.formats.format import Format, GameOrError, Losses, Reading
from outflank.formats.piece import Piece, Wrong
from outflank.game import Game
from outflank.game.game import main_moves
from outflank.game.transcript import LONGEST_TEXT, write_moves

_PASSES = ("pass", "pa", "ps", "--", "@@")
_STEP = rf"{'|'.join(_PASSES)}|[a-l](?:1[0-2]|[1-9])"
_MOVES = re.compile(rf"(?:-?(?:{_STEP}))+", re.IGNORECASE)
_LEXER = re.compile(
    rf"""(?P<address>(?:https?|ftp)://\S+|www\.\S+)
    |(?P<comment>\{{[^}}]{{0,999}}\}}|\([^)]{{0,999}}\)|\[[^\]]{{0,999}}\])
    |(?P<ordinal>(?P<number>\d+)\s*[.):]+(?!\d))
    |(?P<figure>[+-]?(?:\d+(?:[.:/-]\d+)*|\.\d+)%?(?![\w@]))
    |(?P<moves>(?:-(?!-)|{_STEP})*(?:{_STEP})(?![\w@]))
    |(?P<word>\w[\w'\u2019.&]*)
    |(?P<mark>.)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_SINGLE = re.compile(_STEP, re.IGNORECASE)
_BOARD_SIZE = re.compile(r"\s*(?P<size>\d{1,2})\s?[x\xd7](?P=size)(?!\w)[:;]?", re.IGNORECASE)
_ADDRESS_PARTS = re.compile(r"[/?#=&:;,.+]|%20|%2C", re.IGNORECASE)
_NAME = re.compile(r"\s*(?P<color>black|white)\s*[:=]\s*(?P<name>.*\S)", re.IGNORECASE)
_FILE_NAME = re.compile(r"\S+\.[A-Za-z]{2,5}")
_SIDES = {"black", "white", "b", "w"}
"""Words that may stand before any move."""
_MAX_MOVES = 400
"""More than any game has, passes included."""
_DEFAULT_SIZE = 8


@dataclass(frozen=True, slots=True)
class Token:
    move: Move
    piece: Piece
    offset: int

    def fail(self, why: str, kind: type[Wrong]) -> Wrong:
        return self.piece.fail(self.offset, why, kind)


@dataclass(slots=True)
class TextLine:
    piece: Piece
    start: Position | None = None
    """Where the moves begin, if the line tells it."""
    tokens: list[Token] = field(default_factory=list)
    number: int | None = None
    """Of the first move, if it has one."""


@dataclass(slots=True)
class _Unfinished:
    lines: list[TextLine] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    ended: bool = False
    """True after an empty line."""

    @property
    def tokens(self) -> list[Token]:
        return [token for line in self.lines for token in line.tokens]


def read(reading: Reading) -> Iterator[GameOrError]:
    waiting, games, first = _Unfinished(), 0, None
    habit: bool | None = None
    for piece in reading.source.lines():
        first = first or piece
        if not piece.text.strip():
            waiting.ended, habit = bool(waiting.lines), None
            continue
        if piece.text.lstrip().startswith("#"):
            continue
        try:
            line = _read_line(piece, reading)
            if not line.tokens and line.start is None:
                if waiting.lines and waiting.ended:
                    yield _game(waiting, reading)
                    games, waiting = games + 1, _Unfinished()
                if (name := _NAME.fullmatch(piece.text)) is not None:
                    waiting.names[name["color"].lower()] = name["name"]
                continue
            if waiting.lines:
                habit = _goes_on(waiting, line, reading, habit)
                if not habit:
                    yield _game(waiting, reading)
                    games, waiting = games + 1, _Unfinished()
        except (NotationError, IllegalMoveError) as error:
            yield error
            games, waiting = games + 1, _Unfinished()
            continue
        waiting.lines.append(line)
        waiting.ended = False
    if waiting.lines:
        yield _game(waiting, reading)
    elif not games:
        first = first or Piece("", reading.source.label)
        is_name = reading.source.text is not None and _FILE_NAME.fullmatch(first.text.strip())
        hint = "; read_games reads files" if is_name else ""
        yield first.fail(0, f"there is no move in it{hint}")


def write_transcript(game: Game, _: Losses) -> str:
    """The moves of the main line; the board first, if it is not the usual one on 8x8."""
    moves = write_moves(game.start, main_moves(game))
    if game.start != Position(game.size):
        return f"{game.start.to_text()}; {moves}".rstrip() + "\n"
    if game.size != _DEFAULT_SIZE or not moves:
        return f"{board_name(game.size)} {moves}".rstrip() + "\n"
    return f"{moves}\n"


def between(before: Game, after: Game) -> str:
    """An empty line where the second game could be taken for the rest of the first."""
    if after.start != Position(_DEFAULT_SIZE) or not (moves := main_moves(after)):
        return ""
    try:
        play_line(before.final_position, moves)
    except IllegalMoveError:
        return ""
    return "\n"


def _game(waiting: _Unfinished, reading: Reading) -> GameOrError:
    try:
        game = _interpreted(waiting.tokens, waiting.lines[0], reading)
    except (NotationError, IllegalMoveError) as error:
        return error
    game.black, game.white = (waiting.names.get(color, "") for color in ("black", "white"))
    return game


def _goes_on(waiting: _Unfinished, line: TextLine, reading: Reading, habit: bool | None) -> bool:
    """Whether a line belongs to the game before it.

    If it can be both that and a game of its own, it is what the lines before it were, which is the
    `habit`; if that is not known, NotationError.
    """
    if line.start is not None or line.number == 1 or (waiting.ended and line.number is None):
        return False
    if line.number is not None:
        return True
    together = _is_legal([*waiting.tokens, *line.tokens], waiting.lines[0], reading)
    alone = _is_legal(line.tokens, line, reading)
    if together and alone and habit is not None:
        return habit
    if together and alone:
        raise line.tokens[0].fail(
            "this line can go on with the game before it or begin another; put an empty line "
            "between games, or number the moves",
            NotationError,
        )
    if not together and not alone:
        first = _is_legal([*waiting.tokens, line.tokens[0]], waiting.lines[0], reading)
        return first or not _is_legal(line.tokens[:1], line, reading)
    return together


def _is_legal(tokens: Sequence[Token], line: TextLine, reading: Reading) -> bool:
    if len(tokens) > _MAX_MOVES:
        return False
    moves = [token.move for token in tokens]
    if line.start is None:
        return len(_boards(moves, reading)[0]) == 1
    try:
        play_line(line.start, moves)
    except IllegalMoveError:
        return False
    return True


def _interpreted(tokens: Sequence[Token], first: TextLine, reading: Reading) -> Game:
    if len(tokens) > _MAX_MOVES:
        raise tokens[_MAX_MOVES].fail("more moves than any game has", NotationError)
    moves = [token.move for token in tokens]
    if first.start is not None:
        try:
            return Game.from_moves(moves, first.start)
        except IllegalMoveError as error:
            raise _placed(tokens, error) from None
    readings, wrong = _boards(moves, reading)
    if not readings:
        raise _placed(tokens, max(wrong, key=_number))  # where most of the moves are legal
    if len(readings) > 1:
        ways = listed([board for _, board in readings])
        raise tokens[0].fail(
            f"these moves are a game {ways}; write the board first, such as 10x10", NotationError
        )
    game, board = readings[0]
    if board:
        reading.notes.append(f"line {tokens[0].piece.line} is a game {board}")
    return game


def _boards(
    moves: list[Move], reading: Reading
) -> tuple[list[tuple[Game, str]], list[IllegalMoveError]]:
    """The games that moves can be, and in words on which board; what is wrong on the others.

    On the board that was asked for, or else on 8x8, they are that game and no other.
    """
    sizes = [reading.size] if reading.size else [_DEFAULT_SIZE, *SIZES]
    readings: list[tuple[Game, str]] = []
    wrong: list[IllegalMoveError] = []
    for number, (size, mirrored) in enumerate(product(dict.fromkeys(sizes), (False, True))):
        start = Position(size)
        first = _mirrored(moves[0], size) if mirrored else moves[0]
        if number and not start.is_legal(first):
            continue
        seen = [_mirrored(move, size) for move in moves] if mirrored else moves
        try:
            game = Game.from_moves(seen, start)
        except IllegalMoveError as error:
            wrong.append(error)
            continue
        if number == 0:
            return [(game, "")], []
        board = f"on {board_name(size)}" + " with the rows from the bottom" * mirrored
        readings.append((game, board))
    return readings, wrong


def _number(error: IllegalMoveError) -> int:
    return int(str(error).removeprefix("move ").partition(":")[0])


def _placed(tokens: Sequence[Token], error: IllegalMoveError) -> IllegalMoveError:
    return tokens[_number(error) - 1].fail(str(error), IllegalMoveError)


def _mirrored(move: Move, size: int) -> Move:
    """The move where rows are counted from the bottom; where that is no square, as it was."""
    if move.is_pass or move.row >= size:
        return move
    return Move.at(size - 1 - move.row, move.column)


def _read_line(piece: Piece, reading: Reading) -> TextLine:
    if len(piece.text) > LONGEST_TEXT:
        raise piece.fail(0, f"a line of more than {LONGEST_TEXT:,} characters is no transcript")
    line, at = TextLine(piece), 0
    if (end := board_prefix(piece.text)) > 0:
        line.start, at = piece.apply(0, Position.from_text, piece.text[:end]), end
    elif (size := _BOARD_SIZE.match(piece.text)) is not None:
        if int(size["size"]) not in SIZES:
            raise piece.fail(0, f"there is no board of {size['size']} squares a side")
        line.start, at = Position(int(size["size"])), size.end()
    for brackets in (True, False):  # a game may itself stand in brackets
        _lex(line, at, reading, brackets=brackets)
        if line.tokens or not any(sign in piece.text for sign in "([{"):
            break
    rest = piece.text[at:].strip(" \t;:,")
    if line.start is not None and rest and not line.tokens:
        raise piece.fail(piece.text.index(rest, at), _no_move(rest))
    return line


def _lex(line: TextLine, at: int, reading: Reading, *, brackets: bool) -> None:
    """Finds the moves; in brackets there are none, unless there are none elsewhere."""
    piece = line.piece
    word: tuple[str, int] | None = None
    ordinal: int | None = None
    while at < len(piece.text):
        match = _LEXER.match(piece.text, at)
        assert match is not None
        kind, text = match.lastgroup, match[0]
        if kind == "comment" and (not brackets or text[1:-1].strip().lower() in _PASSES):
            text = text[0]  # what is inside is looked at by itself
        elif kind == "ordinal":
            ordinal = int(match["number"][:6])
        elif kind in ("moves", "address"):
            moves = _in_address(piece, text, at) if kind == "address" else (text, at)
            if moves is not None:
                if word is not None and line.tokens:
                    raise piece.fail(word[1], _no_move(word[0]))
                if not line.tokens:
                    line.number = ordinal
                _add_moves(line, *moves, reading)
            word = None
        elif kind == "word" and text.lower() not in _SIDES:
            begun = _MOVES.match(text)
            if begun is not None and (line.tokens or len(_SINGLE.findall(begun[0])) > 1):
                wrong = begun.end() if len(_SINGLE.findall(begun[0])) > 1 else 0
                raise piece.fail(at + wrong, _no_move(text[wrong:]))
            word = word or (text, at)
        at += len(text)


def _no_move(word: str) -> str:
    return f"{quoted(word)} is not a move (expected something like d3, or pass)"


def _in_address(piece: Piece, text: str, offset: int) -> tuple[str, int] | None:
    at, parts = 0, dict[str, int]()
    for part in _ADDRESS_PARTS.split(text):
        if len(_SINGLE.findall(part)) > 1 and _MOVES.fullmatch(part):
            parts.setdefault(part.lower(), offset + text.find(part, at))
        at += len(part)
    if len(parts) > 1:
        raise piece.fail(offset, "the address holds several games")
    return next(iter(parts.items()), None)


def _add_moves(line: TextLine, text: str, offset: int, reading: Reading) -> None:
    for step in _SINGLE.finditer(text):
        place = offset + step.start()
        # Letters may only look like those of columns.
        move = line.piece.apply(place, Move, step[0])
        if reading.transposed and not move.is_pass:
            move = Move.at(move.column, move.row)
        line.tokens.append(Token(move, line.piece, place))


TRANSCRIPT = Format("transcript", "transcripts", (".txt",), read, write_transcript, between=between)
