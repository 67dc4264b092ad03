/**
 * The state of the page, and the one place where it changes: `dispatch` asks the pure `reduce`.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Action} Action
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {import('./types.js').Setup} Setup
 */
import { sideName } from './notation.js';
import { count, keyOf, legalMoves, opponent } from './rules.js';
import { judged, reduceStudy, tell } from './study.js';
import { moveSentence } from './speech.js';
import * as tree from './tree.js';
import { withValues } from './values.js';

const MOST_PAST = 100;

/** @type {Settings} */
export const DEFAULTS = {
  theme: 'auto',
  board: 'green',
  values: true,
  details: false,
  letters: true,
  animate: true,
  turned: false,
  level: 16,
  skill: 3,
  speed: 'steady',
};

/** @param {number} skill */
export const skillSpec = (skill) => `skill:level=${skill}`;

/** The game of a first visit. @param {number} skill */
export const firstGame = (skill = DEFAULTS.skill) => tree.newGame({
  seats: { X: { agent: '' }, O: { agent: skillSpec(skill) } },
  names: { X: 'You', O: `Skill ${skill}` },
});

/** What is suggested for a new game: who plays now, or a skill. @param {State} state @returns {Setup} */
export const firstSetup = ({ settings, game: { size, seats: { X, O }, ply } }) =>
  ({ size, X: X.agent, O: X.agent || O.agent || ply > 0 ? O.agent : skillSpec(settings.skill), left: [] });

/** The same on another board: a skill takes the place of who does not play there. @param {State} state @param {Setup} setup @param {number} size @returns {Setup} */
export function onBoard({ hello, settings }, setup, size) {
  const left = [setup.X, setup.O].filter((spec) =>
    hello?.agents.some((agent) => agent.spec === spec.split(':')[0] && !agent.sizes.includes(size)));
  const seated = (/** @type {string} */ spec) => (left.includes(spec) ? skillSpec(settings.skill) : spec);
  return { size, X: seated(setup.X), O: seated(setup.O), left };
}

/** @param {Partial<State>} [given] @returns {State} */
export function initialState(given = {}) {
  const game = given.game ?? firstGame();
  return {
    route: 'play',
    conn: 'opening',
    hello: null,
    settings: DEFAULTS,
    game,
    past: [],
    future: [],
    values: new Map(),
    openings: new Map(),
    search: { on: true, key: '', status: 'idle' },
    thinking: null,
    report: null,
    retry: null,
    explorer: null,
    why: null,
    editor: null,
    library: { filter: {}, position: null, games: [], total: null, cursor: null, status: 'idle', message: '' },
    arena: { runs: [] },
    choices: [],
    ui: {
      focus: legalMoves(tree.positionOf(game))[0] ?? 0,
      hover: null,
      preview: null,
      dialog: null,
      setup: null,
      panel: 'moves',
      message: moveSentence(game),
      told: 0,
      animate: false,
      paused: false,
      losses: 0,
    },
    ...given,
  };
}

/** Whether programs play each other. @param {Game} game */
export const isWatched = ({ seats }) => seats.X.agent !== '' && seats.O.agent !== '';

/** Whether a program is to move here. @param {State} state */
export function agentToMove({ route, game, ui }) {
  if (route !== 'play' || ui.paused || game.ply !== game.line.length || !tree.goesOn(game)) return '';
  return game.seats[tree.positionOf(game).turn].agent;
}

/** Whether a person may play here. @param {State} state */
export function mayPlay({ route, game, editor }) {
  if (editor || !tree.goesOn(game)) return false;
  if (route === 'analyse') return true;
  return route === 'play' && game.ply === game.line.length && !game.seats[tree.positionOf(game).turn].agent;
}

/** Whether numbers are shown: not in a game, and not while a mistake is asked. @param {State} state */
export const showsValues = ({ route, settings, retry }) =>
  route === 'analyse' && settings.values && !(retry && ['ask', 'judging', 'wrong'].includes(retry.status));

/**
 * The state with another game; the old one can be had back.
 * @param {State} state @param {Game} game @returns {State}
 */
