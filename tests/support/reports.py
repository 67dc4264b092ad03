"""The formulas of the five reports, written down once more: slow, plain, straight from the text.

The oracle for the native features and for the evaluation files. It shares nothing with them but
the printed numbers in golden/report_weights.json. A board is what boards.plain() returns: rows of
0 (empty), 1 (black) and 2 (white).
"""

import json
import math
from collections.abc import Callable
from pathlib import Path

from outflank.game import rules
from outflank.game.rules import DIRECTIONS, EMPTY, Board, Square

PRINTED = json.loads((Path(__file__).parents[1] / "golden" / "report_weights.json").read_text())

Squares = set[Square]
Table = list[list[float]]

# One of each pair of opposite directions.
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]


def every_square(board: Board) -> list[Square]:
    return [(row, column) for row in range(len(board)) for column in range(len(board))]


def on_board(board: Board, row: int, column: int) -> bool:
    return 0 <= row < len(board) and 0 <= column < len(board)


def neighbours(board: Board, square: Square) -> list[Square]:
    beside = [(square[0] + down, square[1] + right) for down, right in DIRECTIONS]
    return [(row, column) for row, column in beside if on_board(board, row, column)]


# What is counted, as sets of squares


def discs(board: Board, player: int) -> Squares:
    return {(r, c) for r, c in every_square(board) if board[r][c] == player}


def moves(board: Board, player: int) -> Squares:
    return set(rules.legal_moves(board, player))


def potential_moves(board: Board, player: int) -> Squares:
    """Empty squares beside a disc of the opponent."""
    found = set()
    for square in discs(board, EMPTY):
        for row, column in neighbours(board, square):
            if board[row][column] == 3 - player:
                found.add(square)
    return found


def corner_squares(board: Board) -> Squares:
    last = len(board) - 1
    return {(0, 0), (0, last), (last, 0), (last, last)}


def corners(board: Board, player: int) -> Squares:
    return corner_squares(board) & discs(board, player)


def potential_corners(board: Board, player: int) -> Squares:
    return corner_squares(board) & moves(board, player)


def unlikely_corners(board: Board, player: int) -> Squares:
    return corners(board, EMPTY) - moves(board, player)


def beside_corners(board: Board, player: int, kinds: str, corner_owners: set[int]) -> Squares:
    """Discs on X or C squares (`kinds`) whose corner belongs to one of `corner_owners`."""
    found = set()
    for corner in corner_squares(board):
        for square in neighbours(board, corner):
            diagonal = square[0] != corner[0] and square[1] != corner[1]
            if (
                ("x" if diagonal else "c") in kinds
                and board[square[0]][square[1]] == player
                and board[corner[0]][corner[1]] in corner_owners
            ):
                found.add(square)
    return found


def open_squares(kinds: str) -> Callable[[Board, int], Squares]:
    return lambda board, player: beside_corners(board, player, kinds, {EMPTY})


def unowned_squares(kinds: str) -> Callable[[Board, int], Squares]:
    return lambda board, player: beside_corners(board, player, kinds, {EMPTY, 3 - player})


def frontier(board: Board, player: int) -> Squares:
    found = set()
    for square in discs(board, player):
        if any(board[row][column] == EMPTY for row, column in neighbours(board, square)):
            found.add(square)
    return found


def edges(board: Board, player: int) -> Squares:
    rim = {0, len(board) - 1}
    found = {(row, column) for row, column in discs(board, player) if rim & {row, column}}
    return found - corner_squares(board)


def chains(board: Board, player: int) -> Squares:
    """Kandlikar-Bloch and Parry-Wingfield: outward from own corners, along rows and columns."""
    stable = [[False] * len(board) for _ in board]
    for row, column in corners(board, player):
        stable[row][column] = True
    changed = True
    while changed:
        changed = False
        for row, column in discs(board, player):
            for down, right in [(0, 1), (0, -1), (1, 0), (-1, 0)]:
                r, c = row + down, column + right
                if on_board(board, r, c) and stable[r][c] and not stable[row][column]:
                    stable[row][column] = changed = True
    return {(row, column) for row, column in every_square(board) if stable[row][column]}


