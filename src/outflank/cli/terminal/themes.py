"""How the board looks: colours and marks."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of squares and discs, and the mark on the squares one may play on."""

    title: str
    doc: str
    squares: tuple[str, str] = ("", "")
    """Background of the even and the odd squares; empty for no colour at all."""
    last: str = ""
    """Background of the last move."""
    flipped: str = ""
    """Background of the discs it flipped."""
    black: str = ""
    white: str = ""
    mark: str = "#"
    """On squares the side to move may play on."""
    mark_style: str = ""
    value_style: str = ""
    """For the numbers that `eval` writes on the squares."""
    frames: bool = False
    """[ ] around the last move and ( ) around what it flipped, as well as the colours."""

    @property
    def has_colour(self) -> bool:
        """Whether it needs a terminal with colours."""
        return bool(self.squares[0])


# Chosen by what rich makes of them where there are only 256 or 16 colours: even and odd squares,
# the last move and what it flipped stay apart (of 16 colours only one blue can carry both discs),
# and discs, marks and values keep a contrast of 3:1, which WCAG 2.1 asks of symbols.
_GREEN = Theme(
    "classic",
    "green squares, a bold yellow # where you may play",
    squares=("#26872c", "#058760"),
    last="#b06a10",
    flipped="#8a8a5a",
    black="#000000",
    white="#ffffff",
    mark_style="bold #ffff5f",
    value_style="bold #ffffff",
)

THEMES = {
    theme.title: theme
    for theme in (
        _GREEN,
        replace(
            _GREEN,
            title="dots",
            doc="green squares, a pale dot where you may play",
            mark="·",
            mark_style="bold #ffffd7",
        ),
        # Blue and yellow are the pair that all common kinds of colour blindness keep apart; the
        # frames say the same again without any colour.
        Theme(
            "colour-blind",
            "blue squares, a yellow + where you may play, frames around what changed",
            squares=("#1a6aa8", "#3a7ca5"),
            last="#9a6200",
            flipped="#8a8a5a",
            black="#000000",
            white="#ffffff",
            mark="+",
            mark_style="bold #ffff5f",
            value_style="bold #ffffff",
            frames=True,
        ),
        Theme("plain", "letters and frames only; what pipes get", frames=True),
    )
}