function withGame(state, game) {
  if (game === state.game) return state;
  const kept = game.tree === state.game.tree && game.start === state.game.start && game.result === state.game.result;
  const past = kept ? state.past : [...state.past, state.game].slice(-MOST_PAST);
  const moved = keyOf(tree.positionOf(game)) !== keyOf(tree.positionOf(state.game));
  return {
    ...state,
    game,
    past,
    future: kept ? state.future : [],
    thinking: moved ? null : state.thinking,
    ui: {
      ...state.ui,
      hover: null,
      preview: null,
      animate: false,
      focus: game.size === state.game.size ? state.ui.focus : legalMoves(tree.positionOf(game))[0] ?? 0,
    },
  };
}

/** Another place in the same game. @param {State} state @param {Game} game @returns {State} */
const moved = (state, game) =>
  game.ply === state.game.ply && game.line === state.game.line ? state : tell(withGame(state, game), moveSentence(game));

/** @param {State} state @param {number} square @param {boolean} byAgent @returns {State} */
function played(state, square, byAgent) {
  const { game } = state;
  const position = tree.positionOf(game);
  if (!legalMoves(position).includes(square)) return tell(state, 'That square cannot be played.');
  if (state.retry) return judged({ ...state, retry: { ...state.retry, tried: square, status: 'judging' } });
  if (!byAgent && !mayPlay(state)) return tell(state, whyNot(state));
  let next = tree.playMove(game, square);
  if (game.clock && state.route === 'play') {
    const { turn } = position;
    next = { ...next, clock: { ...game.clock, [turn]: game.clock[turn] + game.clock.increment } };
  }
  const after = withGame(state, next);
  const focus = byAgent ? after.ui.focus : square;
  return ended(tell({ ...after, ui: { ...after.ui, animate: true, focus } }, moveSentence(next)));
}

/** @param {State} state */
function whyNot({ route, game }) {
  if (!tree.goesOn(game)) return 'The game is over.';
  if (route === 'play' && game.ply < game.line.length) {
    return `This is move ${game.ply} of ${game.line.length}. Go to the last one to play on.`;
  }
  return 'It is not your move.';
}

/** Counts the games lost in a row to the opponent's skill. @param {State} state @returns {State} */
function ended(state) {
  const { game, route } = state;
  if (route !== 'play' || tree.goesOn(game)) return state;
  const human = game.seats.X.agent === '' ? 'X' : 'O';
  if (game.seats[human].agent !== '' || game.seats[opponent(human)].agent === '') return state;
  const position = tree.positionOf(game);
  const ahead = game.result ? (game.result.winner === human ? 1 : -1)
    : count(position, human) - count(position, opponent(human));
  return { ...state, ui: { ...state.ui, losses: ahead < 0 ? state.ui.losses + 1 : 0 } };
}

/** Takes back to the last move of a person. @param {State} state @returns {State} */
function takenBack(state) {
  let { game } = state;
  if (game.ply === 0) return tell(state, 'There is no move to take back.');
  game = tree.removeHere({ ...game, result: null });
  while (game.ply > 0 && game.seats[tree.positionOf(game).turn].agent !== '') game = tree.removeHere(game);
  return tell(withGame(state, game), 'Taken back.');
}

/** @param {State} state @param {number} ms @returns {State} */
function ticked(state, ms) {
  const { game } = state;
  if (!game.clock || !tree.goesOn(game)) return state;
  const { turn } = tree.positionsOf(game)[game.line.length];
  const left = game.clock[turn] - ms;
  const next = { ...game, clock: { ...game.clock, [turn]: Math.max(0, left) } };
  if (left > 0) return { ...state, game: next };
  const lost = { ...next, result: { winner: opponent(turn), ending: /** @type {const} */ ('time') } };
  return ended(tell({ ...state, game: lost, thinking: null }, `${sideName(turn)} has run out of time.`));
}

/** @param {State} state @param {'past'|'future'} from @returns {State} */
function stepped(state, from) {
  const to = from === 'past' ? 'future' : 'past';
  const game = state[from][state[from].length - 1];
  if (!game) return tell(state, from === 'past' ? 'There is nothing to undo.' : 'There is nothing to redo.');
  return {
    ...withGame(state, game),
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], state.game],
  };
}

