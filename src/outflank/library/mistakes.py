"""Mistakes that reviews found, kept to be practised."""

from collections.abc import Iterator
from dataclasses import dataclass

from outflank._native import Move, Position
from outflank.errors import SettingsError
from outflank.game.keys import KEY_BYTES, position_key
from outflank.library.store import Store


@dataclass(frozen=True, slots=True)
class Mistake:
    """A position, what was played there, and what it cost."""

    position: Position
    best: Move
    played: Move
    loss: float
    """Discs."""


class Mistakes:
    """The mistakes of a library, the dearest first; `Library.mistakes` has them.

    A mistake is there once, however the board was turned; it comes back in the canonical form of
    its position.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, position: Position, best: Move, played: Move, loss: float) -> bool:
        """Keeps a mistake; false if it was there. The best move and the loss become these."""
        for move in (best, played):
            position.play(move)  # says why, if it is illegal
        if not loss > 0 or best == played:
            raise SettingsError("a mistake is a move that loses discs against the best one")
        symmetry, form = position.canonical_symmetry(), position.canonical()
        names = [move.transform(symmetry, position.size).name for move in (played, best)]
        key = position_key(position).to_bytes(KEY_BYTES, "little")
        with self._store.transaction() as connection:
            before = len(self)
            connection.execute(
                "INSERT INTO mistake (key, played, best, loss, position) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (key, played) "
                "DO UPDATE SET best = excluded.best, loss = excluded.loss",
                (key, *names, loss, form.to_text()),
            )
            return len(self) > before

    def __len__(self) -> int:
        ((count,),) = self._store.rows("SELECT count(*) FROM mistake")
        return int(count)

    def __iter__(self) -> Iterator[Mistake]:
        for position, best, played, loss in self._store.rows(
            "SELECT position, best, played, loss FROM mistake ORDER BY loss DESC, key, played"
        ):
            yield Mistake(Position.from_text(position), Move(best), Move(played), loss)
