"""A game looked at move by move: what was played, what was best, and what the difference cost.

Every move is judged by two searches that look equally far: one from the position for the best move,
and, if another one was played, one from the position after that, a ply less deep. So what a move
loses does not come from looking further on one side. Near the end both are followed to the end of
the game, and the loss is the true one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Self

from outflank._board import PHASES, board_name, phase_of
from outflank._native import Color, Move, Position
from outflank._text import plural, printable, sentence
from outflank.engine.accuracy import MARKS, mark_of, mean_accuracy, move_accuracy, score_drop
from outflank.engine.engine import KeptEngine
from outflank.engine.level import MAX_LEVEL, Level
from outflank.engine.limit import Limit
from outflank.engine.reasons import Reason, reasons_for
from outflank.errors import NotationError
from outflank.game import Game, Result
from outflank.game.game import main_moves
from outflank.game.openings import opening_of
from outflank.values import Analysis, kind_of

NODES = 1_000_000
"""For the best move of a position, unless it is near the end: 15 to 19 plies on 8x8."""
EXACT_EMPTIES = 20
"""With at most so many empty squares every line is followed to the end of the game."""
MAX_TURNING_POINTS = 5
TURNING_DROP = 0.1
"""A move that lowers the expected score by so much may have turned the game."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game and the best one in its place; values are discs for the side that moved."""

    ply: int
    """The number of the move, from 1; passes are not counted."""
    position: Position
    """Before the move."""
    move: Move
    best: Move
    """The move itself if none is better."""
    value: int
    """What the best move is worth."""
    played: int
    """What the move is worth, by a search that looks as far."""
    exact: bool
    """True if both are the true scores."""
    depth: int
    """How far both searches looked, in plies."""
    selectivity: int
    """How sure the values are for that depth, in percent."""
    best_line: tuple[Move, ...]
    """How the game was expected to go on, the best move first."""
    played_line: tuple[Move, ...]
    """The same after the move that was played, which comes first."""
    reasons: tuple[Reason, ...] = ()
    """What speaks against the move, if it has a mark."""

    @property
    def color(self) -> Color:
        """Whose move it was."""
        return self.position.turn

    @property
    def loss(self) -> int:
        """The discs that the move lost; never below zero."""
        return self.value - self.played

    @property
    def mark(self) -> str:
        """`?!`, `?`, `??`, or nothing."""
        return mark_of(self.value, self.played)

    @property
    def drop(self) -> float:
        """By how much the move lowered the expected score of its side."""
        return score_drop(self.value, self.played, self.position.empties, self.position.size)

    @property
    def accuracy(self) -> float:
        """In percent."""
        return move_accuracy(self.value, self.played, self.position.empties, self.position.size)

    @property
    def is_forced(self) -> bool:
        """Whether there was no other move."""
        return len(self.position.legal_moves) == 1

    @property
    def phase(self) -> str:
        """Early, mid or late."""
        size = self.position.size
        return phase_of(size, size * size - self.position.empties)

    @property
    def black_value(self) -> int:
        """What the game was worth after the move, as black sees it: what the graph shows."""
        return self.played if self.color == Color.BLACK else -self.played

    @property
    def verdict(self) -> str:
        """What the move cost, in words: turned a win by 4 into a loss by 8."""
        changed = (self.value > 0) - (self.value < 0) != (self.played > 0) - (self.played < 0)
        if not self.exact:
            return f"lost {plural(self.loss, 'disc')}, from {self.value:+d} to {self.played:+d}"
        if changed:
            return f"turned {_outcome(self.value)} into {_outcome(self.played)}"
        lost = f"lost {plural(self.loss, 'disc')}"
        return f"{lost}: {_outcome(self.played)} instead of {abs(self.value)}"

    @property
    def words(self) -> str:
        """The verdict and the reasons, as a sentence about the player."""
        why = " and ".join(reason.words for reason in self.reasons)
        return sentence(f"{self.verdict} ({self.best.name} was best): {why}")

    @property
    def kind(self) -> str:
        """How far the searches looked: "16 plies @ 73 %" or "exact"."""
        return kind_of(self.depth, self.selectivity, self.exact)

    def record(self) -> dict[str, Any]:
        """The move as values of JSON."""
        why = {"words": self.words, "reasons": [reason.kind for reason in self.reasons]}
        return {
            "ply": self.ply,
            "color": self.color.name.lower(),
            "move": self.move.name,
            "best": self.best.name,
            **{name: getattr(self, name) for name in _RECORDED},
            "accuracy": round(self.accuracy, 1),
            "best_line": [move.name for move in self.best_line],
            "played_line": [move.name for move in self.played_line],
            **(why if self.mark else {}),
        }


