/**
 * The keyboard. Letters can be switched off, and none acts while somebody types.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Dispatch} Dispatch
 * @typedef {import('./actions.js').Actions} Actions
 */
import { legalMoves } from './rules.js';
import { lastMove, legalSentence, openingName, scoreSentence } from './speech.js';
import { showsValues } from './store.js';
import { positionOf } from './tree.js';
import { evaluate, mistakesOf } from './values.js';

/** What the help shows. */
export const KEYS = [
  ['\u2190 \u2192 \u2191 \u2193 Home End', 'move the cursor on the board; with Ctrl, Home and End go to the first and the last square'],
  ['Enter Space', 'play the square'],
  ['n Shift+n b', 'next legal square, the one before, the best square'],
  [', .', 'back, forward; also \u2190 and \u2192 when the board has no cursor'],
  ['< >', 'start, end'],
  ['[ ]', 'other variations of the last move'],
  ['j k', 'next mistake, mistake before'],
  ['a h v', 'analyse or engine on and off, hint, values on and off'],
  ['g e r w', 'graph, editor, report, why'],
  ['l m s o', 'say the last move, the legal moves, the score, the opening'],
  ['i /', 'command box'],
  ['Ctrl+V Ctrl+C', 'paste a game in any format, copy the moves'],
  ['Ctrl+Z Ctrl+Y Ctrl+S', 'undo, redo, save'],
  ['x ? Esc', 'turn the board, this help, close'],
];

/** @param {EventTarget|null} target */
export const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** @param {KeyboardEvent} event @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function typed(event, state, dispatch, actions) {
  if (event.defaultPrevented || event.altKey) return;
  const inDialog = state.ui.dialog !== null;
  if (event.ctrlKey || event.metaKey) {
    if (!inDialog && !isTyping(event.target)) withControl(event, state, dispatch, actions);
    return;
  }
  if (inDialog || isTyping(event.target)) return;
  const onBoard = event.target instanceof Element && event.target.closest('[role=grid]') !== null;
  const table = state.route === 'play' || state.route === 'analyse';
  if (!table && event.key !== '?') return;
  const acted = (onBoard ? boardKey : arrow)(event, state, dispatch) || escape(event, state, dispatch);
  if (acted || (state.settings.letters && letter(event.key, state, dispatch, actions))) event.preventDefault();
}

/** @param {KeyboardEvent} event @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
function withControl(event, state, dispatch, actions) {
  const onBoard = event.target instanceof Element && event.target.closest('[role=grid]') !== null;
  /** @type {Record<string, () => void>} */
  const acts = {
    z: () => dispatch({ type: state.route === 'play' ? 'takeback' : 'undo' }),
    y: () => dispatch({ type: 'redo' }),
    s: actions.openSave,
    ...(onBoard ? {
      Home: () => dispatch({ type: 'ui', focus: 0 }),
      End: () => dispatch({ type: 'ui', focus: boardSize(state) ** 2 - 1 }),
    } : {}),
  };
  const act = acts[event.key] ?? acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

/** @param {State} state */
const boardSize = (state) => state.editor?.size ?? state.game.size;

