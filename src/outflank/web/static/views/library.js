/**
 * The library: search fields, a list by pages, and files that are dropped here.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { plural } from '../notation.js';
import { SIZES } from '../rules.js';

const RESULTS = [['', 'any result'], ['black', 'black won'], ['white', 'white won'], ['draw', 'draw'], ['unfinished', 'unfinished']];

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function libraryView(state, dispatch, actions) {
  const { library, hello, conn } = state;
  if (hello && hello.features.library === false) {
    return html`<section class="page"><h1>Library</h1><p>This server has no library of games.</p></section>`;
  }
  const { filter, games, total, cursor, status, message } = library;
  const searched = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    actions.search(Object.fromEntries([...data].map(([name, value]) => [name, String(value).trim()])), library.position);
  };
  const field = (/** @type {string} */ name, /** @type {string} */ label) => html`
    <label class="field">${label}<input name=${name} .value=${filter[name] ?? ''} maxlength="80" autocomplete="off"></label>`;
  return html`
    <section class="page" aria-labelledby="library-title">
      <h1 id="library-title">Library</h1>
      <form class="filters" role="search" @submit=${searched}>
        ${field('player', 'Player')}${field('event', 'Event')}${field('from', 'From (year or date)')}${field('to', 'Until')}
        <label class="field">Result<select name="result">${RESULTS.map(([value, label]) => html`
          <option value=${value} ?selected=${filter.result === value}>${label}</option>`)}</select></label>
        <label class="field">Board<select name="size"><option value="">any</option>${SIZES.map((size) => html`
          <option value=${size} ?selected=${filter.size === String(size)}>${size}\u00d7${size}</option>`)}</select></label>
        <button type="submit" class="main" ?disabled=${conn !== 'open'}>Search</button>
      </form>
      ${library.position ? html`<p>Only games with the position of the board.
        <button type="button" class="plain" @click=${() => actions.search(filter, null)}>All positions</button></p>` : nothing}
      <p><label class="file">Add a file: <input type="file" multiple @change=${(/** @type {any} */ event) => actions.addFiles([...event.target.files])}></label>
        <span class="hint">or drop it anywhere on this page.</span></p>
      <p role="status">${message || (total === null ? '' : `The library has ${plural(total, 'game')}.`)}</p>
      ${games.length > 0 ? html`
        <div class="scroll" tabindex="0" role="region" aria-label="Games found"><table class="games">
          <thead><tr><th scope="col">Black</th><th scope="col">White</th><th scope="col">Score</th><th scope="col">Date</th><th scope="col">Event</th><th scope="col">Board</th></tr></thead>
          <tbody>${games.map((game) => html`
            <tr><th scope="row"><button type="button" class="plain" @click=${() => actions.openGame(game.id)}>${game.black || 'Black'}</button></th>
              <td>${game.white || 'White'}</td><td>${game.score === null ? '\u2013' : scoreText(game.score, game.size)}</td>
              <td>${game.date}</td><td>${game.event}</td><td>${game.size}\u00d7${game.size}</td></tr>`)}
          </tbody>
        </table></div>` : nothing}
      ${cursor ? html`<button type="button" ?disabled=${status === 'loading'} @click=${actions.moreGames}>More</button>` : nothing}
    </section>`;
}

/** @param {number} score @param {number} size */
const scoreText = (score, size) => `${(size * size + score) / 2}\u2013${(size * size - score) / 2}`;
