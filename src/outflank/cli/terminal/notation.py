"""How squares are called at the prompt: `d3`, or the other way round as in the console report."""

from dataclasses import dataclass

from outflank import Color, Move, NotationError, Position
from outflank._text import quoted

LETTERS = "abcdefghijkl"


def _transposed(move: Move) -> Move:
    return move if move.is_pass else Move.at(move.column, move.row)


@dataclass(frozen=True, slots=True)
class Notation:
    """Names for squares. Transcripts and files are always in the usual notation.

    >>> STANDARD.name(Move("c4")), LETTERS_ROWS.name(Move("c4"))
    ('c4', 'd3')
    """

    title: str
    rows_are_letters: bool

    def name(self, move: Move) -> str:
        return (_transposed(move) if self.rows_are_letters else move).name

    def names(self, moves: tuple[Move, ...]) -> str:
        return " ".join(self.name(move) for move in moves)

    def move(self, text: str) -> Move:
        """The move a player means by `text`."""
        try:
            move = Move(text)
        except NotationError:
            raise NotationError(f"{quoted(text)} is neither a move nor a command") from None
        return _transposed(move) if self.rows_are_letters else move

    def column_label(self, column: int) -> str:
        return str(column + 1) if self.rows_are_letters else LETTERS[column]

    def row_label(self, row: int) -> str:
        return LETTERS[row] if self.rows_are_letters else str(row + 1)

    def refusal(self, position: Position, move: Move) -> str:
        """What is wrong with a move that cannot be played."""
        side = "black" if position.turn == Color.BLACK else "white"
        if move.is_pass:
            return f"{side} cannot pass: there is a square to play on"
        if max(move.row, move.column) >= position.size:
            return f"{self.name(move)} is not on a board of {position.size}x{position.size}"
        if position.color_at(move.row, move.column) is not None:
            return f"{self.name(move)} is occupied"
        return f"{self.name(move)} flips nothing for {side}"


STANDARD = Notation("standard", rows_are_letters=False)
LETTERS_ROWS = Notation("letters-rows", rows_are_letters=True)
NOTATIONS = {notation.title: notation for notation in (STANDARD, LETTERS_ROWS)}
