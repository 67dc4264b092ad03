"""Reviews as values of JSON, for programs and for pages."""

from typing import Any

from outflank._native import Color
from outflank._text import printable
from outflank.engine.profile import Profile
from outflank.engine.reasons import KIND_WORDS
from outflank.engine.review import GameReview, PlayerStats, ReviewedMove


def review_record(review: GameReview) -> dict[str, Any]:
    """One game."""
    final = review.final_position
    return {
        "size": review.size,
        "black": printable(review.black),
        "white": printable(review.white),
        "tags": {printable(key): printable(value) for key, value in review.tags.items()},
        "score": None if review.result is None else review.result.score,
        "discs": [final.count(color) for color in Color],
        "opening": review.opening,
        "moves": [_move_record(move) for move in review.moves],
        "players": {
            color.name.lower(): stats_record(stats) for color, stats in review.players.items()
        },
        "turning_points": [
            {
                "ply": move.ply,
                "color": move.color.name.lower(),
                "move": move.move.name,
                "best": move.best.name,
                "mark": move.mark,
                "loss": move.loss,
                "words": move.words,
            }
            for move in review.turning_points
        ],
    }


def profile_record(profile: Profile) -> dict[str, Any]:
    """A player over several games."""
    return {
        "player": profile.player,
        "games": profile.games,
        **stats_record(profile.total),
        "colors": {
            color.name.lower(): stats_record(stats) for color, stats in profile.colors.items()
        },
        "openings": [
            {"name": name, "games": games, **stats_record(stats)}
            for name, (games, stats) in profile.openings.items()
        ],
        "mistakes": [
            {
                "kind": one.kind,
                "words": KIND_WORDS[one.kind],
                "count": one.count,
                "loss": one.loss,
            }
            for one in profile.mistakes
        ],
    }


def stats_record(stats: PlayerStats) -> dict[str, Any]:
    """The moves of a player."""
    return {
        "moves": stats.moves,
        "accuracy": stats.accuracy,
        "phases": stats.phases,
        "last_20": stats.last_20,
        "marks": stats.marks,
        "loss": stats.loss,
    }


def _move_record(move: ReviewedMove) -> dict[str, Any]:
    record: dict[str, Any] = {
        "ply": move.ply,
        "color": move.color.name.lower(),
        "move": move.move.name,
        "best": move.best.name,
        "value": move.value,
        "played": move.played,
        "loss": move.loss,
        "exact": move.exact,
        "depth": move.depth,
        "selectivity": move.selectivity,
        "mark": move.mark,
        "accuracy": round(move.accuracy, 1),
        "best_line": [step.name for step in move.best_line],
        "played_line": [step.name for step in move.played_line],
    }
    if move.mark:
        record["words"] = move.words
        record["reasons"] = [reason.kind for reason in move.reasons]
    return record
