"""Positions that games came to are counted, all images as one, and never by the game itself."""

import numpy as np

from outflank import Game, Move, Position
from outflank.humanlike.popularity import LEAST, MOST, Popularity, game_keys, keys_after


def keys_of(text: str, symmetry: int = 0) -> np.ndarray:
    moves = [Move(name).transform(symmetry, 8) for name in text.split()]
    return game_keys(Game.from_moves(moves).moves)


def test_images_of_a_game_are_counted_together() -> None:
    table = Popularity.of_games([keys_of("f5 d6 c3", symmetry) for symmetry in (0, 3, 4, 7)])
    start = Position()
    assert table.count(keys_after(start, start.legal_moves)).tolist() == [4, 4, 4, 4]
    after = start.play("f5").play("d6")
    counts = table.count(keys_after(after, after.legal_moves))
    assert dict(zip(after.legal_moves, counts.tolist(), strict=True))[Move("c3")] == 4
    assert sum(counts.tolist()) == 4


def test_a_game_does_not_count_itself() -> None:
    start, keys = Position(), keys_of("f5 d6")
    after = keys_after(start, [Move("f5")])
    for games in range(1, LEAST + 2):
        table = Popularity.of_games([keys] * games)
        left = games - 1 if games > LEAST else 0
        assert table.count(after, np.array([True])).tolist() == [left]


def test_what_is_kept_counts_as_before() -> None:
    often, once = keys_of("f5 d6 c3 d3"), keys_of("f5 f6 e6 f4")
    table = Popularity.of_games([often] * 3 + [once])
    kept = table.without_rare()
    assert len(kept) < len(table)
    keys = np.concatenate([often, once, np.array([1], np.uint32)])
    assert (kept.count(keys) == table.count(keys)).all()
    many = Popularity.of_games([often[:1]] * (MOST + 9))
    assert many.count(often).tolist().count(MOST) == 1


def test_a_position_counts_once_in_a_game_and_an_empty_table_knows_none() -> None:
    assert len(keys_of("f5 d6 c3")) == 3
    assert Popularity.of_games([]).count(keys_of("f5 d6")).tolist() == [0, 0]
