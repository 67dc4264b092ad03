"""The games of a run that its page can replay: which of them, and their data."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from outflank._text import printable
from outflank.arena.record import Fault, GameRecord
from outflank.arena.summary import Summary
from outflank.arena.tally import Pair
from outflank.errors import OutflankError
from outflank.game import Color, Game
from outflank.game.openings import opening_of

MAX_GAMES = 2000
"""On one page. A game on 8x8 takes 0.9 to 1.2 kB, measured with and without depth and nodes."""
MAX_REASON = 2500
"""Characters of a fault that are shown; a player's own words are cut there by its seat too."""


class ReplayGames:
    """The games of a run that its page will show; it holds few of them, however many are added.

    Faults go before the games that the first player lost, and those before all others.
    """

    def __init__(self, most: int = MAX_GAMES) -> None:
        self._most = most
        self._ranked: tuple[list[GameRecord], ...] = ([], [], [])

    def add(self, pair: Pair) -> None:
        for game in pair:
            games = self._ranked[_rank(game)]
            if len(games) < self._most:
                games.append(game)

    def chosen(self) -> list[GameRecord]:
        """Return those to show, in the order of the list."""
        return [game for games in self._ranked for game in games][: self._most]


def _rank(game: GameRecord) -> int:
    if game.fault is not None or game.slips:
        return 0
    return 1 if 0 in game.players and game.score_of(0) < 0 else 2


def replay_data(summary: Summary, games: Sequence[GameRecord]) -> dict[str, Any]:
    return {
        "players": summary.names,
        "games": [_record(number, game) for number, game in enumerate(games, 1)],
    }


def _record(number: int, game: GameRecord) -> dict[str, Any]:
    record: dict[str, Any] = {
        "number": number,
        "size": game.size,
        "black": game.black,
        "white": game.white,
        "score": game.score,
        "discs": game.discs,
        "opening": game.opening,
        "moves": game.moves,
        "seconds": [float(f"{seconds:.4g}") for seconds in game.seconds],
        "faults": [_fault(slip, lost=False) for slip in game.slips],
    }
    if game.fault is not None:
        record["faults"].insert(0, _fault(game.fault, lost=True))
    with suppress(OutflankError):  # moves that cannot be played name nothing
        opening = opening_of(Game.from_transcript(game.moves, size=game.size))
        if opening is not None:
            record["name"] = opening.name
    for key, values in (("depths", game.depths), ("nodes", game.nodes)):
        if any(value is not None for value in values):
            record[key] = values
    return record


def _fault(fault: Fault, *, lost: bool) -> dict[str, Any]:
    reason = "\n".join(map(printable, fault.reason.splitlines()))
    return {
        "side": "X" if fault.color == Color.BLACK else "O",
        "kind": printable(fault.kind),
        "reason": reason[:MAX_REASON],
        "lost": lost,
    }