def stable(board: Board, player: int, full_lines_count: bool) -> Squares:
    """Champion and Gin-Naccarato: from the stability of the neighbours in each direction pair."""
    found: Squares = set()
    while True:
        before = len(found)
        for row, column in discs(board, player):
            safe = 0
            for down, right in LINES:
                ends = [(row + down, column + right), (row - down, column - right)]
                held = any(not on_board(board, *end) or end in found for end in ends)
                if held or (full_lines_count and line_is_full(board, row, column, down, right)):
                    safe += 1
            if safe == 4:
                found.add((row, column))
        if len(found) == before:
            return found


def line_is_full(board: Board, row: int, column: int, down: int, right: int) -> bool:
    for sign in (1, -1):
        r, c = row, column
        while on_board(board, r, c):
            if board[r][c] == EMPTY:
                return False
            r, c = r + sign * down, c + sign * right
    return True


def stable_by_neighbours(board: Board, player: int) -> Squares:
    return stable(board, player, full_lines_count=False)


def truly_stable(board: Board, player: int) -> Squares:
    return stable(board, player, full_lines_count=True)


def unstable(board: Board, player: int) -> Squares:
    """Discs the opponent can flip with its next move."""
    found: Squares = set()
    for square in discs(board, EMPTY):
        found |= rules.flips(board, 3 - player, square)
    return found


def regions(board: Board) -> list[Squares]:
    """The empty squares, in parts connected over any of the eight neighbours."""
    rest, found = discs(board, EMPTY), []
    while rest:
        region, fresh = set(), [rest.pop()]
        while fresh:
            square = fresh.pop()
            region.add(square)
            for other in neighbours(board, square):
                if other in rest:
                    rest.remove(other)
                    fresh.append(other)
        found.append(region)
    return found


COUNTED: dict[str, Callable[[Board, int], Squares]] = {
    "discs": discs,
    "mobility": moves,
    "potential-mobility": potential_moves,
    "corners": corners,
    "potential-corners": potential_corners,
    "unlikely-corners": unlikely_corners,
    "x-open": open_squares("x"),
    "c-open": open_squares("c"),
    "xc-open": open_squares("xc"),
    "x-unowned": unowned_squares("x"),
    "c-unowned": unowned_squares("c"),
    "xc-unowned": unowned_squares("xc"),
    "frontier": frontier,
    "edges": edges,
    "stability-chains": chains,
    "stability-neighbours": stable_by_neighbours,
    "stability-true": truly_stable,
}


def measure(feature: str, board: Board, player: int, turn: int) -> tuple[float, float]:
    """A feature counted for `player` and for the other one; `turn` is whose move it is."""
    if feature == "region-parity":
        odd = sum(len(region) % 2 for region in regions(board))
        even = len(regions(board)) - odd
        return (odd, even) if player == turn else (even, odd)
    if feature == "stability-classes":
        own, other = (len(truly_stable(board, p)) - len(unstable(board, p)) for p in (1, 2))
        return (own, other) if player == 1 else (other, own)
    return len(COUNTED[feature](board, player)), len(COUNTED[feature](board, 3 - player))


def table_sum(board: Board, player: int, table: Table) -> float:
    return math.fsum(table[row][column] for row, column in discs(board, player))


# How two counts become one number


def ratio(p: float, o: float) -> float:
    """100 (p - o) / (p + o), and 0 for 0 / 0."""
    return 100 * (p - o) / (abs(p) + abs(o)) if p or o else 0.0


def dominance(p: float, o: float) -> float:
    """Sommer's printed mobility code: the larger share in percent, with its owner's sign."""
    if p > o:
        return 100 * p / (p + o)
    if p < o:
        return -100 * o / (p + o)
    return 0.0


# The reports


def game_phase(board: Board) -> str:
    """Kandlikar-Bloch and Parry-Wingfield, section 2.4.8."""
    squares = len(board) ** 2
    filled = squares - len(discs(board, EMPTY))
    if 3 * filled < squares:
        return "early"
    return "mid" if 3 * filled < 2 * squares else "late"


def kandlikar_parry(board: Board, player: int) -> dict[str, tuple[float, float]]:
    """Each heuristic of sections 2.4.1 to 2.4.7 as printed, with its printed weight."""
    other = 3 - player

    def normalised(count: Callable[[Board, int], Squares]) -> float:
        return ratio(len(count(board, player)), len(count(board, other)))

    heuristics = {
        "disc": normalised(discs),
        "mobility": normalised(moves),
        "corner": normalised(corners),
        "stability": normalised(chains),
        "potential_mobility": len(potential_moves(board, player)),
        "x_square_penalty": -50 * len(unowned_squares("xc")(board, player)),
        "frontier": -normalised(frontier),
    }
    weights = PRINTED["kandlikar-parry"][str(len(board))][game_phase(board)]
    return {name: (value, weights[name]) for name, value in heuristics.items()}


