import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, IllegalMoveError, Move, Position
from outflank._native import line_keys
from outflank.game import replay
from outflank.game.keys import KEY_BYTES, position_key
from support.boards import SIZES, positions

# Files keep these numbers: if they change, no library finds its positions any more.
STARTS = {
    4: 0x17DDCC73B9F633CE,
    6: 0x27B8A825EAD68642,
    8: 0xAA6A93EA046640C9,
    10: 0x946DBF0FAFD0090E,
    12: 0x24770CADBD3BAABD,
}
AFTER_F5D6C3 = 0x8006CDA6F51EAC4B


def keys_of(start: Position, moves: tuple[Move, ...]) -> list[int]:
    data = line_keys(start, moves)
    return [
        int.from_bytes(data[at : at + KEY_BYTES], "little") for at in range(0, len(data), KEY_BYTES)
    ]


def random_game(size: int, seed: int) -> Game:
    draw, position, moves = random.Random(seed), Position(size), []
    while not position.is_over():
        moves.append(draw.choice(position.legal_moves))
        position = position.play(moves[-1])
    return Game.from_moves(moves, size=size)


def test_keys_do_not_change_between_versions_and_machines() -> None:
    assert {size: position_key(Position(size)) for size in SIZES} == STARTS
    assert position_key(Game.from_transcript("f5d6c3").position) == AFTER_F5D6C3


@given(positions)
def test_all_images_have_one_key_and_no_other_position_has_it(position: Position) -> None:
    assert {position_key(image) for image in position.symmetries()} == {position_key(position)}
    for move in position.legal_moves:
        assert position_key(position.play(move)) != position_key(position)


@given(st.sampled_from(SIZES), st.integers(0, 10**6))
def test_the_keys_of_a_game_are_those_of_its_positions(size: int, seed: int) -> None:
    game = random_game(size, seed)
    expected = [game.start, *(position for _, position in replay(game.start, game.moves))]
    assert keys_of(game.start, game.moves) == [position_key(position) for position in expected]
    squares = tuple(move for move in game.moves if not move.is_pass)
    assert keys_of(game.start, squares) == keys_of(game.start, game.moves)[: len(expected)]


def test_the_side_to_move_counts() -> None:
    board = Position().to_text()[:64]
    assert position_key(Position.from_text(board + "X")) != position_key(
        Position.from_text(board + "O")
    )


def test_different_positions_have_different_keys() -> None:
    found: dict[int, Position] = {}
    for seed in range(300):
        game = random_game(8, seed)
        for _, position in replay(game.start, game.moves):
            found.setdefault(position_key(position), position.canonical())
            assert found[position_key(position)] == position.canonical()
    assert len(found) > 10_000


def test_a_key_is_the_same_after_pickling() -> None:
    position = Game.from_transcript("f5d6c3d3c4").position
    assert position_key(pickle.loads(pickle.dumps(position))) == position_key(position)


def test_moves_that_cannot_be_played() -> None:
    with pytest.raises(IllegalMoveError, match="move 2: f5 is occupied"):
        line_keys(Position(), [Move("f5"), Move("f5")])
    with pytest.raises(TypeError):
        line_keys(Position(), 5)  # type: ignore[arg-type]
