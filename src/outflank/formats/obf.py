"""OBF: positions with the true scores of their moves, one to a line, for testing endgame solvers.

A line holds the board, the side to move and a semicolon; then each move with its score for the side
to move, best first: ``... X; G8:+18; H1:+12;``. One score without a move may stand for the best
one, and a line with the board alone is a position of a script file. ``%`` begins a comment. The
entry ``--:-127`` says that the other moves are unknown, and is skipped.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from outflank._files import read_text, write_text
from outflank._native import Move, Position
from outflank.errors import NotationError
from outflank.formats.board_text import note_moves
from outflank.formats.format import Format, GameOrError, Losses, Reading, each
from outflank.game import Game

LONGEST_LINE = 10_000
"""More characters than any position needs; a longer line is refused rather than read."""

_MAX_MESSAGES = 20
"""Bad lines of one file that are told one by one."""

_SCORE = re.compile(r"[+-]?[0-9]{1,3}")
_REST = re.compile(r"--\s*:\s*-127")


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and what is known about it."""

    position: Position
    scores: Mapping[Move, int] = field(default_factory=dict, hash=False)
    """The score of each move that the record lists, for the side to move."""
    score: int | None = None
    """The best score: the largest in `scores`, if there are any."""
    comment: str = ""

    def __post_init__(self) -> None:
        scores = dict(self.scores)
        most = self.position.size**2
        for move, score in scores.items():
            if not self.position.is_legal(move):
                raise NotationError(f"{move} is not a legal move of this position")
            if abs(score) > most:
                raise NotationError(f"the score {score:+d} of {move} is beyond {most}")
        if scores and self.score not in (None, max(scores.values())):
            raise NotationError(f"the score {self.score:+d} is not that of the best move")
        best = max(scores.values()) if scores else self.score
        if best is not None and abs(best) > most:
            raise NotationError(f"the score {best:+d} is beyond {most}")
        if self.comment != " ".join(self.comment.split()):
            raise NotationError("a comment is one line without white space around it")
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "score", best)


def parse_problem(text: str) -> Problem:
    """Reads one line.

    >>> problem = parse_problem("-XO--XOO-XXX-OX- O; A1:+4; A4:-2;  % made up")
    >>> problem.score, [move.name for move in problem.scores], problem.comment
    (4, ['a1', 'a4'], 'made up')
    """
    if len(text) > LONGEST_LINE:
        raise NotationError(f"the line has {len(text)} characters, more than {LONGEST_LINE}")
    record, _, comment = text.partition("%")
    board, *fields = record.split(";")
    position = Position.from_text(board)
    scores: dict[Move, int] = {}
    alone: int | None = None
    for entry in (part.strip() for part in fields):
        if not entry or (_REST.fullmatch(entry) and not position.must_pass()):
            continue
        name, colon, score = (part.strip() for part in entry.rpartition(":"))
        if not _SCORE.fullmatch(score):
            raise NotationError(f"{entry!r} is not a move with its score, such as G8:+18")
        if not colon:
            if alone is not None:
                raise NotationError(f"there is a second score without a move, {entry!r}")
            alone = int(score)
            continue
        move = Move(name)
        if move in scores:
            raise NotationError(f"{move} is listed twice")
        scores[move] = int(score)
    return Problem(position, scores, alone, " ".join(comment.split()))


def write_problem(problem: Problem) -> str:
    """The line of a problem, without a line break."""
    entries = [problem.position.to_text(), *_entries(problem)]
    if not problem.scores and problem.score is not None:
        entries.append(f"{problem.score:+d}")
    line = "".join(f"{entry}; " for entry in entries)
    return (line + f"% {problem.comment}" if problem.comment else line).rstrip()


def _entries(problem: Problem) -> list[str]:
    return [
        f"{'PS' if move.is_pass else move.name.upper()}:{score:+d}"
        for move, score in problem.scores.items()
    ]


def parse_problems(text: str, label: str) -> list[Problem]:
    """Reads the lines of a file; the error names each bad line as `label`:number."""
    problems, wrong = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.partition("%")[0].strip():
            try:
                problems.append(parse_problem(line))
            except NotationError as error:
                wrong.append(f"{label}:{number}: {error}")
    if len(wrong) > _MAX_MESSAGES:
        wrong[_MAX_MESSAGES:] = [f"{label}: {len(wrong) - _MAX_MESSAGES} more lines are wrong"]
    if wrong:
        raise NotationError("\n".join(wrong))
    return problems


def game_of(problem: Problem) -> Game:
    """The position as a game without moves; the scores are tags."""
    game = Game(problem.position)
    game.root.comment = problem.comment
    if problem.scores:
        game.tags["scores"] = " ".join(_entries(problem))
    elif problem.score is not None:
        game.tags["score"] = f"{problem.score:+d}"
    return game


def problem_of(game: Game, losses: Losses | None = None) -> Problem:
    """The position at the current place of a game, and what its tags know of the moves."""
    losses = losses or Losses()
    note_moves(game, losses)
    comment = " ".join(game.root.comment.split())
    if comment != game.root.comment:
        losses.add("white space of comments")
    fields = [*game.tags.get("scores", "").split(), *game.tags.get("score", "").split()]
    try:
        text = "; ".join([game.position.to_text(), *fields])
        problem = replace(parse_problem(text), comment=comment)
    except NotationError:  # tags of something else
        problem = Problem(game.position, comment=comment)
    for key, value in game_of(problem).tags.items() ^ game.tags.items():
        if key in ("scores", "score") and game.tags.get(key) == value:
            losses.add(f"the tag {key}")
    return problem


def _read(reading: Reading) -> Iterator[GameOrError]:
    lines = (line for line in reading.source.lines() if line.text.partition("%")[0].strip())
    return each(lines, lambda piece: game_of(piece.apply(0, parse_problem, piece.text)))


def read_problems(path: Path | str) -> list[Problem]:
    """All positions of a file."""
    return parse_problems(read_text(Path(path)), str(path))


def write_problems(path: Path | str, problems: Iterable[Problem]) -> None:
    """Writes a file of positions, or leaves what is there as it is."""
    write_text(Path(path), "".join(write_problem(problem) + "\n" for problem in problems))


OBF = Format(
    "obf",
    "OBF",
    (".obf", ".scr"),
    _read,
    lambda game, losses: write_problem(problem_of(game, losses)) + "\n",
    holds=frozenset({"comments"}),
    holds_tag=lambda key: key in ("scores", "score"),
)
