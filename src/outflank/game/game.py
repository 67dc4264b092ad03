"""A game being played or studied: positions, moves, annotations and variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import Any

from outflank._board import SIZES
from outflank._native import Color, Move, Position, play_line
from outflank.errors import ArgumentTypeError, IllegalMoveError
from outflank.game.svg import board_svg
from outflank.game.transcript import parse_line, write_moves
from outflank.values import forfeit_score


class Ending(StrEnum):
    """How a game came to its result."""

    FINISHED = "finished"
    """Neither side could move."""
    RESIGNED = "resigned"
    TIME = "time"
    """A player ran out of time."""
    FORFEIT = "forfeit"
    """An illegal move, a crash or another breach of the rules."""
    AGREED = "agreed"
    """The players or an arbiter settled the score."""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a game: black's final disc difference, and how it came about."""

    score: int
    ending: Ending = Ending.FINISHED

    @property
    def winner(self) -> Color | None:
        """The side that won, or None for a draw."""
        if self.score == 0:
            return None
        return Color.BLACK if self.score > 0 else Color.WHITE


@dataclass(eq=False, slots=True)
class Node:
    """A position in a game tree, and the move that led to it.

    The first child continues the main line; the others are variations.
    """

    position: Position
    move: Move | None = None
    """None at the root."""
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    seconds: float | None = None
    """Time spent on the move."""
    evaluation: float | None = None
    """What the player made of its move, in its own units; an engine counts in discs."""
    comment: str = ""
    depth: int | None = None
    """How far ahead the player looked, in plies."""
    nodes: int | None = None
    """How many positions it looked at."""

    def child(self, move: Move) -> Node | None:
        """The continuation by `move`, if the tree has it."""
        return next((child for child in self.children if child.move == move), None)

    @property
    def mover(self) -> Color:
        """The side that made the move; at the root the side to move."""
        return (self.parent or self).position.turn

    def main_line(self) -> Iterator[Node]:
        """The nodes that continue this one, without their variations."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def line(self) -> list[Node]:
        """The nodes from the root down to this one, the root left out."""
        nodes: list[Node] = []
        node: Node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


NOTES = {
    "seconds": "seconds",
    "evaluations": "evaluation",
    "comments": "comment",
    "depths": "depth",
    "nodes": "nodes",
}
"""What can be noted about moves, and the attribute of a `Node` for each."""
_notes_of = attrgetter(*NOTES.values())


class Game:
    """A game tree with a place in it; moves are played and taken back at that place.

    Games are equal if their starts, trees with all annotations, names, tags and results are; the
    place in the tree does not matter. They can be changed, so they have no hash.

    >>> game = Game()
    >>> game.play("f5").play("d6").transcript()
    'F5d6'
    >>> game.undo().name
    'd6'
    >>> game.position.turn.name
    'WHITE'
    """

    def __init__(
        self,
        start: Position | None = None,
        *,
        size: int = 8,
        black: str = "",
        white: str = "",
        auto_pass: bool = False,
    ) -> None:
        """Starts from a position, or from the usual one on a board of `size`.

        With `auto_pass`, a forced pass is played by itself and taken back with the move before it.
        """
        if not isinstance(start, Position | None):
            hint = f"; size={start} is a board of that size" if start in SIZES else ""
            raise ArgumentTypeError(
                f"a game starts from a Position, not {type(start).__name__}{hint}"
            )
        self._start = Position(size) if start is None else start
        self._line: tuple[Move, ...] = ()
        self._last = self._start
        self._place: Node | None = None
        self.black = black
        self.white = white
        self.auto_pass = auto_pass
        self.tags: dict[str, str] = {}
        """What else a record says; `outflank.formats.tags` has the keys: date, event, place, ..."""
        self._declared: Result | None = None
        self._undone: list[Node] = []
        if auto_pass:
            self._pass_if_forced()

    @classmethod
    def from_transcript(cls, text: str, start: Position | None = None, *, size: int = 8) -> Game:
        """Plays through a transcript such as ``f5d6c3``; forced passes may be left out.

        Spaces, commas and move numbers are ignored. What is not a move raises NotationError,
        a move that cannot be played IllegalMoveError; both say where.
        """
        game = cls(start, size=size)
        game._line, game._last = parse_line(text, game._start)
        return game

    @classmethod
    def from_moves(
        cls, moves: Iterable[Move], start: Position | None = None, *, size: int = 8
    ) -> Game:
        """Plays moves one after another; forced passes may be left out.

        IllegalMoveError names the move by its number, from 1.
        """
        game = cls(start, size=size)
        game._line, game._last = play_line(game._start, list(moves))
        return game

    @property
    def root(self) -> Node:
        """The start of the tree."""
        self._grow()
        return self._root

    @property
    def node(self) -> Node:
        """The current place in the tree."""
        return self._grow()

    @node.setter
    def node(self, node: Node) -> None:
        self._grow()
        self._place = node

    @property
    def start(self) -> Position:
        """The position the game started from."""
        return self._start

    @property
    def size(self) -> int:
        """Squares along one side of the board."""
        return self._start.size

    @property
    def position(self) -> Position:
        """The position at the current place."""
        return self._last if self._place is None else self._place.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the start to the current place, passes included."""
        if self._place is None:
            return self._line
        return tuple(node.move for node in self._place.line() if node.move is not None)

    def play(
        self, move: Move | str, *, seconds: float | None = None, evaluation: float | None = None
    ) -> Game:
        """Plays a move here; a move the tree does not have yet becomes a variation."""
        move = Move(move) if isinstance(move, str) else move
        node = self._follow(move)
        if seconds is not None:
            node.seconds = seconds
        if evaluation is not None:
            node.evaluation = evaluation
        self._undone.clear()
        self._pass_if_forced()
        return self

    def undo(self) -> Move:
        """Takes back the last move and returns it."""
        taken: list[Node] = []
        node = self.node
        while node.parent is not None and node.move is not None:
            taken.append(node)
            move, node = node.move, node.parent
            if not (self.auto_pass and move.is_pass):
                self._undone.extend(taken)
                self.node = node
                return move
        raise IllegalMoveError("there is no move to take back")

    def redo(self) -> Move:
        """Plays the move last taken back again and returns it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to play again")
        played = self._undone.pop()
        self.node = played
        while self.auto_pass and self._undone and self._undone[-1].move == Move.PASS:
            self.node = self._undone.pop()
        assert played.move is not None
        return played.move

    def go_to(self, node: Node) -> None:
        """Makes a node of this tree the current place."""
        line = node.line()
        if (line[0].parent if line else node) is not self.root:
            raise ValueError("the node belongs to another game")
        self.node = node
        self._undone.clear()

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line after the start."""
        return self.root.main_line()

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        return [self.root, *self.main_line()][-1]

    @property
    def final_position(self) -> Position:
        """The position at the end of the main line."""
        return self._last if self._place is None else self.end.position

    def promote(self, node: Node) -> None:
        """Makes the line through `node` the main line."""
        for step in node.line():
            assert step.parent is not None
            step.parent.children.remove(step)
            step.parent.children.insert(0, step)

    def remove(self, node: Node) -> None:
        """Removes a node and all that follows; the current place moves before it if need be."""
        if node.parent is None:
            raise ValueError("the start of a game cannot be removed")
        if node in self.node.line():
            self.go_to(node.parent)
        self._undone.clear()
        node.parent.children.remove(node)
        node.parent = None

    @property
    def result(self) -> Result | None:
        """The declared result, else the score where the main line ended; None while it goes on."""
        return self._declared or played_result(self)

    @result.setter
    def result(self, result: Result | None) -> None:
        self._declared = result

    def resign(self, color: Color) -> None:
        """`color` gives up: the other side wins every square."""
        score = forfeit_score(color, self.size)
        self._declared = Result(score, Ending.RESIGNED)

    def transcript(self, *, passes: bool = False) -> str:
        """The moves up to the current place: black's in capitals, passes left out by default.

        A pass at the very end is always there, so that a reader knows whose turn it is.
        """
        return write_moves(self.start, self.moves, passes=passes)

    def __repr__(self) -> str:
        return f"<Game {self.size}x{self.size} {self.transcript() or 'start'}>"

    def _repr_svg_(self) -> str:
        """The current position with the last move, for notebooks."""
        return board_svg(self.position, last_move=self.moves[-1] if self.moves else None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            (self.start, self.black, self.white, self.tags, self.result)
            == (other.start, other.black, other.white, other.tags, other.result)
        ) and (
            self._line == other._line
            if self._place is None and other._place is None
            else _tree(self.root) == _tree(other.root)
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        # As a list: pickle and copy would follow the links of a long game too deep for Python.
        tree = _tree(self.root)
        number = {id(node): index for index, node in enumerate(_nodes(self.root))}
        return {
            "start": self.start,
            "tree": tree,
            "node": number[id(self.node)],
            "undone": [number[id(node)] for node in self._undone],
            "black": self.black,
            "white": self.white,
            "auto_pass": self.auto_pass,
            "tags": dict(self.tags),
            "declared": self._declared,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._start = self._last = state["start"]
        self._line = ()
        self._root = Node(self._start)
        nodes = [self._root]
        for parent, move, *noted in state["tree"]:
            if move is not None:
                before = nodes[parent]
                node = Node(before.position.play(move), move, before)
                before.children.append(node)
                nodes.append(node)
            for name, value in zip(NOTES.values(), noted, strict=True):
                setattr(nodes[-1], name, value)
        self._place = nodes[state["node"]]
        self._undone = [nodes[index] for index in state["undone"]]
        self.black, self.white = state["black"], state["white"]
        self.auto_pass, self.tags = state["auto_pass"], state["tags"]
        self._declared = state["declared"]

    def _grow(self) -> Node:
        """The current place, after the tree was made if it was not yet.

        Files hold thousands of games, and of most only the moves and the result are looked at. To
        make a tree takes ten times as long as to check the moves.
        """
        if self._place is not None:
            return self._place
        self._root = node = Node(self._start)
        for move in self._line:
            following = Node(node.position.play(move), move, node)
            node.children.append(following)
            node = following
        self._place = node
        return node

    def _follow(self, move: Move) -> Node:
        node = self.node.child(move)
        if node is None:
            node = Node(self.position.play(move), move, self.node)
            self.node.children.append(node)
        self._place = node
        return node

    def _pass_if_forced(self) -> None:
        if self.auto_pass and self.position.must_pass():
            self._follow(Move.PASS)


def played_result(game: Game) -> Result | None:
    """The result by the moves alone, whatever was declared."""
    last = game.final_position
    return Result(last.score()) if last.is_over() else None


def extras(game: Game) -> set[str]:
    """What a game has beside the moves of its main line.

    >>> game = Game().play("f5", seconds=1.5)
    >>> game.node.comment = "as ever"
    >>> sorted(extras(game))
    ['comments', 'seconds']
    """
    if game._place is None:
        return set()
    nodes = list(_nodes(game.root))
    columns = zip(*map(_notes_of, nodes), strict=True)
    nothing = {None, ""}
    kinds = {
        kind for kind, values in zip(NOTES, columns, strict=True) if not nothing.issuperset(values)
    }
    if any(len(node.children) > 1 for node in nodes):
        kinds.add("variations")
    return kinds


def main_moves(game: Game) -> tuple[Move, ...]:
    """The moves of the main line, passes included."""
    if game._place is None:
        return game._line
    return tuple(node.move for node in game.main_line() if node.move is not None)


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def _tree(root: Node) -> list[tuple[Any, ...]]:
    """For each node its parent's number in the list, its move and what was noted about it."""
    number: dict[int, int] = {}
    rows = []
    for index, node in enumerate(_nodes(root)):
        number[id(node)] = index
        parent = number.get(id(node.parent), -1)
        rows.append((parent, node.move, *_notes_of(node)))
    return rows
