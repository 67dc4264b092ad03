"""Counts the games of a run as they come in, pair by pair."""

from collections import Counter
from dataclasses import dataclass, field

from outflank._board import START_DISCS, phase_of
from outflank.arena.record import GameRecord
from outflank.arena.settings import Pairing, RunSettings
from outflank.stats.elo import PairCounts

Pair = tuple[GameRecord, GameRecord]
"""Both games of a pairing: first the one in which its first player is black."""


def pairing_of(pair: Pair) -> Pairing:
    """What the two games were played for."""
    game = pair[0]
    return Pairing(game.size, game.pair, game.black, game.white)


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses, as the first player of a match sees them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of points won."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def with_game(self, score: int) -> "Score":
        """These games and one more, given by its disc difference."""
        return Score(self.wins + (score > 0), self.draws + (score == 0), self.losses + (score < 0))

    def plus(self, other: "Score") -> "Score":
        """Both together."""
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def mirrored(self) -> "Score":
        """The same games as the other player sees them."""
        return Score(self.losses, self.draws, self.wins)


@dataclass(slots=True)
class MatchTally:
    """All pairs of two players on one size, as the first of them sees them."""

    points: list[float] = field(default_factory=list)
    """For each pair, from 0 to 2."""
    diffs: list[float] = field(default_factory=list)
    """For each pair, the average disc difference, empty squares to the winner."""
    raw_diffs: list[float] = field(default_factory=list)
    """The same with the discs on the board alone."""
    game_diffs: Counter[int] = field(default_factory=Counter)
    """How many games ended with each difference."""
    as_black: Score = Score()
    as_white: Score = Score()
    discs: list[int] = field(default_factory=lambda: [0, 0])
    """All discs on the board at the end of the games, own and theirs."""
    discs_as_black: list[int] = field(default_factory=lambda: [0, 0])
    """The same of the games with the black discs alone."""
    black_points: list[float] = field(default_factory=list)
    """For each pair, what black won in its two games, whoever that was."""
    new: list[bool] = field(default_factory=list)
    """For each pair, False if both games were move by move as earlier ones: it is no new trial."""
    repeated: int = 0
    """Games in which every move was as in an earlier one of the match."""
    _seen: set[tuple[int, str]] = field(default_factory=set)

    @property
    def counts(self) -> PairCounts:
        """How many pairs gave 0, 0.5, ... 2 points."""
        return PairCounts.of(self.points)

    @property
    def score(self) -> Score:
        """Over both colours."""
        return self.as_black.plus(self.as_white)

    def add(self, pair: Pair) -> None:
        """Counts both games."""
        player = pair[0].black
        scores = [game.score_of(player) for game in pair]
        self.as_black = self.as_black.with_game(scores[0])
        self.as_white = self.as_white.with_game(scores[1])
        self.points.append(sum(game.points_of(player) for game in pair))
        self.black_points.append(sum(game.points_of(game.black) for game in pair))
        self.diffs.append(sum(scores) / 2)
        self.game_diffs.update(scores)
        raw, known = 0, 0
        for game in pair:
            own, theirs = game.discs if game.black == player else game.discs[::-1]
            self.discs[0] += own
            self.discs[1] += theirs
            raw += own - theirs
            if game.black == player:
                self.discs_as_black[0] += own
                self.discs_as_black[1] += theirs
            key = (game.black, game.moves)
            known += key in self._seen
            self._seen.add(key)
        self.repeated += known
        self.new.append(known < len(pair))
        self.raw_diffs.append(raw / 2)


