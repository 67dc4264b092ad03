"""The keys of `Game.tags` that mean the same in every format, and dates in one form.

A tag without a key here keeps the name that its format has for it, such as GGF's ``KM``.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from outflank.formats.format import Losses
from outflank.game import Game

KEYS = {
    "date": "when it was played: 2004-09-18, or 2004-09-18 05:54:38 MDT, or the year alone",
    "event": "the tournament or match",
    "place": "where: a town, or a server",
    "round": "which round of the event",
    "result": "what the record says of the result, where that is no score",
    "black_rating": "black's rating before the game",
    "white_rating": "white's",
    "time": "the clock of both players, as the record writes it",
    "black_time": "black's clock, if it differs",
    "white_time": "white's",
    "type": "GGF's kind of match, such as s8r20; the board alone goes without saying",
    "score": "what a position is worth to the side to move (OBF)",
    "scores": "what its moves are worth, such as G8:+18 H1:+12 (OBF)",
    "opening": "how many of the moves were given (arena)",
    "pair": "the number of the opening, from 0 (arena)",
    "forfeit": "who broke the rules, and how",
    "slips": "what cost a player a random move instead of the game (arena)",
    "theoretical_score": "black's score had both played perfectly at the end (WTHOR)",
}
"""What each key holds."""

_DATE = re.compile(
    r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})"
    r"(?:[ _T](?P<time>\d{1,2}:\d{2}(?::\d{2})?)(?:[. ]?(?P<zone>[A-Za-z+-][\w+:-]*))?)?",
    re.ASCII,
)
_UNIX = re.compile(r"[0-9]{9,10}")


def plain_date(text: str) -> str:
    """A date as the tag `date` has it; what is none that is known stays as it is.

    >>> plain_date("2004.09.18_05:54:38.MDT"), plain_date("1079579078")
    ('2004-09-18 05:54:38 MDT', '2004-03-18 03:04:38 UTC')
    """
    text = text.strip()
    if _UNIX.fullmatch(text):
        return f"{datetime.fromtimestamp(int(text), UTC):%Y-%m-%d %H:%M:%S} UTC"
    match = _DATE.fullmatch(text)
    if match is None:
        return text
    date = f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}"
    return " ".join(part for part in (date, match["time"], match["zone"]) if part)


def finite(text: str) -> float | None:
    """The number that a text is; None for what is none, or has no end."""
    try:
        number = float(text) if text else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def decimal(number: float | None) -> str:
    """A number without an exponent, exactly; nothing for what is none.

    >>> decimal(1e-7), decimal(None)
    ('0.0000001', '')
    """
    if number is None or not math.isfinite(number):
        return ""
    return format(Decimal(repr(number + 0.0)), "f")


@dataclass(frozen=True, slots=True)
class TagNames:
    """What a format calls the tags of a game; a tag without a key keeps its name."""

    keys: Mapping[str, str]
    """The key of `Game.tags` by the name in the format."""
    reserved: frozenset[str]
    """Names that are no tags."""
    own: str
    """A pattern of the names that can be keys themselves."""

    def holds(self, key: str) -> bool:
        return key == "result" or key in self.keys.values() or self._is_own(key)

    def read(self, game: Game, name: str, value: str) -> None:
        key = self.keys.get(name, name)
        game.tags[key] = plain_date(value) if key == "date" else value

    def named(self, game: Game, losses: Losses) -> tuple[dict[str, str], dict[str, str]]:
        """The tags by their names: those with a key of ours, and the others."""
        date = game.tags.get("date", "")
        if plain_date(date) != date:
            losses.add("the form of dates")
        known = {name: game.tags[key] for name, key in self.keys.items() if key in game.tags}
        return known, {key: value for key, value in game.tags.items() if self._is_own(key)}

    def _is_own(self, key: str) -> bool:
        names = self.reserved | self.keys.keys()
        return re.fullmatch(self.own, key) is not None and key not in names
