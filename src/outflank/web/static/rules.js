/**
 * The rules. Squares are numbers from 0 (a1), row by row.
 *
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Side} Side
 */

export const SIZES = [4, 6, 8, 10, 12];

/** @type {Map<number, number[][][]>} */
const raysBySize = new Map();

/**
 * From each square in each direction, the squares up to the edge.
 * @param {number} size
 */
function rays(size) {
  const known = raysBySize.get(size);
  if (known) return known;
  const made = Array.from({ length: size * size }, (_, square) => {
    const from = [];
    for (const [down, right] of [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]) {
      const ray = [];
      let row = Math.floor(square / size) + down;
      let column = (square % size) + right;
      for (; row >= 0 && row < size && column >= 0 && column < size; row += down, column += right) {
        ray.push(row * size + column);
      }
      if (ray.length > 1) from.push(ray);
    }
    return from;
  });
  raysBySize.set(size, made);
  return made;
}

/** @param {Side} side @returns {Side} */
export const opponent = (side) => (side === 'X' ? 'O' : 'X');

/** @param {Position} position */
export const keyOf = (position) => position.cells + position.turn;

/** @param {number} size @returns {Position} */
export function startPosition(size) {
  const cells = Array(size * size).fill('-');
  const middle = (size / 2 - 1) * (size + 1);
  cells[middle] = cells[middle + size + 1] = 'O';
  cells[middle + 1] = cells[middle + size] = 'X';
  return { size, cells: cells.join(''), turn: 'X' };
}

/**
 * The discs that a move turns over; none if it is illegal.
 * @param {Position} position @param {number} square @returns {number[]}
 */
export function flips({ size, cells, turn }, square) {
  const flipped = [];
  if (cells[square] !== '-') return [];
  const other = opponent(turn);
  for (const ray of rays(size)[square]) {
    let length = 0;
    while (length < ray.length && cells[ray[length]] === other) length += 1;
    if (length > 0 && length < ray.length && cells[ray[length]] === turn) {
      for (let i = 0; i < length; i += 1) flipped.push(ray[i]);
    }
  }
  return flipped;
}

/** @type {WeakMap<Position, number[]>} */
const legalKnown = new WeakMap();

/** @param {Position} position @returns {number[]} */
export function legalMoves(position) {
  let found = legalKnown.get(position);
  if (!found) {
    found = [];
    for (let square = 0; square < position.cells.length; square += 1) {
      if (flips(position, square).length > 0) found.push(square);
    }
    legalKnown.set(position, found);
  }
  return found;
}

/** @param {Position} position @returns {Position} */
export const pass = (position) => ({ ...position, turn: opponent(position.turn) });

/** @param {Position} position */
export const isOver = (position) =>
  legalMoves(position).length === 0 && legalMoves(pass(position)).length === 0;

/**
 * The position after a move, whoever can move then.
 * @param {Position} position @param {number} square @returns {Position}
 */
export function place(position, square) {
  const flipped = flips(position, square);
  if (flipped.length === 0) throw new RangeError(`square ${square} cannot be played`);
  const cells = [...position.cells];
  for (const one of [square, ...flipped]) cells[one] = position.turn;
  return { size: position.size, cells: cells.join(''), turn: opponent(position.turn) };
}

/**
 * The same position after a forced pass, if one is due.
 * @param {Position} position @returns {Position}
 */
export function settle(position) {
  if (legalMoves(position).length > 0) return position;
  const passed = pass(position);
  return legalMoves(passed).length > 0 ? passed : position;
}

/**
 * The position after a move and the forced pass that may follow.
 * @param {Position} position @param {number} square
 */
export const play = (position, square) => settle(place(position, square));

/** @param {Position} position @param {string} what */
export const count = (position, what) => position.cells.split(what).length - 1;

/**
 * Black's disc difference; empty squares go to the winner.
 * @param {Position} position
 */
export function finalScore(position) {
  const black = count(position, 'X');
  const white = count(position, 'O');
  const empty = position.cells.length - black - white;
  return black - white + Math.sign(black - white) * empty;
}

/**
 * What makes a board unusable, in one sentence; empty if nothing does.
 * @param {{size: number, cells: string}} board
 */
export function fault({ size, cells }) {
  if (!cells.includes('X')) return 'There is no black disc.';
  if (!cells.includes('O')) return 'There is no white disc.';
  const position = { size, cells, turn: /** @type {Side} */ ('X') };
  return isOver(position) ? 'Neither side can move: the game would be over.' : '';
}
