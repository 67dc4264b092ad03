"""What a caller can get wrong is answered with one sentence: no signatures, no C++ words."""

# Wrong types are what is tested here.
# mypy: disable-error-code="arg-type,list-item,call-arg,call-overload,dict-item"

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from outflank import (
    Game,
    Move,
    NotationError,
    OutflankError,
    Position,
    agent,
    batch,
    board_svg,
    play,
)
from outflank._native import play_line
from outflank.errors import ArgumentTypeError

BOARD = Position().to_numpy()
BOARDS, TURNS = BOARD[None], np.ones(1, np.uint8)
POSITION = Position()
HUGE = 10**30
ENDLESS = 10**5000
"""More digits than Python writes."""

Call = Callable[[], Any]


def sentence(error: type[Exception], call: Call) -> str:
    with pytest.raises(error) as caught:
        call()
    text = str(caught.value)
    for stranger in ("\n", "incompatible", "std::", "nanobind", "overload"):
        assert stranger not in text
    assert len(text) < 160
    return text


WRONG_TYPES: list[tuple[Call, str]] = [
    (lambda: Position(8.0), "the board size must be a whole number, not float"),
    (lambda: Position("8"), "the board size must be a whole number, not str"),
    (lambda: Position(None), "the board size must be a whole number, not NoneType"),
    (lambda: POSITION.play(19), "a move must be a Move or its name, not int"),
    (lambda: POSITION.play(None), "a move must be a Move or its name, not NoneType"),
    (lambda: POSITION.is_legal(19), "a move must be a Move or its name, not int"),
    (lambda: POSITION.flip_mask(b"d3"), "a Move or its name, not bytes"),
    (lambda: Position.from_text(8), "a board must be a str, not int"),
    (lambda: Position.from_text("-" * 64, 8.0), "a whole number, not float"),
    (lambda: Position.from_numpy([[0]]), "a board must be a numpy array, not list"),
    (lambda: Position.from_numpy(None), "must be a numpy array, not NoneType"),
    (
        lambda: Position.from_numpy(np.zeros((8, 8), object)),
        "a board array holds integers",
    ),
    (lambda: Position.from_numpy(BOARD, "X"), "a colour must be a whole number"),
    (lambda: Position.from_bitboards("1", 2), "black's bitboard must be an int, not s"),
    (lambda: Position.from_bitboards(1, 2.0), "white's bitboard must be an int, not f"),
    (lambda: Position.from_bitboards(1, 2, None), "a colour must be a whole number"),
    (lambda: Position.from_bitboards(1, 2, 1, "8"), "the board size must be a whole"),
    (lambda: POSITION.count("black"), "a colour must be a whole number, not str"),
    (lambda: POSITION.score(1.0), "a colour must be a whole number, not float"),
    (lambda: POSITION.disc_difference(None), "a colour must be a whole number"),
    (lambda: POSITION.disc_mask([1]), "a colour must be a whole number, not list"),
    (lambda: POSITION.stable_mask("1"), "a colour must be a whole number"),
    (lambda: POSITION.frontier_mask("1"), "a colour must be a whole number"),
    (lambda: POSITION.potential_mask("1"), "a colour must be a whole number"),
    (lambda: POSITION.color_at("a", 1), "the row must be a whole number, not str"),
    (lambda: POSITION.color_at(1, 1.0), "the column must be a whole number"),
    (lambda: POSITION.color_at(3), "color_at takes a square such as d4, or row, column"),
    (lambda: POSITION.color_at(None), "a move must be a Move or its name, not NoneType"),
    (lambda: Position.from_fen(b"8/8"), "FEN must be a str, not bytes"),
    (lambda: play_line(POSITION, 3), "the moves must be a list of Move, not int"),
    (lambda: POSITION.transform("1"), "a symmetry must be a whole number, not str"),
    (lambda: POSITION.perft(2.0), "the depth must be a whole number, not float"),
    (lambda: POSITION.playouts("many"), "the number of games must be a whole number"),
    (lambda: POSITION.playouts(1, "x"), "a seed must be a whole number, not str"),
    (lambda: Move(3), "the name of a move must be a str, not int"),
    (lambda: Move.at(1.0, 0), "the row must be a whole number, not float"),
    (lambda: Move.at(0, "a"), "the column must be a whole number, not str"),
    (lambda: Move("d3").transform(0, "8"), "the board size must be a whole number"),
    (lambda: board_svg(POSITION, last_move=3), "a square must be a Move or its name, not int"),
    (lambda: board_svg(POSITION, marks=[3]), "a square must be a Move or its name, not int"),
    (lambda: board_svg(POSITION, size="9"), "the size must be a number of pixels, not '9'"),
    (lambda: board_svg("start"), "board_svg draws a Position, not str"),
    (lambda: Game(4), "a game starts from a Position, not int; size=4 is a board of that size"),
    (lambda: Game("f5"), "a game starts from a Position, not str"),
    (lambda: Game.from_transcript("f5", 4), "a game starts from a Position, not int"),
    (lambda: Game.from_transcript(5), "a transcript must be a str, not int"),
    (lambda: Game.from_transcript(b"f5"), "a transcript must be a str, not bytes"),
    (lambda: agent(5), "the spec of an agent must be a str, not int"),
    (lambda: play("random", 5), "white must be an Agent or the spec of one, not int"),
    (lambda: play(None, "random"), "black must be an Agent or the spec of one, not NoneType"),
    (lambda: play("random", "random", start=8), "a game starts from a Position, not int"),
    (lambda: batch.start("8"), "the board size must be a whole number, not str"),
    (lambda: batch.start(8, 2.0), "the count must be a whole number, not float"),
    (lambda: batch.legal_masks(None, TURNS), "boards must hold integers, not object"),
    (lambda: batch.legal_masks(BOARDS, ["X"]), "turns must hold integers, not <U1"),
    (lambda: batch.play(BOARDS, TURNS, [1.5]), "moves must hold integers, not float64"),
    (lambda: batch.playouts(BOARDS, TURNS, "x"), "a seed must be a whole number"),
    (lambda: batch.Boards().transform(1.0), "a symmetry must be a whole number"),
    (lambda: batch.Boards.from_positions(["start"]), "expected a Position, not str"),
    (lambda: batch.Boards.decode(["x"], [1]), "planes must hold numbers, not <U1"),
]


