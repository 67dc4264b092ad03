"""What a tally says, as plain values: for the terminal, for programs, and for the page."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from outflank._board import PHASES
from outflank._text import encodable
from outflank.arena.elo import PairCounts, estimate, mean_error
from outflank.arena.ratings import PairResult, ratings
from outflank.arena.ratings import bootstrap as bootstrapped
from outflank.arena.tally import MatchTally, Score, Tally

ROUNDS = 500
"""Runs drawn anew for the intervals of many players. Measured with fifteen of them: from one seed
to another an end moves by 3 % of the interval's width, and it takes a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player of a run. An error is half the width of a 95 % interval."""

    name: str
    """The spec, as typed."""
    wins: int
    draws: int
    losses: int
    score: float
    """The share of points won, from 0 to 1; a half before the first game."""
    score_error: float
    disc_diff: float
    """The average of the pairs, the empty squares given to the winner."""
    disc_error: float
    raw_disc_diff: float
    """The same with the discs on the board alone."""
    raw_disc_error: float
    elo: float
    """Of two players, the difference to the other, infinite if every game was won or lost; of
    more, a rating on a scale whose mean is zero. Zero before the first game."""
    elo_low: float
    elo_high: float
    """The ends of the interval; infinite where nothing bounds it, or if it was not asked for."""
    superiority: float | None
    """How likely it is the better of two players."""
    forfeits: Mapping[str, int]
    """Games lost by each kind of fault."""
    slips: Mapping[str, int]
    """Random moves taken for each kind of fault."""

    @property
    def games(self) -> int:
        """How many were counted."""
        return self.wins + self.draws + self.losses

    @property
    def elo_error(self) -> float:
        """Half the width of the interval."""
        return (self.elo_high - self.elo_low) / 2


@dataclass(frozen=True, slots=True)
class Result:
    """Some games as one of their players sees them. An error is half a 95 % interval."""

    as_black: Score
    as_white: Score
    counts: PairCounts
    score: float
    score_error: float
    elo: float
    elo_error: float
    elo_low: float
    elo_high: float
    disc_diff: float
    disc_error: float
    raw_disc_diff: float
    raw_disc_error: float
    repeated: int

    @property
    def total(self) -> Score:
        """Over both colours."""
        return self.as_black.plus(self.as_white)


def result_of(match: MatchTally) -> Result:
    """What a match proves by itself; against several opponents, about the mix of them."""
    counts = match.counts
    found = estimate(counts)
    disc_diff, disc_error = mean_error(match.diffs)
    raw_disc_diff, raw_disc_error = mean_error(match.raw_diffs)
    return Result(
        match.as_black,
        match.as_white,
        counts,
        found.score,
        found.score_error,
        found.elo,
        found.elo_error,
        found.elo_low,
        found.elo_high,
        disc_diff,
        disc_error,
        raw_disc_diff,
        raw_disc_error,
        match.repeated,
    )


def standings(tally: Tally, bootstrap: bool = True) -> list[Standing]:
    """All players in the order they were given.

    Without the bootstrap, ratings of more than two players come without intervals, but at once:
    for a table that is drawn again and again while games are played.
    """
    players = range(len(tally.settings.players))
    results = [result_of(tally.player(number)) for number in players]
    if len(players) == 2:
        elos = [(result.elo, result.elo_low, result.elo_high) for result in results]
    else:
        elos = _rated(tally, intervals=bootstrap)
    standings = []
    for number, (result, (elo, low, high)) in enumerate(zip(results, elos, strict=True)):
        superiority = None
        if len(players) == 2 and result.counts.pairs:
            superiority = estimate(result.counts).superiority
        standings.append(
            Standing(
                name=tally.settings.players[number],
                wins=result.total.wins,
                draws=result.total.draws,
                losses=result.total.losses,
                score=result.score,
                score_error=result.score_error,
                disc_diff=result.disc_diff,
                disc_error=result.disc_error,
                raw_disc_diff=result.raw_disc_diff,
                raw_disc_error=result.raw_disc_error,
                elo=elo,
                elo_low=low,
                elo_high=high,
                superiority=superiority,
                forfeits=dict(tally.faults[number]),
                slips=dict(tally.slips[number]),
            )
        )
    return standings


def ranked(rows: list[Standing]) -> list[int]:
    """The numbers of the players, best first; those who are level in the order they were given."""
    return sorted(range(len(rows)), key=lambda number: -rows[number].elo)


def _rated(tally: Tally, *, intervals: bool) -> list[tuple[float, float, float]]:
    """Elo with both ends of its interval, for more than two players."""
    count = len(tally.settings.players)
    pairs = [
        PairResult(first, second, points)
        for (_, first, second), match in tally.matches.items()
        for points in match.points
    ]
    if not intervals:
        return [(elo, -inf, inf) for elo in ratings(count, pairs)]
    found = bootstrapped(count, pairs, tally.settings.seed, ROUNDS)
    return [(rating.elo, rating.low, rating.high) for rating in found]


