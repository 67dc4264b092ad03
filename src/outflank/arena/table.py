"""A summary as plain values for programs: JSON and CSV."""

import csv
import io
from dataclasses import asdict
from math import isfinite
from typing import Any

from outflank.arena.summary import MatchResult, Standing, Summary
from outflank.arena.tally import Score

COLUMNS = (
    "first", "second", "size", "games", "wins", "draws", "losses", "score", "score_error",
    "elo", "elo_low", "elo_high", "disc_diff", "disc_error", "raw_disc_diff", "raw_disc_error",
    "pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2", "repeated_games",
)  # fmt: skip


def as_json(summary: Summary) -> dict[str, Any]:
    """Everything a program may want to know; shares are from 0 to 1, times in seconds.

    What is infinite or unknown is None, so that it is always valid JSON.
    """
    record: dict[str, Any] = {
        "games": summary.games,
        "players": [_player(row) for row in summary.standings],
        "repeated_games": summary.repeated,
        "different_games": summary.different,
        "by_size": [
            {"size": size, "name": summary.names[number], **_result(result)}
            for (size, number), result in summary.by_size.items()
            if result.games
        ],
        "by_color": {
            "black": _score(summary.black),
            "players": [
                {
                    "name": row.name,
                    "black": _score(row.result.as_black),
                    "white": _score(row.result.as_white),
                }
                for row in summary.standings
            ],
        },
        "matches": _matches(summary),
        "moves": [_moves(summary, *key) for key in summary.by_phase],
    }
    if summary.sprt is not None:
        record["sprt"] = asdict(summary.sprt)
    return record


def as_csv(summary: Summary) -> str:
    """A line for each match and size; what is infinite or unknown is left empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for match in _matches(summary):
        row = {key: round(v, 4) if isinstance(v, float) else v for key, v in match.items()}
        row |= dict(zip(COLUMNS[16:21], match["pairs"], strict=True))
        row["games"] = match["wins"] + match["draws"] + match["losses"]
        writer.writerow(row)
    return text.getvalue()


def _player(row: Standing) -> dict[str, Any]:
    result, rating = row.result, row.rating
    known = result.games > 0
    return {
        "name": row.name,
        **_score(result.total),
        "disc_diff": result.discs.value if known else None,
        "elo": _finite(rating.elo) if known else None,
        "elo_error": _finite((rating.high - rating.low) / 2) if known else None,
        "forfeits": sum(row.forfeits.values()),
        "games": result.games,
        **_result(result),
        "elo_low": _finite(rating.low) if known else None,
        "elo_high": _finite(rating.high) if known else None,
        "superiority": row.superiority,
        "forfeits_by_kind": dict(row.forfeits),
        "slips": sum(row.slips.values()),
        "slips_by_kind": dict(row.slips),
    }


def _score(score: Score) -> dict[str, Any]:
    return {**asdict(score), "score": score.share if score.games else None}


def _result(result: MatchResult) -> dict[str, Any]:
    known = result.games > 0
    return {
        **_score(result.total),
        "score_error": _finite(result.estimate.score_error) if known else None,
        "disc_diff": result.discs.value if known else None,
        "disc_error": _finite(result.discs.error),
        "raw_disc_diff": result.raw_discs.value if known else None,
        "raw_disc_error": _finite(result.raw_discs.error),
    }


def _matches(summary: Summary) -> list[dict[str, Any]]:
    return [
        {
            "first": summary.names[match.first],
            "second": summary.names[match.second],
            "size": match.size,
            **_result(match.result),
            "elo": _finite(match.result.estimate.elo) if match.result.games else None,
            "elo_error": _finite(match.result.estimate.elo_error),
            "elo_low": _finite(match.result.estimate.elo_low),
            "elo_high": _finite(match.result.estimate.elo_high),
            "pairs": list(match.result.counts.counts),
            "repeated_games": match.result.repeated,
        }
        for match in summary.matches
    ]


def _moves(summary: Summary, player: int, phase: str) -> dict[str, Any]:
    use = summary.by_phase[player, phase]
    return {
        "name": summary.names[player],
        "phase": phase,
        "moves": use.moves,
        "seconds": use.seconds,
        "mean_seconds": use.mean_seconds if use.moves else None,
        "longest_seconds": use.longest_seconds if use.moves else None,
        "mean_depth": use.mean_depth,
        "mean_nodes": use.mean_nodes,
    }


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
