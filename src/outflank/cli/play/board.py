"""The board as lines of text, with or without colours."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rich.text import Text

from outflank import Color, Move, Position
from outflank.cli.play.notation import STANDARD, Notation
from outflank.cli.play.themes import Theme

DISC = "●"
LETTER = {Color.BLACK: "X", Color.WHITE: "O"}
CELL = 3
"""Characters a square is wide: nearly square in most terminals, and 12x12 fits 80 columns."""
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
        """How that character is coloured."""
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
    """Up to three characters to write on empty squares."""


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


def draw(position: Position, view: View, highlights: Highlights | None = None) -> Text:
    """The board with its coordinates, one line for each row."""
    highlights = highlights or Highlights()
    order = range(position.size)[:: -1 if view.turned else 1]
    labels = "".join(view.notation.column_label(column).center(CELL) for column in order)
    lines = [Text(" " * INDENT + labels.rstrip())]
    for row in order:
        line = Text(f"{view.notation.row_label(row):>{INDENT - 1}} ")
        for column in order:
            line.append_text(_cell(position, row, column, view, highlights))
        if not view.theme.has_colour:
            line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _cell(position: Position, row: int, column: int, view: View, highlights: Highlights) -> Text:
    theme, color = view.theme, position.color_at(row, column)
    move = Move.at(row, column)
    background, frame = theme.squares[(row + column) % 2], "  "
    if move == highlights.last:
        background, frame = theme.last, "[]"
    elif (row, column) in highlights.flipped:
        background, frame = theme.flipped, "()"
    if not theme.frames:
        frame = "  "
    style = ""
    if color is not None:
        text, style = frame[0] + view.disc(color) + frame[1], view.disc_style(color)
    elif move in highlights.values:
        text, style = highlights.values[move].center(CELL), theme.value_style
    elif move in highlights.marks:
        text, style = view.mark().center(CELL), theme.mark_style
    else:
        text = ("" if theme.has_colour else ".").center(CELL)
    return Text(text, f"{style} on {background}".strip() if background else "")


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
    """The squares among some moves."""
    return frozenset(move for move in moves if not move.is_pass)
