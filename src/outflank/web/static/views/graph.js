/**
 * What black was ahead by, move for move: a slider that can be dragged, tapped and typed at.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Dispatch} Dispatch
 */
import { html, nothing, svg } from '../vendor/lit-html.js';
import { signed } from '../notation.js';
import { graphText } from '../speech.js';
import { positionsOf } from '../tree.js';
import { forBlack, lossOf } from '../values.js';

const [WIDTH, HEIGHT, LEFT, PAD] = [640, 140, 46, 12];

const MOST_NAMED = 12;

/** @param {State} state */
export function pointsOf(state) {
  const { game, values } = state;
  return positionsOf(game).map((position, ply) => ({
    ply,
    value: forBlack(values, position),
    mark: ply === 0 ? '' : lossOf(state, positionsOf(game)[ply - 1], game.line[ply - 1])?.mark?.mark ?? '',
  }));
}

/** @param {State} state @param {Dispatch} dispatch */
export function graphView(state, dispatch) {
  const { game } = state;
  const points = pointsOf(state);
  const most = Math.max(8, ...points.map(({ value }) => Math.abs(value ?? 0)));
  const last = Math.max(game.line.length, 1);
  const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (WIDTH - LEFT - PAD);
  const y = (/** @type {number} */ value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - PAD);
  let path = '';
  points.forEach(({ ply, value }) => {
    if (value === null) return;
    // A missing number leaves a gap.
    path += `${ply > 0 && points[ply - 1].value !== null ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  const here = points[game.ply].value;
  const marked = points.filter(({ mark, value }) => mark && value !== null);
  // So many marks would lie upon each other: only blunders are named then.
  const named = marked.length > MOST_NAMED ? marked.filter(({ mark }) => mark === '??') : marked;

  const seek = (/** @type {PointerEvent} */ event) => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    const ply = Math.round((share / (WIDTH - LEFT - PAD)) * last);
    dispatch({ type: 'goto', ply });
  };
  const typed = (/** @type {KeyboardEvent} */ event) => {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity });
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch({ type: 'goto', ply: game.ply + step });
  };
  return html`
    <div class="graph" role="slider" tabindex="0" aria-label="Value by move" aria-valuemin="0" aria-valuemax=${game.line.length}
      aria-valuenow=${game.ply} aria-valuetext=${graphText(state, game.ply)}
      @click=${seek} @pointermove=${seek} @keydown=${typed}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
        ${svg`
          <line class="zero" x1=${LEFT} x2=${WIDTH - PAD} y1=${HEIGHT / 2} y2=${HEIGHT / 2}/>
          <text x=${LEFT - 6} y=${PAD + 4}>${signed(most)}</text>
          <text x=${LEFT - 6} y=${HEIGHT / 2 + 4}>0</text>
          <text x=${LEFT - 6} y=${HEIGHT - PAD + 4}>${signed(-most)}</text>
          <path d=${path}/>
          <line class="here" x1=${x(game.ply)} x2=${x(game.ply)} y1="4" y2=${HEIGHT - 4}/>
          ${marked.map(({ ply, value }) => svg`<circle class="mistake" cx=${x(ply)} cy=${y(value ?? 0)} r="3.5"/>`)}
          ${named.map(({ ply, value, mark }) => svg`
            <text class="mark" x=${x(ply)} y=${y(value ?? 0) + ((value ?? 0) > 0 ? -7 : 18)}>${mark}</text>`)}
          ${here === null ? nothing : svg`<circle class="point" cx=${x(game.ply)} cy=${y(here)} r="5"/>`}`}
      </svg>
    </div>`;
}
