"""The board as it is drawn: golden texts of each theme and size.

python tests/cli/terminal/test_board.py        writes them anew; look at the difference
"""

from pathlib import Path
from string import ascii_lowercase

import pytest
from rich.text import Text

from outflank import Color, Move, Position
from outflank.cli.terminal.board import (
    Highlights,
    View,
    cell_width,
    draw,
    flips,
    marked,
    score_line,
)
from outflank.cli.terminal.notation import LETTERS_ROWS
from outflank.cli.terminal.themes import THEMES

GOLDEN = Path(__file__).parents[2] / "golden" / "boards"
SIZES = (4, 6, 8, 10, 12)
CASES = [(theme, size) for theme in THEMES for size in SIZES]
PLIES = {4: 5, 6: 9, 8: 12, 10: 15, 12: 20}


def scene(size: int) -> tuple[Position, Highlights]:
    """Some moves into a game: every kind of square, the last one flipping discs."""
    position, last = Position(size), Move.PASS
    turned: frozenset[tuple[int, int]] = frozenset()
    for ply in range(PLIES[size]):
        last = position.legal_moves[(5 * ply) % len(position.legal_moves)]
        turned = flips(position, last)
        position = position.play(last)
    return position, Highlights(last, turned, marked(position.legal_moves))


def picture(theme: str, size: int) -> str:
    """The text, then the same again with a letter for the style of each character."""
    position, highlights = scene(size)
    view = View(THEMES[theme])
    text = Text("\n").join([draw(position, view, highlights), score_line(position, view)])
    styles = ["" if character != "\n" else "\n" for character in text.plain]
    for span in text.spans:
        for at in range(span.start, span.end):
            if text.plain[at] != "\n":
                assert not styles[at], "two styles on one character"
                styles[at] = str(span.style)
    names = [style for style in dict.fromkeys(styles) if style not in ("", "\n")]
    if not names:
        return f"{text.plain}\n"
    letters = {"": ".", "\n": "\n", **dict(zip(names, ascii_lowercase, strict=False))}
    legend = "\n".join(f"{letters[name]}: {name}" for name in names)
    return f"{text.plain}\n\n{''.join(letters[style] for style in styles)}\n\n{legend}\n"


@pytest.mark.parametrize(("theme", "size"), CASES)
def test_golden(theme: str, size: int) -> None:
    golden = GOLDEN / f"{theme}-{size}.txt"
    assert picture(theme, size) == golden.read_text(encoding="utf-8")


def test_every_golden_text_is_used() -> None:
    assert {file.name for file in GOLDEN.iterdir()} == {f"{t}-{s}.txt" for t, s in CASES}


@pytest.mark.parametrize("size", SIZES)
def test_plain_says_what_colours_say(size: int) -> None:
    position, highlights = scene(size)
    plain = draw(position, View(THEMES["plain"]), highlights).plain
    assert plain.isascii()
    board = plain.split("\n", 1)[1]
    assert board.count("X") == position.count(Color.BLACK)
    assert board.count("O") == position.count(Color.WHITE)
    assert board.count("#") == len(highlights.marks)
    assert board.count("[") == 1
    assert board.count("(") == len(highlights.flipped) > 0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_a_small_terminal(theme: str, size: int) -> None:
    position, highlights = scene(size)
    lines = draw(position, View(THEMES[theme]), highlights).plain.split("\n")
    assert len(lines) == size + 1
    assert max(map(len, lines)) <= 4 + 5 * size <= 80
    narrow = draw(position, View(THEMES[theme]), highlights, columns=40).plain.split("\n")
    assert max(map(len, narrow)) <= 40


def test_without_unicode_a_colour_theme_is_ascii() -> None:
    position, highlights = scene(8)
    for theme in THEMES.values():
        view = View(theme, unicode=False)
        assert draw(position, view, highlights).plain.isascii()
        assert score_line(position, view).plain.isascii()


def test_rows_as_letters_and_the_other_side_of_the_table() -> None:
    position = Position(4).play("b1")
    view = View(THEMES["plain"], LETTERS_ROWS)
    assert draw(position, view).plain == (
        "      1    2    3    4\n"
        "  a   .    X    .    .\n"
        "  b   .    X    X    .\n"
        "  c   .    X    O    .\n"
        "  d   .    .    .    ."
    )
    turned = View(THEMES["plain"], turned=True)
    assert draw(position, turned, columns=19).plain == (
        "     d  c  b  a\n  4  .  .  .  .\n  3  .  O  X  .\n  2  .  X  X  .\n  1  .  .  X  ."
    )


def test_values_are_written_on_their_squares() -> None:
    values = {Move("b1"): "+12", Move("a2"): "-4", Move("d3"): "0"}
    text = draw(Position(4), View(THEMES["plain"]), Highlights(values=values)).plain
    assert text == (
        "      a    b    c    d\n"
        "  1   .   +12   .    .\n"
        "  2   -4   O    X    .\n"
        "  3   .    X    O    0\n"
        "  4   .    .    .    ."
    )


@pytest.mark.parametrize("columns", [20, 24, 30, 40, 60, 80])
@pytest.mark.parametrize("theme", THEMES)
def test_values_never_touch(theme: str, columns: int) -> None:
    values = {Move.at(0, column): f"-{30 + column}" for column in range(4)}
    text = draw(Position(4), View(THEMES[theme]), Highlights(values=values), columns).plain
    written = text.split("\n")[1].split()[1:]
    mark = THEMES[theme].mark
    assert written == ([mark] * 4 if columns < 4 + 4 * 4 else ["-30", "-31", "-32", "-33"])


def test_squares_are_as_wide_as_there_is_room_for() -> None:
    assert [cell_width(8, columns) for columns in (20, 28, 36, 43, 44, 80)] == [3, 3, 4, 4, 5, 5]
    assert [cell_width(12, columns) for columns in (40, 52, 64, 80)] == [3, 4, 5, 5]


def test_flips() -> None:
    assert flips(Position(), Move("d3")) == {(3, 3)}
    assert flips(Position(), Move.PASS) == frozenset()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, squares in CASES:
        (GOLDEN / f"{name}-{squares}.txt").write_text(picture(name, squares), encoding="utf-8")
