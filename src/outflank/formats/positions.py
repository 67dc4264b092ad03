"""Positions from a text or a file in any format: of a game it is the one where its moves end."""

import os
from pathlib import Path

from outflank._files import read_text
from outflank.formats.obf import OBF, Problem, parse_problems, problem_of
from outflank.formats.reading import GameReader
from outflank.formats.registry import detect
from outflank.formats.source import Source


def read_positions(source: str | os.PathLike[str], label: str = "") -> list[Problem]:
    """All positions of a text (a `str`, which errors call `label`) or of a file (a path object).

    Of OBF all bad lines are told at once; of other formats the first.

    >>> [problem.position.turn.name for problem in read_positions("f5d6c3")]
    ['WHITE']
    """
    opened = Source.of_text(source, label) if isinstance(source, str) else Source.open(Path(source))
    try:
        format = detect(opened)
    finally:
        opened.close()
    if format is OBF and (label or not isinstance(source, str)):
        text = source if isinstance(source, str) else read_text(Path(source))
        return parse_problems(text, label or str(source))
    return [problem_of(game) for game in GameReader(source, format=format.name, label=label)]
