/**
 * The moves of a game with their variations, the opening, and a comment.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TreeNode} TreeNode
 * @typedef {import('../types.js').Position} Position
 * @typedef {import('../types.js').Dispatch} Dispatch
 */
import { html, nothing } from '../vendor/lit-html.js';
import { nameOf } from '../notation.js';
import { play } from '../rules.js';
import { openingName } from '../speech.js';
import { showsValues } from '../store.js';
import { nodeAt, pathOf } from '../tree.js';
import { lossOf } from '../values.js';
import { button } from './icons.js';

/** @param {State} state @param {Dispatch} dispatch */
export function movesView(state, dispatch) {
  const { game } = state;
  const shown = showsValues(state);
  const here = pathOf(game);

  /** @param {TreeNode} node @param {number[]} path @param {Position} before */
  function moveView(node, path, before) {
    const current = path.length === here.length && path.every((move, at) => move === here[at]);
    const mark = shown ? lossOf(state, before, node.move)?.mark : null;
    return html`
      <button type="button" class="move ${before.turn === 'X' ? 'black' : 'white'}" aria-current=${current ? 'true' : nothing}
        @click=${() => dispatch({ type: 'path', path })}>${nameOf(node.move, game.size)}${mark
  ? html`<span class="mark" title=${mark.name}>${mark.mark}</span>` : nothing}</button>${node.comment
  ? html`<span class="comment">${node.comment}</span>` : nothing}`;
  }

  /** @param {TreeNode} parent @param {number[]} path @param {Position} position @returns {unknown[]} */
  function lineView(parent, path, position) {
    const parts = [];
    let [node, at, before] = [parent, path, position];
    let numbered = true;
    while (node.children.length > 0) {
      const [first, ...others] = node.children;
      const next = [...at, first.move];
      if (numbered || at.length % 2 === 0) parts.push(html`<span class="number">${at.length + 1}.</span>`);
      parts.push(moveView(first, next, before));
      const [from, trunk] = [before, at];
      for (const other of others) {
        const start = [...trunk, other.move];
        parts.push(html`<span class="variation">(<span class="number">${start.length}.</span>${moveView(other, start, from)}${
          lineView(other, start, play(from, other.move))})</span>`);
      }
      numbered = others.length > 0;
      [node, at, before] = [first, next, play(before, first.move)];
    }
    return parts;
  }

  const node = nodeAt(game.tree, here);
  const opening = openingName(state);
  const variation = here.length > 0 && (nodeAt(game.tree, here.slice(0, -1))?.children.length ?? 0) > 1;
  return html`
    ${opening ? html`<p class="opening">${opening}</p>` : nothing}
    <div class="moves" role="group" aria-label="Moves">
      ${game.tree.children.length === 0 ? html`<p class="hint">No moves yet.</p>` : lineView(game.tree, [], game.start)}
    </div>
    ${state.route === 'analyse' ? html`
      <div class="buttons small">
        <button type="button" ?disabled=${!variation} @click=${() => dispatch({ type: 'promote' })}>Make main line</button>
        <button type="button" ?disabled=${here.length === 0} @click=${() => dispatch({ type: 'remove' })}>Remove from here</button>
      </div>
      <label class="field">Comment on this position
        <textarea rows="2" maxlength="2000" .value=${node?.comment ?? ''}
          @change=${(/** @type {any} */ event) => dispatch({ type: 'comment', text: event.target.value })}></textarea>
      </label>` : nothing}`;
}

/** Copy, paste, share and files. @param {import('../actions.js').Actions} actions */
export const sharingView = (actions) => html`
  <div class="buttons small" role="group" aria-label="Share">
    ${button('copy', 'Copy link', actions.copyLink, { text: true })}
    ${button('copy', 'Copy moves', actions.copyMoves, { text: true })}
    ${button('plus', 'Open', actions.openPaste, { text: true })}
    ${button('save', 'Save', actions.openSave, { text: true })}
  </div>`;