@dataclass(slots=True)
class Use:
    """What some moves of a player took."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    depths: int = 0
    """The sum of the depths, over the moves that have one."""
    with_depth: int = 0
    nodes: int = 0
    with_nodes: int = 0

    def add(self, seconds: float, depth: int | None, nodes: int | None) -> None:
        """Counts a move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if depth is not None:
            self.depths += depth
            self.with_depth += 1
        if nodes is not None:
            self.nodes += nodes
            self.with_nodes += 1

    def plus(self, other: "Use") -> "Use":
        """Both together."""
        return Use(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            self.depths + other.depths,
            self.with_depth + other.with_depth,
            self.nodes + other.nodes,
            self.with_nodes + other.with_nodes,
        )

    @property
    def mean_seconds(self) -> float:
        """Seconds a move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def mean_depth(self) -> float | None:
        """None if the player never told."""
        return self.depths / self.with_depth if self.with_depth else None

    @property
    def mean_nodes(self) -> float | None:
        """None if the player never told."""
        return self.nodes / self.with_nodes if self.with_nodes else None


class ArenaTally:
    """Everything a table or a report needs, without the games themselves."""

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings
        self.games = 0
        self.matches = {
            (size, *match): MatchTally() for size in settings.sizes for match in settings.matches
        }
        """By size and the numbers of both players."""
        self.faults: list[Counter[str]] = [Counter() for _ in settings.players]
        """For each player, how many games it lost by each kind of fault."""
        self.slips: list[Counter[str]] = [Counter() for _ in settings.players]
        self.reasons: dict[tuple[int, str], str] = {}
        """For each player and kind of fault, what happened the first time."""
        self.uses: dict[tuple[int, int, int], Use] = {}
        """By player, size and ply of the game (from 0, passes left out)."""

    def add(self, pair: Pair) -> None:
        """Counts both games of a pair."""
        self.games += 2
        self.matches[pair[0].size, pair[0].black, pair[0].white].add(pair)
        for game in pair:
            self._add_uses(game)
            for counters, faults in (
                (self.faults, () if game.fault is None else (game.fault,)),
                (self.slips, game.slips),
            ):
                for fault in faults:
                    player = (game.black, game.white)[fault.color.name == "WHITE"]
                    counters[player][fault.kind] += 1
                    self.reasons.setdefault((player, fault.kind), fault.reason)

    def _add_uses(self, game: GameRecord) -> None:
        for turn, depth, nodes, seconds in zip(
            game.turns, game.depths, game.nodes, game.seconds, strict=True
        ):
            ply, black = turn
            key = (game.black if black else game.white, game.size, ply)
            use = self.uses.get(key)
            if use is None:
                use = self.uses[key] = Use()
            use.add(seconds, depth, nodes)

    def phase_use(self, player: int, phase: str) -> Use:
        """What a player's moves took in a phase of the game."""
        found = Use()
        for (owner, size, ply), use in self.uses.items():
            if owner == player and phase_of(size, ply + START_DISCS) == phase:
                found = found.plus(use)
        return found

    def match(self, first: int, second: int, size: int | None = None) -> MatchTally:
        """A match as `first` sees it; over all sizes unless one is given."""
        found = MatchTally()
        for (played, *players), tally in self.matches.items():
            if size in (None, played) and set(players) == {first, second}:
                _merge(found, tally, mirrored=players[0] != first)
        return found

    def player(self, number: int, size: int | None = None) -> MatchTally:
        """All matches of a player as one."""
        found = MatchTally()
        for (played, *players), tally in self.matches.items():
            if size in (None, played) and number in players:
                _merge(found, tally, mirrored=players[0] != number)
        return found


def _merge(into: MatchTally, tally: MatchTally, *, mirrored: bool) -> None:
    sign = -1 if mirrored else 1
    into.points += [2 - points for points in tally.points] if mirrored else tally.points
    into.new += tally.new
    into.black_points += tally.black_points
    into.diffs += [sign * value for value in tally.diffs]
    into.raw_diffs += [sign * value for value in tally.raw_diffs]
    for diff, games in tally.game_diffs.items():
        into.game_diffs[sign * diff] += games
    own, theirs = tally.discs[::sign]
    into.discs[0] += own
    into.discs[1] += theirs
    black = tally.discs_as_black
    if mirrored:
        # What the other had as white.
        black = [all_ - one for all_, one in zip(tally.discs, black, strict=True)][::-1]
    into.discs_as_black[0] += black[0]
    into.discs_as_black[1] += black[1]
    # The second player was white where the first was black.
    as_black, as_white = tally.as_black, tally.as_white
    if mirrored:
        as_black, as_white = as_white.mirrored(), as_black.mirrored()
    into.as_black = into.as_black.plus(as_black)
    into.as_white = into.as_white.plus(as_white)
    into.repeated += tally.repeated