def repeated_games(tally: Tally) -> int:
    """Games in which every move was as in an earlier one of the same match."""
    return sum(match.repeated for match in tally.matches.values())


def black_score(tally: Tally) -> Score:
    """All games as black sees them."""
    found = Score()
    for match in tally.matches.values():
        found = found.plus(match.as_black).plus(match.as_white.mirrored())
    return found


def as_json(tally: Tally) -> dict[str, Any]:
    """Everything a program may want to know; shares are from 0 to 1, times in seconds.

    What is infinite or unknown is None, so that it is always valid JSON.
    """
    settings = tally.settings
    numbers = range(len(settings.players))
    sizes = [(size, [tally.player(number, size) for number in numbers]) for size in settings.sizes]
    whole = [tally.player(number) for number in numbers]
    return {
        "games": tally.games,
        "players": [_player(row) for row in standings(tally)],
        "repeated_games": repeated_games(tally),
        "by_size": [
            {"size": size, "name": name, **_facts(result_of(match))}
            for size, matches in sizes
            for name, match in zip(settings.players, matches, strict=True)
            if match.points
        ],
        "by_color": {
            "black": _score(black_score(tally)),
            "players": [
                {"name": name, "black": _score(match.as_black), "white": _score(match.as_white)}
                for name, match in zip(settings.players, whole, strict=True)
            ],
        },
        "matches": _matches(tally),
        "moves": [_use(tally, number, phase) for number in numbers for phase in PHASES],
    }


def _player(row: Standing) -> dict[str, Any]:
    known = row.games > 0

    def number(value: float) -> float | None:
        return _finite(value) if known else None

    return {
        "name": row.name,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "score": number(row.score),
        "disc_diff": number(row.disc_diff),
        "elo": number(row.elo),
        "elo_error": number(row.elo_error),
        "forfeits": sum(row.forfeits.values()),
        "games": row.games,
        "score_error": number(row.score_error),
        "disc_error": number(row.disc_error),
        "raw_disc_diff": number(row.raw_disc_diff),
        "raw_disc_error": number(row.raw_disc_error),
        "elo_low": number(row.elo_low),
        "elo_high": number(row.elo_high),
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


def _facts(result: Result) -> dict[str, Any]:
    """What a match and a player on one size have in common."""
    known = result.counts.pairs > 0
    return {
        **_score(result.total),
        "score_error": _finite(result.score_error) if known else None,
        "disc_diff": result.disc_diff if known else None,
        "disc_error": _finite(result.disc_error),
        "raw_disc_diff": result.raw_disc_diff if known else None,
        "raw_disc_error": _finite(result.raw_disc_error),
    }


def _matches(tally: Tally) -> list[dict[str, Any]]:
    """One for each two players and size, as the first of them sees it."""
    found = []
    for (size, first, second), match in tally.matches.items():
        result = result_of(match)
        found.append(
            {
                "first": tally.settings.players[first],
                "second": tally.settings.players[second],
                "size": size,
                **_facts(result),
                "elo": _finite(result.elo) if result.counts.pairs else None,
                "elo_error": _finite(result.elo_error),
                "elo_low": _finite(result.elo_low),
                "elo_high": _finite(result.elo_high),
                "pairs": list(result.counts.counts),
                "repeated_games": result.repeated,
            }
        )
    return found


def _use(tally: Tally, player: int, phase: str) -> dict[str, Any]:
    use = tally.phase_use(player, phase)
    return {
        "name": tally.settings.players[player],
        "phase": phase,
        "moves": use.moves,
        "seconds": use.seconds,
        "mean_seconds": use.mean_seconds if use.moves else None,
        "longest_seconds": use.longest if use.moves else None,
        "mean_depth": use.mean_depth,
        "mean_nodes": use.mean_nodes,
    }


COLUMNS = (
    "first", "second", "size", "games", "wins", "draws", "losses", "score", "score_error",
    "elo", "elo_low", "elo_high", "disc_diff", "disc_error", "raw_disc_diff", "raw_disc_error",
    "pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2", "repeated_games",
)  # fmt: skip


def as_csv(tally: Tally) -> str:
    """A line for each match and size; what is infinite or unknown is left empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for match in _matches(tally):
        facts: dict[str, Any] = {
            k: round(v, 4) if isinstance(v, float) else v for k, v in match.items()
        }
        pairs = dict(zip(COLUMNS[16:21], facts.pop("pairs"), strict=True))
        del facts["elo_error"]
        games = facts["wins"] + facts["draws"] + facts["losses"]
        writer.writerow({**facts, **pairs, "games": games})
    return encodable(text.getvalue())


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
