/**
 * Dialogs. Each is a `<dialog>` that is open while the state says so; the browser keeps the focus.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Setup} Setup
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { seatName } from '../engine.js';
import { KEYS } from '../keys.js';
import { nameOf, plural } from '../notation.js';
import { SIZES } from '../rules.js';
import { firstSetup, onBoard, skillSpec } from '../store.js';
import { icon } from './icons.js';
import { settingsView } from './settings.js';

const SKILLS = [
  'gives most of the game away', 'for a first game', 'for beginners', 'errs often', 'errs now and then',
  'a casual player', 'careful', 'strong in a club', 'very strong', 'seldom errs', 'the full engine',
];
const RATINGS = [1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000];
const CLOCKS = [['', 'no clock'], ['1+0', '1 minute'], ['5+0', '5 minutes'], ['5+3', '5 minutes + 3 s'], ['20+0', '20 minutes']];

/** @param {string} title @param {unknown} content @param {Dispatch} dispatch */
const frame = (title, content, dispatch) => html`
  <div class="dialog-head"><h2 id="dialog-title">${title}</h2>
    <button type="button" class="tool" aria-label="Close" @click=${() => dispatch({ type: 'ui', dialog: null })}>${icon('close')}</button></div>
  ${content}`;

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function dialogView(state, dispatch, actions) {
  /** @type {Record<string, () => unknown>} */
  const dialogs = {
    new: () => frame('New game', newGameForm(state, dispatch, actions), dispatch),
    settings: () => frame('Settings', settingsView(state, dispatch), dispatch),
    keys: () => frame('Keys', keysView(), dispatch),
    about: () => frame('About', aboutView(state), dispatch),
    paste: () => frame('Paste or open', pasteForm(actions), dispatch),
    save: () => frame('Save', saveForm(state, actions), dispatch),
    command: () => frame('Command', commandForm(actions), dispatch),
    choices: () => frame('Choose a game', choicesView(state, dispatch), dispatch),
  };
  const open = state.ui.dialog ? dialogs[state.ui.dialog] : undefined;
  return html`<dialog id="dialog" aria-labelledby="dialog-title" @close=${() => dispatch({ type: 'ui', dialog: null })}>${open ? open() : nothing}</dialog>`;
}

/** @param {SubmitEvent} event */
function fields(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  return Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
}

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
function newGameForm(state, dispatch, actions) {
  const setup = state.ui.setup ?? firstSetup(state);
  const { size } = setup;
  const agents = (state.hello?.agents ?? []).filter((agent) => agent.sizes.includes(size));
  const others = agents.filter((agent) => agent.name !== 'skill' && agent.name !== 'humanlike');
  const people = agents.some((agent) => agent.name === 'humanlike') ? RATINGS.map((rating) => `humanlike:rating=${rating}`) : [];
  const changed = (/** @type {Setup} */ next) => dispatch({ type: 'ui', setup: next });
  const seat = (/** @type {'X'|'O'} */ side, /** @type {string} */ label) => {
    const option = (/** @type {string} */ spec, /** @type {string} */ words) => html`
      <option value=${spec} .selected=${setup[side] === spec}>${words}</option>`;
    return html`
      <label class="field">${label}<select name=${side} @change=${(/** @type {any} */ event) => changed({ ...setup, [side]: event.target.value, left: [] })}>
        ${option('', 'You')}
        <optgroup label="Skill">${SKILLS.map((words, skill) => option(skillSpec(skill), `Skill ${skill}: ${words}`))}</optgroup>
        ${people.length > 0 ? html`<optgroup label="Like people of a rating">${people.map((spec) => option(spec, seatName(spec)))}</optgroup>` : nothing}
        ${others.length > 0 ? html`<optgroup label="Agents">${others.map((agent) => option(agent.spec, agent.name))}</optgroup>` : nothing}
      </select></label>`;
  };
  return html`
    <form @submit=${(/** @type {SubmitEvent} */ event) => actions.newGame(fields(event))}>
      <label class="field">Board<select name="size" autofocus @change=${(/** @type {any} */ event) => changed(onBoard(state, setup, Number(event.target.value)))}>${SIZES.map((each) => html`
        <option value=${each} .selected=${each === size}>${each}\u00d7${each}</option>`)}</select></label>
      ${seat('X', 'Black (moves first)')}
      ${seat('O', 'White')}
      <p class="hint" role="status">${setup.left.map((spec) => `${seatName(spec)} does not play on ${size}\u00d7${size}: skill ${state.settings.skill} takes its place. `)}</p>
      <label class="field">Clock<select name="clock">${CLOCKS.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select></label>
      <label class="choice"><input type="checkbox" name="here"> Start from the position on the board</label>
      <div class="buttons"><button type="submit" class="main">Start</button></div>
    </form>`;
}