@pytest.mark.parametrize(("call", "message"), WRONG_TYPES)
def test_wrong_types(call: Call, message: str) -> None:
    assert message in sentence(TypeError, call)


NATIVE_CALLS: list[tuple[Call, str]] = [
    (POSITION.play, "expected play(move: Move | str)"),
    (lambda: POSITION.play("d3", "c3"), "expected play(move: Move | str)"),
    (lambda: POSITION.play(square="d3"), "expected play(move: Move | str)"),
    (lambda: Position.play("start", "d3"), "expected play(move: Move | str)"),
    (POSITION.is_legal, "expected is_legal(move: Move | str)"),
    (lambda: POSITION.fen(1), "expected fen()"),
    (lambda: POSITION.score(1, 2), "expected score(color: int = 1)"),
    (POSITION.color_at, "expected color_at(square: Move | str) or color_at(row: int, "),
    (lambda: POSITION.color_at(1, 2, 3), "or color_at(row: int, column: int)"),
    (lambda: Position(8, 8), "expected Position(size: int = 8)"),
    (lambda: Position(board=8), "expected Position(size: int = 8)"),
    (Position.from_text, "expected from_text(text: str, size: int | None = None)"),
    (Move, "expected Move(name: str)"),
    (lambda: Move("d3", 4), "expected Move(name: str)"),
    (lambda: Move.at(1), "expected at(row: int, column: int)"),
    (lambda: Move("d3").transform(1), "expected transform(symmetry: int, size: int)"),
    (lambda: play_line("start", []), "expected play_line(start: Position, moves: Sequence[Move])"),
]


@pytest.mark.parametrize(("call", "message"), NATIVE_CALLS)
def test_wrong_calls_of_native_functions(call: Call, message: str) -> None:
    assert message in sentence(ArgumentTypeError, call)


def test_wrong_types_are_errors_of_outflank() -> None:
    for call, _ in WRONG_TYPES[:30]:
        with pytest.raises(OutflankError):
            call()


