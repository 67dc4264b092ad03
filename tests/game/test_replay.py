import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, IllegalMoveError, Move, Position
from outflank._native import play_line
from outflank.game import replay
from support.boards import reachable_positions

PASSES = Position.from_text("XOOOOOO-" + "-" * 56 + "O")
"""White has no square; black has h1."""


def test_a_pass_that_was_left_out_is_put_in() -> None:
    played = list(replay(PASSES, [Move("h1")]))
    assert [move for move, _ in played] == [Move.PASS, Move("h1")]
    assert played[0][1] == PASSES.play("pass")
    assert played[1][1] == PASSES.play("pass").play("h1")


def test_a_pass_that_was_written_is_not_doubled() -> None:
    assert list(replay(PASSES, [Move.PASS, Move("h1")])) == list(replay(PASSES, [Move("h1")]))
    assert [move for move, _ in replay(PASSES, [Move.PASS])] == [Move.PASS]
    assert list(replay(PASSES, [])) == []


@given(reachable_positions(), st.lists(st.integers(0, 150), max_size=80))
def test_a_line_is_what_replay_plays(start: Position, choices: list[int]) -> None:
    """The core plays all moves in one call; some of these are illegal."""
    position, moves = start, list[Move]()
    for choice in choices:
        legal = position.legal_moves
        move = legal[choice % len(legal)] if legal and choice else Move.at(choice % 12, 3)
        if not move.is_pass:
            moves.append(move)
        if not position.is_legal(move):
            break
        position = position.play(move)
    try:
        expected = list(replay(start, moves))
    except IllegalMoveError as error:
        with pytest.raises(IllegalMoveError, match=f"^{re.escape(str(error))}$"):
            play_line(start, moves)
        return
    played, last = play_line(start, moves)
    assert played == tuple(move for move, _ in expected)
    assert last == (expected[-1][1] if expected else start)


def test_a_line_takes_moves_only() -> None:
    with pytest.raises(TypeError, match="a move must be a Move or its name"):
        play_line(Position(), [3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="the moves must be a list of Move"):
        play_line(Position(), 3)  # type: ignore[arg-type]


@given(reachable_positions())
def test_replay_is_play(start: Position) -> None:
    positions: list[Position] = []
    moves: list[Move] = []
    position = start
    while legal := position.legal_moves:
        moves.append(legal[len(moves) % len(legal)])
        position = position.play(moves[-1])
        positions.append(position)
    whole = list(zip(moves, positions, strict=True))
    assert list(replay(start, moves)) == whole
    assert list(replay(start, [move for move in moves if not move.is_pass])) == [
        pair for pair in whole if pair[0] is not Move.PASS or pair is not whole[-1]
    ]
    assert Game.from_moves(moves, start).moves == tuple(moves)


@pytest.mark.parametrize(
    ("start", "moves", "message"),
    [
        (Position(), ["a1"], "move 1: a1 flips nothing for black"),
        (Position(), ["f5", "d6", "f5"], "move 3: f5 is occupied"),
        (Position(), ["f5", "pass"], "move 2: white cannot pass: there is a legal move"),
        (PASSES, ["h1", "a8"], "move 2: a8 cannot be played: the game is over"),
    ],
)
def test_an_illegal_move_is_named_by_its_number(
    start: Position, moves: list[str], message: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        list(replay(start, map(Move, moves)))
    assert str(caught.value) == message
    with pytest.raises(IllegalMoveError) as caught:
        Game.from_moves(map(Move, moves), start)
    assert str(caught.value) == message


def test_moves_are_asked_for_one_at_a_time() -> None:
    asked = []

    def moves() -> Iterator[Move]:
        for name in ("f5", "d6"):
            asked.append(name)
            yield Move(name)

    played = replay(Position(), moves())
    next(played)
    assert asked == ["f5"]
