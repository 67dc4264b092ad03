/**
 * A game as a tree that never changes: every function returns a new game.
 *
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').TreeNode} TreeNode
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Side} Side
 */
import { isOver, play, settle, startPosition } from './rules.js';

/** @returns {Game} @param {Partial<Game> & {size?: number}} [given] */
export function newGame(given = {}) {
  const size = given.size ?? given.start?.size ?? 8;
  return {
    id: given.id ?? newId(),
    size,
    start: settle(given.start ?? startPosition(size)),
    tree: given.tree ?? { move: -1, children: [] },
    line: given.line ?? [],
    ply: given.ply ?? 0,
    names: given.names ?? { X: '', O: '' },
    seats: given.seats ?? { X: { agent: '' }, O: { agent: '' } },
    clock: given.clock ?? null,
    result: given.result ?? null,
  };
}

export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** @param {readonly number[]} moves @param {Partial<Game>} [given] */
export function gameOf(moves, given = {}) {
  /** @type {TreeNode} */
  let tree = { move: -1, children: [] };
  for (const move of [...moves].reverse()) tree = { move: -1, children: [{ ...tree, move }] };
  return newGame({ ...given, tree, line: moves, ply: given.ply ?? moves.length });
}

/** @type {WeakMap<readonly number[], {start: Position, positions: Position[]}>} */
const known = new WeakMap();

/**
 * The positions along the line in view, the start first.
 * @param {Pick<Game, 'start'|'line'>} game
 */
export function positionsOf({ start, line }) {
  const kept = known.get(line);
  if (kept && kept.start === start) return kept.positions;
  const positions = [start];
  for (const move of line) positions.push(play(positions[positions.length - 1], move));
  known.set(line, { start, positions });
  return positions;
}

/** The position at the current place. @param {Game} game */
export const positionOf = (game) => positionsOf(game)[game.ply];

/** @param {TreeNode} tree @param {readonly number[]} path @returns {TreeNode|null} */
export function nodeAt(tree, path) {
  /** @type {TreeNode|undefined} */
  let node = tree;
  for (const move of path) {
    node = node.children.find((child) => child.move === move);
    if (!node) return null;
  }
  return node;
}

/**
 * The tree with one node replaced.
 * @param {TreeNode} tree @param {readonly number[]} path @param {(node: TreeNode) => TreeNode} change
 * @returns {TreeNode}
 */
function changed(tree, path, change) {
  if (path.length === 0) return change(tree);
  const [move, ...rest] = path;
  return {
    ...tree,
    children: tree.children.map((child) => (child.move === move ? changed(child, rest, change) : child)),
  };
}

/**
 * From a path down the first children to a leaf.
 * @param {TreeNode} tree @param {readonly number[]} path
 */
function toLeaf(tree, path) {
  const line = [...path];
  for (let node = nodeAt(tree, path); node && node.children.length > 0; ) {
    node = node.children[0];
    line.push(node.move);
  }
  return line;
}

/** The moves that are played. @param {Game} game */
export const pathOf = (game) => game.line.slice(0, game.ply);

/** The main line. @param {TreeNode} tree */
export const mainLine = (tree) => toLeaf(tree, []);

/**
 * Plays a legal move here; a move that the tree does not have becomes a variation.
 * @param {Game} game @param {number} move @returns {Game}
 */
export function playMove(game, move) {
  const path = pathOf(game);
  if (game.line[game.ply] === move) return { ...game, ply: game.ply + 1 };
  const there = nodeAt(game.tree, [...path, move]);
  const tree = there ? game.tree : changed(game.tree, path, (node) => ({
    ...node,
    children: [...node.children, { move, children: [] }],
  }));
  return { ...game, tree, line: toLeaf(tree, [...path, move]), ply: path.length + 1 };
}

/** @param {Game} game @param {number} ply @returns {Game} */
export const goTo = (game, ply) => ({ ...game, ply: Math.max(0, Math.min(ply, game.line.length)) });

/**
 * To the end of a path, in view with what follows it.
 * @param {Game} game @param {readonly number[]} path @returns {Game}
 */
export const goToPath = (game, path) =>
  nodeAt(game.tree, path) ? { ...game, line: toLeaf(game.tree, path), ply: path.length } : game;

/**
 * Another move in place of the last one, if the tree has any.
 * @param {Game} game @param {number} step
 */
export function otherVariation(game, step) {
  if (game.ply === 0) return game;
  const before = game.line.slice(0, game.ply - 1);
  const moves = (nodeAt(game.tree, before)?.children ?? []).map((child) => child.move);
  const at = moves.indexOf(game.line[game.ply - 1]);
  return goToPath(game, [...before, moves[(at + step + moves.length) % moves.length]]);
}

/** @param {Game} game @param {string} comment @returns {Game} */
export const withComment = (game, comment) => ({
  ...game,
  tree: changed(game.tree, pathOf(game), (node) => ({ ...node, comment })),
});

/** Removes the last move and what follows. @param {Game} game @returns {Game} */
export function removeHere(game) {
  if (game.ply === 0) return game;
  const before = game.line.slice(0, game.ply - 1);
  const move = game.line[game.ply - 1];
  const tree = changed(game.tree, before, (node) => ({
    ...node,
    children: node.children.filter((child) => child.move !== move),
  }));
  return { ...game, tree, line: toLeaf(tree, before), ply: before.length };
}

/** Makes the line in view the main line. @param {Game} game @returns {Game} */
export function promote(game) {
  let { tree } = game;
  pathOf(game).forEach((move, at, path) => {
    tree = changed(tree, path.slice(0, at), (node) => {
      const children = [...node.children];
      const [first] = children.splice(children.findIndex((child) => child.move === move), 1);
      return { ...node, children: [first, ...children] };
    });
  });
  return { ...game, tree };
}

/** Whether the game at the current place goes on. @param {Game} game */
export const goesOn = (game) => game.result === null && !isOver(positionOf(game));