_RECORDED = ("value", "played", "loss", "exact", "depth", "selectivity", "mark")
_OF_POINTS = ("ply", "color", "move", "best", "mark", "loss", "words")


def _outcome(value: int) -> str:
    return f"a {'win' if value > 0 else 'loss'} by {abs(value)}" if value else "a draw"


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """The moves of one player, in one game or in many."""

    moves: int
    """Those with a choice: a forced move is neither good nor bad."""
    accuracy: float | None
    phases: dict[str, float | None]
    """Accuracy early, mid and late in the game."""
    last_20: float | None
    """Accuracy with at most 20 empty squares, where values are exact."""
    marks: dict[str, int]
    loss: int
    """Discs lost by all moves together."""

    @classmethod
    def of(cls, moves: Iterable[ReviewedMove]) -> Self:
        """Add up some moves."""
        chosen = [move for move in moves if not move.is_forced]

        def accuracy(part: Iterable[ReviewedMove]) -> float | None:
            return mean_accuracy(move.accuracy for move in part)

        return cls(
            len(chosen),
            accuracy(chosen),
            {phase: accuracy(move for move in chosen if move.phase == phase) for phase in PHASES},
            accuracy(move for move in chosen if move.position.empties <= EXACT_EMPTIES),
            {mark: sum(move.mark == mark for move in chosen) for mark in MARKS},
            sum(move.loss for move in chosen),
        )


@dataclass(frozen=True, slots=True)
class GameReview:
    """A game, judged move by move."""

    black: str
    white: str
    size: int
    start: Position
    result: Result | None
    opening: str | None
    tags: dict[str, str]
    moves: tuple[ReviewedMove, ...]

    @property
    def players(self) -> dict[Color, PlayerStats]:
        return {color: PlayerStats.of(self.moves_of(color)) for color in Color}

    @classmethod
    def of(cls, game: Game, moves: Iterable[ReviewedMove]) -> Self:
        """The review of a game whose moves have been judged, in any order."""
        opening = opening_of(Game.from_moves(main_moves(game), game.start))
        return cls(
            game.black,
            game.white,
            game.size,
            game.start,
            game.result,
            None if opening is None else opening.name,
            dict(game.tags),
            tuple(sorted(moves, key=lambda move: move.ply)),
        )

    def moves_of(self, color: Color) -> Iterator[ReviewedMove]:
        """The moves of one side."""
        return (move for move in self.moves if move.color == color)

    def name(self, color: Color) -> str:
        """The name of a player; empty if the record has none."""
        return self.black if color == Color.BLACK else self.white

    @property
    def final_position(self) -> Position:
        """The position after the last move."""
        last = self.moves[-1]
        return last.position.play(last.move)

    @property
    def outcome(self) -> str:
        """The result in words, with the discs on the board."""
        discs = " to ".join(str(self.final_position.count(color)) for color in Color)
        if self.result is None:
            return f"unfinished, {discs}"
        winner = self.result.winner
        if winner is None:
            return f"drawn, {discs}"
        return f"{winner.name.capitalize()} won by {abs(self.result.score)}, {discs}"

    @property
    def details(self) -> list[str]:
        """The board, the number of moves, the opening, and where and when, as far as known."""
        opening = [] if self.opening is None else [f"opening: {self.opening}"]
        tags = (printable(self.tags[key]) for key in ("event", "date") if self.tags.get(key))
        return [board_name(self.size), plural(len(self.moves), "move"), *opening, *tags]

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        """The few moves that lowered the expected score most, in the order they were played."""
        drops = [move for move in self.moves if move.mark and move.drop >= TURNING_DROP]
        drops.sort(key=lambda move: -move.drop)
        return tuple(sorted(drops[:MAX_TURNING_POINTS], key=lambda move: move.ply))

    def record(self) -> dict[str, Any]:
        """The review as values of JSON."""
        points = [move.record() for move in self.turning_points]
        return {
            "size": self.size,
            "black": printable(self.black),
            "white": printable(self.white),
            "tags": {printable(key): printable(value) for key, value in self.tags.items()},
            "score": None if self.result is None else self.result.score,
            "discs": [self.final_position.count(color) for color in Color],
            "opening": self.opening,
            "moves": [move.record() for move in self.moves],
            "players": by_color(self.players),
            "turning_points": [{key: point[key] for key in _OF_POINTS} for point in points],
        }


