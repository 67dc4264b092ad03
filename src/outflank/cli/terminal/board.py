"""The board as lines of text, with or without colours."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rich.text import Text

from outflank import Color, Move, Position
from outflank.cli.terminal.notation import STANDARD, Notation
from outflank.cli.terminal.themes import Theme

DISC = "●"
LETTER = {Color.BLACK: "X", Color.WHITE: "O"}
CELLS = (5, 4, 3)
"""Characters a square may be wide, the best first. At 5 even 12x12 fits 80 columns."""
INDENT = 4


@dataclass(frozen=True, slots=True)
class View:
    """What does not change from move to move: theme, names of the squares, what can be shown."""

    theme: Theme
    notation: Notation = STANDARD
    unicode: bool = True
    turned: bool = False
    """Seen from the other side of the table."""

    def disc(self, color: Color) -> str:
        """The character for a disc. Without colours both discs would be alike, so letters it is."""
        return DISC if self.unicode and self.theme.has_colour else LETTER[color]

    def disc_style(self, color: Color) -> str:
        return self.theme.black if color == Color.BLACK else self.theme.white

    def mark(self) -> str:
        """The character on squares one may play on."""
        mark = self.theme.mark
        return mark if self.unicode or mark.isascii() else "."


@dataclass(frozen=True, slots=True)
class Highlights:
    """What is pointed out on one board."""

    last: Move | None = None
    flipped: frozenset[tuple[int, int]] = frozenset()
    marks: frozenset[Move] = frozenset()
    values: Mapping[Move, str] = field(default_factory=dict)
    """What to write on empty squares; where it would touch its neighbour there is a mark."""


def flips(before: Position, move: Move) -> frozenset[tuple[int, int]]:
    """The squares of the discs that a move turns over."""
    if move.is_pass:
        return frozenset()
    after, size = before.play(move), before.size
    other = before.turn.opponent
    return frozenset(
        (row, column)
        for row in range(size)
        for column in range(size)
        if before.color_at(row, column) == other and after.color_at(row, column) != other
    )


def cell_width(size: int, columns: int) -> int:
    """How wide a square may be where there are so many columns."""
    return next((cell for cell in CELLS if INDENT + cell * size <= columns), CELLS[-1])


def draw(
    position: Position, view: View, highlights: Highlights | None = None, columns: int = 80
) -> Text:
    """The board with its coordinates, one line for each row, for a terminal of so many columns."""
    highlights = highlights or Highlights()
    cell = cell_width(position.size, columns)
    order = range(position.size)[:: -1 if view.turned else 1]
    labels = "".join(view.notation.column_label(column).center(cell) for column in order)
    lines = [Text(" " * INDENT + labels.rstrip())]
    for row in order:
        line = Text(f"{view.notation.row_label(row):>{INDENT - 1}} ")
        for column in order:
            line.append_text(_square(position, Move.at(row, column), view, highlights, cell))
        if not view.theme.has_colour:
            line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _square(position: Position, move: Move, view: View, highlights: Highlights, cell: int) -> Text:
    theme, color = view.theme, position.color_at(move.row, move.column)
    background, frame = theme.squares[(move.row + move.column) % 2], ("", "")
    if move == highlights.last:
        background, frame = theme.last, ("[", "]")
    elif (move.row, move.column) in highlights.flipped:
        background, frame = theme.flipped, ("(", ")")
    value = highlights.values.get(move, "")
    if color is not None:
        disc = view.disc(color)
        text = frame[0] + disc + frame[1] if theme.frames else disc
        style = view.disc_style(color)
    elif value and len(value) < cell:
        text, style = value, theme.value_style
    elif value or move in highlights.marks:
        text, style = view.mark(), theme.mark_style
    else:
        text, style = "" if theme.has_colour else ".", ""
    return Text(text.center(cell), f"{style} on {background}".strip() if background else "")


def score_line(position: Position, view: View) -> Text:
    """How many discs each side has, for the line under the board."""
    line = Text("Score: ")
    for color in Color:
        line.append(f"{'' if color == Color.BLACK else ', '}{color.name.capitalize()} ")
        background = view.theme.squares[0]
        style = f"{view.disc_style(color)} on {background}" if background else ""
        line.append(f" {view.disc(color)} " if background else view.disc(color), style)
        line.append(f" {position.count(color)}", "bold" if background else "")
    return line


def marked(moves: Iterable[Move]) -> frozenset[Move]:
    return frozenset(move for move in moves if not move.is_pass)
