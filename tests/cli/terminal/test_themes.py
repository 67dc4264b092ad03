"""Whether the colours can be seen, also where rich has to make do with 256 or 16 of them."""

from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from outflank.cli.terminal.themes import THEMES, Theme

SYSTEMS = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD)
COLOURED = [theme for theme in THEMES.values() if theme.has_colour]
ENOUGH = 3.0
"""WCAG 2.1 asks for 3:1 of symbols and of large text."""


def luminance(color: Color) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [part / 255 for part in color.get_truecolor()]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Color, second: Color) -> float:
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def shown(style: str, system: ColorSystem) -> Color:
    color = Style.parse(style).color
    assert color is not None
    return color.downgrade(system)


def test_the_contrast_of_black_and_white() -> None:
    assert contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), Color.parse("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.title)
def test_everything_on_a_square_can_be_seen(theme: Theme, system: ColorSystem) -> None:
    for square in theme.squares:
        for style in (theme.mark_style, theme.value_style):
            assert contrast(shown(style, system), shown(square, system)) >= ENOUGH
    for square in (*theme.squares, theme.last, theme.flipped):
        for disc in (theme.black, theme.white):
            assert contrast(shown(disc, system), shown(square, system)) >= ENOUGH


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.title)
def test_squares_are_told_apart(theme: Theme, system: ColorSystem) -> None:
    squares = [shown(square, system) for square in theme.squares]
    changed = [shown(theme.last, system), shown(theme.flipped, system)]
    # Of the 16 colours only one blue can carry both discs.
    if (theme.title, system) == ("colour-blind", ColorSystem.STANDARD):
        squares = squares[:1]
    seen = [color.get_truecolor() for color in (*squares, *changed)]
    assert all(first != second for first, second in combinations(seen, 2))
