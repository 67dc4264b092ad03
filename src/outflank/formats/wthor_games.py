"""WTHOR files as games: with the names beside them, read piece by piece, and written.

The names of ``2004.wtb`` are in ``2004.jou`` and ``2004.trn``, else in ``WTH.JOU`` and ``WTH.TRN``
of the same folder. A file that is written gets names of its own.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from outflank._board import board_name
from outflank._files import replacing
from outflank._native import Position
from outflank.errors import FileError, IllegalMoveError, NotationError
from outflank.formats.format import Format, GameOrError, Losses, Reading
from outflank.formats.wthor import (
    HEADER_LENGTH,
    MAX_NAMES,
    PLAYER_LENGTH,
    SIZES,
    TOURNAMENT_LENGTH,
    Header,
    Record,
    checked_header,
    code_of,
    packed_name,
    read_players,
    read_tournaments,
    record_layout,
    unpacked,
    write_players,
    write_tournaments,
)
from outflank.game import Ending, Game, Result
from outflank.game.game import main_moves, played_result

_UNKNOWN = "???"
"""The name with which the lists begin."""
_AT_ONCE = 1000
"""Games that are read at once."""
_DEPTH = 24
"""From how many empty squares on the theoretical score of current files holds."""


def read(reading: Reading) -> Iterator[GameOrError]:
    """Every game of a file; an error names the game by its number and its byte."""
    source = reading.source
    header = checked_header(source.read(HEADER_LENGTH), source.length, source.label)
    players = _names_beside(source.path, ".jou", read_players, reading)
    tournaments = _names_beside(source.path, ".trn", read_tournaments, reading)
    length = record_layout(header.size).size
    year = str(header.year) if header.year else ""
    done = 0
    while done < header.games:
        count = min(_AT_ONCE, header.games - done)
        data = source.read(count * length)
        if len(data) < count * length:
            raise FileError(f"{source.label}: it ends in game {done + len(data) // length + 1}")
        for number, record in enumerate(unpacked(data, header.size), done + 1):
            try:
                game = _game(record)
            except (NotationError, IllegalMoveError) as error:
                at = HEADER_LENGTH + (number - 1) * length
                yield type(error)(f"{source.label}: game {number} (byte {at}): {error}")
                continue
            game.black = _name(players, record.black)
            game.white = _name(players, record.white)
            if year:
                game.tags["date"] = year
            if event := _name(tournaments, record.tournament):
                game.tags["event"] = event
            yield game
        done += count
    if source.read(1):
        raise FileError(f"{source.label}: more than the {header.games} games of the header")


def _game(record: Record) -> Game:
    game = record.game()
    score, squares = record.score, record.size**2
    if abs(score) > squares or abs(record.theoretical_score) > squares:
        raise NotationError(f"more discs than the {squares} squares of the board")
    natural = played_result(game)
    if natural is None or natural.score != score:
        game.result = Result(score, Ending.AGREED if natural is None else Ending.FINISHED)
    game.tags["theoretical_score"] = str(record.theoretical_score)
    return game


def _names_beside(
    path: Path | None, suffix: str, read_names: Callable[[Path], list[str]], reading: Reading
) -> list[str]:
    if path is not None:
        with contextlib.suppress(OSError):
            names = [f"{path.stem}{suffix}".lower(), f"wth{suffix}"]
            there = {one.name.lower(): one for one in path.parent.iterdir()}
            for name in names:
                if name in there:
                    return read_names(there[name])
    what = "players" if suffix == ".jou" else "tournaments"
    reading.notes.append(f"there is no {suffix} file with the names of {what}: they are numbers")
    return []


def _name(names: list[str], index: int) -> str:
    if index >= len(names):
        return f"#{index}" if index else ""
    name = names[index]
    return "" if index == 0 and name.startswith(_UNKNOWN) else name


def refusal(game: Game) -> str | None:
    if game.size not in SIZES or game.start != Position(game.size):
        boards = " and ".join(map(board_name, SIZES))
        return f"it holds games from the usual start on {boards}"
    return None


def write(path: Path, games: Iterable[Game], losses: Losses) -> int:
    """Writes games, all on one board, and the names beside them; how many games."""
    players, tournaments = _Names(PLAYER_LENGTH), _Names(TOURNAMENT_LENGTH)
    now = datetime.now(UTC)
    size, year, count = 0, 0, 0
    with replacing(path) as file:
        if not file.seekable():
            raise FileError(f"{path}: WTHOR is written to files, not to pipes and devices")
        file.write(bytes(HEADER_LENGTH))
        for game in games:
            if count == 0:
                size = game.size
                date = re.match(r"(\d{4})(?!\d)", game.tags.get("date", ""), re.ASCII)
                year = int(date[1]) if date else 0
            if game.size != size:
                raise NotationError(
                    f"game {count + 1} is on {board_name(game.size)}, and the first one on "
                    f"{board_name(size)}: WTHOR has a file for each board"
                )
            if game.tags.get("date", "") != (str(year) if year else ""):
                losses.add("dates but for the year of the first game")
            file.write(_record(game, players, tournaments, losses).packed())
            count += 1
        today = (now.year // 100, now.year % 100, now.month, now.day)
        header = Header(today, count, 0, year, size or SIZES[0], 0, _DEPTH)
        file.seek(0)
        file.write(header.packed())
        write_players(path.with_suffix(".jou"), players.names, Header(today))
        write_tournaments(path.with_suffix(".trn"), tournaments.names, Header(today))
    return count


class _Names:
    def __init__(self, length: int) -> None:
        self._length = length
        self._index = {packed_name(_UNKNOWN, length): 0}
        self.names = [_UNKNOWN]

    def index(self, name: str, losses: Losses) -> int:
        if not name:
            return 0
        packed = packed_name(name, self._length)
        if packed.rstrip(b"\0").decode("latin-1") != name or name.startswith(_UNKNOWN):
            losses.add(f"names of more than {self._length - 1} characters, or not in Latin-1")
        if packed not in self._index:
            if len(self.names) >= MAX_NAMES:
                raise NotationError(f"WTHOR knows {MAX_NAMES:,} names at most")
            self._index[packed] = len(self.names)
            self.names.append(name)
        return self._index[packed]


def _record(game: Game, players: _Names, tournaments: _Names, losses: Losses) -> Record:
    moves = main_moves(game)
    if moves and moves[-1].is_pass:
        losses.add("passes at the end")
    squares, natural = game.size**2, played_result(game)
    result = game.result
    if result is None:
        losses.add("that games are not over")
        result = Result(game.final_position.score())
    expected = Ending.AGREED if natural is None else Ending.FINISHED
    if game.result is not None and result.ending != expected:
        losses.add("how games ended")
    theoretical = game.tags.get("theoretical_score", "")
    known = re.fullmatch(r"-?\d{1,3}", theoretical, re.ASCII)
    perfect = int(theoretical) if known and abs(int(theoretical)) <= squares else result.score
    for score in (result.score, perfect):
        if score % 2:
            losses.add("odd scores")
    if str(perfect) != theoretical:
        losses.add("that no theoretical score is known")
    return Record(
        tournaments.index(game.tags.get("event", ""), losses),
        players.index(game.black, losses),
        players.index(game.white, losses),
        (result.score + squares) // 2,
        (perfect + squares) // 2,
        bytes(code_of(move) for move in moves if not move.is_pass),
        game.size,
    )


WTHOR = Format(
    "wthor",
    "WTHOR",
    (".wtb",),
    read,
    None,
    holds=frozenset({"names", "result"}),
    holds_tag=lambda key: key in ("date", "event", "theoretical_score"),
    refusal=refusal,
)
