/**
 * What stands around the board in a game: players above, buttons below.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { clockText, sideName } from '../notation.js';
import { count } from '../rules.js';
import { resultSentence } from '../speech.js';
import { isWatched } from '../store.js';
import { goesOn, positionOf } from '../tree.js';
import { button } from './icons.js';

/** @param {State} state @param {Side} side */
function player(state, side) {
  const { game } = state;
  const position = positionOf(game);
  const turn = goesOn(game) && position.turn === side;
  return html`
    <div class="player ${turn ? 'turn' : ''}">
      <span class="chip ${side === 'X' ? 'black' : 'white'}" aria-hidden="true"></span>
      <span class="name">${game.names[side] || sideName(side)}<span class="sr"> (${sideName(side)})</span></span>
      ${game.clock ? html`<span class="clock ${game.clock[side] < 10000 ? 'short' : ''}">${clockText(game.clock[side])}</span>` : nothing}
      <span class="discs"><span class="sr">, </span>${count(position, side)}<span class="sr"> discs${turn ? ', to move' : ''}. </span></span>
    </div>`;
}

/** @param {State} state */
export const playersView = (state) => html`
  <div class="players" role="group" aria-label="Players">${player(state, 'X')}${player(state, 'O')}</div>`;

/** @param {State} state @param {Dispatch} dispatch */
export function navigationView({ game }, dispatch) {
  const to = (/** @type {number} */ ply) => () => dispatch({ type: 'goto', ply });
  return html`
    ${button('first', 'Start', to(0), { disabled: game.ply === 0 })}
    ${button('back', 'Back', to(game.ply - 1), { disabled: game.ply === 0 })}
    ${button('forward', 'Forward', to(game.ply + 1), { disabled: game.ply === game.line.length })}
    ${button('last', 'End', to(game.line.length), { disabled: game.ply === game.line.length })}`;
}

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function playControls(state, dispatch, actions) {
  const { game, settings, ui, conn } = state;
  const machines = isWatched(game);
  const going = goesOn(game);
  const stop = button(ui.paused ? 'play' : 'pause', ui.paused ? 'Go on' : 'Pause', () => dispatch({ type: 'pause', paused: !ui.paused }));
  return html`
    <div class="controls" role="toolbar" aria-label="Game">
      ${machines || (ui.paused && going) ? stop : nothing}
      ${machines ? nothing : html`${button('undo', 'Take back', () => dispatch({ type: 'takeback' }), { disabled: game.ply === 0 })}
        ${button('hint', 'Hint', actions.hint, { disabled: !going || conn !== 'open' })}`}
      ${navigationView(state, dispatch)}
      ${button('turn', 'Turn the board', () => dispatch({ type: 'set', name: 'turned', value: !settings.turned }))}
      ${machines ? nothing : button('flag', 'Resign', () => dispatch({ type: 'resign' }), { disabled: !going || game.ply === 0 })}
    </div>`;
}

/** @param {State} state @param {Dispatch} dispatch */
const speedView = ({ settings }, dispatch) => html`
  <label class="field">Speed<select name="speed" @change=${(/** @type {any} */ event) => dispatch({ type: 'set', name: 'speed', value: event.target.value })}>
    ${['slow', 'steady', 'fast'].map((speed) => html`<option value=${speed} ?selected=${settings.speed === speed}>${speed}</option>`)}</select></label>`;

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function playPanel(state, dispatch, actions) {
  const { game, ui, thinking, settings } = state;
  const over = resultSentence(game);
  const easier = over && ui.losses >= 2 && settings.skill > 0;
  return html`
    ${over ? html`
      <section class="result" aria-label="Result">
        <h2>${over.replace('Game over, ', '').replace(/^./, (letter) => letter.toUpperCase())}</h2>
        ${easier ? html`<p>Two games lost in a row. <button type="button" class="plain" @click=${() => actions.easier()}>Try skill ${settings.skill - 1}</button></p>` : nothing}
        <div class="buttons">
          <button type="button" class="main" @click=${() => actions.analyse()}>Analyse</button>
          <button type="button" @click=${() => actions.rematch(false)}>Rematch</button>
          <button type="button" @click=${() => actions.rematch(true)}>Swap colours</button>
        </div>
      </section>` : html`<p class="thinking">${thinking ? thinking.text : ''}</p>${isWatched(game) ? speedView(state, dispatch) : nothing}`}
    <div class="buttons">
      <button type="button" class=${over ? '' : 'main'} @click=${() => dispatch({ type: 'ui', dialog: 'new' })}>New game</button>
      ${over ? nothing : html`<button type="button" @click=${() => actions.analyse()}>Analyse</button>`}
    </div>`;
}
