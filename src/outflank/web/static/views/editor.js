/**
 * Setting up a position.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 */
import { html } from '../vendor/lit-html.js';
import { fault, SIZES, startPosition } from '../rules.js';

const BRUSHES = /** @type {const} */ ([['X', 'Black'], ['O', 'White'], ['-', 'Empty']]);

/** @param {State} state @param {Dispatch} dispatch */
export function editorPanel({ editor }, dispatch) {
  if (!editor) return html``;
  const { size, turn, brush } = editor;
  const wrong = fault(editor);
  const set = (/** @type {object} */ change) => dispatch({ type: 'editor', editor: change });
  return html`
    <h2>Set up a position</h2>
    <fieldset>
      <legend>Put on the board</legend>
      ${BRUSHES.map(([value, label]) => html`<label class="choice"><input type="radio" name="brush" value=${value} .checked=${brush === value}
        @change=${() => set({ brush: value })}> ${label}</label>`)}
    </fieldset>
    <fieldset>
      <legend>To move</legend>
      ${BRUSHES.slice(0, 2).map(([value, label]) => html`<label class="choice"><input type="radio" name="turn" value=${value} .checked=${turn === value}
        @change=${() => set({ turn: value })}> ${label}</label>`)}
    </fieldset>
    <label class="field">Board
      <select @change=${(/** @type {any} */ event) => dispatch({ type: 'editor-size', size: Number(event.target.value) })}>
        ${SIZES.map((one) => html`<option value=${one} ?selected=${one === size}>${one}\u00d7${one}</option>`)}
      </select>
    </label>
    <div class="buttons small">
      <button type="button" @click=${() => set({ cells: '-'.repeat(size * size) })}>Clear</button>
      <button type="button" @click=${() => set({ cells: startPosition(size).cells, turn: 'X' })}>Start position</button>
      <button type="button" @click=${() => dispatch({ type: 'symmetry', how: 'turn' })}>Turn</button>
      <button type="button" @click=${() => dispatch({ type: 'symmetry', how: 'mirror' })}>Mirror</button>
    </div>
    <p class=${wrong ? 'wrong' : 'hint'} role="status">${wrong || 'This position can be played.'}</p>
    <div class="buttons">
      <button type="button" class="main" ?disabled=${wrong !== ''} @click=${() => dispatch({ type: 'editor-done' })}>Use this position</button>
      <button type="button" @click=${() => dispatch({ type: 'editor', editor: null })}>Cancel</button>
    </div>`;
}
