"""A player over several games: where the accuracy is lost, and by which kinds of mistakes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from outflank._native import Color
from outflank.engine.reasons import KIND_WORDS, KINDS
from outflank.engine.review import GameReview, PlayerStats, ReviewedMove, by_color


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """Mistakes that have the same first reason."""

    kind: str
    count: int
    loss: int
    """Discs they lost together."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What several games tell about a player, or about everybody who played them."""

    player: str | None
    """None for everybody."""
    games: int
    total: PlayerStats
    colors: dict[Color, PlayerStats]
    openings: dict[str, tuple[int, PlayerStats]]
    """Games and moves by the name of the opening, the most frequent first."""
    mistakes: tuple[MistakeKind, ...]
    """The most costly first."""

    def record(self) -> dict[str, Any]:
        """The profile as values of JSON."""
        return {
            "player": self.player,
            "games": self.games,
            **asdict(self.total),
            "colors": by_color(self.colors),
            "openings": [
                {"name": name, "games": games, **asdict(stats)}
                for name, (games, stats) in self.openings.items()
            ],
            "mistakes": [{**asdict(row), "words": KIND_WORDS[row.kind]} for row in self.mistakes],
        }


def sides_of(review: GameReview, player: str | None) -> list[Color]:
    """The sides that a player had in a game; a part of the name is enough, None is everybody."""
    return [color for color in Color if is_called(review.name(color), player)]


def is_called(name: str, player: str | None) -> bool:
    """Whether a name is the one that is meant."""
    return player is None or player.casefold() in name.casefold()


def profile_of(reviews: Sequence[GameReview], player: str | None = None) -> Profile:
    """Adds up the games of a player."""
    by_color: dict[Color, list[ReviewedMove]] = {color: [] for color in Color}
    by_opening: dict[str, list[list[ReviewedMove]]] = defaultdict(list)
    games = 0
    for review in reviews:
        sides = {color: list(review.moves_of(color)) for color in sides_of(review, player)}
        games += bool(sides)
        for color, moves in sides.items():
            by_color[color] += moves
        if sides and review.opening is not None:
            by_opening[review.opening].append([move for own in sides.values() for move in own])
    every = [move for moves in by_color.values() for move in moves]
    frequent = sorted(by_opening.items(), key=lambda item: (-len(item[1]), item[0]))
    return Profile(
        player,
        games,
        PlayerStats.of(every),
        {color: PlayerStats.of(moves) for color, moves in by_color.items()},
        {name: (len(lists), PlayerStats.of(chain(*lists))) for name, lists in frequent},
        _mistakes(every),
    )


def _mistakes(moves: Iterable[ReviewedMove]) -> tuple[MistakeKind, ...]:
    losses: dict[str, list[int]] = defaultdict(list)
    for move in moves:
        if move.mark:
            losses[move.reasons[0].kind].append(move.loss)
    kinds = [MistakeKind(kind, len(each), sum(each)) for kind, each in losses.items()]
    return tuple(sorted(kinds, key=lambda kind: (-kind.loss, KINDS.index(kind.kind))))
