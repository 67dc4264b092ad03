/**
 * What goes on by itself as the state changes: opponents think, positions are analysed, names of
 * openings and games are looked up, clocks run. Each task compares what is wanted with what runs.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Action} Action
 * @typedef {import('../engine.js').Engine} Engine
 * @typedef {import('../engine.js').Asked} Asked
 */
import { signed, squareOf } from '../notation.js';
import { keyOf } from '../rules.js';
import { agentToMove, isWatched } from '../store.js';
import { goesOn, positionOf } from '../tree.js';

/** So that moves can be seen; none where motion is not wanted. */
const ANSWER_PAUSE = 350;
/** Milliseconds a move where programs play each other. */
const PACE = { slow: 2000, steady: 700, fast: 0 };
const ANALYSE_PAUSE = 60;
const LOOK_UP_PAUSE = 250;
const TICK = 200;

/** @typedef {{readonly state: State, dispatch: (action: Action) => void}} Store */

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The least a move takes. @param {State} state */
function paceOf({ game, settings }) {
  if (isWatched(game)) return PACE[settings.speed] ?? PACE.steady;
  return calm() || !settings.animate ? 0 : ANSWER_PAUSE;
}

/** @param {Store} store @param {Engine} engine */
export function opponentTask(store, engine) {
  const { dispatch } = store;
  let key = '';
  /** @type {Asked|null} */
  let asked = null;
  const seed = Math.floor(Math.random() * 2 ** 31);

  /** @param {State} state @param {string} agent @param {string} mine */
  async function think(state, agent, mine) {
    const { game } = state;
    const begun = performance.now();
    dispatch({ type: 'thinking', key: mine, text: 'Thinking\u2026' });
    try {
      asked = engine.choose(game, agent, seed, (message) => {
        if (key !== mine) return;
        if (message.type === 'queued') dispatch({ type: 'thinking', key: mine, text: `Waiting, ${message.ahead} before.` });
        if (message.type === 'thinking') dispatch({ type: 'thinking', key: mine, text: `Depth ${message.depth}, ${signed(message.score)}` });
      });
      const answer = await asked.done;
      await pause(Math.max(0, begun + paceOf(store.state) - performance.now()));
      if (key !== mine) return;
      key = '';
      dispatch({ type: 'answer', key: mine, square: squareOf(answer.move, game.size) });
    } catch (error) {
      const { code, message, retryMs } = /** @type {any} */ (error);
      if (key !== mine || code === 'stopped' || code === 'closed') return;
      if (retryMs) {
        await pause(retryMs);
        if (key === mine) key = '';
        changed();
      } else {
        dispatch({ type: 'tell', message });
        dispatch({ type: 'pause', paused: true });
      }
    }
  }

  function changed() {
    const { state } = store;
    const agent = state.conn === 'open' ? agentToMove(state) : '';
    const wanted = agent ? `${keyOf(positionOf(state.game))}` : '';
    if (wanted === key) return;
    asked?.stop();
    asked = null;
    key = wanted;
    if (wanted) think(state, agent, wanted);
  }
  return changed;
}

/** @param {Store} store @param {Engine} engine */
export function analysisTask(store, engine) {
  const { dispatch } = store;
  let wantedKey = '';
  let timer = 0;
  /** @type {Asked|null} */
  let asked = null;
  /** @type {Map<string, number>} */
  const finished = new Map();

  /** @param {State} state */
  function wanted({ route, editor, conn, game, search, retry, settings }) {
    const on = (search.on && settings.values) || retry?.status === 'judging';
    if (route !== 'analyse' || editor || !on || conn !== 'open' || document.hidden || !goesOn(game)) return '';
    const key = keyOf(positionOf(game));
    return (finished.get(key) ?? 0) >= settings.level ? '' : `${settings.level} ${key}`;
  }

  async function search() {
    const { state } = store;
    const mine = wantedKey;
    const key = keyOf(positionOf(state.game));
    const level = Math.min(state.settings.level, state.hello?.limits.level ?? state.settings.level);
    dispatch({ type: 'search', search: { key, status: 'running' } });
    asked = engine.analyse(state.game, level, (values) => dispatch({ type: 'values', key, values }));
    try {
      await asked.done;
      finished.set(key, state.settings.level);
      dispatch({ type: 'search', search: { status: 'done' } });
    } catch (error) {
      const { code, message, retryMs } = /** @type {any} */ (error);
      if (code === 'stopped' || code === 'closed') return;
      if (retryMs && wantedKey === mine) timer = window.setTimeout(search, retryMs);
      else dispatch({ type: 'tell', message });
    }
  }

  function changed() {
    const next = wanted(store.state);
    if (next === wantedKey) return;
    wantedKey = next;
    clearTimeout(timer);
    asked?.stop();
    asked = null;
    if (next) timer = window.setTimeout(search, ANALYSE_PAUSE);
    else if (store.state.search.status === 'running') dispatch({ type: 'search', search: { status: 'idle' } });
  }
  document.addEventListener('visibilitychange', changed);
  return changed;
}

/** Names of openings, and games of the library. @param {Store} store @param {Engine} engine */
export function lookUpTask(store, engine) {
  const { dispatch } = store;
  let [named, explored] = ['', ''];
  let [nameTimer, exploreTimer] = [0, 0];

  async function names() {
    const { game } = store.state;
    const told = await engine.opening(game).catch(() => null);
    if (told) dispatch({ type: 'opening', key: keyOf(positionOf(game)), name: told.opening?.name ?? '' });
  }

  async function explore() {
    const position = positionOf(store.state.game);
    const key = keyOf(position);
    const told = await engine.position(position).catch(() => null);
    if (!told) return;
    const moves = Object.entries(told.moves).map(([name, stats]) => ({
      move: squareOf(name, position.size),
      games: stats.games,
      black: stats.black_wins,
      draws: stats.draws,
      white: stats.white_wins,
      average: stats.average,
    }));
    dispatch({ type: 'explorer', explorer: { key, games: told.games, moves } });
  }

  return () => {
    const { state } = store;
    const { game, hello, conn, route, ui } = state;
    const here = keyOf(positionOf(game));
    const asks = hello?.features.openings && conn === 'open' && game.size === 8 && game.ply > 0 && !state.openings.has(here);
    const name = asks ? here : '';
    if (name !== named) {
      named = name;
      clearTimeout(nameTimer);
      if (name) nameTimer = window.setTimeout(names, LOOK_UP_PAUSE);
    }
    const key = route === 'analyse' && ui.panel === 'games' && conn === 'open' && hello?.features.library ? here : '';
    if (key !== explored) {
      explored = key;
      clearTimeout(exploreTimer);
      if (key) exploreTimer = window.setTimeout(explore, LOOK_UP_PAUSE);
    }
  };
}

/** @param {Store} store */
export function clockTask(store) {
  let last = 0;
  let timer = 0;
  const runs = (/** @type {State} */ { route, game, ui }) =>
    route === 'play' && game.clock !== null && game.line.length > 0 && !ui.paused && goesOn({ ...game, ply: game.line.length });
  return () => {
    const running = runs(store.state);
    if (running && !timer) {
      last = performance.now();
      timer = window.setInterval(() => {
        const now = performance.now();
        const ms = now - last;
        last = now;
        store.dispatch({ type: 'tick', ms });
      }, TICK);
    } else if (!running && timer) {
      clearInterval(timer);
      timer = 0;
    }
  };
}
