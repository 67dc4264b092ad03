"""The loop that plays a game."""

import pytest
from hypothesis import given

from outflank import Game, IllegalMoveError, Move, Position
from outflank.agents.turns import Turns
from support.boards import positions

PASSES = Position.from_text("XOOOOOO-" + "-" * 56 + "O")


def test_forced_passes_are_played_and_told() -> None:
    passes: list[Position] = []
    game = Turns(PASSES, on_pass=lambda: passes.append(game.position))
    asked = []
    for position, moves in game:
        asked.append((position, moves))
        game.play(moves[0])
    assert passes == [PASSES]
    assert asked == [(PASSES.play(Move.PASS), (Move("h1"),))]
    assert game.position.is_over()


@given(positions)
def test_every_turn_has_a_choice_and_every_game_ends(start: Position) -> None:
    played: list[Move] = []
    game = Turns(start, on_pass=lambda: played.append(Move.PASS))
    for position, moves in game:
        assert moves == position.legal_moves
        assert not position.must_pass()
        game.play(moves[-1])
        played.append(moves[-1])
    checked = Game(start)
    for move in played:
        checked.play(move)
    assert checked.position == game.position
    assert game.position.is_over()


def test_an_illegal_move_is_refused_and_the_turn_asked_again() -> None:
    game = Turns(Position(4))
    turns = iter(game)
    first = next(turns)
    with pytest.raises(IllegalMoveError):
        game.play(Move("a1"))
    assert next(turns) == first
    game.position = first[0].play(first[1][0])
    assert next(turns)[0] == game.position
