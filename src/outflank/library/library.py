"""A library of games: kept in one file, found by player, date, result and position."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Self

import numpy as np

from outflank._native import Move, Position, line_keys
from outflank._text import encodable
from outflank.errors import FileError, SettingsError
from outflank.formats.record import parse_record, record_of
from outflank.formats.writing import write_games
from outflank.game import Game
from outflank.game.game import extras, main_moves
from outflank.game.keys import position_key
from outflank.game.transcript import write_moves
from outflank.library.cards import Cards
from outflank.library.filters import GameFilter
from outflank.library.mistakes import Mistakes
from outflank.library.positions import MAX_GAMES, UNKNOWN, blocks, occurrences
from outflank.library.store import Store

BATCH = 4000
"""Games of one transaction: what is lost if the program is killed, and has to be added again."""
_AT_ONCE = 500
_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Added:
    """What became of games that were added."""

    added: int
    known: int
    """Games that the library had already."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """What a library knows about a game without reading its moves."""

    id: int
    size: int
    black: str
    white: str
    date: str
    event: str
    score: int | None
    """Black's; None if the game has no result."""
    plies: int


@dataclass(frozen=True, slots=True)
class PositionStats:
    """How the games ended in which a position occurs."""

    games: int
    black_wins: int
    draws: int
    white_wins: int
    average: float | None
    """Black's average score; None if no game has a result."""

    @property
    def unfinished(self) -> int:
        return self.games - self.black_wins - self.draws - self.white_wins


@dataclass(frozen=True, slots=True)
class Totals:
    """What a library holds."""

    games: int
    players: int
    sizes: dict[int, int]
    """How many games on each board."""
    black_wins: int
    draws: int
    white_wins: int
    first_date: str
    """The earliest date that is known; empty if none is."""
    last_date: str


