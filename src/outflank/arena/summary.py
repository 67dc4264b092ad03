"""What a run came to: every number with its interval, computed once from a tally.

The terminal, the page, tables, plots and programs show the same summary. Names and reasons come
from outside; here they become text that is safe to show, and nothing downstream asks again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import inf

from outflank._board import PHASES
from outflank._text import printable
from outflank.arena.settings import RunSettings
from outflank.arena.tally import ArenaTally, MatchTally, MoveUse, Score
from outflank.stats.elo import EloEstimate, Mean, PairCounts, estimate, mean_error
from outflank.stats.ratings import PairResult, Rating, bootstrap, ratings
from outflank.stats.sprt import Sprt

BOOTSTRAP_ROUNDS = 500
"""Runs drawn anew for the intervals of many players. Measured with fifteen of them: from one seed
to another an end moves by 3 % of the interval's width, and it takes a tenth of a second."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Some games as one of their players sees them; against several others, the mix of them."""

    as_black: Score
    as_white: Score
    counts: PairCounts
    estimate: EloEstimate
    discs: Mean
    """The average disc difference of the pairs, the empty squares given to the winner."""
    raw_discs: Mean
    """The same with the discs on the board alone."""
    game_diffs: Mapping[int, int]
    """How many games ended with each difference."""
    repeated: int
    """Games in which every move was as in an earlier one of the match."""

    @property
    def total(self) -> Score:
        """Over both colours."""
        return self.as_black + self.as_white

    @property
    def games(self) -> int:
        """How many were counted."""
        return self.counts.games


@dataclass(frozen=True, slots=True)
class Standing:
    """One player of a run."""

    name: str
    result: MatchResult
    """Over all its games."""
    rating: Rating
    """Of two players, the difference to the other, infinite if every game was won or lost; of
    more, a rating on a scale whose mean is zero. Zero before the first game. An end is infinite
    where nothing bounds it, or if intervals were not asked for."""
    superiority: float | None
    """How likely it is the better of two players."""
    forfeits: Mapping[str, int]
    """Games lost by each kind of fault."""
    slips: Mapping[str, int]
    """Random moves taken for each kind of fault."""

    @property
    def faults(self) -> int:
        """Of any kind and cost."""
        return sum(self.forfeits.values()) + sum(self.slips.values())


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Two players on one size, as the first of them sees it."""

    first: int
    second: int
    size: int
    result: MatchResult


@dataclass(frozen=True, slots=True)
class FaultCount:
    """How often a player committed a kind of fault, and what happened the first time."""

    player: int
    kind: str
    times: int
    lost_games: bool
    """False: it cost random moves instead."""
    reason: str
    """It may have several lines."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a sequential test has got."""

    elo0: float
    elo1: float
    ratio: float
    """The log-likelihood ratio of elo1 to elo0."""
    lower: float
    upper: float
    verdict: str | None
    """H0, H1, or None as long as it has not decided."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run. Players are known by their numbers, in the order they were given."""

    settings: RunSettings
    names: tuple[str, ...]
    """What to call the players."""
    games: int
    standings: tuple[Standing, ...]
    ranking: tuple[int, ...]
    """The numbers of the players, best first; those who are level in the order they were given."""
    cross_table: Mapping[tuple[int, int], MatchResult]
    """By row and column; those who have not met are missing."""
    by_size: Mapping[tuple[int, int], MatchResult]
    """By size and player."""
    matches: tuple[PlayedMatch, ...]
    black: Score
    """All games as black sees them."""
    faults: tuple[FaultCount, ...]
    by_phase: Mapping[tuple[int, str], MoveUse]
    """By player and third of the game."""
    by_ply: Mapping[tuple[int, int, int], MoveUse]
    """By player, size and ply of the game (from 0, passes left out)."""
    sprt: SprtState | None
    repeated: int
    """Games in which every move was as in an earlier one of the same match."""

    @property
    def planned(self) -> int:
        """Games to play, unless a sequential test ends sooner."""
        return self.settings.total_games

    @property
    def different(self) -> int:
        """Games that are no repetition of an earlier one."""
        return self.games - self.repeated

    @property
    def ranked(self) -> list[Standing]:
        """The players, best first."""
        return [self.standings[number] for number in self.ranking]


