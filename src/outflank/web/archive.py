"""Games in files and in the library, for the page: read, written, found."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from outflank._schema import JsonObject
from outflank.errors import FileError
from outflank.formats.format import Losses
from outflank.formats.reading import GameReader, parse_games, read_games
from outflank.formats.record import parse_record, record_of
from outflank.formats.registry import FORMATS, format_named
from outflank.formats.writing import loss_message, texts_with
from outflank.web.games import size_asked
from outflank.web.refusal import RefusalError

MAX_GAMES = 1000
"""Games of one file that are sent to the page or come from it; more are for the library."""


def format_records() -> list[dict[str, Any]]:
    return [
        {
            "name": format.name,
            "title": format.title,
            "suffixes": list(format.suffixes),
            "writes": format.write is not None,
        }
        for format in FORMATS.values()
    ]


@contextmanager
def reader_of(body: bytes, query: Mapping[str, str]) -> Iterator[GameReader]:
    settings: dict[str, Any] = {"errors": "skip", "format": query.get("format") or None}
    settings["size"] = size_asked(query["size"]) if "size" in query else None
    try:
        text = None if b"\0" in body else body.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = None
    if text is None:
        # A format of bytes is read from a file, which has a length and a beginning.
        with tempfile.TemporaryFile() as file:
            file.write(body)
            file.seek(0)
            with read_games(file, label="the file", **settings) as reader:
                yield reader
        return
    with parse_games(text, **settings) as reader:
        yield reader


def imported(body: bytes, query: Mapping[str, str]) -> dict[str, Any]:
    """The games of a text or a file as records, and what could not be read."""
    with reader_of(body, query) as reader:
        games = [record_of(game) for game in islice(reader, MAX_GAMES)]
        more = next(reader, None) is not None
        if not games and reader.errors:
            raise reader.errors[0]
        return {
            "format": None if reader.format is None else reader.format.name,
            "games": games,
            "more": more,
            "notes": list(reader.notes),
            "skipped": reader.skipped,
            "warnings": warnings_of(reader),
        }


def warnings_of(reader: GameReader) -> list[dict[str, Any]]:
    return [
        {"message": str(error), "line": error.line, "column": error.column}
        for error in reader.errors
    ]


def exported(request: JsonObject) -> dict[str, Any]:
    """Games as text in some format, and what it could not hold."""
    try:
        records, name = request.list("games"), request.text("format")
    except FileError as error:
        raise RefusalError("bad-message", f"this request cannot be understood: {error}") from None
    if not records or len(records) > MAX_GAMES:
        raise RefusalError("too-large", f"from 1 to {MAX_GAMES} games are written at once")
    format, losses = format_named(name), Losses()
    if format.write is None:
        raise RefusalError("not-allowed", f"{format.title} is written to files, not to pages")
    games = (parse_record(json.dumps(record)) for record in records)
    text = "".join(texts_with(format, games, losses))
    return {"text": text, "losses": loss_message(format, losses) if losses.counts else None}