/** @param {KeyboardEvent} event @param {State} state @param {Dispatch} dispatch */
function boardKey(event, state, dispatch) {
  const size = boardSize(state);
  const { focus } = state.ui;
  const [row, column] = [Math.floor(focus / size), focus % size];
  const way = state.settings.turned ? -1 : 1;
  const inside = (/** @type {number} */ at) => Math.max(0, Math.min(size - 1, at));
  /** @type {Record<string, number[]>} */
  const steps = {
    ArrowUp: [inside(row - way), column],
    ArrowDown: [inside(row + way), column],
    ArrowLeft: [row, inside(column - way)],
    ArrowRight: [row, inside(column + way)],
    Home: [row, way > 0 ? 0 : size - 1],
    End: [row, way > 0 ? size - 1 : 0],
  };
  const to = steps[event.key];
  if (to) dispatch({ type: 'ui', focus: to[0] * size + to[1] });
  else if (event.key === 'Enter' || event.key === ' ') dispatch({ type: state.editor ? 'paint' : 'play', square: focus });
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @param {State} state @param {Dispatch} dispatch */
function arrow(event, { game }, dispatch) {
  const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
  // Tabs, the graph and lists have their own arrows.
  if (!step || (event.target instanceof Element && event.target.closest('[role=slider],[role=tablist],.scroll'))) return false;
  dispatch({ type: 'goto', ply: game.ply + step });
  return true;
}

/** @param {KeyboardEvent} event @param {State} state @param {Dispatch} dispatch */
function escape(event, { editor }, dispatch) {
  if (event.key !== 'Escape') return false;
  dispatch(editor ? { type: 'editor', editor: null } : { type: 'ui', preview: null, hover: null });
  return true;
}

/** @param {number} step @param {State} state @param {Dispatch} dispatch */
function toLegal(step, { game, ui }, dispatch) {
  const legal = legalMoves(positionOf(game));
  const next = step > 0 ? legal.find((square) => square > ui.focus) ?? legal[0]
    : legal.findLast((square) => square < ui.focus) ?? legal[legal.length - 1];
  if (next !== undefined) toSquare(next, dispatch);
}

/** @param {number} square @param {Dispatch} dispatch */
function toSquare(square, dispatch) {
  dispatch({ type: 'ui', focus: square });
  /** @type {HTMLElement|null} */ (document.querySelector(`[data-index="${square}"]`))?.focus();
}

/** @param {number} step @param {State} state @param {Dispatch} dispatch */
function toMistake(step, state, dispatch) {
  const plies = mistakesOf(state, state.game).map((mistake) => mistake.ply + 1);
  const ply = step > 0 ? plies.find((one) => one > state.game.ply) : plies.findLast((one) => one < state.game.ply);
  dispatch(ply === undefined ? { type: 'tell', message: 'There is no further mistake.' } : { type: 'goto', ply });
}

/** @param {string} key @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
function letter(key, state, dispatch, actions) {
  const { game, settings } = state;
  const say = (/** @type {string} */ message) => dispatch({ type: 'tell', message });
  const panel = (/** @type {string} */ name) => {
    if (state.route !== 'analyse') actions.analyse();
    dispatch({ type: 'ui', panel: name });
  };
  /** @type {Record<string, () => void>} */
  const acts = {
    n: () => toLegal(1, state, dispatch),
    N: () => toLegal(-1, state, dispatch),
    b: () => {
      const { best } = evaluate(state.values, positionOf(game));
      if (best === null || !showsValues(state)) say('The best square is not known.');
      else toSquare(best, dispatch);
    },
    ',': () => dispatch({ type: 'goto', ply: game.ply - 1 }),
    '.': () => dispatch({ type: 'goto', ply: game.ply + 1 }),
    '<': () => dispatch({ type: 'goto', ply: 0 }),
    '>': () => dispatch({ type: 'goto', ply: game.line.length }),
    '[': () => dispatch({ type: 'variation', step: -1 }),
    ']': () => dispatch({ type: 'variation', step: 1 }),
    j: () => toMistake(1, state, dispatch),
    k: () => toMistake(-1, state, dispatch),
    a: () => (state.route === 'analyse' ? dispatch({ type: 'search', search: { on: !state.search.on } }) : actions.analyse()),
    h: actions.hint,
    v: () => {
      dispatch({ type: 'set', name: 'values', value: !settings.values });
      say(settings.values ? 'Values off.' : 'Values on.');
    },
    g: () => /** @type {HTMLElement|null} */ (document.querySelector('.graph'))?.focus(),
    e: () => dispatch(state.editor ? { type: 'editor', editor: null } : { type: 'editor-open' }),
    r: () => panel('report'),
    w: () => panel('why'),
    l: () => say(lastMove(game)),
    m: () => say(legalSentence(state, showsValues(state))),
    s: () => say(scoreSentence(game)),
    o: () => say(openingName(state) || 'This opening has no name.'),
    i: () => dispatch({ type: 'ui', dialog: 'command' }),
    '/': () => dispatch({ type: 'ui', dialog: 'command' }),
    x: () => dispatch({ type: 'set', name: 'turned', value: !settings.turned }),
    '?': () => dispatch({ type: 'ui', dialog: 'keys' }),
  };
  const act = acts[key];
  if (!act) return false;
  act();
  return true;
}
