/**
 * What is said: to everybody in the line under the board, and to screen readers.
 *
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Position} Position
 */
import { nameOf, names, plural, sideName, spoken } from './notation.js';
import { count, finalScore, flips, isOver, keyOf, legalMoves, opponent } from './rules.js';
import { pathOf, positionOf, positionsOf } from './tree.js';
import { evaluate, forBlack, lossOf } from './values.js';

/** How a game ended; empty while it goes on. @param {Game} game */
export function resultSentence(game) {
  const position = positionOf(game);
  if (game.result) {
    const { winner, ending } = game.result;
    return winner ? `Game over, ${sideName(winner).toLowerCase()} wins${ending === 'time' ? ' on time' : ', the other side resigned'}.` : 'Game over, a draw.';
  }
  if (!isOver(position)) return '';
  const score = finalScore(position);
  const half = position.cells.length / 2;
  const discs = `${half + Math.abs(score) / 2}\u2013${half - Math.abs(score) / 2}`;
  if (score === 0) return `Game over, a draw, ${discs}.`;
  return `Game over, ${score > 0 ? 'black' : 'white'} wins ${discs}.`;
}

/** The last move, and what comes now. @param {Game} game */
export function moveSentence(game) {
  const positions = positionsOf(game);
  const now = positions[game.ply];
  const over = resultSentence(game);
  const next = over || `${sideName(now.turn)} to move, ${legalMoves(now).length} legal.`;
  if (game.ply === 0) return next;
  const before = positions[game.ply - 1];
  const passes = !over && before.turn === now.turn ? ` ${sideName(opponent(now.turn))} must pass.` : '';
  return `${lastMove(game)}${passes} ${next}`;
}

/** @param {Game} game */
export function lastMove(game) {
  if (game.ply === 0) return 'No move was played.';
  const before = positionsOf(game)[game.ply - 1];
  const move = game.line[game.ply - 1];
  const flipped = flips(before, move);
  return `${sideName(before.turn)} ${nameOf(move, game.size)}, flips ${flipped.length}: ${names(flipped, game.size)}.`;
}

/** The legal moves, with values if there are any. @param {State} state @param {boolean} shown */
export function legalSentence(state, shown) {
  const position = positionOf(state.game);
  const legal = legalMoves(position);
  if (legal.length === 0) return 'There is no legal move.';
  const { moves } = evaluate(state.values, position);
  const words = legal.map((square) => {
    const judged = shown ? moves.get(square) : undefined;
    return nameOf(square, position.size) + (judged ? ` ${spoken(judged.score)}${judged.exact ? ' exact' : ''}` : '');
  });
  return `${plural(legal.length, 'legal move')}: ${words.join(', ')}.`;
}

/** @param {Game} game */
export function scoreSentence(game) {
  const position = positionOf(game);
  const next = resultSentence(game) || `${sideName(position.turn)} to move.`;
  return `Black ${count(position, 'X')}, white ${count(position, 'O')}, ${count(position, '-')} empty. ${next}`;
}

/** The last named position on the way here. @param {State} state */
export function openingName(state) {
  const positions = positionsOf(state.game);
  for (let ply = state.game.ply; ply > 0; ply -= 1) {
    const name = state.openings.get(keyOf(positions[ply]));
    if (name) return name;
  }
  return '';
}

/** A place in the graph. @param {State} state @param {number} ply */
export function graphText(state, ply) {
  const { game, values } = state;
  if (ply === 0) return 'start';
  const positions = positionsOf(game);
  const words = [`move ${ply}`, nameOf(game.line[ply - 1], game.size)];
  const value = forBlack(values, positions[ply]);
  if (value === null) words.push('no value');
  else if (value === 0) words.push('even');
  else words.push(`${value > 0 ? 'black' : 'white'} ahead by ${Math.abs(value)}`);
  const lost = lossOf(state, positions[ply - 1], game.line[ply - 1]);
  if (lost?.mark) words.push(lost.mark.name, `lost ${lost.loss}`);
  return words.join(', ');
}

/** The name of a square for a screen reader. @param {object} facts
 * @param {Position} facts.position @param {number} facts.square @param {boolean} facts.legal
 * @param {import('./types.js').Judged|undefined} facts.judged @param {boolean} facts.best
 * @param {boolean} facts.last */
export function squareName({ position, square, legal, judged, best, last }) {
  const words = [nameOf(square, position.size)];
  const cell = position.cells[square];
  if (cell !== '-') words.push(cell === 'X' ? 'black' : 'white');
  else words.push(legal ? 'legal' : 'empty');
  if (judged) {
    words.push(spoken(judged.score));
    if (judged.exact) words.push('exact');
    if (best) words.push('best');
  }
  if (last) words.push('last move');
  return words.join(', ');
}

/** The moves played, as text. @param {Game} game */
export const transcript = (game) => names(pathOf(game), game.size).replaceAll(' ', '');
