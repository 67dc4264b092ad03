/**
 * The games of the library in which the position occurs, move by move.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../types.js').StoredGame} StoredGame
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { nameOf, plural, signed } from '../notation.js';
import { keyOf } from '../rules.js';
import { positionOf } from '../tree.js';
import { evaluate } from '../values.js';

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function explorerView(state, dispatch, actions) {
  const { explorer, game, hello, values } = state;
  if (hello && hello.features.library === false) return html`<p class="hint">This server has no library.</p>`;
  const position = positionOf(game);
  if (!explorer || explorer.key !== keyOf(position)) return html`<p class="hint">Looking in the library\u2026</p>`;
  const found = evaluate(values, position);
  return html`
    <p>${explorer.games === 0 ? 'No game of the library has this position.' : `${plural(explorer.games, 'game')} with this position, however the board is turned.`}</p>
    ${explorer.moves.length > 0 ? html`
      <table class="explorer">
        <caption class="sr">What was played here</caption>
        <thead><tr><th scope="col">Move</th><th scope="col">Games</th><th scope="col">Black</th><th scope="col">Draw</th><th scope="col">White</th>
          <th scope="col">Average</th><th scope="col">Value</th></tr></thead>
        <tbody>${explorer.moves.map((one) => html`
          <tr><th scope="row"><button type="button" class="plain" @click=${() => dispatch({ type: 'play', square: one.move })}>${nameOf(one.move, game.size)}</button></th>
            <td>${one.games}</td><td>${one.black}</td><td>${one.draws}</td><td>${one.white}</td>
            <td>${one.average === null ? '\u2013' : signed(one.average)}</td>
            <td>${judgedText(found.moves.get(one.move)?.score)}</td></tr>`)}
        </tbody>
      </table>` : nothing}
    <div class="buttons small"><button type="button" @click=${actions.searchPosition}>Search for this position</button></div>`;
}

/** @param {number|undefined} score */
const judgedText = (score) => (score === undefined ? '\u2013' : signed(score));
