"""The fast rules against the plain ones, on positions from play and on any others."""

import numpy as np
from hypothesis import given

from outflank import Color, Move, Position
from outflank.game import rules
from support.boards import plain, positions


def squares(mask: np.ndarray) -> set[tuple[int, int]]:
    return {(int(row), int(column)) for row, column in zip(*np.nonzero(mask), strict=True)}


@given(positions)
def test_legal_moves_passes_and_end(position: Position) -> None:
    board = plain(position)
    expected = rules.legal_moves(board, position.turn)
    found = [(move.row, move.column) for move in position.legal_moves if not move.is_pass]
    assert found == expected
    assert squares(position.legal_mask()) == set(expected)
    assert position.must_pass() == rules.must_pass(board, position.turn)
    assert (position.legal_moves == (Move.PASS,)) == position.must_pass()
    assert position.is_over() == rules.is_over(board)


@given(positions)
def test_every_move_flips_and_leads_to_the_same_board(position: Position) -> None:
    board = plain(position)
    for move in position.legal_moves:
        after = position.play(move)
        assert after.turn == position.turn.opponent
        if move.is_pass:
            assert plain(after) == board
            continue
        square = (move.row, move.column)
        assert squares(position.flip_mask(move)) == rules.flips(board, position.turn, square)
        assert plain(after) == rules.play(board, position.turn, square)


@given(positions)
def test_every_square_is_legal_or_not_alike(position: Position) -> None:
    expected = set(rules.legal_moves(plain(position), position.turn))
    for row in range(position.size):
        for column in range(position.size):
            assert position.is_legal(Move.at(row, column)) == ((row, column) in expected)


@given(positions)
def test_score_and_counts(position: Position) -> None:
    board = plain(position)
    cells = [cell for row in board for cell in row]
    black, white = cells.count(rules.BLACK), cells.count(rules.WHITE)
    assert position.count(Color.BLACK) == black
    assert position.count(Color.WHITE) == white
    assert position.empties == cells.count(rules.EMPTY)
    assert position.score() == rules.score(board) == -position.score(Color.WHITE)
    assert position.disc_difference() == black - white
    assert position.disc_difference(Color.WHITE) == white - black


@given(positions)
def test_frontier_and_potential_moves(position: Position) -> None:
    board, size = plain(position), position.size

    def beside(square: tuple[int, int], cell: int) -> bool:
        return any(
            0 <= square[0] + down < size
            and 0 <= square[1] + right < size
            and board[square[0] + down][square[1] + right] == cell
            for down, right in rules.DIRECTIONS
        )

    every = [(row, column) for row in range(size) for column in range(size)]
    for color in Color:
        frontier = {s for s in every if board[s[0]][s[1]] == color and beside(s, rules.EMPTY)}
        potential = {
            s for s in every if board[s[0]][s[1]] == rules.EMPTY and beside(s, color.opponent)
        }
        assert squares(position.frontier_mask(color)) == frontier
        assert squares(position.potential_mask(color)) == potential
        assert squares(position.disc_mask(color)) == {
            s for s in every if board[s[0]][s[1]] == color
        }
