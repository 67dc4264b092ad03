/**
 * Games as records: the JSON that Outflank reads and writes, with variations and comments.
 *
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').TreeNode} TreeNode
 * @typedef {import('./types.js').Position} Position
 * @typedef {{moves: string, comments?: Record<string, string>, after?: number[]}} Line
 */
import { nameOf, squareOf, TextError } from './notation.js';
import { flips, keyOf, play, settle, startPosition } from './rules.js';
import { mainLine, newGame } from './tree.js';

/** @param {string} text @param {number} size @returns {Position} */
export function readBoard(text, size) {
  const cells = text.replace(/\s/g, '').toUpperCase().replaceAll('.', '-');
  const turn = cells[size * size];
  if (cells.length !== size * size + 1 || /[^XO-]/.test(cells) || (turn !== 'X' && turn !== 'O')) {
    throw new TextError('The start position of the game cannot be read.');
  }
  return settle({ size, cells: cells.slice(0, -1), turn });
}

/** @param {Position} position */
export const boardText = (position) => `${position.cells} ${position.turn}`;

/**
 * A node while a record is read.
 * @typedef {object} Growing
 * @property {number} move
 * @property {Growing[]} children
 * @property {Position} position
 * @property {string} comment
 */

/** @param {Growing} node @returns {TreeNode} */
const bare = ({ move, children, comment }) => ({
  move, children: children.map(bare), ...(comment ? { comment } : {}),
});

/**
 * The nodes of a line, one for each move as written; a pass stays where it is.
 * @param {Growing} from @param {Line} line
 */
function grow(from, line) {
  const nodes = [];
  let node = from;
  for (const token of line.moves.match(/pa(?:ss)?|ps|--|@@|[a-l]\d{1,2}/gi) ?? []) {
    const square = squareOf(token, from.position.size);
    if (square >= 0) {
      if (flips(node.position, square).length === 0) throw new TextError(`${token} cannot be played in this game.`);
      let next = node.children.find((child) => child.move === square);
      if (!next) {
        next = { move: square, children: [], position: play(node.position, square), comment: '' };
        node.children.push(next);
      }
      node = next;
    }
    nodes.push(node);
  }
  for (const [number, comment] of Object.entries(line.comments ?? {})) {
    const noted = number === '0' ? from : nodes[Number(number) - 1];
    if (noted) noted.comment = comment;
  }
  return nodes;
}

/** @param {any} record @returns {Game} */
export function gameOfRecord(record) {
  const size = Number(record.size);
  const start = record.start ? readBoard(record.start, size) : startPosition(size);
  /** @type {Growing} */
  const root = { move: -1, children: [], position: start, comment: '' };
  const lines = [grow(root, record)];
  for (const variation of record.variations ?? []) {
    const [line, move] = variation.after;
    lines.push(grow(move === 0 ? root : lines[line][move - 1], variation));
  }
  const tree = bare(root);
  return newGame({
    start, tree, line: mainLine(tree), names: { X: String(record.black ?? ''), O: String(record.white ?? '') },
    result: resultOf(record),
  });
}

/** @param {any} record @returns {Game['result']} */
function resultOf({ score, ending }) {
  if (ending !== 'resigned' && ending !== 'time') return null;
  return { winner: score > 0 ? 'X' : score < 0 ? 'O' : null, ending };
}

/** @param {Game} game */
export function recordOf(game) {
  const { size, start } = game;
  /** @type {{node: TreeNode, place: number[]}[]} */
  const waiting = [{ node: game.tree, place: [] }];
  /** @type {Line[]} */
  const lines = [];
  for (let number = 0; number < waiting.length; number += 1) {
    const { node: first, place } = waiting[number];
    const nodes = number === 0 ? [] : [first];
    for (let node = first; node.children.length > 0; node = node.children[0]) nodes.push(node.children[0]);
    /** @type {Record<string, string>} */
    const comments = {};
    if (number === 0 && first.comment) comments[0] = first.comment;
    nodes.forEach((node, at) => node.comment && (comments[at + 1] = node.comment));
    lines.push({
      ...(number === 0 ? {} : { after: place }),
      moves: nodes.map((node) => nameOf(node.move, size)).join(''),
      ...(Object.keys(comments).length > 0 ? { comments } : {}),
    });
    const from = number === 0 ? [first, ...nodes] : nodes;
    from.forEach((node, at) => node.children.slice(1).forEach((child) => {
      waiting.push({ node: child, place: [number, number === 0 ? at : at + 1] });
    }));
  }
  const [main, ...variations] = lines;
  const usual = keyOf(start) === keyOf(startPosition(size));
  const { result } = game;
  return {
    size,
    ...(usual ? {} : { start: boardText(start) }),
    black: game.names.X,
    white: game.names.O,
    ...(result ? { score: (result.winner === 'X' ? 1 : result.winner === 'O' ? -1 : 0) * size * size, ending: result.ending } : {}),
    ...main,
    ...(variations.length > 0 ? { variations } : {}),
  };
}
