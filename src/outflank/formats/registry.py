"""The formats there are, and how they are told apart by what a text or a file holds."""

import re

from outflank._native import Position
from outflank._text import listed, suggestion
from outflank.errors import FileError, NotationError, SettingsError
from outflank.formats.board_text import BOARD, GLYPHS, LABELS, board_prefix
from outflank.formats.fen import (
    BITBOARDS,
    BITBOARDS_HIGH,
    BITBOARDS_LINE,
    FEN,
    FEN_LINE,
    FLIPELLO,
    parse_bitboards,
    parse_fen,
)
from outflank.formats.format import Format
from outflank.formats.ggf import GGF
from outflank.formats.obf import OBF
from outflank.formats.pgn import PGN, TAG_LINE
from outflank.formats.piece import Piece
from outflank.formats.quest import QUEST
from outflank.formats.record import JSONL
from outflank.formats.sgf import SGF
from outflank.formats.source import Source
from outflank.formats.transcripts import TRANSCRIPT
from outflank.formats.wthor import HEADER_LENGTH, Header, checked_header
from outflank.formats.wthor_games import WTHOR

_GAMES = TRANSCRIPT, GGF, SGF, PGN, JSONL, WTHOR, QUEST
_POSITIONS = OBF, BOARD, FEN, FLIPELLO, BITBOARDS, BITBOARDS_HIGH
FORMATS = {format.name: format for format in _GAMES + _POSITIONS}
"""By their names."""

_GAME_TAG = re.compile(r"GM\s*\[([^\]]*)\]", re.IGNORECASE)
_OPENING = re.compile(r"\(\s*;")
_SCORES = re.compile(r"\s*(?:%.*|;(?:\s*(?:\w+|--)\s*:.*|\s*[+-]?\d+\s*;.*)?\s*)")
_ROW = re.compile(rf"\s*(?:\d{{1,2}}(?=[\s|]))?[{GLYPHS}\s|+=]*\d{{0,2}}\s*")
_LONGEST_LINE = 1000
"""Characters of a line that are looked at; boards have fewer."""
_SERVER_BOARD = re.compile(r"\s*\[\s*\d{1,2}\s+[-*O\s]")


def format_named(name: str) -> Format:
    """The format with a name; SettingsError if there is none."""
    if name not in FORMATS:
        raise SettingsError(f"there is no format {name!r}; {suggestion(name, FORMATS)}")
    return FORMATS[name]


def format_of_file(name: str) -> Format | None:
    """The format that the end of a file's name stands for, if any."""
    lower = name.lower()
    by_suffix = {suffix: format for format in FORMATS.values() for suffix in format.suffixes}
    longest = max(filter(lower.endswith, by_suffix), key=len, default=None)
    return None if longest is None else by_suffix[longest]


def detect(source: Source) -> Format:
    """The format of a source by its first lines.

    NotationError, or FileError for a file, if it is none that is known, or could be two.
    """
    if source.is_binary:
        return _binary(source)
    piece = Piece(source.beginning, source.label)
    if not piece.text.strip():
        raise piece.fail(0, f"no game: it is empty; {listed(FORMATS)} can be read")
    lines = [line for line in piece.text.split("\n") if line.strip()]
    first = lines[0][:_LONGEST_LINE]
    if first.lstrip().startswith("{"):
        return JSONL if re.search(r'"moves"\s*:\s*"|"log"\s*:', piece.text) else QUEST
    if (begin := _OPENING.search(piece.text)) is not None:
        return _enclosed(piece, begin)
    if FEN_LINE.fullmatch(first):
        return _fen(piece, first)
    if BITBOARDS_LINE.fullmatch(first):
        return _bitboards(piece, first)
    return PGN if TAG_LINE.match(first) else _board(piece, lines)


def _enclosed(piece: Piece, begin: re.Match[str]) -> Format:
    match = _GAME_TAG.search(piece.text, begin.end())
    if match is None:
        why = "GM[Othello] (GGF) or GM[2] (SGF) is missing: which game is it?"
        raise piece.fail(begin.start(), why)
    game = match[1].strip().lower()
    if game in ("othello", "reversi"):
        return GGF
    if game == "2":
        return SGF
    raise piece.fail(match.start(), f"GM[{game[:20]}] is another game than Othello")


def _fen(piece: Piece, line: str) -> Format:
    """White to move at the start is what Fairy-Stockfish writes, which means another board."""
    try:
        position = parse_fen(line)
    except NotationError:
        return FEN  # whose reader tells the place
    usual = Position(position.size)
    if position.turn != usual.turn and position.to_bitboards() == usual.to_bitboards():
        raise piece.fail(
            0,
            "white is to move at the start, as in Fairy-Stockfish; say whether the format is "
            "fen-flipello or fen",
        )
    return FEN


def _bitboards(piece: Piece, line: str) -> Format:
    """Both orders of the bits give a board: only where it is the same one is there no doubt."""
    try:
        same = parse_bitboards(line) == parse_bitboards(line, high=True)
    except NotationError:
        return BITBOARDS  # whose reader tells the place
    if not same:
        raise piece.fail(
            0,
            "a1 can be the lowest bit of a bitboard (Edax) or the highest (Egaroucid); say "
            "whether the format is bitboards or bitboards-high",
        )
    return BITBOARDS


def _board(piece: Piece, lines: list[str]) -> Format:
    line = next((line for line in lines if line.lstrip()[0] not in "%#"), "-")[:_LONGEST_LINE]
    if (end := board_prefix(line)) > 0:
        rest = line[end:]
        if not rest.strip():
            return OBF if ";" in piece.text else BOARD  # in which the other lines have scores
        return OBF if _SCORES.fullmatch(rest) else TRANSCRIPT
    rows = [line for line in lines[:4] if not LABELS.fullmatch(line)]
    is_drawing = bool(rows) and all(
        len(row) <= _LONGEST_LINE
        and _ROW.fullmatch(row)
        and sum(sign in GLYPHS for sign in row) >= 4
        for row in rows[:2]
    )
    return BOARD if is_drawing or _SERVER_BOARD.match(line) else TRANSCRIPT


def _binary(source: Source) -> Format:
    """WTHOR is the only format that is no text."""
    header = Header.unpacked(source.head, source.label)
    for length, what in ((20, "players (.jou)"), (26, "tournaments (.trn)")):
        if not header.games and source.length == HEADER_LENGTH + header.names * length:
            raise FileError(f"{source.label}: WTHOR's {what}; the games are in .wtb files")
    checked_header(source.head, source.length, source.label)
    return WTHOR
