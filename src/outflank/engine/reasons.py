"""What speaks against a move, in words and numbers that can be counted on the board.

A reason compares the move that was played with the best one: the replies they leave, the corners
they open, the discs they make stable. What the search alone can see is told by its lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, product

from outflank._board import phase_of
from outflank._native import Color, Evaluation, Move, Position
from outflank._text import plural

KIND_WORDS = {
    "corner": "giving up or missing corners",
    "pass": "running out of moves",
    "mobility": "leaving too many replies",
    "x-square": "X squares beside empty corners",
    "parity": "giving away the last move of a region",
    "stability": "too few stable discs",
    "wall": "walls of discs for the other side",
    "search": "what only calculation shows",
}
"""From the weightiest to that of a move whose fault only the search shows."""
CORNER, PASS, MOBILITY, X_SQUARE, PARITY, STABILITY, WALL, SEARCH = KINDS = tuple(KIND_WORDS)
MAX_REASONS = 2
_HORIZON = 6
"""Plies of a line in which a corner or a pass still has to do with its first move."""
_MANY_REPLIES, _MANY_FRONTIER, _MANY_STABLE = 3, 4, 3
"""Differences between two moves from which on they are worth a word."""
_LARGEST_REGION = 9
"""Squares of a region in which people count who moves last."""
_MAX_REPLY = 3
"""Plies of the answer that are told where there is nothing else to tell."""
_AHEAD = 8
"""Plies after which two lines are compared if their first moves look alike."""
_FEATURES = ("mobility", "frontier", "stability-true")


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that speaks against a move."""

    kind: str
    words: str
    """For the end of a sentence about the player: left White 9 replies instead of 3."""


def reasons_for(
    position: Position, played: tuple[Move, ...], best: tuple[Move, ...]
) -> tuple[Reason, ...]:
    """Why the first move of one line is worse than that of the other; the weightiest first."""
    reasons = _Comparison(position, played, best).reasons()
    reasons.sort(key=lambda reason: KINDS.index(reason.kind))
    return tuple(reasons[:MAX_REASONS]) or (_calculated(position, played, best),)


def _calculated(position: Position, played: tuple[Move, ...], best: tuple[Move, ...]) -> Reason:
    """What the lines lead to, where the boards after the two moves show nothing."""
    plies = min(_AHEAD, len(played), len(best))
    ends = [reduce(Position.play, line[:plies], position) for line in (played, best)]
    mover = position.turn
    me, them = (color.name.capitalize() for color in (mover, mover.opponent))
    gaps = []
    if not any(end.is_over() for end in ends):
        worse, better = (_counted(end, mover) for end in ends)
        for feature, thing, many in (
            ("mobility", "move", _MANY_REPLIES),
            ("stability-true", "stable disc", _MANY_STABLE),
        ):
            for sign, who, count, instead in zip(
                (-1, 1), (me, them), worse[feature], better[feature], strict=True
            ):
                gap = sign * (count - instead)
                if gap >= many:
                    gaps.append((gap, f"{who} has {plural(count, thing)} instead of {instead}"))
    if gaps:
        _, difference = max(gaps, key=lambda gap: gap[0])
        return Reason(SEARCH, f"{plies} plies on {difference}")
    reply = _names(played[1 : 1 + _MAX_REPLY])
    goes_on = f": {them} goes on with {reply}" if reply else ""
    return Reason(SEARCH, f"only calculation shows it{goes_on}")


