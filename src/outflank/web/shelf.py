"""The library of games, for the page: what it holds, and what was played in a position."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from outflank.errors import FileError, SettingsError
from outflank.formats.record import record_of
from outflank.library import GameFilter, Library, library_path
from outflank.web.archive import reader_of, warnings_of
from outflank.web.games import board_asked
from outflank.web.refusal import RefusalError

PAGE = 50
"""Games that are told at once."""
MAX_SKIPPED = 100_000
"""Who looks further has to ask for less."""
_LONGEST_WORD = 100
_MAX_IDS = 2**32


class Shelf:
    """Opens the library for each question: SQLite wants a connection of its own in each thread."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def totals(self) -> dict[str, Any]:
        with self._open() as library:
            return asdict(library.totals())

    def games(self, query: Mapping[str, str]) -> dict[str, Any]:
        """A page of games, and where the next one begins."""
        conditions, skipped = _filter(query), _number(query, "cursor", MAX_SKIPPED)
        with self._open() as library:
            games = library.search(conditions, limit=skipped + PAGE + 1)[skipped:]
        return {
            "games": [asdict(game) for game in games[:PAGE]],
            "next": skipped + PAGE if len(games) > PAGE else None,
        }

    def game(self, id: int) -> dict[str, Any]:
        missing = RefusalError("not-found", f"the library has no game {id}")
        if not 0 < id < _MAX_IDS:
            raise missing
        with self._open() as library:
            try:
                return {"game": record_of(library.game(id))}
            except SettingsError:
                raise missing from None

    def position(self, query: Mapping[str, str]) -> dict[str, Any]:
        """How games went from a position, and after each of its moves."""
        if not query.get("board"):
            raise RefusalError("bad-message", "which position? board is missing")
        position = board_asked(query["board"])
        with self._open() as library:
            here, moves = library.position_stats(position), library.move_stats(position)
        return asdict(here) | {"moves": {move.name: asdict(row) for move, row in moves.items()}}

    def add(self, body: bytes, query: Mapping[str, str]) -> dict[str, Any]:
        with reader_of(body, query) as reader, self._open() as library:
            added = library.add(reader)
            if not added.added and not added.known and reader.errors:
                raise reader.errors[0]
            errors = {"skipped": reader.skipped, "warnings": warnings_of(reader)}
            return asdict(added) | errors

    @contextmanager
    def _open(self) -> Iterator[Library]:
        """The library; what is wrong with its file is told without where it lies."""
        path = self._path or library_path()
        try:
            with Library(path) as library:
                yield library
        except FileError as error:
            raise RefusalError(
                "engine-failed", str(error).replace(str(path), "the library")
            ) from None


def _filter(query: Mapping[str, str]) -> GameFilter:
    texts = {name: query.get(name, "") for name in ("player", "black", "white", "event")}
    if any(len(text) > _LONGEST_WORD for text in texts.values()):
        raise RefusalError("too-large", f"a name has at most {_LONGEST_WORD} characters")
    first, last = query.get("from"), query.get("to")
    return GameFilter(
        **texts,
        dates=(first or "0000", last or "9999") if first or last else None,
        result=query.get("result") or None,
        size=_number(query, "size", 99) or None,
        position=board_asked(query["board"]) if query.get("board") else None,
    )


def _number(query: Mapping[str, str], name: str, most: int) -> int:
    text = query.get(name)
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) < 10) or int(text) > most:
        raise RefusalError("bad-message", f"{name} is a whole number to {most}")
    return int(text)
