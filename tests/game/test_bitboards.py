import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, NotationError, Position
from support.boards import SIZES, positions


@given(positions)
def test_round_trip(position: Position) -> None:
    black, white = position.to_bitboards()
    assert type(black) is type(white) is int
    again = Position.from_bitboards(black, white, position.turn, position.size)
    assert again == position
    assert again.legal_moves == position.legal_moves


@given(positions)
def test_a_bit_is_row_times_size_plus_column(position: Position) -> None:
    cells = position.to_numpy().ravel().tolist()
    for color, bits in zip(Color, position.to_bitboards(), strict=True):
        assert bits == sum(1 << square for square, cell in enumerate(cells) if cell == color)


@pytest.mark.parametrize("size", SIZES)
@given(data=st.data())
def test_any_discs_on_every_size(size: int, data: st.DataObject) -> None:
    squares = st.integers(0, 2 ** (size * size) - 1)
    discs, black = data.draw(squares), data.draw(squares)
    bitboards = (discs & black, discs & ~black)
    position = Position.from_bitboards(*bitboards, turn=Color.WHITE, size=size)
    assert position.to_bitboards() == bitboards
    assert (position.turn, position.size) == (Color.WHITE, size)


@pytest.mark.parametrize("size", SIZES)
def test_the_last_square(size: int) -> None:
    last = 1 << (size * size - 1)
    position = Position.from_bitboards(1, last, size=size)
    assert position.color_at(0, 0) == Color.BLACK
    assert position.color_at(size - 1, size - 1) == Color.WHITE
    with pytest.raises(NotationError, match=f"white's bitboard has bits beyond the {size**2} squ"):
        Position.from_bitboards(1, 2 * last, size=size)


def test_the_start() -> None:
    assert Position().to_bitboards() == (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)
    assert Position.from_bitboards(0x810000000, 0x1008000000) == Position()
    assert Position.from_bitboards(np.uint64(0x810000000), 0x1008000000) == Position()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("black", "white", "turn", "size", "message"),
    [
        (6, 10, 1, 8, "b1 is in black's bitboard and in white's"),
        (1 << 143, 1 << 143, 1, 12, "l12 is in black's bitboard and in white's"),
        (-1, 0, 1, 8, "black's bitboard is negative"),
        (0, -(10**40), 1, 8, "white's bitboard is negative"),
        (1 << 64, 0, 1, 8, "black's bitboard has bits beyond the 64 squares of a 8x8 board"),
        pytest.param(10**5000, 0, 1, 12, "beyond the 144 squares of a 12x12 board", id="huge"),
        (0, 0, 3, 8, "colour 3 does not exist"),
        (0, 0, 1, 9, "board size 9 is not supported"),
    ],
)
def test_wrong_values(black: int, white: int, turn: int, size: int, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Position.from_bitboards(black, white, turn, size)
