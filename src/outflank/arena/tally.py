"""Counts the games of a run as they come in, pair by pair."""

from collections import Counter
from dataclasses import dataclass, field

from outflank._board import START_DISCS, phase_of
from outflank._native import Color
from outflank.arena.record import GameRecord
from outflank.arena.settings import Pairing, RunSettings
from outflank.stats.elo import PairCounts

Pair = tuple[GameRecord, GameRecord]
"""Both games of a pairing: first the one in which its first player is black."""


def pairing_of(pair: Pair) -> Pairing:
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
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of points won; a half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def with_game(self, diff: int) -> "Score":
        """These games and one more, given by its disc difference."""
        return Score(self.wins + (diff > 0), self.draws + (diff == 0), self.losses + (diff < 0))

    def __add__(self, other: "Score") -> "Score":
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
    """All discs on the board at the end of the games, own and the opponent's."""
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
        return PairCounts.of(self.points)

    @property
    def score(self) -> Score:
        return self.as_black + self.as_white

    def add(self, pair: Pair) -> None:
        player = pair[0].black
        diffs = [game.score_of(player) for game in pair]
        self.as_black = self.as_black.with_game(diffs[0])
        self.as_white = self.as_white.with_game(diffs[1])
        self.points.append(sum(game.points_of(player) for game in pair))
        self.black_points.append(sum(game.points_of(game.black) for game in pair))
        self.diffs.append(sum(diffs) / 2)
        self.game_diffs.update(diffs)
        black, white = pair[0].discs, pair[1].discs[::-1]
        self.raw_diffs.append((black[0] - black[1] + white[0] - white[1]) / 2)
        repeated = 0
        for game in pair:
            key = (game.black, game.moves)
            repeated += key in self._seen
            self._seen.add(key)
        self.repeated += repeated
        self.new.append(repeated < len(pair))
        for number in (0, 1):
            self.discs[number] += black[number] + white[number]
            self.discs_as_black[number] += black[number]

    def merge(self, match: "MatchTally", *, mirrored: bool) -> None:
        """Adds the pairs of a match, as its other player sees them if `mirrored`."""
        sign = -1 if mirrored else 1
        self.points += [2 - points for points in match.points] if mirrored else match.points
        self.new += match.new
        self.black_points += match.black_points
        self.diffs += [sign * diff for diff in match.diffs]
        self.raw_diffs += [sign * diff for diff in match.raw_diffs]
        for diff, games in match.game_diffs.items():
            self.game_diffs[sign * diff] += games
        self.repeated += match.repeated
        as_black, as_white = match.as_black, match.as_white
        discs, black = match.discs, match.discs_as_black
        if mirrored:  # the other player was white where this one was black
            as_black, as_white = as_white.mirrored(), as_black.mirrored()
            discs, black = discs[::-1], [discs[1] - black[1], discs[0] - black[0]]
        self.as_black += as_black
        self.as_white += as_white
        for number in (0, 1):
            self.discs[number] += discs[number]
            self.discs_as_black[number] += black[number]


@dataclass(slots=True)
class MoveUse:
    moves: int = 0
    seconds: float = 0.0
    longest_seconds: float = 0.0
    depths: int = 0
    """The sum of the depths, over the moves that have one."""
    with_depth: int = 0
    nodes: int = 0
    with_nodes: int = 0

    def add(self, seconds: float, depth: int | None, nodes: int | None) -> None:
        self.moves += 1
        self.seconds += seconds
        self.longest_seconds = max(self.longest_seconds, seconds)
        if depth is not None:
            self.depths += depth
            self.with_depth += 1
        if nodes is not None:
            self.nodes += nodes
            self.with_nodes += 1

    def __iadd__(self, other: "MoveUse") -> "MoveUse":
        self.longest_seconds = max(self.longest_seconds, other.longest_seconds)
        for name in ("moves", "seconds", "depths", "with_depth", "nodes", "with_nodes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    @property
    def mean_seconds(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def mean_depth(self) -> float | None:
        """None if the player reports no depth."""
        return self.depths / self.with_depth if self.with_depth else None

    @property
    def mean_nodes(self) -> float | None:
        """None if the player reports no nodes."""
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
        self.uses: dict[tuple[int, int, int], MoveUse] = {}
        """By player, size and ply of the game (from 0, passes left out)."""

    def add(self, pair: Pair) -> None:
        self.games += 2
        self.matches[pair[0].size, pair[0].black, pair[0].white].add(pair)
        for game in pair:
            for (ply, black), depth, nodes, seconds in zip(
                game.turns, game.depths, game.nodes, game.seconds, strict=True
            ):
                key = (game.black if black else game.white, game.size, ply)
                self.uses.setdefault(key, MoveUse()).add(seconds, depth, nodes)
            faults = () if game.fault is None else (game.fault,)
            for counters, breaches in ((self.faults, faults), (self.slips, game.slips)):
                for fault in breaches:
                    player = game.black if fault.color == Color.BLACK else game.white
                    counters[player][fault.kind] += 1
                    self.reasons.setdefault((player, fault.kind), fault.reason)

    def phase_use(self, player: int, phase: str) -> MoveUse:
        total = MoveUse()
        for (number, size, ply), use in self.uses.items():
            if number == player and phase_of(size, ply + START_DISCS) == phase:
                total += use
        return total

    def match(self, player: int, opponent: int | None, size: int | None = None) -> MatchTally:
        """The matches as `player` sees them: against one or all, on one size or all."""
        total = MatchTally()
        for (board, *players), match in self.matches.items():
            if size in (None, board) and player in players and opponent in (None, *players):
                total.merge(match, mirrored=player != players[0])
        return total

    def player(self, number: int, size: int | None = None) -> MatchTally:
        return self.match(number, None, size)
