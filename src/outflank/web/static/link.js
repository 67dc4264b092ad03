/**
 * Games in the address: #/analyse/8/f5d6c3(c4d3)d3?ply=3&b=Ann&w=Bo
 *
 * Brackets hold other moves in place of the one before them. Forced passes are left out. Another
 * start than the usual one comes after the size, 8!..., with two bits a square and two for the side.
 *
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').TreeNode} TreeNode
 * @typedef {import('./types.js').Position} Position
 */
import { nameOf, squareOf, TextError } from './notation.js';
import { fault, flips, keyOf, play, settle, SIZES, startPosition } from './rules.js';
import { goToPath, goTo, mainLine, newGame, pathOf } from './tree.js';

export const LONGEST_LINK = 8192;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** @param {Position} position */
function startText(position) {
  if (keyOf(position) === keyOf(startPosition(position.size))) return String(position.size);
  const pairs = [...position.cells, position.turn].map((cell) => '-XO'.indexOf(cell));
  let text = '';
  for (let at = 0; at < pairs.length; at += 3) {
    text += DIGITS[pairs[at] * 16 + (pairs[at + 1] ?? 0) * 4 + (pairs[at + 2] ?? 0)];
  }
  return `${position.size}!${text}`;
}

/** @param {string} text @returns {Position} */
function readStart(text) {
  const [digits, board] = text.split('!', 2);
  const size = Number(digits);
  if (!SIZES.includes(size)) throw new TextError(`The link names no board: "${text.slice(0, 12)}".`);
  if (board === undefined) return startPosition(size);
  const pairs = [...board].flatMap((digit, at) => {
    const number = DIGITS.indexOf(digit);
    if (number < 0) throw new TextError(`The start position of the link is damaged at character ${at + 1}.`);
    return [number >> 4, (number >> 2) & 3, number & 3];
  });
  const cells = pairs.slice(0, size * size).map((pair) => '-XO'[pair] ?? '?').join('');
  const turn = '-XO'[pairs[size * size]];
  if (board.length !== Math.ceil((size * size + 1) / 3) || cells.includes('?') || (turn !== 'X' && turn !== 'O')) {
    throw new TextError('The start position of the link is damaged or cut short.');
  }
  const wrong = fault({ size, cells });
  if (wrong) throw new TextError(`The start position of the link is unusable. ${wrong}`);
  return settle({ size, cells, turn });
}

/** @param {TreeNode} tree @param {number} size */
function movesText(tree, size) {
  /** @param {TreeNode} from @returns {string} */
  const after = (from) => {
    let text = '';
    for (let node = from; node.children.length > 0; node = node.children[0]) {
      const [first, ...others] = node.children;
      text += nameOf(first.move, size);
      for (const other of others) text += `(${nameOf(other.move, size)}${after(other)})`;
    }
    return text;
  };
  return after(tree);
}

/** The address of a game, with its place. @param {Game} game */
export function linkOf(game) {
  const query = new URLSearchParams();
  query.set('ply', String(game.ply));
  const main = mainLine(game.tree);
  const path = pathOf(game);
  if (path.some((move, at) => main[at] !== move)) {
    query.set('at', path.map((move) => nameOf(move, game.size)).join(''));
  }
  if (game.names.X) query.set('b', game.names.X);
  if (game.names.O) query.set('w', game.names.O);
  return `#/analyse/${startText(game.start)}/${movesText(game.tree, game.size)}?${query}`;
}

/**
 * @typedef {object} Growing  A node while a link is read.
 * @property {number} move
 * @property {Growing[]} children
 * @property {Position} position
 */

/**
 * The tree of the moves of a link.
 * @param {string} text @param {Position} start @returns {TreeNode}
 */
function readTree(text, start) {
  const scanner = start.size >= 10 ? /[()]|[a-l]\d{1,2}/y : /[()]|[a-l]\d/y;
  /** @type {Growing} */
  const root = { move: -1, children: [], position: start };
  /** @type {Growing|null} */
  let parent = null;
  let here = root;
  /** @type {{parent: Growing|null, here: Growing}[]} */
  const waiting = [];
  while (scanner.lastIndex < text.length) {
    const at = scanner.lastIndex;
    const token = scanner.exec(text)?.[0];
    const where = `Character ${at + 1} of the moves in the link`;
    if (!token) throw new TextError(`${where}: "${text.slice(at, at + 8)}" is not a move.`);
    if (token === '(') {
      if (!parent) throw new TextError(`${where}: a bracket must follow a move.`);
      waiting.push({ parent, here });
      here = parent;
      parent = null;
    } else if (token === ')') {
      const back = waiting.pop();
      if (!back || !parent) throw new TextError(`${where}: this bracket closes nothing.`);
      ({ parent, here } = back);
    } else {
      const move = squareOf(token, start.size);
      if (move < 0 || flips(here.position, move).length === 0) {
        throw new TextError(`${where}: ${token} cannot be played there.`);
      }
      if (here.children.some((child) => child.move === move)) {
        throw new TextError(`${where}: ${token} is there twice.`);
      }
      const next = { move, children: [], position: play(here.position, move) };
      here.children.push(next);
      parent = here;
      here = next;
    }
  }
  if (waiting.length > 0) throw new TextError('The moves in the link end inside a bracket.');
  return bare(root);
}

/** @param {Growing} node @returns {TreeNode} */
const bare = ({ move, children }) => ({ move, children: children.map(bare) });

/**
 * The game of an address; null if it holds none. TextError says what is wrong and where.
 * @param {string} hash @returns {Game|null}
 */
export function readLink(hash) {
  const match = /^#\/analyse\/([^/?]+)\/([^?]*)(?:\?(.*))?$/.exec(hash);
  if (!match) return null;
  if (hash.length > LONGEST_LINK) throw new TextError(`The link has ${hash.length} characters, more than ${LONGEST_LINK}.`);
  const start = readStart(match[1]);
  const tree = readTree(match[2].toLowerCase(), start);
  const query = new URLSearchParams(match[3] ?? '');
  const named = { X: (query.get('b') ?? '').slice(0, 80), O: (query.get('w') ?? '').slice(0, 80) };
  const game = newGame({ start, tree, line: mainLine(tree), names: named });
  const at = query.get('at');
  if (at) {
    const path = at.match(/[a-l]\d{1,2}/g) ?? [];
    return goToPath(game, path.map((name) => squareOf(name, start.size)));
  }
  const ply = query.get('ply');
  return goTo(game, ply === null ? game.line.length : Number(ply) || 0);
}
