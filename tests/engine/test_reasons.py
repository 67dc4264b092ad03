import re

import pytest
from hypothesis import assume, given, settings

from outflank import Color, Move, Position
from outflank.engine.reasons import KIND_WORDS, KINDS, reasons_for
from outflank.game import rules
from support.boards import plain, reachable_positions


def moves(text: str) -> tuple[Move, ...]:
    return tuple(Move(name) for name in text.split())


def kinds(position: Position, played: str, best: str) -> list[str]:
    return [reason.kind for reason in reasons_for(position, moves(played), moves(best))]


# If black plays b2, white can take a1 at once; after e1 it cannot.
OPEN_CORNER = Position.from_text(
    "--XO-------OO-----OOOO---OXOOOO-XXXXXO---XXXXOX-----XO----------X"
)


def test_corners_that_are_given_up() -> None:
    found = reasons_for(OPEN_CORNER, moves("b2 a1"), moves("e1 f1"))
    assert found[0].words == "gave up the a1 corner: White takes it at once"
    # The best line loses it too, only later: then the corner is no reason.
    assert "corner" not in kinds(OPEN_CORNER, "b2 a1", "e1 b3 b2 a1")
    # The best line ends before the corner falls: nobody knows.
    assert "corner" not in kinds(OPEN_CORNER, "b2 a1", "e1")


def test_corners_that_are_missed() -> None:
    position = OPEN_CORNER.play("b2")  # white to move
    assert reasons_for(position, moves("b1 e1"), moves("a1 e1"))[0].words == (
        "did not take the a1 corner"
    )


def test_the_x_square() -> None:
    assert "x-square" in kinds(OPEN_CORNER, "b2", "e1")
    assert "x-square" not in kinds(OPEN_CORNER, "e1", "b2")


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_every_board_has_its_corners_and_x_squares(size: int) -> None:
    last = size - 1
    corner, beside = Move.at(last, last), Move.at(last - 1, last - 1)
    rows = [["-"] * size for _ in range(size)]
    for index in range(size - 2):
        rows[index][index] = "X" if index == 0 else "O"
    rows[0][1], rows[0][2] = "O", "-"
    position = Position.from_text("".join(map("".join, rows)) + "X")
    other = Move("c1")
    assert {beside, other} <= set(position.legal_moves)
    words = [reason.words for reason in reasons_for(position, (beside,), (other,))]
    assert any(f"empty {corner.name} corner" in text for text in words)


@given(reachable_positions())
@settings(max_examples=40)
def test_what_is_said_can_be_counted(position: Position) -> None:
    assume(len(position.legal_moves) > 1)
    played, best = position.legal_moves[0], position.legal_moves[-1]
    color, other = position.turn, position.turn.opponent
    boards = [position.play(move) for move in (played, best)]

    def replies(board: Position, side: Color) -> int:
        return len(rules.legal_moves(plain(board), 1 if side == Color.BLACK else 2))

    found = reasons_for(position, (played,), (best,))
    assert 0 < len(found) <= 2
    for reason in found:
        assert reason.kind in KINDS
        numbers = [int(number) for number in re.findall(r"\b\d+\b", reason.words)]
        if reason.words.startswith("left "):
            assert numbers == [replies(board, other) for board in boards]
        elif reason.words.startswith("kept "):
            assert numbers == [replies(board, color) for board in boards]
        elif "stable" in reason.words and "plies on" not in reason.words:
            assert numbers == [int(board.stable_mask(color).sum()) for board in boards]
        elif "frontier" in reason.words:
            assert numbers == [int(board.frontier_mask(color).sum()) for board in boards]


def test_all_kinds_have_words() -> None:
    assert set(KIND_WORDS) == set(KINDS)


def test_where_nothing_can_be_counted_the_answer_is_told() -> None:
    found = reasons_for(Position(), moves("f5 d6 c3 d3 c4"), moves("d3 c5"))
    assert [(reason.kind, reason.words) for reason in found] == [
        ("search", "only calculation shows it: White goes on with d6 c3 d3")
    ]