def by_color(stats: dict[Color, PlayerStats]) -> dict[str, Any]:
    return {color.name.lower(): asdict(stats[color]) for color in stats}


def judged_steps(game: Game) -> list[tuple[Position, Move]]:
    """The moves of the main line that a review judges, all but passes, each after its position."""
    steps, position = list[tuple[Position, Move]](), game.start
    for move in main_moves(game):
        if not move.is_pass:
            steps.append((position, move))
        position = position.play(move)
    return steps


class Reviewer(KeptEngine):
    """Reviews games; with the same limit it finds the same numbers, unless a clock decides.

    If it is stopped, the move it judges is worthless.
    """

    def __init__(
        self, limit: Limit | Level | None = None, *, exact_empties: int = EXACT_EMPTIES
    ) -> None:
        """`limit` is for the best move of a position, a million nodes if not given.

        With at most `exact_empties` every line is followed to the end of the game.
        """
        super().__init__()
        self.limit = limit or Limit(nodes=NODES)
        self.exact_empties = exact_empties

    def review(self, game: Game) -> GameReview:
        """Review the main line; NotationError if there is no move in it."""
        return GameReview.of(game, self.moves(game))

    def moves(self, game: Game) -> Iterator[ReviewedMove]:
        """Judge the moves of the main line one at a time, from the last to the first.

        The reviewer can do nothing else until the last one. NotationError if there is no move.
        """
        steps = judged_steps(game)
        if not steps:
            raise NotationError("there is no move in it to review")
        self.forget()
        # From the end: a solved position helps to solve the one before it.
        for ply in range(len(steps), 0, -1):
            yield self.judge(*steps[ply - 1], ply)

    def judge(self, position: Position, move: Move, ply: int = 1) -> ReviewedMove:
        """Compare a legal move with the best one in its place."""
        search = self._best(position)
        value, line = search.best.score, search.best.pv
        played, played_line = value, line
        if move != search.best.move:
            played, played_line = self.worth(position, move, search)
            if played >= value:  # nothing is better than what was played
                value, line = played, played_line
        return ReviewedMove(
            ply,
            position,
            move,
            line[0],
            value,
            played,
            search.exact,
            search.depth,
            search.selectivity,
            line,
            played_line,
            reasons_for(position, played_line, line) if mark_of(value, played) else (),
        )

    def worth(
        self, position: Position, move: Move, search: Analysis | ReviewedMove
    ) -> tuple[int, tuple[Move, ...]]:
        """The value of a move by a search as deep as another one, and the line that follows."""
        after = position.play(move)
        if after.is_over():
            return after.score(position.turn), (move,)
        limit: Limit | Level = Level(MAX_LEVEL)
        if not search.exact:
            limit = Limit(depth=search.depth - 1, selectivity=search.selectivity)
        reply = self.for_size(after.size).analyse(after, limit).best
        return -reply.score, (move, *reply.pv)

    def _best(self, position: Position) -> Analysis:
        engine = self.for_size(position.size)
        if position.empties <= self.exact_empties:
            return engine.analyse(position, Level(MAX_LEVEL))
        search = engine.analyse(position, self.limit)
        if search.exact:
            return search
        # The limit may have come in the middle of an iteration, whose score is of another depth.
        # What was stored makes it cheap to ask for the finished one.
        # Two plies at least, so that one is left for the move that was played.
        depth = max(2, search.depth)
        return engine.analyse(position, Limit(depth=depth, selectivity=search.selectivity))
