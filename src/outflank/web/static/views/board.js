/**
 * The board: a grid for the eye, the mouse, the keyboard and the screen reader alike.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../types.js').Position} Position
 * @typedef {import('../types.js').Judged} Judged
 */
import { html, nothing } from '../vendor/lit-html.js';
import { nameOf, signed } from '../notation.js';
import { flips, legalMoves, place } from '../rules.js';
import { squareName } from '../speech.js';
import { mayPlay, showsValues } from '../store.js';
import { positionOf, positionsOf } from '../tree.js';
import { evaluate } from '../values.js';

/** Under so many pixels a first tap previews and a second one plays. */
export const SMALL_SQUARE = 36;
/** A move that loses so much is written smaller. */
const FAR_BEHIND = 4;

/**
 * What a square shows.
 * @typedef {object} Square
 * @property {number} square
 * @property {string} cell
 * @property {boolean} legal
 * @property {Judged|undefined} judged
 * @property {number} loss
 * @property {boolean} best
 * @property {boolean} last
 * @property {number} flipped  How far from the last move a disc was turned over; 0 if it was not.
 * @property {boolean} ring  The move under the pointer would turn it over.
 * @property {number} ghost  Its place in the line under the pointer, from 1.
 * @property {boolean} ghostBlack
 */

/** @param {State} state */
function editorSquares({ editor, ui }) {
  if (!editor) return [];
  return [...editor.cells].map((cell, square) => ({ ...blank(square, cell), ring: ui.hover === square }));
}

/** @param {number} square @param {string} cell @returns {Square} */
const blank = (square, cell) => ({
  square, cell, legal: false, judged: undefined, loss: 0, best: false, last: false, flipped: 0, ring: false, ghost: 0, ghostBlack: false,
});

/** @param {State} state @returns {Square[]} */
export function squaresOf(state) {
  const { game, ui, values } = state;
  const position = positionOf(game);
  const legal = new Set(legalMoves(position));
  const shown = showsValues(state);
  const found = shown ? evaluate(values, position) : null;
  const last = game.ply > 0 ? game.line[game.ply - 1] : -1;
  const turned = game.ply > 0 ? flips(positionsOf(game)[game.ply - 1], last) : [];
  const pointed = ui.preview ?? ui.hover;
  const ring = new Set(pointed !== null && legal.has(pointed) ? flips(position, pointed) : []);
  const ghosts = ghostsOf(position, found?.moves.get(pointed ?? -1));
  const { size } = position;
  return [...position.cells].map((cell, square) => {
    const judged = found?.moves.get(square);
    const far = Math.max(Math.abs((square % size) - (last % size)), Math.abs(Math.floor(square / size) - Math.floor(last / size)));
    return {
      square,
      cell,
      legal: legal.has(square) && !state.editor,
      judged,
      loss: judged && found && found.value !== null ? found.value - judged.score : 0,
      best: judged !== undefined && judged.score === found?.value,
      last: square === last,
      flipped: ui.animate && turned.includes(square) ? far : 0,
      ring: ring.has(square),
      ghost: ghosts.get(square)?.number ?? 0,
      ghostBlack: ghosts.get(square)?.black ?? false,
    };
  });
}

/**
 * The line of a move as numbered discs on the squares it fills.
 * @param {Position} position @param {Judged|undefined} judged
 */
function ghostsOf(position, judged) {
  /** @type {Map<number, {number: number, black: boolean}>} */
  const ghosts = new Map();
  let at = position;
  for (const [index, move] of (judged?.line ?? []).entries()) {
    if (flips(at, move).length === 0) at = { ...at, turn: at.turn === 'X' ? 'O' : 'X' };
    if (flips(at, move).length === 0) break;
    ghosts.set(move, { number: index + 1, black: at.turn === 'X' });
    at = place(at, move);
  }
  return ghosts;
}