/** @param {Actions} actions */
const pasteForm = (actions) => html`
  <form @submit=${(/** @type {SubmitEvent} */ event) => actions.paste(fields(event).text)}>
    <label class="field">Moves, a position, or a game in any format
      <textarea name="text" rows="6" required autofocus></textarea></label>
    <p class="hint">Ctrl+V anywhere on the page does the same, without this window.</p>
    <label class="field">or a file<input type="file" @change=${(/** @type {any} */ event) => actions.openFile(event.target.files[0])}></label>
    <div class="buttons"><button type="submit" class="main">Open</button></div>
  </form>`;

const FORMATS = [['record', 'Outflank record (all of it)'], ['transcript', 'moves'], ['ggf', 'GGF'], ['sgf', 'SGF'], ['pgn', 'PGN']];

/** @param {State} state @param {Actions} actions */
const saveForm = ({ hello, game }, actions) => html`
  <form @submit=${(/** @type {SubmitEvent} */ event) => actions.save(fields(event).format)}>
    <label class="field">Format<select name="format" autofocus>${FORMATS.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select></label>
    <div class="buttons">
      <button type="submit" class="main">Download</button>
      ${hello?.features.library && game.line.length ? html`<button type="button" @click=${actions.keepGame}>Put into the library</button>` : nothing}
    </div>
  </form>`;

/** @param {Actions} actions */
const commandForm = (actions) => html`
  <form @submit=${(/** @type {SubmitEvent} */ event) => actions.command(fields(event).text)}>
    <label class="field">Command<input name="text" autofocus autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="2000"></label>
    <p class="hint">For example: f5 · undo · values · goto 24 · new 10 skill 4</p>
    <div class="buttons"><button type="submit" class="main">Do it</button></div>
  </form>`;

/** @param {State} state @param {Dispatch} dispatch */
const choicesView = ({ choices }, dispatch) => html`
  <p>${plural(choices.length, 'game')}.</p>
  <ol class="plain-list choices">${choices.slice(0, 200).map((game) => html`
    <li><button type="button" class="plain" @click=${() => {
    dispatch({ type: 'load', game });
    dispatch({ type: 'ui', dialog: null });
  }}>${game.names.X || 'Black'} \u2013 ${game.names.O || 'White'}</button>
      ${game.size}\u00d7${game.size}, ${plural(game.line.length, 'move')} ${game.line.slice(0, 5).map((move) => nameOf(move, game.size)).join('')}</li>`)}
  </ol>`;

const keysView = () => html`
  <table class="keys"><caption class="sr">Keys</caption><tbody>${KEYS.map(([keys, words]) => html`
    <tr><th scope="row">${keys.split(' ').map((key) => html`<kbd>${key}</kbd> `)}</th><td>${words}</td></tr>`)}</tbody></table>
  <p class="hint">Single letters can be switched off in the settings.</p>`;

/** @param {State} state */
const aboutView = ({ hello }) => html`
  <p>Outflank ${hello?.version ?? ''}: Othello (Reversi) on boards from 4\u00d74 to 12\u00d712.</p>
  <p>Numbers are discs for the side to move. An underlined number is exact. The amber one is the best move.</p>
  <p>The page uses lit-html, under the BSD 3-clause licence.</p>`;
