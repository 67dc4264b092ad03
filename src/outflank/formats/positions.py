"""Positions from a text or a file in any format: of a game it is the one where its moves end."""

import contextlib
import os
from pathlib import Path

from outflank._files import read_text
from outflank.formats.obf import OBF, Problem, parse_problems, problem_of
from outflank.formats.reading import parse_games, read_games
from outflank.formats.registry import detect
from outflank.formats.source import Source


def read_positions(path: str | os.PathLike[str]) -> list[Problem]:
    """Read all positions of a file.

    OBF: one error lists all bad lines. Other formats: the first bad game raises.
    """
    with contextlib.closing(Source.open(Path(path))) as source:
        format = detect(source)
    if format is OBF:
        return parse_problems(read_text(Path(path)), str(path))
    return [problem_of(game) for game in read_games(path, format=format.name)]


def parse_positions(text: str, label: str = "") -> list[Problem]:
    """Read all positions of a text, which errors call `label`.

    >>> [problem.position.turn.name for problem in parse_positions("f5d6c3")]
    ['WHITE']
    """
    format = detect(Source.of_text(text, label))
    if format is OBF and label:
        return parse_problems(text, label)
    return [problem_of(game) for game in parse_games(text, format=format.name, label=label)]