/** @param {Square} shown @param {State} state @param {Position} position @param {Dispatch} dispatch */
function squareView(shown, state, position, dispatch) {
  const { square, cell, legal, judged } = shown;
  const { ui, settings, game } = state;
  const classes = [
    'square',
    legal && 'legal',
    legal && mayPlay(state) && 'open',
    shown.last && 'last',
    shown.ring && 'ring',
    shown.best && 'best',
    ui.preview === square && 'preview',
  ].filter(Boolean).join(' ');
  const disc = cell === '-' ? '' : `disc ${cell === 'X' ? 'black' : 'white'}`;
  const flip = shown.flipped ? `flip flip-${game.ply % 2} after-${Math.min(shown.flipped, 7)}` : '';
  const name = squareName({ position, square, legal, judged, best: shown.best, last: shown.last });
  return html`
    <div role="gridcell" class=${classes} data-square=${nameOf(square, position.size)} data-index=${square}
      tabindex=${ui.focus === square ? 0 : -1}
      @mouseenter=${() => dispatch({ type: 'ui', hover: square })}
      @focus=${() => ui.focus !== square && dispatch({ type: 'ui', focus: square })}>
      <span class="sr">${name}</span>
      ${disc ? html`<span class="${disc} ${settings.animate ? flip : ''}" aria-hidden="true"></span>` : nothing}
      ${shown.ghost > 1 && cell === '-' ? html`<span class="ghost ${shown.ghostBlack ? 'black' : 'white'}" aria-hidden="true">${shown.ghost}</span>` : nothing}
      ${judged && shown.ghost <= 1 ? valueView(shown, judged, settings.details) : nothing}
      ${legal && !judged && shown.ghost === 0 ? html`<span class="dot" aria-hidden="true"></span>` : nothing}
    </div>`;
}

/** @param {Square} shown @param {Judged} judged @param {boolean} details */
const valueView = (shown, judged, details) => html`
  <span class="value ${shown.loss >= FAR_BEHIND ? 'far' : ''} ${judged.exact ? 'exact' : ''} ${Math.abs(judged.score) > 9 ? 'wide' : ''}" aria-hidden="true">${signed(judged.score)}</span>
  ${judged.source === 'book' ? html`<span class="note" aria-hidden="true">b</span>`
    : details && !judged.exact ? html`<span class="note" aria-hidden="true">${judged.depth}</span>` : nothing}`;

/**
 * @param {State} state @param {Dispatch} dispatch
 */
export function boardView(state, dispatch) {
  const { editor, settings } = state;
  const position = editor ? { size: editor.size, cells: editor.cells, turn: editor.turn } : positionOf(state.game);
  const { size } = position;
  const squares = editor ? editorSquares(state) : squaresOf(state);
  const order = Array.from({ length: size }, (_, row) => (settings.turned ? size - 1 - row : row));
  const act = (/** @type {MouseEvent} */ event) => tapped(event, state, dispatch);
  return html`
    <div class="frame size-${size} ${settings.board}">
      <div class="files" aria-hidden="true">${order.map((column) => html`<span>${'abcdefghijkl'[column]}</span>`)}</div>
      <div class="ranks" aria-hidden="true">${order.map((row) => html`<span>${row + 1}</span>`)}</div>
      <div class="board" role="grid" aria-label=${editor ? 'Board to set up' : 'Board'} aria-rowcount=${size} aria-colcount=${size}
        @click=${act} @contextmenu=${(/** @type {MouseEvent} */ event) => longPressed(event, dispatch)}
        @mouseleave=${() => dispatch({ type: 'ui', hover: null })}>
        ${order.map((row) => html`<div role="row" class="row">${order.map((column) =>
    squareView(/** @type {Square} */ (squares[row * size + column]), state, position, dispatch))}</div>`)}
      </div>
    </div>`;
}

/** @param {Event} event */
function squareAt(event) {
  const cell = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest('[data-index]'));
  return cell ? { cell, square: Number(cell.dataset.index) } : null;
}

/** A long press shows the line of a move instead of a menu. @param {MouseEvent} event @param {Dispatch} dispatch */
function longPressed(event, dispatch) {
  const at = squareAt(event);
  if (!at || !('pointerType' in event) || event.pointerType !== 'touch') return;
  event.preventDefault();
  dispatch({ type: 'ui', preview: at.square });
}

/** @param {MouseEvent} event @param {State} state @param {Dispatch} dispatch */
function tapped(event, state, dispatch) {
  const at = squareAt(event);
  if (!at) return;
  const { cell, square } = at;
  cell.focus({ preventScroll: true });
  if (state.editor) {
    dispatch({ type: 'paint', square });
    return;
  }
  const touch = 'pointerType' in event && event.pointerType === 'touch';
  const small = touch && cell.getBoundingClientRect().width < SMALL_SQUARE;
  const legal = legalMoves(positionOf(state.game)).includes(square);
  if (small && legal && state.ui.preview !== square) {
    dispatch({ type: 'ui', preview: square });
    dispatch({ type: 'tell', message: `${nameOf(square, state.game.size)}: tap again to play.` });
  } else dispatch({ type: 'play', square });
}
