"""What a command is given to look at: a file, standard input, or the text itself."""

import sys
from pathlib import Path

from outflank import NotationError
from outflank._files import decoded, read_stream
from outflank._text import quoted
from outflank.cli.boards import looks_like_board
from outflank.formats.obf import Problem, parse_problem
from outflank.formats.paste import looks_like_game
from outflank.formats.positions import parse_positions, read_positions
from outflank.formats.reading import GameReader, parse_games, read_games

STANDARD_INPUT = "standard input"


def positions_from(source: str) -> list[Problem]:
    """The positions of a file, a board or a game; of a game that where its moves end."""
    if source == "-":
        source = STANDARD_INPUT
        text = decoded(read_stream(sys.stdin.buffer, source), source)
        problems = parse_positions(text, source) if text.strip() else []
    elif is_file(source):
        problems = read_positions(source)
    elif looks_like_game(source):
        problems = parse_positions(source)
    elif looks_like_board(source):
        problems = [parse_problem(source)]
    else:
        raise NotationError(f"{source!r} is neither a file nor a board")
    if not problems:
        raise NotationError(f"{source}: there is no position in it")
    return problems


def games_from(source: str) -> GameReader:
    """The games of a file, of standard input, or of a text."""
    if source == "-":
        return read_games(sys.stdin.buffer, label=STANDARD_INPUT)
    if is_file(source):
        return read_games(source)
    if looks_like_game(source):
        return parse_games(source)
    raise NotationError(f"{quoted(source)} is neither a file nor a game")


def is_file(source: str) -> bool:
    """Whether there is something of that name."""
    try:
        return source != "" and Path(source).exists()
    except (OSError, ValueError):  # too long for a path, or a null character in it
        return False
