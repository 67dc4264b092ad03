/**
 * The part of the state that belongs to studying: report, retry, explanations, editor, explorer.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Action} Action
 * @typedef {import('./types.js').Retry} Retry
 * @typedef {import('./types.js').Editor} Editor
 */
import { nameOf, plural } from './notation.js';
import { fault, startPosition } from './rules.js';
import * as tree from './tree.js';
import { evaluate, mistakesOf, withValues } from './values.js';

/** A message for everybody. @param {State} state @param {string} message @returns {State} */
export const tell = (state, message) => ({ ...state, ui: { ...state.ui, message, told: state.ui.told + 1 } });

/** In a retry a move may lose so much; nothing where values are exact. */
const NEAR_ENOUGH = 1;

/** @param {State} state @param {Retry|null} retry @param {string} message @returns {State} */
function asked(state, retry, message) {
  const game = retry && retry.status !== 'done'
    ? { ...state.game, line: retry.line, ply: retry.plies[retry.at] }
    : state.game;
  return tell({ ...state, retry, game, ui: { ...state.ui, hover: null, preview: null, animate: false } }, message);
}

/** @param {Retry} retry */
const question = (retry) => `Mistake ${retry.at + 1} of ${retry.plies.length}, move ${retry.plies[retry.at] + 1}: find a better move.`;

/** @param {State} state @returns {State} */
function retryStarted(state) {
  const { game } = state;
  const plies = mistakesOf(state, game).map((mistake) => mistake.ply);
  if (plies.length === 0) return tell(state, 'There is no marked mistake.');
  /** @type {Retry} */
  const retry = { plies, line: game.line, at: 0, status: 'ask', tried: null, solved: 0 };
  return asked(state, retry, question(retry));
}

/** @param {State} state @returns {State} */
function retryNext(state) {
  const { retry } = state;
  if (!retry) return state;
  if (retry.at + 1 >= retry.plies.length) {
    const message = `That was the last one: ${retry.solved} of ${retry.plies.length} found.`;
    return asked(state, { ...retry, status: 'done' }, message);
  }
  /** @type {Retry} */
  const next = { ...retry, at: retry.at + 1, status: 'ask', tried: null };
  return asked(state, next, question(next));
}

/**
 * Judges the move that was tried, once its value is known.
 * @param {State} state @returns {State}
 */
export function judged(state) {
  const { retry } = state;
  if (!retry || retry.status !== 'judging' || retry.tried === null) return state;
  const ply = retry.plies[retry.at];
  const position = tree.positionsOf({ start: state.game.start, line: retry.line })[ply];
  const found = evaluate(state.values, position);
  const tried = found.moves.get(retry.tried);
  if (!tried || found.value === null) return state;
  const name = nameOf(retry.tried, position.size);
  const loss = found.value - tried.score;
  if (loss <= (tried.exact ? 0 : NEAR_ENOUGH)) {
    return asked(state, { ...retry, status: 'right', solved: retry.solved + 1 }, `${name} is right.`);
  }
  return asked(state, { ...retry, status: 'wrong' }, `${name} loses ${plural(loss, 'disc')}. Try again.`);
}

/** @param {State} state @returns {State} */
function solutionShown(state) {
  const { retry } = state;
  if (!retry) return state;
  const position = tree.positionsOf({ start: state.game.start, line: retry.line })[retry.plies[retry.at]];
  const { best } = evaluate(state.values, position);
  const text = best === null ? 'The best move is not known yet.' : `${nameOf(best, position.size)} was best.`;
  return asked(state, { ...retry, status: 'shown' }, text);
}

/** The board turned or mirrored. @param {Editor} editor @param {string} how @returns {Editor} */
export function symmetry(editor, how) {
  const { size } = editor;
  const cells = Array.from({ length: size * size }, (_, square) => {
    const [row, column] = [Math.floor(square / size), square % size];
    const from = how === 'turn' ? (size - 1 - column) * size + row : row * size + (size - 1 - column);
    return editor.cells[from];
  });
  return { ...editor, cells: cells.join('') };
}

/** @param {State} state @returns {State} */
function editorDone(state) {
  const { editor } = state;
  if (!editor) return state;
  const wrong = fault(editor);
  if (wrong) return tell(state, wrong);
  const { size, cells, turn } = editor;
  const game = tree.newGame({ start: { size, cells, turn } });
  return tell({
    ...state,
    game,
    past: [...state.past, state.game],
    future: [],
    report: null,
    editor: null,
    route: 'analyse',
    ui: { ...state.ui, focus: 0 },
  }, 'The position is set up.');
}

/** @type {Record<string, (state: State, action: Action) => State>} */
const HANDLERS = {
  report: (state, { report, values = [] }) => {
    let store = state.values;
    for (const [key, one] of values) store = withValues(store, key, one);
    const next = report && { ...(state.report ?? {}), ...report };
    return { ...state, values: store, report: next };
  },
  'retry-start': retryStarted,
  'retry-next': retryNext,
  'retry-show': solutionShown,
  'retry-end': (state) => ({ ...state, retry: null }),
  why: (state, { why }) => ({ ...state, why }),
  explorer: (state, { explorer }) => ({ ...state, explorer }),
  editor: (state, { editor }) => ({ ...state, editor: state.editor && editor ? { ...state.editor, ...editor } : editor }),
  'editor-open': (state) => {
    const { size, cells, turn } = tree.positionOf(state.game);
    return { ...state, retry: null, editor: { size, cells, turn, brush: 'X' }, ui: { ...state.ui, dialog: null, animate: false } };
  },
  'editor-size': (state, { size }) => ({
    ...state,
    editor: { size, cells: startPosition(size).cells, turn: 'X', brush: 'X' },
    ui: { ...state.ui, focus: 0 },
  }),
  paint: (state, { square }) => {
    if (!state.editor) return state;
    const cells = [...state.editor.cells];
    // Painting a square that has the colour already empties it.
    cells[square] = cells[square] === state.editor.brush ? '-' : state.editor.brush;
    return { ...state, editor: { ...state.editor, cells: cells.join('') }, ui: { ...state.ui, focus: square } };
  },
  symmetry: (state, { how }) => (state.editor ? { ...state, editor: symmetry(state.editor, how) } : state),
  'editor-done': editorDone,
};

/** @param {State} state @param {Action} action @returns {State} */
export function reduceStudy(state, action) {
  const handler = HANDLERS[action.type];
  if (!handler) throw new TypeError(`unknown action ${action.type}`);
  return handler(state, action);
}