/** @type {Record<string, (state: State, action: Action) => State>} */
const HANDLERS = {
  route: (state, { route }) => ({ ...state, route, editor: null, retry: null, ui: { ...state.ui, hover: null, animate: false, message: '' } }),
  conn: (state, { conn }) => ({ ...state, conn, thinking: conn === 'open' ? state.thinking : null }),
  hello: (state, { hello }) => ({ ...state, hello }),
  set: (state, { name, value }) => ({ ...state, settings: { ...state.settings, [name]: value } }),
  new: (state, { game }) => tell({
    ...withGame(state, game), route: 'play', report: null, retry: null, editor: null, why: null,
    ui: { ...state.ui, dialog: null, setup: null, paused: false, animate: false, hover: null, focus: legalMoves(tree.positionOf(game))[0] ?? 0 },
  }, 'New game. ' + moveSentence(game)),
  load: (state, { game, message }) => {
    const next = withGame({ ...state, report: null, retry: null, editor: null, why: null }, game);
    return tell({ ...next, route: 'analyse', choices: [] }, message ?? '');
  },
  play: (state, { square }) => played(state, square, false),
  answer: (state, { key, square }) => {
    // The answer to a question that is no longer asked is dropped.
    if (keyOf(tree.positionOf(state.game)) !== key || !agentToMove(state)) return state;
    return played({ ...state, thinking: null }, square, true);
  },
  takeback: takenBack,
  goto: (state, { ply }) => moved(state, tree.goTo(state.game, ply)),
  path: (state, { path }) => moved(state, tree.goToPath(state.game, path)),
  variation: (state, { step }) => moved(state, tree.otherVariation(state.game, step)),
  comment: (state, { text }) => withGame(state, tree.withComment(state.game, text)),
  remove: (state) => withGame(state, tree.removeHere(state.game)),
  promote: (state) => withGame(state, tree.promote(state.game)),
  resign: (state) => {
    const { game } = state;
    if (!tree.goesOn(game)) return tell(state, 'The game is over.');
    const side = game.seats.X.agent === '' ? (game.seats.O.agent === '' ? tree.positionOf(game).turn : 'X') : 'O';
    const result = { winner: opponent(side), ending: /** @type {const} */ ('resigned') };
    return ended(tell({ ...withGame(state, { ...game, result }), thinking: null }, `${sideName(side)} resigns.`));
  },
  tick: (state, { ms }) => ticked(state, ms),
  undo: (state) => stepped(state, 'past'),
  redo: (state) => stepped(state, 'future'),
  pause: (state, { paused }) => ({ ...state, thinking: null, ui: { ...state.ui, paused } }),
  thinking: (state, { key, text }) => ({ ...state, thinking: { key, text } }),
  values: (state, { key, values }) => judged({ ...state, values: withValues(state.values, key, values) }),
  search: (state, { search }) => ({ ...state, search: { ...state.search, ...search } }),
  opening: (state, { key, name }) => ({ ...state, openings: new Map(state.openings).set(key, name) }),
  // Who opens or closes a dialog begins anew.
  ui: (state, { type: _, ...given }) => ({ ...state, ui: { ...state.ui, ...('dialog' in given ? { setup: null } : {}), ...given } }),
  tell: (state, { message }) => tell(state, message),
  library: (state, { library }) => ({ ...state, library: { ...state.library, ...library } }),
  arena: (state, { runs }) => ({ ...state, arena: { runs } }),
  choices: (state, { games }) => ({ ...state, choices: games, ui: { ...state.ui, dialog: 'choices' } }),
};

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  const handler = HANDLERS[action.type];
  return handler ? handler(state, action) : reduceStudy(state, action);
}

/**
 * A store: `dispatch` changes the state, and tells `changed` the old one and the new.
 * @param {State} state @param {(before: State, after: State) => void} changed
 */
export function createStore(state, changed) {
  return {
    get state() {
      return state;
    },
    /** @param {Action} action */
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state !== before) changed(before, state);
    },
  };
}