class _Comparison:
    def __init__(
        self, position: Position, played: tuple[Move, ...], best: tuple[Move, ...]
    ) -> None:
        self.position, self.mover = position, position.turn
        self.opponent = position.turn.opponent
        self.them = self.opponent.name.capitalize()
        self.played_line, self.best_line = played, best
        self.played, self.best = played[0], best[0]
        self.after_played, self.after_best = (position.play(line[0]) for line in (played, best))

    def reasons(self) -> list[Reason]:
        parts = self._corners, self._passes, self._counts, self._x_square, self._parity
        return [reason for part in parts for reason in part()]

    def _corners(self) -> Iterator[Reason]:
        gets = self._gains(self.opponent, self.played_line, self.best_line)
        wins = self._gains(self.mover, self.best_line, self.played_line)
        # A corner for a corner is an exchange, and no reason.
        if gets and not self._gains(self.mover, self.played_line, self.best_line):
            corner, ply = next(iter(gets.items()))
            line = self.played_line[1 : ply + 1]
            how = "takes it at once" if ply == 1 else f"gets it by {_names(line)}"
            yield Reason(CORNER, f"gave up the {corner.name} corner: {self.them} {how}")
        elif wins and not self._gains(self.opponent, self.best_line, self.played_line):
            corner, ply = next(iter(wins.items()))
            line = self.best_line[: ply + 1]
            words = f"missed a way to the {corner.name} corner: {_names(line)}"
            yield Reason(CORNER, words if ply else f"did not take the {corner.name} corner")

    def _gains(
        self, color: Color, line: tuple[Move, ...], instead: tuple[Move, ...]
    ) -> dict[Move, int]:
        """The corners a side takes soon in one line, and not in the other as far as it goes."""
        later = _corners_taken(self.position, instead, color)
        soon = _corners_taken(self.position, line[: min(_HORIZON, len(instead))], color)
        return {corner: ply for corner, ply in soon.items() if corner not in later}

    def _passes(self) -> Iterator[Reason]:
        if self.after_best.must_pass() and not self.after_played.must_pass():
            yield Reason(PASS, f"did not make {self.them} pass with {self.best.name}")
            return
        stuck = _first_pass(self.position, self.played_line[:_HORIZON], self.mover)
        better = _first_pass(self.position, self.best_line, self.mover)
        if stuck is not None and better is None and len(self.best_line) > stuck:
            yield Reason(PASS, f"has to pass after {_names(self.played_line[1:stuck])}")

    def _counts(self) -> Iterator[Reason]:
        played, best = (_counted(end, self.mover) for end in (self.after_played, self.after_best))
        (moves, left), (more, less) = played["mobility"], best["mobility"]
        if left - less >= _MANY_REPLIES:
            replies = plural(left, "reply", "replies")
            yield Reason(MOBILITY, f"left {self.them} {replies} instead of {less}")
        elif more - moves >= _MANY_REPLIES:
            yield Reason(MOBILITY, f"kept {plural(moves, 'move')} of its own instead of {more}")
        stable, safer = played["stability-true"][0], best["stability-true"][0]
        if safer - stable >= _MANY_STABLE:
            yield Reason(STABILITY, f"has {plural(stable, 'stable disc')} instead of {safer}")
        wall, thinner = played["frontier"][0], best["frontier"][0]
        late = phase_of(self.position.size, self.position.size**2 - self.position.empties) == "late"
        if wall - thinner >= _MANY_FRONTIER and not late:  # when nobody is short of moves
            yield Reason(WALL, f"has {wall} discs at the frontier instead of {thinner}")

    def _x_square(self) -> Iterator[Reason]:
        last = self.position.size - 1
        corner_of = {1: 0, last - 1: last}
        row, column = corner_of.get(self.played.row), corner_of.get(self.played.column)
        if row is not None and column is not None and self.position.color_at(row, column) is None:
            corner = Move.at(row, column)
            yield Reason(X_SQUARE, f"took the X square beside the empty {corner.name} corner")

    def _parity(self) -> Iterator[Reason]:
        region, better = (_region(self.position, move) for move in (self.played, self.best))
        small = max(len(region), len(better)) <= _LARGEST_REGION
        if small and len(region) % 2 == 0 and len(better) % 2 == 1:
            where = f"a region of {len(region)} empty squares, where {self.them} can move last"
            instead = f"that of {self.best.name} has {len(better)}"
            yield Reason(PARITY, f"moved into {where}; {instead}")


def _steps(position: Position, line: tuple[Move, ...]) -> list[tuple[Position, Move]]:
    return list(zip(accumulate(line, Position.play, initial=position), line, strict=False))


def _corners_taken(position: Position, line: tuple[Move, ...], color: Color) -> dict[Move, int]:
    ends = (0, position.size - 1)
    return {
        move: ply
        for ply, (before, move) in enumerate(_steps(position, line))
        if move.row in ends and move.column in ends and before.turn == color
    }


def _first_pass(position: Position, line: tuple[Move, ...], color: Color) -> int | None:
    for ply, (before, move) in enumerate(_steps(position, line)):
        if move.is_pass and before.turn == color:
            return ply
    return None


def _counted(position: Position, color: Color) -> dict[str, tuple[int, int]]:
    rows = _evaluation(position.size).explain(position, color)
    return {name: (int(own), int(other)) for name, own, other, *_ in rows}


@lru_cache(maxsize=8)
def _evaluation(size: int) -> Evaluation:
    weights = [0.0] * (size * size + 1)
    return Evaluation(size, [(name, name, "difference", weights, []) for name in _FEATURES])


def _region(position: Position, move: Move) -> set[tuple[int, int]]:
    """The empty squares that hang together with that of a move, corners touching."""
    size, seen, waiting = position.size, set[tuple[int, int]](), [(move.row, move.column)]
    while waiting:
        row, column = waiting.pop()
        on_board = 0 <= row < size and 0 <= column < size
        if on_board and (row, column) not in seen and position.color_at(row, column) is None:
            seen.add((row, column))
            waiting += product((row - 1, row, row + 1), (column - 1, column, column + 1))
    return seen


def _names(line: tuple[Move, ...]) -> str:
    return " ".join(move.name for move in line)