def summarize(tally: ArenaTally, names: Sequence[str] = ()) -> Summary:
    """All that a tally says; players may be given other names than their specs."""
    settings = tally.settings
    players = range(len(settings.players))
    labels = tuple(map(printable, names or settings.players))
    rows = standings(tally, labels)
    cross = {pair: tally.match(*pair) for pair in permutations(players, 2)}
    matches = tally.matches.values()
    return Summary(
        settings=settings,
        names=labels,
        games=tally.games,
        standings=rows,
        ranking=tuple(sorted(players, key=lambda number: -rows[number].rating.elo)),
        cross_table={key: result_of(match) for key, match in cross.items() if match.points},
        by_size={
            (size, number): result_of(tally.player(number, size))
            for size, number in product(settings.sizes, players)
        },
        matches=tuple(
            PlayedMatch(first, second, size, result_of(match))
            for (size, first, second), match in tally.matches.items()
        ),
        black=sum((match.as_black + match.as_white.mirrored() for match in matches), Score()),
        faults=_faults(tally),
        by_phase={key: tally.phase_use(*key) for key in product(players, PHASES)},
        by_ply=dict(sorted(tally.uses.items())),
        sprt=sprt_state(settings, tally.match(0, 1).counts),
        repeated=sum(match.repeated for match in matches),
    )


def standings(
    tally: ArenaTally, names: Sequence[str] = (), *, intervals: bool = True
) -> tuple[Standing, ...]:
    """All players in the order they were given.

    Without intervals, ratings of more than two players come without theirs, but at once: for a
    table that is drawn again and again while games are played.
    """
    players = range(len(tally.settings.players))
    labels = names or tuple(map(printable, tally.settings.players))
    results = [result_of(tally.player(number)) for number in players]
    estimates = [result.estimate for result in results]
    two = len(players) == 2
    if two:
        rated = [Rating(match.elo, match.elo_low, match.elo_high) for match in estimates]
    else:
        rated = _rated(tally, intervals)
    return tuple(
        Standing(
            name=labels[number],
            result=results[number],
            rating=rated[number],
            superiority=estimates[number].superiority if two and results[number].games else None,
            forfeits=_by_kind(tally.faults[number]),
            slips=_by_kind(tally.slips[number]),
        )
        for number in players
    )


def result_of(match: MatchTally) -> MatchResult:
    """What a match proves by itself."""
    counts = match.counts
    return MatchResult(
        as_black=match.as_black,
        as_white=match.as_white,
        counts=counts,
        estimate=estimate(counts),
        discs=mean_error(match.diffs),
        raw_discs=mean_error(match.raw_diffs),
        game_diffs=dict(match.game_diffs),
        repeated=match.repeated,
    )


def sprt_state(settings: RunSettings, counts: PairCounts) -> SprtState | None:
    """How far the sequential test has got with these pairs, if one was asked for."""
    if settings.sprt is None:
        return None
    test = Sprt(*settings.sprt)
    return SprtState(
        test.elo0, test.elo1, test.ratio(counts), test.lower, test.upper, test.verdict(counts)
    )


def _rated(tally: ArenaTally, intervals: bool) -> list[Rating]:
    count = len(tally.settings.players)
    pairs = [
        PairResult(first, second, points)
        for (_, first, second), match in tally.matches.items()
        for points in match.points
    ]
    if intervals:
        return bootstrap(count, pairs, tally.settings.seed, BOOTSTRAP_ROUNDS)
    return [Rating(elo, -inf, inf) for elo in ratings(count, pairs)]


def _by_kind(counter: Counter[str]) -> dict[str, int]:
    times: Counter[str] = Counter()
    for kind, number in counter.items():
        times[printable(kind)] += number
    return dict(times)


def _faults(tally: ArenaTally) -> tuple[FaultCount, ...]:
    return tuple(
        FaultCount(
            number,
            printable(kind),
            times,
            lost_games,
            "\n".join(map(printable, tally.reasons[number, kind].splitlines())),
        )
        for number in range(len(tally.settings.players))
        for counters, lost_games in ((tally.faults, True), (tally.slips, False))
        for kind, times in sorted(counters[number].items())
    )
