"""Reviews as values of JSON, for programs and for pages."""

from dataclasses import asdict
from typing import Any

from outflank._native import Color
from outflank._text import printable
from outflank.engine.profile import Profile
from outflank.engine.reasons import KIND_WORDS
from outflank.engine.review import GameReview, PlayerStats, ReviewedMove


def review_record(review: GameReview) -> dict[str, Any]:
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
        "players": _by_color(review.players),
        "turning_points": [
            {**_played(move), "mark": move.mark, "loss": move.loss, "words": move.words}
            for move in review.turning_points
        ],
    }


def profile_record(profile: Profile) -> dict[str, Any]:
    return {
        "player": profile.player,
        "games": profile.games,
        **asdict(profile.total),
        "colors": _by_color(profile.colors),
        "openings": [
            {"name": name, "games": games, **asdict(stats)}
            for name, (games, stats) in profile.openings.items()
        ],
        "mistakes": [
            {
                "kind": mistakes.kind,
                "words": KIND_WORDS[mistakes.kind],
                "count": mistakes.count,
                "loss": mistakes.loss,
            }
            for mistakes in profile.mistakes
        ],
    }


def _by_color(stats: dict[Color, PlayerStats]) -> dict[str, Any]:
    return {color.name.lower(): asdict(stats[color]) for color in stats}


def _played(move: ReviewedMove) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "color": move.color.name.lower(),
        "move": move.move.name,
        "best": move.best.name,
    }


def _move_record(move: ReviewedMove) -> dict[str, Any]:
    record: dict[str, Any] = {
        **_played(move),
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