class Library:
    """Games in a file, each once, with an index of all their positions.

    Several programs may read a library while one adds to it. What was added survives the program
    that added it, however that ends. A thread opens a library of its own. Leaving it (`close`, or
    the end of a `with` block) closes the file.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Library(pathlib.Path(folder) / "games.sqlite") as library:
    ...         added = library.add([Game.from_transcript("f5d6c3"), Game.from_transcript("f5f6")])
    ...         stats = library.position_stats(Position().play("d3"))
    >>> added.added, stats.games
    (2, 2)
    """

    def __init__(self, path: str | os.PathLike[str], *, create: bool = True) -> None:
        """Opens a library; a file that is not there is made, unless `create` is false."""
        self.path = Path(path)
        self._store = Store(self.path, create=create)
        self._players: dict[str, int] = {}
        self.mistakes = Mistakes(self._store)
        """What was played wrong, kept to be practised."""
        self.cards = Cards(self._store)
        """What is practised, and how well it is known."""

    def add(
        self, games: Iterable[Game], *, report: Callable[[Added], None] = lambda _: None
    ) -> Added:
        """Adds the games that are new; `report` hears what became of those so far.

        A game is the same as another if board, start, moves of the main line, names, date and score
        are. Every `BATCH` games they are safe. An error of `games` is raised after those before it
        were added.
        """
        total = Added(0, 0)
        waiting = iter(games)
        while True:
            batch: list[Game] = []
            error: Exception | None = None
            try:
                batch.extend(islice(waiting, BATCH))
            except Exception as raised:
                error = raised
            if batch:
                new = self._add(batch)
                total = Added(total.added + new, total.known + len(batch) - new)
                report(total)
            if error is not None:
                raise error
            if not batch:
                return total

    def search(
        self, wanted: GameFilter | None = None, *, limit: int | None = None
    ) -> list[StoredGame]:
        """The games that are wanted, the latest first."""
        sql, values = self._selection(wanted)
        rows = self._store.rows(
            "SELECT found.id, size, one.name, two.name, date, event, score, plies FROM "
            f"(SELECT * FROM game {sql} ORDER BY date DESC, id DESC LIMIT ?) found "
            "JOIN player one ON one.id = black JOIN player two ON two.id = white "
            "ORDER BY date DESC, found.id DESC",
            [*values, -1 if limit is None else limit],
        )
        return [StoredGame(*row) for row in rows]

    def count(self, wanted: GameFilter | None = None) -> int:
        """How many games are wanted."""
        sql, values = self._selection(wanted)
        ((count,),) = self._store.rows(f"SELECT count(*) FROM game {sql}", values)
        return int(count)

    def game(self, id: int) -> Game:
        """The game with an id, with all its moves, variations and notes."""
        for game in self._games([id]):
            return game
        raise SettingsError(f"{self.path} has no game {id}")

    def games(self, wanted: GameFilter | None = None) -> Iterator[Game]:
        """The games that are wanted, in the order in which they were added."""
        sql, values = self._selection(wanted)
        rows = self._store.rows(f"SELECT id FROM game {sql} ORDER BY id", values)
        return self._games([id for (id,) in rows])

    def export(
        self,
        target: str | os.PathLike[str] | IO[Any],
        wanted: GameFilter | None = None,
        *,
        format: str | None = None,
    ) -> int:
        """Writes the games that are wanted, as `write_games` does; how many."""
        return write_games(self.games(wanted), target, format=format)

    def position_stats(self, position: Position) -> PositionStats:
        """How the games ended in which a position occurs, turned or mirrored as it may be."""
        games, scores = occurrences(self._store, position_key(position))
        scores = scores[scores != UNKNOWN]
        return PositionStats(
            games=len(games),
            black_wins=int(np.count_nonzero(scores > 0)),
            draws=int(np.count_nonzero(scores == 0)),
            white_wins=int(np.count_nonzero(scores < 0)),
            average=float(scores.mean()) if len(scores) else None,
        )

    def move_stats(self, position: Position) -> dict[Move, PositionStats]:
        """The same for the position after each move, the most played first.

        A position that is reached by other moves, too, counts all its games. Of moves that are
        images of each other each counts all.
        """
        stats = {move: self.position_stats(position.play(move)) for move in position.legal_moves}
        ordered = sorted(stats.items(), key=lambda item: -item[1].games)
        return {move: after for move, after in ordered if after.games}

    def totals(self) -> Totals:
        """What there is in all."""
        rows = self._store.rows
        sizes = dict(rows("SELECT size, count(*) FROM game GROUP BY size ORDER BY size"))
        ((players,),) = rows("SELECT count(*) FROM player WHERE name <> ''")
        ((black, draws, white, first, last),) = rows(
            "SELECT count(*) FILTER (WHERE score > 0), count(*) FILTER (WHERE score = 0), "
            "count(*) FILTER (WHERE score < 0), min(date) FILTER (WHERE date <> ''), max(date) "
            "FROM game"
        )
        games = sum(sizes.values())
        return Totals(games, players, sizes, black, draws, white, first or "", last or "")

    def close(self) -> None:
        """Closes the file; the library cannot be used again."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Library {self.path}>"

    def _add(self, games: list[Game]) -> int:
        records = [record_of(game) for game in games]
        texts: list[tuple[int, str]] = []
        keys: list[bytes] = []
        scores: list[int | None] = []
        try:
            with self._store.transaction() as connection:
                for game, record in zip(games, records, strict=True):
                    id = self._insert(connection, game, record)
                    if id is None:
                        continue
                    texts.append((id, json.dumps(record, separators=(",", ":"))))
                    keys.append(line_keys(game.start, main_moves(game)))
                    scores.append(record.get("score"))
                if texts:
                    index = blocks(keys, [id for id, _ in texts], scores)
                    connection.executemany("INSERT INTO record VALUES (?, ?)", texts)
                    connection.executemany("INSERT INTO positions VALUES (?, ?)", index)
        except BaseException:
            self._players.clear()  # those who came with this batch are gone again
            raise
        return len(texts)

    def _insert(
        self, connection: sqlite3.Connection, game: Game, record: dict[str, Any]
    ) -> int | None:
        tags = record.get("tags", {})
        date, event = encodable(tags.get("date", "")), encodable(tags.get("event", ""))
        moves = main_moves(game)
        transcript = write_moves(game.start, moves) if extras(game) else record["moves"]
        names = encodable(game.black), encodable(game.white)
        identity = (game.size, record.get("start"), transcript, *names, date, record.get("score"))
        digest = hashlib.blake2b(repr(identity).encode(), digest_size=_DIGEST_BYTES).digest()
        players = (self._player(connection, name) for name in names)
        cursor = connection.execute(
            "INSERT INTO game (digest, size, black, white, date, event, score, plies) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING",
            (digest, game.size, *players, date, event, record.get("score"), len(moves)),
        )
        if not cursor.rowcount:
            return None
        id = cursor.lastrowid
        assert id is not None
        if id > MAX_GAMES:
            raise FileError(f"{self.path} is full: it has {MAX_GAMES:,} games")
        return id

    def _player(self, connection: sqlite3.Connection, name: str) -> int:
        if name not in self._players:
            connection.execute(
                "INSERT OR IGNORE INTO player (name, folded) VALUES (?, ?)", (name, name.casefold())
            )
            ((id,),) = self._store.rows("SELECT id FROM player WHERE name = ?", (name,))
            self._players[name] = id
        return self._players[name]

    def _selection(self, wanted: GameFilter | None) -> tuple[str, list[str | int]]:
        request = wanted or GameFilter()
        conditions, values = request.conditions()
        if request.position is not None:
            # With the sign SQLite walks along the dates and stops at the limit; without it, it
            # would fetch every game of the list first.
            conditions.append("+id IN (SELECT value FROM json_each(?))")
            games, _ = occurrences(self._store, position_key(request.position))
            values.append(str(games.tolist()))
        return f"WHERE {' AND '.join(conditions)}" if conditions else "", values

    def _games(self, ids: list[int]) -> Iterator[Game]:
        for start in range(0, len(ids), _AT_ONCE):
            chosen = ids[start : start + _AT_ONCE]
            for (text,) in self._store.rows(
                "SELECT text FROM record WHERE game IN (SELECT value FROM json_each(?)) "
                "ORDER BY game",
                [str(chosen)],
            ):
                yield parse_record(text)
