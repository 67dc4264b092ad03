"""A summary as plain values for programs: JSON and CSV."""

import csv
import io
from math import isfinite
from typing import Any

from outflank._board import PHASES
from outflank.arena.summary import MatchResult, Standing, Summary
from outflank.arena.tally import Score


def as_json(summary: Summary) -> dict[str, Any]:
    """Everything a program may want to know; shares are from 0 to 1, times in seconds.

    What is infinite or unknown is None, so that it is always valid JSON.
    """
    numbers = range(len(summary.names))
    facts: dict[str, Any] = {
        "games": summary.games,
        "players": [_player(row) for row in summary.standings],
        "repeated_games": summary.repeated,
        "different_games": summary.different,
        "by_size": [
            {"size": size, "name": summary.names[number], **_facts(result)}
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
        "moves": [_use(summary, number, phase) for number in numbers for phase in PHASES],
    }
    if summary.sprt is not None:
        sprt = summary.sprt
        facts["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": sprt.ratio,
            "lower": sprt.lower,
            "upper": sprt.upper,
            "verdict": sprt.verdict,
        }
    return facts


def _player(row: Standing) -> dict[str, Any]:
    result, rating = row.result, row.rating

    def number(value: float) -> float | None:
        return _finite(value) if result.games else None

    return {
        "name": row.name,
        "wins": result.total.wins,
        "draws": result.total.draws,
        "losses": result.total.losses,
        "score": number(result.estimate.score),
        "disc_diff": number(result.discs.value),
        "elo": number(rating.elo),
        "elo_error": number((rating.high - rating.low) / 2),
        "forfeits": sum(row.forfeits.values()),
        "games": result.games,
        "score_error": number(result.estimate.score_error),
        "disc_error": number(result.discs.error),
        "raw_disc_diff": number(result.raw_discs.value),
        "raw_disc_error": number(result.raw_discs.error),
        "elo_low": number(rating.low),
        "elo_high": number(rating.high),
        "superiority": row.superiority,
        "forfeits_by_kind": dict(row.forfeits),
        "slips": sum(row.slips.values()),
        "slips_by_kind": dict(row.slips),
    }


def _score(score: Score) -> dict[str, Any]:
    return {
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.share if score.games else None,
    }


def _facts(result: MatchResult) -> dict[str, Any]:
    """What a match and a player on one size have in common."""
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
    """One for each two players and size, as the first of them sees it."""
    found = []
    for match in summary.matches:
        result = match.result
        elo = result.estimate
        found.append(
            {
                "first": summary.names[match.first],
                "second": summary.names[match.second],
                "size": match.size,
                **_facts(result),
                "elo": _finite(elo.elo) if result.games else None,
                "elo_error": _finite(elo.elo_error),
                "elo_low": _finite(elo.elo_low),
                "elo_high": _finite(elo.elo_high),
                "pairs": list(result.counts.counts),
                "repeated_games": result.repeated,
            }
        )
    return found


def _use(summary: Summary, player: int, phase: str) -> dict[str, Any]:
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


COLUMNS = (
    "first", "second", "size", "games", "wins", "draws", "losses", "score", "score_error",
    "elo", "elo_low", "elo_high", "disc_diff", "disc_error", "raw_disc_diff", "raw_disc_error",
    "pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2", "repeated_games",
)  # fmt: skip


def as_csv(summary: Summary) -> str:
    """A line for each match and size; what is infinite or unknown is left empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for match in _matches(summary):
        facts: dict[str, Any] = {
            k: round(v, 4) if isinstance(v, float) else v for k, v in match.items()
        }
        pairs = dict(zip(COLUMNS[16:21], facts.pop("pairs"), strict=True))
        del facts["elo_error"]
        games = facts["wins"] + facts["draws"] + facts["losses"]
        writer.writerow({**facts, **pairs, "games": games})
    return text.getvalue()


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
