"""What the tests share: strategies for positions, and the plain rules' view of one."""

from hypothesis import strategies as st

from outflank import Color, Position
from outflank.game import rules

SIZES = (4, 6, 8, 10, 12)

sizes = st.sampled_from(SIZES)
colors = st.sampled_from([Color.BLACK, Color.WHITE])


@st.composite
def reachable_positions(draw: st.DrawFn, size: int | None = None) -> Position:
    """A position some number of random legal moves after the start."""
    position = Position(draw(sizes) if size is None else size)
    choices = draw(st.lists(st.integers(0, 1000), max_size=position.size**2))
    for choice in choices:
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@st.composite
def arbitrary_positions(draw: st.DrawFn, size: int | None = None) -> Position:
    """Discs anywhere at all, mostly dense so that lines are long."""
    size = draw(sizes) if size is None else size
    squares = size * size
    glyphs = draw(st.sampled_from(["-XO", "-XXOO", "-XXXXOOOOOOOO", "XO", "---XO", "-OOOOOOOOX"]))
    cells = draw(st.lists(st.sampled_from(glyphs), min_size=squares, max_size=squares))
    return Position.from_text("".join(cells) + draw(st.sampled_from("XO")))


positions = st.one_of(reachable_positions(), arbitrary_positions())


def plain(position: Position) -> rules.Board:
    """The position's board for the plain rules, read from its text."""
    text, size = position.to_text(), position.size
    cells = ["-XO".index(character) for character in text[: size * size]]
    return tuple(tuple(cells[row * size : (row + 1) * size]) for row in range(size))
