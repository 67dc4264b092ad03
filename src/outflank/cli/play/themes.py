"""How the board looks: colours and marks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of squares and discs, and the mark on the squares one may play on."""

    title: str
    doc: str
    squares: tuple[str, str] = ("", "")
    """Background of the even and the odd squares; empty for no colour at all.

    So near to each other that terminals with 256 colours make them one.
    """
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


THEMES = {
    theme.title: theme
    for theme in (
        Theme(
            "classic",
            "green squares, a bold red # where you may play",
            squares=("#2f8f57", "#2b8550"),
            last="#8a9a2e",
            flipped="#4fae76",
            black="#000000",
            white="#ffffff",
            mark_style="bold #ff1d1d",
            value_style="bold #fff3b0",
        ),
        Theme(
            "dots",
            "green squares, a pale dot where you may play",
            squares=("#2f8f57", "#2b8550"),
            last="#8a9a2e",
            flipped="#4fae76",
            black="#000000",
            white="#ffffff",
            mark="·",
            mark_style="bold #d7f2c9",
            value_style="bold #fff3b0",
        ),
        # Blue and orange are the pair that all common kinds of colour blindness keep apart; the
        # frames say the same again without any colour.
        Theme(
            "colour-blind",
            "blue squares, an orange + where you may play, frames around what changed",
            squares=("#04638c", "#005f87"),
            last="#875f00",
            flipped="#5f87af",
            black="#000000",
            white="#ffffff",
            mark="+",
            mark_style="bold #ffaf00",
            value_style="bold #ffffff",
            frames=True,
        ),
        Theme("plain", "letters and frames only; what pipes get", frames=True),
    )
}
