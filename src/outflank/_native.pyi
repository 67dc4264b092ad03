"""The compiled core of Outflank; use it through the outflank package."""

import enum
from collections.abc import Sequence
from typing import Any, Final, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

class Color(enum.IntEnum):
    """The two sides. Black (1) moves first, white is 2."""

    BLACK = 1

    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other side."""

class Move:
    """
    A square to play on, or a pass.

    Moves belong to no board size: d3 is d3 everywhere. There is one object for each, so moves may
    be compared with ``is`` and used as dictionary keys.

    >>> Move("d3").row, Move("d3").column
    (2, 3)
    >>> Move("pass") is Move.PASS
    True
    """

    def __init__(self, name: str) -> None:
        """The move called `name`: d3, D3 or pass (also pa, ps, --, @@)."""

    @staticmethod
    def at(row: int, column: int) -> Move:
        """The move on a row and column, both counted from 0."""

    PASS: Final[Move] = ...
    """The pass."""

    @property
    def name(self) -> str:
        """Column letter and row number, or 'pass'."""

    @property
    def is_pass(self) -> bool:
        """True for a pass."""

    @property
    def row(self) -> int:
        """The row from 0 at the top; -1 for a pass."""

    @property
    def column(self) -> int:
        """The column from 0 at the left; -1 for a pass."""

    def transform(self, symmetry: int, size: int) -> Move:
        """
        The same move on a board turned by `symmetry` (see Position.transform).
        """

    def __eq__(self, arg: object, /) -> bool: ...
    def __lt__(self, arg: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def __reduce__(self) -> tuple[type[Move], tuple[str]]: ...

class Position:
    """
    Discs and the side to move.

    A position never changes: `play` returns a new one. It can be compared, hashed, pickled and used
    as a dictionary key. A side without a legal square must pass, and a pass is a move like any other;
    only when neither side can move is the game over.

    >>> position = Position()
    >>> [str(move) for move in position.legal_moves]
    ['d3', 'c4', 'f5', 'e6']
    >>> position.play("d3").turn.name
    'WHITE'
    """

    def __init__(self, size: int = 8) -> None:
        """The start position on a board of 4, 6, 8, 10 or 12 squares a side."""

    @staticmethod
    def from_text(text: str, size: int | None = None) -> Position:
        """
        Reads size * size squares, a1 first and row by row, then optionally the side to move.

        Black is X x * B b 0 or a black circle, white O o W w 1 or a white circle, empty - . or _; white
        space is ignored. Without a side, black is to move.
        """

    @staticmethod
    def from_fen(text: str) -> Position:
        """
        Read FEN: the rows, last first, and the side to move, b or w; what follows is ignored.

        A black disc is p, a white one P, a number so many empty squares.
        """

    def to_text(self) -> str:
        """
        size * size characters (X black, O white, - empty), a space and the side to move.
        """

    def fen(self) -> str:
        """Return the position in FEN, as `from_fen` reads it."""

    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def __getstate__(self) -> str: ...
    def __setstate__(self, arg: str, /) -> None: ...
    @staticmethod
    def from_numpy(array: numpy.typing.NDArray[Any], turn: int = 1) -> Position:
        """Reads a square array with 0 for empty, 1 for black and 2 for white."""

    @staticmethod
    def from_bitboards(black: int, white: int, turn: int = 1, size: int = 8) -> Position:
        """
        Reads the discs of each side from an int: bit row * size + column, so that bit 0 is a1.
        """

    def to_numpy(self) -> NDArray[numpy.uint8]:
        """The board as an array of uint8: 0 empty, 1 black, 2 white."""

    def to_bitboards(self) -> tuple[int, int]:
        """
        The discs of black and of white, each as an int: bit row * size + column.
        """

    @property
    def size(self) -> int:
        """Squares along one side."""

    @property
    def turn(self) -> Color:
        """The side to move (or, once the game is over, the side that would be)."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """
        Every legal move, a1 first; a lone pass if there is no square; empty once the game is over.
        """

    @property
    def empties(self) -> int:
        """How many squares are empty."""

    def is_over(self) -> bool:
        """True if neither side can move."""

    def must_pass(self) -> bool:
        """
        True if the side to move has no square to play on and the game goes on.
        """

    def is_legal(self, move: Move | str) -> bool:
        """True if `move` may be played here."""

    def play(self, move: Move | str) -> Position:
        """
        The position after `move`; IllegalMoveError says why it cannot be played.
        """

    def count(self, color: int) -> int:
        """How many discs a side has."""

    @overload
    def color_at(self, square: Move | str) -> Color | None:
        """Return whose disc lies on a square, such as d4, or None."""

    @overload
    def color_at(self, row: int, column: int) -> Color | None:
        """The same by row and column, both from 0."""

    def score(self, color: int = 1) -> int:
        """
        Disc difference for `color` as it would be scored now: empty squares go to the winner.
        """

    def disc_difference(self, color: int = 1) -> int:
        """Discs of `color` minus discs of the other side, as they lie."""

    def legal_mask(self) -> NDArray[numpy.bool_]:
        """The legal squares, as an array of bool."""

    def disc_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]:
        """The discs of `color`, as an array of bool."""

    def stable_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]:
        """
        Discs of `color` that can never be flipped. A lower bound: found by full lines and by growth from the edges and from stable neighbours.
        """

    def frontier_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]:
        """Discs of `color` beside an empty square."""

    def potential_mask(self, color: int) -> numpy.typing.NDArray[numpy.bool_]:
        """Empty squares beside a disc of the opponent of `color`."""

    def flip_mask(self, move: Move | str) -> numpy.typing.NDArray[numpy.bool_]:
        """The discs `move` would flip, as an array of bool."""

    def transform(self, symmetry: int) -> Position:
        """
        The board turned or mirrored.

        Symmetry 0 to 7: bit 2 swaps rows and columns (first), bit 1 mirrors top and bottom, bit 0 left
        and right. 0, 3, 4 and 7 keep the start position.
        """

    def symmetries(self) -> tuple[Position, ...]:
        """All eight images of the position, in the order of `transform`."""

    def canonical(self) -> Position:
        """The same position for all eight images: the one to store or look up."""

    def canonical_symmetry(self) -> int:
        """The symmetry that leads to `canonical()`."""

    def perft(self, depth: int) -> int:
        """
        How many leaves the game tree has after `depth` plies. A pass is a ply; a finished game is one leaf.
        """

    def playouts(self, games: int, seed: int = 0) -> numpy.typing.NDArray[numpy.int16]:
        """
        Plays random games to the end and returns black's final score of each. Game i depends on the seed and i alone.
        """

    def __eq__(self, arg: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...

def play_line(start: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], Position]:
    """
    Plays moves one after another, with the forced passes that were left out: all moves, and where they lead.
    """

def line_keys(start: Position, moves: Sequence[Move]) -> bytes:
    """
    The keys of the start and of the position after each move of `play_line`, as 64-bit numbers, the lowest byte first. All eight images of a position have one key, equal on every machine.
    """

class PackedBoards:
    """Positions of one size, packed; see outflank.batch."""

    @staticmethod
    def start(size: int, count: int) -> PackedBoards: ...
    @staticmethod
    def from_numpy(boards: NDArray[numpy.uint8], turns: NDArray[numpy.uint8]) -> PackedBoards: ...
    @property
    def size(self) -> int: ...
    def __len__(self) -> int: ...
    def equals(self, other: PackedBoards) -> bool: ...
    def position(self, index: int) -> Position: ...
    def selected(self, indices: NDArray[numpy.int64]) -> PackedBoards: ...
    def play(self, moves: NDArray[numpy.int64]) -> PackedBoards: ...
    def transformed(self, symmetry: int) -> PackedBoards: ...
    def cells(self) -> NDArray[numpy.uint8]: ...
    def turns(self) -> NDArray[numpy.uint8]: ...
    def planes(self) -> NDArray[numpy.float32]: ...
    def legal_masks(self) -> NDArray[numpy.bool_]: ...
    def legal_moves(
        self,
    ) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32]]: ...
    def legal_counts(self) -> NDArray[numpy.int64]: ...
    def nth_moves(self, numbers: NDArray[numpy.int64]) -> NDArray[numpy.int64]: ...
    def outcomes(
        self,
    ) -> tuple[numpy.typing.NDArray[numpy.bool_], numpy.typing.NDArray[numpy.int16]]: ...
    def random_moves(self, seed: int) -> numpy.typing.NDArray[numpy.int64]: ...
    def playouts(self, seed: int) -> numpy.typing.NDArray[numpy.int16]: ...

class Evaluation:
    """A weighted sum of features on one board size."""

    def __init__(
        self, size: int, terms: Sequence[tuple[str, str, str, Sequence[float], Sequence[float]]]
    ) -> None:
        """
        Terms: name, feature, scale, a weight for each number of discs on the board, and the values of the squares for the feature 'table'.
        """

    @property
    def size(self) -> int:
        """The board size it is for."""

    def value(self, position: Position, color: int) -> float:
        """The value for `color`, whoever is to move."""

    def explain(
        self, position: Position, color: int
    ) -> list[tuple[str, float, float, float, float, float]]:
        """
        For each term its name, the count for `color`, for the other side, the scaled value, the weight, and their product.
        """

    @staticmethod
    def features() -> tuple[str, ...]:
        """The names of all features."""

    @staticmethod
    def measure(
        feature: str, position: Position, color: int, table: Sequence[float] = []
    ) -> tuple[float, float]:
        """A feature counted for `color` and for the other side."""

class Search:
    """A search that can be asked again and again."""

    @staticmethod
    def classic(
        evaluation: Evaluation,
        *,
        algorithm: str,
        ordering: str,
        deepening: bool,
        aspiration: bool,
        partial: bool,
        outcome_first: bool,
        table_mb: int,
        keep_table: bool,
    ) -> Search:
        """Minimax or alpha-beta."""

    @staticmethod
    def monte_carlo(
        size: int, evaluation: Evaluation | None, *, exploration: float, memory_mb: int, seed: int
    ) -> Search:
        """UCT, with random games or, given an evaluation, evaluated leaves."""

    def search(
        self, position: Position, depth: int, nodes: int, seconds: float
    ) -> tuple[
        Move,
        float | None,
        int,
        int,
        float,
        tuple[Move, ...],
        tuple[tuple[int, int, int, int, int], ...],
    ]:
        """
        Zero means no limit. Returns move, score, depth, nodes, seconds, line and counts per ply (generated, searched, table probes, hits, cuts).
        """

    def stop(self) -> None:
        """Ends a running search; may be called by any thread."""

class PatternLayout:
    """Shapes on one board size, and the ids of their contents."""

    def __init__(self, size: int, shapes: Sequence[Sequence[int]]) -> None:
        """Each shape is a list of 1 to 10 squares, row * size + column."""

    @property
    def size(self) -> int:
        """The board size it is for."""

    @property
    def width(self) -> int:
        """Ids per position."""

    @property
    def columns(self) -> int:
        """How many ids there are."""

    def ids(self, positions: Sequence[Position]) -> numpy.typing.NDArray[numpy.int32]:
        """One row of ids for each position, seen by the side to move."""

class PatternWeights:
    """A trained evaluation of one board size."""

    def __init__(
        self,
        layout: PatternLayout,
        weights: NDArray[numpy.int16],
        *,
        midgame: Sequence[float] = [9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        endgame: Sequence[float] = [9.0, 0.0],
    ) -> None:
        """
        Phases times columns, in 1/128 of a disc, and the coefficients of a ProbCutModel; without these no line is ever cut.
        """

    @property
    def size(self) -> int:
        """The board size it is for."""

    @property
    def phases(self) -> int:
        """How many sets of weights there are."""

    def phase(self, discs: int) -> int:
        """The phase of a board with this many discs."""

    def value(self, position: Position) -> float:
        """The expected final score in discs, for the side to move."""

class EngineCore:
    """The engine of one size."""

    def __init__(
        self, size: int, weights: PatternWeights | None, *, threads: int, hash_mb: int
    ) -> None:
        """Without weights positions are judged by mobility and corners."""

    def search(
        self,
        position: Position,
        *,
        depth: int,
        nodes: int,
        seconds: float,
        selectivity: int,
        to_end: bool,
        lines: int,
        outcome_only: bool,
        fresh: bool,
        pace: float = 0.0,
    ) -> tuple[
        int, bool, int, int, bool, int, float, tuple[tuple[Move, int, tuple[Move, ...]], ...]
    ]:
        """
        Zero means no limit; `pace` are seconds after which no iteration is begun, more or fewer by how sure the move is. Returns number, finished, depth, selectivity, exact, nodes, seconds and lines (move, score, continuation), best first.
        """

    def start(
        self,
        position: Position,
        *,
        depth: int,
        nodes: int,
        seconds: float,
        selectivity: int,
        to_end: bool,
        lines: int,
        outcome_only: bool,
        fresh: bool,
        pace: float = 0.0,
    ) -> None:
        """The same on a thread of its own; `wait` for what it finds."""

    def wait(
        self, seconds: float, after: int
    ) -> (
        tuple[int, bool, int, int, bool, int, float, tuple[tuple[Move, int, tuple[Move, ...]], ...]]
        | None
    ):
        """
        The newest snapshot with a number above `after`, or the last one once the search has finished; None if there is none within `seconds`.
        """

    @property
    def idle_seconds(self) -> float:
        """What the threads together waited for work in the last search."""

    def stop(self) -> None:
        """Ends a running search; may be called by any thread."""

INSTRUCTION_SET: str

COMPILER: str
