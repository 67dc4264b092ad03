"""The index of positions: blocks of keys, games and scores, found by the first byte of a key.

A row for each position would be three million for the games of fifteen years, and every transaction
would touch most pages of such a table. So a transaction writes one block for each first byte of its
keys, and a look-up reads the blocks of one byte, a 256th of the index, and compares all their keys.

An entry is 14 bytes. A block holds all keys, then all games, then all scores of its entries.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from outflank.game.keys import KEY_BYTES
from outflank.library.store import Store

GAME_BYTES, SCORE_BYTES = 4, 2
ENTRY_BYTES = KEY_BYTES + GAME_BYTES + SCORE_BYTES
MAX_GAMES = 2 ** (8 * GAME_BYTES) - 1
UNKNOWN = 2**15 - 1
"""The score of a game without a result."""
_FIRST_BYTE = np.uint64(56)


def blocks(
    keys: Sequence[bytes], games: Sequence[int], scores: Sequence[int | None]
) -> Iterator[tuple[int, bytes]]:
    """The rows of some games: of each its keys (`line_keys`), its id and its score."""
    counts = [len(one) // KEY_BYTES for one in keys]
    all_keys = np.frombuffer(b"".join(keys), "<u8")
    all_games = np.repeat(np.array(games, "<u4"), counts)
    known = [UNKNOWN if score is None else score for score in scores]
    all_scores = np.repeat(np.array(known, "<i2"), counts)
    first_bytes = (all_keys >> _FIRST_BYTE).astype(np.uint8)
    order = np.argsort(first_bytes, kind="stable")
    ends = np.searchsorted(first_bytes[order], np.arange(257))
    for byte in range(256):
        chosen = order[ends[byte] : ends[byte + 1]]
        if len(chosen):
            parts = (all_keys[chosen], all_games[chosen], all_scores[chosen])
            yield _block(byte, games[0]), b"".join(part.tobytes() for part in parts)


def occurrences(store: Store, key: int) -> tuple[NDArray[np.uint32], NDArray[np.int16]]:
    """The games in which a position occurs, in the order they were added, and Black's scores."""
    byte = key >> int(_FIRST_BYTE)
    rows = store.rows(
        "SELECT entries FROM positions WHERE block BETWEEN ? AND ?",
        (_block(byte, 0), _block(byte, MAX_GAMES)),
    )
    games, scores = [np.array([], np.uint32)], [np.array([], np.int16)]
    for (entries,) in rows:
        count = len(entries) // ENTRY_BYTES
        matches = np.frombuffer(entries, "<u8", count) == np.uint64(key)
        if matches.any():
            after_keys = count * KEY_BYTES
            games.append(np.frombuffer(entries, "<u4", count, after_keys)[matches])
            after_games = after_keys + count * GAME_BYTES
            scores.append(np.frombuffer(entries, "<i2", count, after_games)[matches])
    return np.concatenate(games), np.concatenate(scores)


def _block(byte: int, game: int) -> int:
    return byte << 32 | game
