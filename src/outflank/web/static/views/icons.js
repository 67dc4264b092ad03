/** Icons as SVG: fonts lack some of the signs. */
import { html, nothing, svg } from '../vendor/lit-html.js';

/** @type {Record<string, string>} */
const PATHS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z',
  turn: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  flag: 'M5 21V4h12l-2 4 2 4H5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v11M7 10l5 5 5-5M5 20h14',
};

/** @param {string} name */
export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${PATHS[name]}/>`}</svg>`;

/**
 * A button with an icon; its label is its name and its tip.
 * @param {string} name @param {string} label @param {(event: Event) => void} act
 * @param {{disabled?: boolean, pressed?: boolean, text?: boolean}} [options]
 */
export const button = (name, label, act, { disabled = false, pressed, text = false } = {}) => html`
  <button type="button" class="tool" title=${label} aria-label=${label} ?disabled=${disabled}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)} @click=${act}>
    ${icon(name)}${text ? html`<span>${label}</span>` : ''}
  </button>`;
