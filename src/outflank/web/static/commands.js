/**
 * The command box: `f5`, `undo`, `values`, `goto 24`, `new 10 skill 4`.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Action} Action
 */
import { readMoves, TextError } from './notation.js';
import { SIZES } from './rules.js';
import { lastMove, legalSentence, scoreSentence } from './speech.js';
import { showsValues, skillSpec } from './store.js';
import { newGame, positionOf } from './tree.js';

const WORDS = 'moves such as f5, undo, redo, back, forward, start, end, goto 24, values, moves, score, last, turn, edit, new 10 skill 4';

/**
 * What a command does; TextError if it is none.
 * @param {string} text @param {State} state @returns {Action[]}
 */
export function commandActions(text, state) {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [first, second] = words;
  const { game, settings, route } = state;
  /** @type {Record<string, () => Action[]>} */
  const known = {
    undo: () => [{ type: route === 'play' ? 'takeback' : 'undo' }],
    redo: () => [{ type: 'redo' }],
    back: () => [{ type: 'goto', ply: game.ply - 1 }],
    forward: () => [{ type: 'goto', ply: game.ply + 1 }],
    start: () => [{ type: 'goto', ply: 0 }],
    end: () => [{ type: 'goto', ply: game.line.length }],
    goto: () => [{ type: 'goto', ply: wholeNumber(second, game.line.length, 'goto is followed by the number of a move') }],
    values: () => [{ type: 'set', name: 'values', value: !settings.values }],
    moves: () => [{ type: 'tell', message: legalSentence(state, showsValues(state)) }],
    score: () => [{ type: 'tell', message: scoreSentence(game) }],
    last: () => [{ type: 'tell', message: lastMove(game) }],
    turn: () => [{ type: 'set', name: 'turned', value: !settings.turned }],
    edit: () => [{ type: 'editor-open' }],
    new: () => newGameActions(words.slice(1), settings.skill),
  };
  if (Object.hasOwn(known, first)) return known[first]();
  if (/^[a-l]\d/.test(first)) {
    return readMoves(words.join(''), positionOf(game)).map((square) => ({ type: 'play', square }));
  }
  throw new TextError(`"${first}" is no command. There are ${WORDS}.`);
}

/** @param {string|undefined} text @param {number} most @param {string} otherwise */
function wholeNumber(text, most, otherwise) {
  if (!text || !/^\d{1,3}$/.test(text) || Number(text) > most) throw new TextError(`${otherwise}, from 0 to ${most}.`);
  return Number(text);
}

/** @param {string[]} words @param {number} skill @returns {Action[]} */
function newGameActions(words, skill) {
  let [size, level] = [8, skill];
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] === 'skill') level = wholeNumber(words[(at += 1)], 10, 'skill is followed by a number');
    else if (SIZES.includes(Number(words[at]))) size = Number(words[at]);
    else throw new TextError(`"${words[at]}" is neither a board (${SIZES.join(', ')}) nor "skill".`);
  }
  const game = newGame({
    size,
    seats: { X: { agent: '' }, O: { agent: skillSpec(level) } },
    names: { X: 'You', O: `Skill ${level}` },
  });
  return [{ type: 'set', name: 'skill', value: level }, { type: 'new', game }];
}
