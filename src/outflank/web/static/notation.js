/**
 * Squares, numbers and moves as people write and hear them.
 *
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Side} Side
 */
import { flips, play } from './rules.js';

const LETTERS = 'abcdefghijkl';

/** @param {number} square @param {number} size */
export const nameOf = (square, size) => LETTERS[square % size] + (Math.floor(square / size) + 1);

/**
 * The square of a name such as f5; -1 if there is none on this board.
 * @param {string} name @param {number} size
 */
export function squareOf(name, size) {
  const match = /^([a-l])([1-9]\d?)$/i.exec(name);
  if (!match) return -1;
  const column = LETTERS.indexOf(match[1].toLowerCase());
  const row = Number(match[2]) - 1;
  return column < size && row < size ? row * size + column : -1;
}

/** A number with its sign, and a minus as wide as the plus. @param {number} value */
export function signed(value) {
  const rounded = Math.round(value);
  if (rounded === 0) return '0';
  return rounded > 0 ? `+${rounded}` : `\u2212${-rounded}`;
}

/** A number as it is said. @param {number} value */
export function spoken(value) {
  const rounded = Math.round(value);
  if (rounded === 0) return 'even';
  return rounded > 0 ? `plus ${rounded}` : `minus ${-rounded}`;
}

/** @param {Side} side */
export const sideName = (side) => (side === 'X' ? 'Black' : 'White');

/** @param {number} count @param {string} noun */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** @param {readonly number[]} squares @param {number} size */
export const names = (squares, size) => squares.map((square) => nameOf(square, size)).join(' ');

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What is wrong with a text, and where. */
export class TextError extends Error {}

/**
 * The moves of a transcript such as "f5d6c3" or "1. F5 d6"; forced passes may be written or not.
 * @param {string} text @param {Position} start @returns {number[]}
 */
export function readMoves(text, start) {
  const scanner = start.size >= 10
    ? /(?<skip>[\s,;]+|\d+\.+|pass|pa|ps|--)|(?<move>[a-l]\d{1,2})/iy
    : /(?<skip>[\s,;]+|\d+\.+|pass|pa|ps|--)|(?<move>[a-l]\d)/iy;
  const moves = [];
  let position = start;
  while (scanner.lastIndex < text.length) {
    const at = scanner.lastIndex;
    const groups = scanner.exec(text)?.groups;
    if (!groups) throw new TextError(`Character ${at + 1}: "${text.slice(at, at + 8)}" is not a move.`);
    if (groups.skip) continue;
    const square = squareOf(groups.move, start.size);
    if (square < 0 || flips(position, square).length === 0) {
      throw new TextError(`Character ${at + 1}: ${groups.move} cannot be played there.`);
    }
    position = play(position, square);
    moves.push(square);
  }
  return moves;
}
