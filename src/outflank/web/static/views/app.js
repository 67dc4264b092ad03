/**
 * The whole page: a pure function of the state.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { analyseControls, analysePanel } from './analyse.js';
import { arenaView } from './arena.js';
import { boardView } from './board.js';
import { dialogView } from './dialogs.js';
import { icon } from './icons.js';
import { libraryView } from './library.js';
import { movesView } from './moves.js';
import { playControls, playersView, playPanel } from './play.js';

const ROUTES = /** @type {const} */ ([['play', 'Play'], ['analyse', 'Analyse'], ['library', 'Library'], ['arena', 'Arena']]);
const DIALOGS = [['new', 'New game'], ['paste', 'Paste or open'], ['settings', 'Settings'], ['keys', 'Keys'], ['about', 'About']];

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export const view = (state, dispatch, actions) => html`
  <a class="skip" href="#main" @click=${(/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }}>Skip to the content</a>
  <header>
    <span class="brand" aria-hidden="true">Outflank</span>
    <nav aria-label="Screens">${ROUTES.map(([route, label]) => html`
      <a href="#/${route}" aria-current=${state.route === route ? 'page' : nothing} @click=${(/** @type {Event} */ event) => {
    event.preventDefault();
    actions.go(route);
  }}>${label}</a>`)}</nav>
    <details class="menu">
      <summary aria-label="Menu">${icon('menu')}</summary>
      <div class="menu-items" @click=${closeMenu}>
        ${DIALOGS.map(([name, label]) => html`
          <button type="button" @click=${() => dispatch({ type: 'ui', dialog: name })}>${label}</button>`)}
        <button type="button" @click=${() => actions.openLast()}>Last games</button>
      </div>
    </details>
  </header>
  ${state.conn === 'closed' ? html`<p class="banner" role="status">The server does not answer. Moves, links and replay still work; trying again.</p>` : nothing}
  <main id="main" tabindex="-1">${state.route === 'library' ? libraryView(state, dispatch, actions)
    : state.route === 'arena' ? arenaView(state, actions) : tableView(state, dispatch, actions)}</main>
  ${dialogView(state, dispatch, actions)}`;

/** @param {Event} event */
function closeMenu(event) {
  /** @type {Element} */ (event.currentTarget).closest('details')?.removeAttribute('open');
}

/** The board and what belongs to it. @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
function tableView(state, dispatch, actions) {
  const playing = state.route === 'play' && !state.editor;
  return html`
    <h1 class="sr">${state.route === 'play' ? 'Play' : 'Analyse'}</h1>
    <div class="table" data-search=${state.search.status}>
      <div class="left">
        ${state.editor ? nothing : playersView(state)}
        ${boardView(state, dispatch)}
        <p class="status" aria-hidden="true">${state.ui.message}</p>
        ${playing ? playControls(state, dispatch, actions) : analyseControls(state, dispatch)}
      </div>
      <section class="side" aria-label="Panel">
        ${playing ? html`${playPanel(state, dispatch, actions)}${movesView(state, dispatch)}` : analysePanel(state, dispatch, actions)}
      </section>
    </div>`;
}
