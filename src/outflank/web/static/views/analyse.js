/**
 * The panel beside the board when a game is studied.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { names, nameOf, signed } from '../notation.js';
import { legalMoves } from '../rules.js';
import { resultSentence } from '../speech.js';
import { showsValues } from '../store.js';
import { positionOf } from '../tree.js';
import { evaluate } from '../values.js';
import { editorPanel } from './editor.js';
import { explorerView } from './explorer.js';
import { graphView } from './graph.js';
import { button } from './icons.js';
import { movesView, sharingView } from './moves.js';
import { navigationView } from './play.js';
import { reportView } from './report.js';

const PANELS = /** @type {const} */ ([['moves', 'Moves'], ['report', 'Report'], ['games', 'Games'], ['why', 'Why']]);

/** @param {State} state @param {Dispatch} dispatch */
export function analyseControls(state, dispatch) {
  const { settings, editor } = state;
  if (editor) return nothing;
  return html`
    <div class="controls" role="toolbar" aria-label="Game">
      ${navigationView(state, dispatch)}
      ${button('turn', 'Turn the board', () => dispatch({ type: 'set', name: 'turned', value: !settings.turned }))}
      ${button('edit', 'Set up a position', () => dispatch({ type: 'editor-open' }))}
    </div>`;
}

/** How far the search is, and its best line. @param {State} state */
function engineText(state) {
  const { search, conn } = state;
  const position = positionOf(state.game);
  const over = resultSentence(state.game);
  if (over) return over;
  if (!state.settings.values) return 'Values are switched off.';
  if (state.retry) return 'Hidden while you look for a better move.';
  const found = evaluate(state.values, position);
  const best = found.best === null ? undefined : found.moves.get(found.best);
  if (!best) {
    if (!search.on) return 'The engine is off.';
    return conn === 'open' ? 'Looking\u2026' : 'The server does not answer.';
  }
  const kind = best.exact ? 'exact' : `depth ${best.depth}${best.selectivity < 100 ? ` @ ${best.selectivity} %` : ''}`;
  return html`<strong>${signed(best.score)}</strong> ${kind}: <span class="line">${names(best.line.slice(0, 12), position.size)}</span>`;
}

/** @param {State} state @param {Dispatch} dispatch */
export const engineView = (state, dispatch) => html`
  <div class="engine">
    <label class="switch"><input type="checkbox" .checked=${state.search.on}
      @change=${() => dispatch({ type: 'search', search: { on: !state.search.on } })}> Engine</label>
    <span class="engine-line">${engineText(state)}</span>
  </div>`;

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function analysePanel(state, dispatch, actions) {
  if (state.editor) return editorPanel(state, dispatch);
  const { panel } = state.ui;
  const views = {
    moves: () => html`${movesView(state, dispatch)}${sharingView(actions)}`,
    report: () => reportView(state, dispatch, actions),
    games: () => explorerView(state, dispatch, actions),
    why: () => whyView(state, actions),
  };
  const typed = (/** @type {KeyboardEvent} */ event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = PANELS.findIndex(([name]) => name === panel);
    const next = PANELS[(at + step + PANELS.length) % PANELS.length][0];
    dispatch({ type: 'ui', panel: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`
    ${showsValues(state) ? graphView(state, dispatch) : nothing}
    ${engineView(state, dispatch)}
    <div class="tabs" role="tablist" aria-label="Panels" @keydown=${typed}>${PANELS.map(([name, label]) => html`
      <button type="button" role="tab" id="tab-${name}" aria-selected=${String(panel === name)} aria-controls="panel"
        tabindex=${panel === name ? 0 : -1} @click=${() => dispatch({ type: 'ui', panel: name })}>${label}</button>`)}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${panel}">${views[panel]()}</div>`;
}

/** Two moves, term by term. @param {State} state @param {Actions} actions */
function whyView(state, actions) {
  const { why, game, conn } = state;
  const position = positionOf(game);
  const legal = legalMoves(position);
  if (legal.length === 0) return html`<p class="hint">There is no move to explain here.</p>`;
  const options = (/** @type {number|null|undefined} */ chosen) => legal.map((move) => html`
    <option value=${move} ?selected=${move === chosen}>${nameOf(move, game.size)}</option>`);
  const { best } = evaluate(state.values, position);
  const asked = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const other = data.get('other');
    actions.explain(Number(data.get('move')), other === '' ? null : Number(other));
  };
  return html`
    <form class="inline" @submit=${asked}>
      <label>Move <select name="move">${options(why?.move ?? best ?? legal[0])}</select></label>
      <label>against <select name="other"><option value="">the best other</option>${options(why?.other)}</select></label>
      <button type="submit" ?disabled=${conn !== 'open' || legal.length < 2}>Compare</button>
    </form>
    ${why ? html`
      ${why.words ? html`<p>${why.words}</p>` : nothing}
      <table>
        <caption>Terms of ${why.evaluation}</caption>
        <thead><tr><th scope="col">Term</th><th scope="col">${nameOf(why.move, game.size)}</th>
          <th scope="col">${why.other === null ? '' : nameOf(why.other, game.size)}</th></tr></thead>
        <tbody>${why.terms.map((term) => html`<tr><th scope="row">${term.name.replaceAll('_', ' ')}</th><td>${decimal(term.move)}</td><td>${decimal(term.other)}</td></tr>`)}</tbody>
      </table>` : html`<p class="hint">What heuristics make of two moves, term by term.</p>`}`;
}

/** @param {number} value */
const decimal = (value) => value.toFixed(1).replace('-', '\u2212');