OUT_OF_RANGE: list[tuple[Call, str]] = [
    (lambda: Position(HUGE), "board size 100000000000000000000000... is not supported"),
    (lambda: Position(ENDLESS), "board size (thousands of digits) is not supported"),
    (lambda: Position(-HUGE), "is not supported; choose 4, 6, 8, 10 or 12"),
    (lambda: Position.from_text("-" * 64, 2**31), "board size 2147483648 is not supported"),
    (lambda: Position.from_text("-" * 64, 0), "board size 0 is not supported"),
    (lambda: Move.at(2**40, 0), "row 1099511627776, column 0 is on no board"),
    (lambda: Move.at(0, -HUGE), "is on no board; both go from 0 to 11"),
    (lambda: POSITION.color_at(HUGE, 0), "is not on a board of size 8"),
    (lambda: POSITION.count(HUGE), "does not exist; use Color.BLACK (1)"),
    (lambda: POSITION.transform(2**32), "symmetry 4294967296 does not exist"),
    (lambda: POSITION.perft(HUGE), "is beyond the end of every game"),
    (lambda: POSITION.perft(-HUGE), "is negative"),
    (lambda: POSITION.playouts(HUGE), "games cannot be played; choose 0 to 1000000000"),
    (lambda: POSITION.playouts(2**40), "1099511627776 games cannot be played"),
    (lambda: POSITION.playouts(1, -1), "seed -1 is out of range; it goes from 0 to 2**64"),
    (lambda: POSITION.playouts(1, 2**64), "seed 18446744073709551616 is out of range"),
    (lambda: POSITION.playouts(1, ENDLESS), "seed (thousands of digits) is out of range"),
    (lambda: Position.from_numpy(np.array(1)), "the array has shape ()"),
    (lambda: board_svg(POSITION, last_move=Move("l12")), "l12 is not on a 8x8 board"),
    (lambda: board_svg(POSITION, marks=["l12"]), "l12 is not on a 8x8 board"),
    (lambda: board_svg(POSITION, arrows=[("d3", "pass")]), "pass is not on a 8x8 board"),
    (lambda: board_svg(POSITION, values={"z1": 3}), "'z1' is not a move"),
    (lambda: batch.start(HUGE), "is not supported"),
    (lambda: batch.start(8, -1), "the count -1 is out of range"),
    (lambda: batch.start(8, HUGE), "the count 100000000000000000000000... is out"),
    (lambda: batch.legal_masks(np.array(1), TURNS), "boards have shape (); expected"),
    (lambda: batch.legal_masks(BOARDS, np.array(1)), "turns have shape (); expected"),
    (lambda: batch.play(np.array(1), TURNS, [19]), "boards have shape (); expected"),
    (lambda: batch.play(BOARDS, np.array(1), [19]), "turns have shape (); expected"),
    (lambda: batch.play(BOARDS, TURNS, np.array(19)), "moves have shape (); expected"),
    (lambda: batch.outcomes(np.array(1)), "boards have shape (); expected"),
    (lambda: batch.playouts(np.array(1), TURNS), "boards have shape (); expected"),
    (lambda: batch.Boards.decode(np.array(1), TURNS), "planes have shape (); expected"),
    (lambda: batch.outcomes([[[1, 2], [1]]]), "boards have rows of different lengths"),
    (lambda: batch.outcomes(np.zeros((1, 20, 20), int)), "board size 20 is not supported"),
    (lambda: batch.Boards().transform(8), "symmetry 8 does not exist; use 0 to 7"),
    (lambda: batch.transform_moves([64], 1, 8), "move 64 is not on a 8x8 board"),
    (lambda: batch.transform_moves([-2], 1, 8), "move -2 is not on a 8x8 board"),
    (lambda: batch.Boards.from_positions([]), "must be of one board size; there is none"),
    (
        lambda: batch.Boards.from_positions([Position(8), Position(6)]),
        "must be of one board size; there is 6x6 and 8x8",
    ),
]


@pytest.mark.parametrize(("call", "message"), OUT_OF_RANGE)
def test_wrong_values(call: Call, message: str) -> None:
    assert message in sentence(NotationError, call)


def test_numbers_of_numpy_are_numbers() -> None:
    assert Position(np.int64(8)) == Position(np.uint8(8)) == Position()
    assert Move.at(np.int8(2), np.int32(3)) is Move("d3")
    assert POSITION.count(np.int64(1)) == 2
    assert len(POSITION.playouts(np.int64(3), np.uint64(2**64 - 1))) == 3
    assert POSITION.perft(np.int16(1)) == 4


@pytest.mark.integration
def test_too_little_memory_is_said_in_a_sentence() -> None:
    code = (
        "import resource; from outflank import batch;"
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30));"
        "batch.Boards(size=12, count=100_000_000)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last == "MemoryError: there is not enough memory for this"
