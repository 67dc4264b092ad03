"""The rules of Othello in plain Python: slow, and meant to be obviously right.

Nothing in Outflank plays by this file. It is the oracle the tests hold the fast rules against,
and a place to read the rules. A board is a tuple of rows; 0 is empty, 1 black, 2 white.
"""

EMPTY, BLACK, WHITE = 0, 1, 2
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

Board = tuple[tuple[int, ...], ...]
Square = tuple[int, int]


def start(size: int) -> Board:
    """Four discs in the middle; black moves first."""
    m = size // 2
    discs = {(m - 1, m - 1): WHITE, (m, m): WHITE, (m - 1, m): BLACK, (m, m - 1): BLACK}
    return tuple(tuple(discs.get((r, c), EMPTY) for c in range(size)) for r in range(size))


def flips(board: Board, player: int, square: Square) -> set[Square]:
    """The opponent's discs outflanked by a disc of `player` on an empty square."""
    size, opponent = len(board), 3 - player
    flipped: set[Square] = set()
    if board[square[0]][square[1]] != EMPTY:
        return flipped
    for down, right in DIRECTIONS:
        run: list[Square] = []
        row, column = square[0] + down, square[1] + right
        while 0 <= row < size and 0 <= column < size and board[row][column] == opponent:
            run.append((row, column))
            row, column = row + down, column + right
        if 0 <= row < size and 0 <= column < size and board[row][column] == player:
            flipped.update(run)
    return flipped


def legal_moves(board: Board, player: int) -> list[Square]:
    """The squares where a disc of `player` flips at least one disc, row by row."""
    size = len(board)
    squares = [(row, column) for row in range(size) for column in range(size)]
    return [square for square in squares if flips(board, player, square)]


def play(board: Board, player: int, square: Square) -> Board:
    """The board after a legal move; the other player is to move."""
    own = flips(board, player, square) | {square}
    size = range(len(board))
    return tuple(tuple(player if (r, c) in own else board[r][c] for c in size) for r in size)


def must_pass(board: Board, player: int) -> bool:
    """A player without a legal move passes, as long as the other one has a move."""
    return not legal_moves(board, player) and bool(legal_moves(board, 3 - player))


def is_over(board: Board) -> bool:
    """The game ends when neither player can move."""
    return not legal_moves(board, BLACK) and not legal_moves(board, WHITE)


def score(board: Board) -> int:
    """Black's discs minus white's; the empty squares go to the winner."""
    cells = [cell for row in board for cell in row]
    black, white, empty = cells.count(BLACK), cells.count(WHITE), cells.count(EMPTY)
    winner = (black > white) - (black < white)
    return black - white + winner * empty