def sommer_table(size: int) -> Table:
    """The printed table; elsewhere its two outer rings, and ones on the diagonals inside."""
    if size == 8:
        return PRINTED["sommer"]["table"]  # type: ignore[no-any-return]
    table = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(size):
            r, c = sorted([min(row, size - 1 - row), min(column, size - 1 - column)])
            if r < 2:
                table[row][column] = PRINTED["sommer"]["table"][r][min(c, 3)]
            elif column in (row, size - 1 - row):
                table[row][column] = 1
    return table


def sommer(board: Board, player: int) -> dict[str, tuple[float, float]]:
    """The variables of the printed formula, with their factors."""
    other, table = 3 - player, sommer_table(len(board))

    def share(count: Callable[[Board, int], Squares]) -> float:
        return dominance(len(count(board, player)), len(count(board, other)))

    close = open_squares("xc")
    variables = {
        "p": share(discs),
        "c": 25 * (len(corners(board, player)) - len(corners(board, other))),
        "l": -12.5 * (len(close(board, player)) - len(close(board, other))),
        "m": share(moves),
        "f": -share(frontier),
        "d": table_sum(board, player, table) - table_sum(board, other, table),
    }
    return {name: (value, PRINTED["sommer"]["formula"][name]) for name, value in variables.items()}


def sommer_static(board: Board, player: int) -> float:
    return sommer(board, player)["d"][0]


def hybrid(board: Board, player: int, name: str) -> dict[str, tuple[float, float]]:
    """Champion and Gin-Naccarato, section 3.5 and figures 1 and 2."""
    heuristics = {"corners": corners, "mobility": moves, "stability": stable_by_neighbours}
    found = {}
    for key, weight in PRINTED["champion-gin"][name].items():
        count = heuristics[key]
        found[key] = (ratio(len(count(board, player)), len(count(board, 3 - player))), weight)
    return found


def champion_gin(board: Board, player: int) -> dict[str, tuple[float, float]]:
    return hybrid(board, player, "hybrid8" if len(board) <= 8 else "hybrid9")


def faraji_table(size: int) -> Table:
    """The printed table; elsewhere by the distances from the edges, the middle going on inwards."""
    printed = PRINTED["faraji-osama"]["table"]
    near = [min(i, size - 1 - i, 3) for i in range(size)]
    return [[printed[row][column] for column in near] for row in near]


def faraji_osama(board: Board, player: int) -> float:
    """Section 2.7.1: the sum of own weights minus the opponent's."""
    table = faraji_table(len(board))
    return table_sum(board, player, table) - table_sum(board, 3 - player, table)


def total(heuristics: dict[str, tuple[float, float]]) -> float:
    return math.fsum(value * weight for value, weight in heuristics.values())


def single(board: Board, player: int, name: str) -> float:
    """Sommer's four heuristics on their own, and Champion and Gin-Naccarato's first one."""

    def counts(feature: str) -> tuple[float, float]:
        return measure(feature, board, player, player)

    def lead(feature: str) -> float:
        own, other = counts(feature)
        return own - other

    if name == "parity":
        return dominance(*counts("discs"))
    if name == "corners":
        return 20 * lead("corners") + 4 * lead("potential-corners") - lead("unlikely-corners")
    if name == "mobility":
        actual, potential = counts("mobility"), counts("potential-mobility")
        return 0.75 * dominance(*actual) + 0.25 * dominance(*potential)
    if name == "stability":
        return ratio(*counts("stability-classes"))
    assert name == "rudimentary"
    return lead("discs") + 1.5 * lead("corners")


def evaluate(name: str, board: Board, player: int) -> float:
    """The value of a position by the preset called `name`, but for `improved`."""
    if name == "kandlikar-parry":
        return total(kandlikar_parry(board, player))
    if name == "sommer":
        return total(sommer(board, player))
    if name == "sommer-static":
        return sommer_static(board, player)
    if name == "champion-gin":
        return total(champion_gin(board, player))
    if name.startswith("hybrid"):
        return total(hybrid(board, player, name))
    if name == "faraji-osama":
        return faraji_osama(board, player)
    return single(board, player, name)
