/**
 * Puts the page together: the store, the views, and what happens outside of them.
 */
import { createActions } from './actions.js';
import { announcer } from './effects/announce.js';
import { lastGame, loadSettings, saveGame, saveSettings } from './effects/storage.js';
import { analysisTask, clockTask, lookUpTask, opponentTask } from './effects/tasks.js';
import { serverEngine } from './engine.js';
import { isTyping, typed } from './keys.js';
import { linkOf, LONGEST_LINK, readLink } from './link.js';
import { transcript } from './speech.js';
import { createStore, firstGame, initialState } from './store.js';
import { render } from './vendor/lit-html.js';
import { view } from './views/app.js';

/** @typedef {import('./types.js').State} State */

const ROUTES = ['play', 'analyse', 'library', 'arena'];
const SAVE_PAUSE = 150;

let frame = 0;
let saving = 0;

const root = /** @type {HTMLElement} */ (document.getElementById('root'));
root.replaceChildren(); // the name that is seen while the modules come
const say = announcer(/** @type {HTMLElement} */ (document.getElementById('live')));
const settings = loadSettings();
const store = createStore(initialState({ settings, game: lastGame() ?? firstGame(settings.skill) }), changed);
const engine = serverEngine(location, (conn) => {
  store.dispatch({ type: 'conn', conn });
  if (conn === 'open') greet();
});
const actions = createActions(store, engine);
const tasks = [opponentTask(store, engine), analysisTask(store, engine), lookUpTask(store, engine), clockTask(store)];

/** @param {State} before @param {State} after */
function changed(before, after) {
  // What changes the dialog next goes by what it shows.
  if (before.ui.setup !== after.ui.setup) draw();
  if (!frame) frame = requestAnimationFrame(draw);
  if (before.ui.told !== after.ui.told) say(after.ui.message);
  if (before.settings !== after.settings) saveSettings(after.settings);
  if (before.game !== after.game || before.route !== after.route) {
    clearTimeout(saving);
    saving = window.setTimeout(keep, SAVE_PAUSE);
  }
  queueMicrotask(() => tasks.forEach((task) => task()));
}

/** Writes the game to the browser and to the address. */
function keep() {
  saving = 0;
  const { game, route } = store.state;
  saveGame(game);
  const link = route === 'analyse' ? linkOf(game) : `#/${route}`;
  const fits = link.length <= LONGEST_LINK ? link : '#/analyse';
  if (location.hash !== fits) history.replaceState(null, '', fits);
}

function draw() {
  frame = 0;
  const { state } = store;
  const { ui } = state;
  document.documentElement.dataset.theme = state.settings.theme;
  const onBoard = document.activeElement?.closest('[role=grid]');
  render(view(state, store.dispatch, actions), root);
  if (onBoard && document.activeElement?.closest('[role=grid]') && Number(/** @type {HTMLElement} */ (document.activeElement).dataset.index) !== ui.focus) {
    /** @type {HTMLElement|null} */ (root.querySelector(`[data-index="${ui.focus}"]`))?.focus({ preventScroll: true });
  }
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('dialog'));
  if (ui.dialog && !dialog.open) dialog.showModal();
  if (!ui.dialog && dialog.open) dialog.close();
}

// Who leaves or reloads right after a move loses nothing.
window.addEventListener('pagehide', () => {
  clearTimeout(saving);
  if (saving) keep();
});

async function greet() {
  const hello = await engine.hello().catch(() => null);
  if (hello) store.dispatch({ type: 'hello', hello });
}

/** Goes where the address says. */
function follow() {
  const [, route] = /^#\/(\w+)/.exec(location.hash) ?? [];
  try {
    const game = readLink(location.hash);
    if (game) store.dispatch({ type: 'load', game });
    else if (ROUTES.includes(route)) actions.go(route);
  } catch (error) {
    store.dispatch({ type: 'route', route: 'analyse' });
    store.dispatch({ type: 'tell', message: /** @type {Error} */ (error).message });
  }
}

document.addEventListener('keydown', (event) => typed(event, store.state, store.dispatch, actions));
document.addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text/plain');
  const file = event.clipboardData?.files[0];
  if (isTyping(event.target) || (!text && !file)) return;
  event.preventDefault();
  if (file) actions.openFile(file);
  else actions.paste(text ?? '');
});
document.addEventListener('copy', (event) => {
  if (isTyping(event.target) || getSelection()?.toString()) return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', transcript(store.state.game));
  store.dispatch({ type: 'tell', message: 'The moves are copied.' });
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  const text = event.dataTransfer?.getData('text/plain');
  if (store.state.route === 'library') actions.addFiles(files);
  else if (files.length > 0) actions.openFile(files[0]);
  else if (text) actions.paste(text);
});
window.addEventListener('hashchange', follow);

follow();
draw();
