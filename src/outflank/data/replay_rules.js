// The rules as far as a replay needs them; they say the same as outflank.game.rules, and a test
// compares them. A board is an array of squares row by row: 0 is empty, 1 black, 2 white.

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

function startBoard(size) {
  const board = new Array(size * size).fill(0);
  const low = size / 2 - 1;
  for (const [row, column, color] of [[0, 0, 2], [0, 1, 1], [1, 0, 1], [1, 1, 2]]) {
    board[(low + row) * size + low + column] = color;
  }
  return board;
}

/** The squares whose discs a move turns; none if it is not legal. */
function flips(board, size, square, color) {
  if (board[square] !== 0) return [];
  const found = [];
  for (const [down, right] of DIRECTIONS) {
    const line = [];
    let row = Math.floor(square / size) + down;
    let column = (square % size) + right;
    while (row >= 0 && row < size && column >= 0 && column < size) {
      const at = row * size + column;
      if (board[at] === color) {
        found.push(...line);
        break;
      }
      if (board[at] === 0) break;
      line.push(at);
      row += down;
      column += right;
    }
  }
  return found;
}

function canMove(board, size, color) {
  return board.some((_, square) => flips(board, size, square, color).length > 0);
}

/**
 * The boards of a transcript, the start first, and its moves. Black's moves are in capitals, and
 * forced passes are left out. A move that the rules forbid ends the replay: `broken` is its name.
 */
function replay(size, transcript) {
  const boards = [startBoard(size)];
  const moves = [];
  let turn = 1;
  for (const name of transcript.match(/[a-z]\d+/gi) || []) {
    const board = boards[boards.length - 1];
    const letter = name[0].toLowerCase();
    const color = letter === name[0] ? 2 : 1;
    const square = (Number(name.slice(1)) - 1) * size + letter.charCodeAt(0) - 97;
    const turned = flips(board, size, square, color);
    const passed = color !== turn;
    if (turned.length === 0 || (passed && canMove(board, size, turn))) {
      return { boards, moves, broken: name.toLowerCase() };
    }
    const next = board.slice();
    for (const at of [square, ...turned]) next[at] = color;
    boards.push(next);
    moves.push({ name: name.toLowerCase(), color, square, passed });
    turn = 3 - color;
  }
  return { boards, moves, broken: null };
}
