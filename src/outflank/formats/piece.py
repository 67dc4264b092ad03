"""A part of a text that is being read, which knows where it came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from outflank._native import Color, Move
from outflank.errors import IllegalMoveError, NotationError
from outflank.game import Node

Wrong = TypeVar("Wrong", NotationError, IllegalMoveError)
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text, and where in a file or a larger text it begins."""

    text: str
    label: str = ""
    """The file; empty for text that was handed over."""
    line: int = 1
    column: int = 1

    @classmethod
    def of(cls, text: str | Piece) -> Piece:
        return text if isinstance(text, Piece) else Piece(text)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1.

        >>> Piece("f5\\nd6", line=7).place(3)
        (8, 1)
        """
        breaks = self.text.count("\n", 0, offset)
        if not breaks:
            return self.line, self.column + offset
        return self.line + breaks, offset - self.text.rfind("\n", 0, offset)

    def fail(self, offset: int, why: str, kind: type[Wrong] = NotationError) -> Wrong:  # type: ignore[assignment]
        """What is wrong at a character: one sentence with the place, and the place in numbers."""
        line, column = self.place(offset)
        where = f"{self.label}:{line}:{column}" if self.label else f"line {line}, column {column}"
        error = kind(f"{where}: {why}")
        error.line, error.column = line, column
        return error

    def apply(self, offset: int, parse: Callable[..., _Value], *arguments: Any) -> _Value:
        """Call `parse`; its errors get the place of a character."""
        try:
            return parse(*arguments)
        except (NotationError, IllegalMoveError) as error:
            raise self.fail(offset, str(error), type(error)) from None  # type: ignore[type-var]


def after(piece: Piece, offset: int, node: Node, move: Move, color: Color | None = None) -> Node:
    """The node that a move of `color` leads to, a new one if need be.

    A pass that was left out is put in.
    """
    if not move.is_pass and node.position.must_pass():
        node = after(piece, offset, node, Move.PASS)
    turn = node.position.turn
    if color is not None and color != turn:
        why = f"{color.name[0]}[{move}], but it is the turn of {turn.name.lower()}"
        raise piece.fail(offset, why)
    known = node.child(move)
    if known is not None:
        return known
    try:
        made = Node(node.position.play(move), move, node)
    except IllegalMoveError as error:
        raise piece.fail(offset, str(error), IllegalMoveError) from None
    node.children.append(made)
    return made
