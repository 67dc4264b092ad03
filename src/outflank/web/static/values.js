/**
 * The one store of values. Board, graph, report and marks read `evaluate` and nothing else.
 *
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Values} Values
 * @typedef {import('./types.js').Judged} Judged
 * @typedef {import('./types.js').Evaluation} Evaluation
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').Mistake} Mistake
 * @typedef {import('./types.js').Mark} Mark
 * @typedef {Pick<import('./types.js').State, 'values'|'hello'>} Judging
 * @typedef {ReadonlyMap<string, Values>} Store
 */
import { finalScore, isOver, keyOf, legalMoves, play } from './rules.js';
import { positionsOf } from './tree.js';

const MOST_POSITIONS = 4000;

/** @param {{exact: boolean, depth: number, selectivity: number}} one */
const sureness = (one) => (one.exact ? Infinity : one.depth * one.selectivity);

/** Whether one search tells more than another. @param {Values} one @param {Values} other */
function better(one, other) {
  const [mine, theirs] = [sureness(one), sureness(other)];
  return mine === theirs ? one.nodes >= other.nodes : mine > theirs;
}

/**
 * The store with what a search made of a position, if that tells more than what was known. What a
 * report says of a move or two stands beside a search, not in its place.
 * @param {Store} store @param {string} key @param {Values} values @returns {Store}
 */
export function withValues(store, key, values) {
  const slot = values.source === 'report' ? `report ${key}` : key;
  const known = store.get(slot);
  if (known && !better(values, known)) return store;
  const next = new Map(store);
  next.delete(slot);
  next.set(slot, values);
  if (next.size > MOST_POSITIONS) next.delete(/** @type {string} */ (next.keys().next().value));
  return next;
}

/** @type {WeakMap<Store, Map<string, Evaluation>>} */
const evaluated = new WeakMap();

/** @type {Map<string, Position>} */
const children = new Map();

/** @param {Position} position @param {string} key @param {number} move */
function childOf(position, key, move) {
  const name = `${key}${move}`;
  let child = children.get(name);
  if (!child) {
    if (children.size > 20000) children.clear();
    child = play(position, move);
    children.set(name, child);
  }
  return child;
}

/**
 * What is known about a position. Of each move the surest number counts: that of the search here,
 * that of the report, or that of the position it leads to.
 * @param {Store} store @param {Position} position @returns {Evaluation}
 */
export function evaluate(store, position) {
  let memo = evaluated.get(store);
  if (!memo) evaluated.set(store, (memo = new Map()));
  const key = keyOf(position);
  const known = memo.get(key);
  if (known) return known;
  const found = isOver(position) ? final(position) : judge(store, position, key);
  memo.set(key, found);
  return found;
}

/** @param {Position} position @returns {Evaluation} */
function final(position) {
  const score = finalScore(position);
  return { moves: new Map(), best: null, value: position.turn === 'X' ? score : -score, exact: true };
}

/** @param {Store} store @param {Position} position @param {string} key @returns {Evaluation} */
function judge(store, position, key) {
  const own = [store.get(key), store.get(`report ${key}`)];
  /** @type {Map<number, Judged>} */
  const moves = new Map();
  for (const move of legalMoves(position)) {
    /** @type {Judged|null} */
    let best = null;
    for (const values of own) {
      const value = values?.moves[move];
      if (values && value && (!best || sureness(values) > sureness(best))) {
        const { depth, selectivity, exact, source } = values;
        best = { ...value, depth, selectivity, exact, source };
      }
    }
    const below = fromBelow(store, position, key, move);
    if (below && (!best || sureness(below) > sureness(best))) best = below;
    if (best) moves.set(move, best);
  }
  let best = null;
  let value = null;
  for (const [move, judged] of moves) {
    if (value === null || judged.score > value) [best, value] = [move, judged.score];
  }
  const all = moves.size === legalMoves(position).length;
  return { moves, best, value, exact: all && [...moves.values()].every((move) => move.exact) };
}

/**
 * What the position after a move says about it.
 * @param {Store} store @param {Position} position @param {string} key @param {number} move
 * @returns {Judged|null}
 */
function fromBelow(store, position, key, move) {
  const child = childOf(position, key, move);
  const sign = child.turn === position.turn ? 1 : -1;
  if (isOver(child)) {
    const value = /** @type {number} */ (final(child).value);
    return { score: sign * value, line: [move], depth: 1, selectivity: 100, exact: true, source: 'search' };
  }
  const values = store.get(keyOf(child));
  // A search that has not seen every reply says nothing about the move before.
  if (!values || legalMoves(child).some((reply) => !values.moves[reply])) return null;
  const found = evaluate(store, child);
  if (found.best === null || found.value === null) return null;
  const reply = /** @type {Judged} */ (found.moves.get(found.best));
  return {
    score: sign * found.value,
    line: [move, ...reply.line],
    depth: values.depth + 1,
    selectivity: values.selectivity,
    exact: found.exact,
    source: 'search',
  };
}

/** What black is ahead by in a position; null if nobody knows. @param {Store} store @param {Position} position */
export function forBlack(store, position) {
  const { value } = evaluate(store, position);
  if (value === null) return null;
  return position.turn === 'X' || value === 0 ? value : -value;
}

/**
 * The heaviest mark that a move has, by what the best move and the played one are worth.
 * @param {readonly Mark[]} marks @param {number} value @param {number} played
 */
export function markOf(marks, value, played) {
  const sameWinner = Math.sign(value) === Math.sign(played);
  return marks.findLast((mark) => value - played >= mark.discs && !(mark.changes_winner && sameWinner));
}

/**
 * What a move lost, and its mark; null if a number is missing.
 * @param {Judging} state @param {Position} position @param {number} move
 */
export function lossOf({ values, hello }, position, move) {
  const found = evaluate(values, position);
  const played = found.moves.get(move);
  if (!played || found.value === null || found.best === null) return null;
  return {
    loss: found.value - played.score,
    mark: markOf(hello?.marks ?? [], found.value, played.score) ?? null,
    best: played.score === found.value ? move : found.best,
    exact: played.exact && /** @type {Judged} */ (found.moves.get(found.best)).exact,
  };
}

/**
 * The marked moves of the line in view.
 * @param {Judging} state @param {Pick<Game, 'start'|'line'>} game @returns {Mistake[]}
 */
export function mistakesOf(state, game) {
  const positions = positionsOf(game);
  return game.line.flatMap((move, ply) => {
    const found = lossOf(state, positions[ply], move);
    if (!found || !found.mark) return [];
    return [{ ply, side: positions[ply].turn, move, best: found.best, loss: found.loss, mark: found.mark }];
  });
}
