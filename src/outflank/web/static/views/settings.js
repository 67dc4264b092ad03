/**
 * The settings, kept in the browser.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 */
import { html } from '../vendor/lit-html.js';

const LEVELS = [8, 12, 16, 20, 24, 30, 36];

/** @param {State} state @param {Dispatch} dispatch */
export function settingsView({ settings, hello }, dispatch) {
  const most = hello?.limits.level ?? 24;
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => dispatch({ type: 'set', name, value });
  const box = (/** @type {'values'|'details'|'letters'|'animate'|'turned'} */ name, /** @type {string} */ label) => html`
    <label class="choice"><input type="checkbox" .checked=${settings[name]} @change=${() => set(name, !settings[name])}> ${label}</label>`;
  const list = (/** @type {'theme'|'board'} */ name, /** @type {string} */ label, /** @type {string[][]} */ values) => html`
    <label class="field">${label}<select @change=${(/** @type {any} */ event) => set(name, event.target.value)}>${values.map(([value, words]) => html`
      <option value=${value} ?selected=${settings[name] === value}>${words}</option>`)}</select></label>`;
  return html`
    ${list('theme', 'Colours of the page', [['auto', 'as the system'], ['light', 'light'], ['dark', 'dark']])}
    ${list('board', 'Colour of the board', [['green', 'green'], ['blue', 'blue']])}
    <label class="field">How deep the engine looks (level)<select @change=${(/** @type {any} */ event) => set('level', Number(event.target.value))}>
      ${LEVELS.filter((level) => level <= most || level === settings.level).map((level) => html`<option value=${level} ?selected=${settings.level === level}>${level}</option>`)}</select></label>
    ${box('values', 'Show values, marks and the graph')}
    ${box('details', 'Show the depth beside values')}
    ${box('turned', 'Turn the board')}
    ${box('animate', 'Turn discs over visibly')}
    ${box('letters', 'Single letters act as keys')}`;
}
