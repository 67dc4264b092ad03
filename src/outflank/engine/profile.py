"""A player over several games: where the accuracy is lost, and by which kinds of mistakes."""

from collections import defaultdict
from collections.abc import Sequence
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
    moves: list[ReviewedMove] = []
    by_opening: dict[str, list[list[ReviewedMove]]] = defaultdict(list)
    losses: dict[str, list[int]] = defaultdict(list)
    games = [(review, sides) for review in reviews if (sides := sides_of(review, player))]
    for review, sides in games:
        own = [move for color in sides for move in review.moves_of(color)]
        moves += own
        if review.opening is not None:
            by_opening[review.opening].append(own)
    for move in moves:
        if move.mark:
            losses[move.reasons[0].kind].append(move.loss)
    frequent = sorted(by_opening.items(), key=lambda item: (-len(item[1]), item[0]))
    kinds = [MistakeKind(kind, len(discs), sum(discs)) for kind, discs in losses.items()]
    return Profile(
        player,
        len(games),
        PlayerStats.of(moves),
        {color: PlayerStats.of(move for move in moves if move.color == color) for color in Color},
        {name: (len(lists), PlayerStats.of(chain(*lists))) for name, lists in frequent},
        tuple(sorted(kinds, key=lambda kind: (-kind.loss, KINDS.index(kind.kind)))),
    )
