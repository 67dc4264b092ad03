"""The clocks that a protocol tells of, kept for one side."""

import re
from dataclasses import dataclass

_TIME = re.compile(r"(?:\d{0,6}:){0,2}(?:\d{1,9}(?:\.\d{0,9})?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    seconds: float
    increment: float = 0.0
    """Seconds that every move brings."""
    moves: int = 0
    """The moves that the seconds are for; 0 if they are for the rest of the game."""


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """Main time, then periods of so many moves; or an increment for each move."""

    main: float
    period: float = 0.0
    moves: int = 0
    """Of a period; 0 if there are none."""
    increment: float = 0.0

    @classmethod
    def from_gtp(cls, main: float, byo_yomi: float, stones: int) -> "TimeSettings | None":
        """What `time_settings` means; None for no limit.

        By the standard, byo-yomi time without stones is no limit. Controllers send `0 1 0` for
        that; with a main time before it, Othello programs mean an increment for each move.
        """
        if stones:
            return cls(main, byo_yomi, stones)
        return cls(main, increment=byo_yomi) if main else None

    @classmethod
    def from_ggf(cls, text: str) -> "TimeSettings | None":
        """A clock such as 15:00, 05:00/00:10/02:00 or 0//0; None for no time, or for no clock.

        The grace time at its end is not to be used.
        """
        parts = [_ggf_seconds(part) for part in text.split("/")]
        if None in parts or not any(parts[:2]):
            return None
        main, increment = (*parts, 0.0)[:2]
        return cls(main or 0.0, increment=increment or 0.0)


def _ggf_seconds(text: str) -> float | None:
    if not _TIME.fullmatch(text.strip()):
        return None
    seconds = 0.0
    for part in text.strip().split(":"):
        seconds = 60 * seconds + float(part or 0)
    return seconds


class Clock:
    def __init__(self, settings: TimeSettings) -> None:
        self._settings = settings
        self._seconds, self._moves = settings.main, 0
        if settings.moves and not settings.main:
            self._begin_period()

    @property
    def left(self) -> TimeLeft:
        settings = self._settings
        if self._moves or not settings.moves:
            return TimeLeft(self._seconds, settings.increment, self._moves)
        return TimeLeft(self._seconds, settings.period / settings.moves)

    def set(self, seconds: float, moves: int) -> None:
        """What the other side says is left."""
        self._seconds, self._moves = seconds, moves

    def spend(self, seconds: float) -> None:
        self._seconds += self._settings.increment - seconds
        if self._moves:
            self._moves -= 1
        elif not self._settings.moves or self._seconds > 0:
            self._seconds = max(0.0, self._seconds)
            return
        if self._moves == 0:
            self._begin_period()

    def _begin_period(self) -> None:
        self._seconds, self._moves = self._settings.period, self._settings.moves
