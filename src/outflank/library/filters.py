"""Which games of a library are wanted."""

import re
from dataclasses import dataclass

from outflank._board import SIZES
from outflank._native import Position, line_keys
from outflank._text import quoted
from outflank.errors import SettingsError
from outflank.game import Game
from outflank.game.game import main_moves
from outflank.game.keys import KEY_BYTES, position_key

RESULTS = {
    "black": "score > 0",
    "white": "score < 0",
    "draw": "score = 0",
    "unfinished": "score IS NULL",
}
"""By their names: what SQL says of the score."""
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?", re.ASCII)
_NAMED = "IN (SELECT id FROM player WHERE instr(folded, ?) > 0)"


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Games must pass everything that is given; nothing given is all games.

    >>> GameFilter(player="tastet", dates=("2004", "2005-06"), result="draw").result
    'draw'
    """

    player: str = ""
    """A part of the name of either player, in capitals or not."""
    black: str = ""
    white: str = ""
    event: str = ""
    """A part of the name of the event."""
    dates: tuple[str, str] | None = None
    """The first and the last day, month or year."""
    result: str | None = None
    """One of `RESULTS`."""
    size: int | None = None
    position: Position | None = None
    """A position that must occur, turned or mirrored as it may be."""

    def __post_init__(self) -> None:
        if self.result is not None and self.result not in RESULTS:
            raise SettingsError(f"a result is one of {', '.join(RESULTS)}, not {self.result!r}")
        if self.size is not None and self.size not in SIZES:
            raise SettingsError(f"there is no board of size {self.size}; choose from {SIZES}")
        for date in self.dates or ():
            if _DATE.fullmatch(date) is None:
                raise SettingsError(f"a date is 2004, 2004-09 or 2004-09-18, not {quoted(date)}")

    def passes(self, game: Game) -> bool:
        """Whether a game passes, as it would in a library."""
        black, white, event = (
            text.casefold() for text in (game.black, game.white, game.tags.get("event", ""))
        )
        first, last = self.dates or ("", "")
        date = game.tags.get("date", "")
        return (
            (self.size is None or game.size == self.size)
            and (self.player.casefold() in black or self.player.casefold() in white)
            and self.black.casefold() in black
            and self.white.casefold() in white
            and self.event.casefold() in event
            and date >= first
            and date[: len(last)] <= last
            and self.result in (None, _result(game))
            and (self.position is None or _occurs(self.position, game))
        )

    def conditions(self) -> tuple[list[str], list[str | int]]:
        """What SQL asks of a row of `game`, and the values; all but the position."""
        parts: list[tuple[str, list[str | int]]] = []
        if self.player:
            name = self.player.casefold()
            parts.append((f"(black {_NAMED} OR white {_NAMED})", [name, name]))
        for column, name in (("black", self.black), ("white", self.white)):
            if name:
                parts.append((f"{column} {_NAMED}", [name.casefold()]))
        if self.event:
            parts.append(("instr(casefold(event), ?) > 0", [self.event.casefold()]))
        if self.dates is not None:
            first, last = self.dates
            # The last day, month or year counts as a whole.
            parts.append(("date >= ? AND substr(date, 1, ?) <= ?", [first, len(last), last]))
        if self.result is not None:
            parts.append((RESULTS[self.result], []))
        if self.size is not None:
            parts.append(("size = ?", [self.size]))
        return [sql for sql, _ in parts], [value for _, values in parts for value in values]


def _result(game: Game) -> str:
    if game.result is None:
        return "unfinished"
    winner = game.result.winner
    return "draw" if winner is None else winner.name.lower()


def _occurs(position: Position, game: Game) -> bool:
    """Whether a position occurs in the main line, turned or mirrored."""
    if position.size != game.size:
        return False
    keys, key = line_keys(game.start, main_moves(game)), position_key(position)
    return key.to_bytes(KEY_BYTES, "little") in {
        keys[begin : begin + KEY_BYTES] for begin in range(0, len(keys), KEY_BYTES)
    }
