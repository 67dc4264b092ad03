/**
 * The report on a game, and its mistakes to try again. Losses and marks come from the one store of
 * values; only accuracies and reasons are those of the report.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Report} Report
 * @typedef {import('../types.js').Mistake} Mistake
 * @typedef {import('../types.js').Dispatch} Dispatch
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { nameOf, plural, sideName } from '../notation.js';
import { mistakesOf } from '../values.js';

const PHASES = ['early', 'mid', 'late'];

/** @param {number|null|undefined} accuracy */
const percent = (accuracy) => (accuracy === null || accuracy === undefined ? '\u2013' : `${accuracy.toFixed(1)} %`);

/** @param {State} state @param {Dispatch} dispatch @param {Actions} actions */
export function reportView(state, dispatch, actions) {
  const { report, retry, game, conn, hello } = state;
  if (retry) return retryView(state, dispatch);
  const running = report?.status === 'running';
  const able = conn === 'open' && hello?.features.report !== false;
  return html`
    ${running ? html`
      <p><label>Looking at the moves: ${report.done} of ${report.of}
        <progress max=${report.of || 1} .value=${report.done}></progress></label></p>
      <button type="button" @click=${actions.stopReport}>Stop</button>`
    : html`<button type="button" class="main" ?disabled=${!able || game.line.length === 0} @click=${actions.report}>
        ${report?.status === 'done' ? 'Report again' : 'Make the report'}</button>`}
    ${hello && hello.features.report === false ? html`<p class="hint">This server makes no reports.</p>` : nothing}
    ${report?.players ? accuracyView(state, report) : nothing}
    ${ratingsView(state)}
    ${mistakesView(state, dispatch)}
    ${report && report.turningPoints.length > 0 ? html`
      <h3>Turning points</h3>
      <ul class="plain-list">${report.turningPoints.map(({ ply, color, words }) => html`
        <li><button type="button" class="plain" @click=${() => dispatch({ type: 'goto', ply })}>Move ${ply}</button> ${words}<br>${people(report, ply - 1, `of ${report.people?.ratings[color]} players play this`)}</li>`)}
      </ul>` : nothing}`;
}

/** @param {State} state @param {Report} report */
const accuracyView = ({ game }, { players }) => html`
  <table>
    <caption>Accuracy</caption>
    <thead><tr><th scope="col">Player</th><th scope="col">all</th>${PHASES.map((phase) => html`<th scope="col">${phase}</th>`)}</tr></thead>
    <tbody>${/** @type {const} */ (['X', 'O']).map((side) => html`
      <tr><th scope="row">${game.names[side] || sideName(side)}</th><td>${percent(players?.[side].accuracy)}</td>
        ${PHASES.map((phase) => html`<td>${percent(players?.[side].phases[phase])}</td>`)}</tr>`)}
    </tbody>
  </table>`;

/** @param {State} state */
function ratingsView({ game, report }) {
  const told = /** @type {const} */ ([['black', 'X'], ['white', 'O']]).flatMap(([color, side]) => {
    const found = report?.people?.estimates[color];
    return found?.moves ? [`${game.names[side] || sideName(side)} ${found.rating} (${found.low} to ${found.high})`] : [];
  });
  return told.length === 0 ? nothing : html`
    <p>Ratings, by the moves: ${told.join(', ')}.</p>
    <p class="hint">In brackets 95 %; for tournament players it held 9 times in 10. \u201cPeople\u201d are tournament players of that rating.</p>`;
}

/** How many people play a move. @param {Report|null} report @param {number} at @param {string} words */
function people(report, at, words) {
  const chance = report?.people?.chances[at];
  return typeof chance === 'number' ? html`<span class="hint">${chance < 0.5 ? '<\u00a01' : Math.round(chance)}\u00a0% ${words}.</span>` : nothing;
}

/** @param {State} state @param {Dispatch} dispatch */
function mistakesView(state, dispatch) {
  const { game, report, settings } = state;
  if (!settings.values) return html`<p class="hint">Values are switched off.</p>`;
  const found = mistakesOf(state, game);
  if (found.length === 0) {
    return report?.status === 'done' ? html`<p>No move has a mark.</p>` : html`<p class="hint">Marked moves are listed here once their values are known.</p>`;
  }
  return html`
    <h3>${plural(found.length, 'marked move')}</h3>
    <ol class="plain-list mistakes">${found.map((mistake) => html`
      <li><button type="button" class="plain" aria-current=${game.ply === mistake.ply + 1 ? 'true' : nothing}
        @click=${() => dispatch({ type: 'goto', ply: mistake.ply + 1 })}>${mistake.ply + 1}. ${sideName(mistake.side)}
        ${nameOf(mistake.move, game.size)}<span class="mark">${mistake.mark.mark}</span></button> ${words(state, mistake)} ${sameLine(report?.line ?? [], game.line) ? people(report, mistake.ply, 'of people play it') : nothing}</li>`)}
    </ol>
    <button type="button" @click=${() => dispatch({ type: 'retry-start' })}>Retry mistakes</button>`;
}

/** What a mistake cost, with the reasons of the report if it agrees. @param {State} state @param {Mistake} mistake */
function words({ report, game }, mistake) {
  const told = report?.moves.find((move) => move.ply === mistake.ply + 1);
  if (told && told.words && told.loss === mistake.loss && sameLine(report?.line ?? [], game.line)) return told.words;
  return `${mistake.mark.name}, lost ${plural(mistake.loss, 'disc')}; ${nameOf(mistake.best, game.size)} was best.`;
}

/** @param {readonly number[]} one @param {readonly number[]} other */
const sameLine = (one, other) => one.length === other.length && one.every((move, at) => move === other[at]);

/** @param {State} state @param {Dispatch} dispatch */
function retryView({ retry, game }, dispatch) {
  if (!retry) return nothing;
  const { status } = retry;
  const ply = retry.plies[retry.at];
  const played = nameOf(retry.line[ply], game.size);
  return html`
    <section class="retry" aria-label="Retry mistakes">
      ${status === 'done' ? html`<p>${retry.solved} of ${retry.plies.length} found.</p>` : html`
        <h3>Mistake ${retry.at + 1} of ${retry.plies.length}</h3>
        <p>Move ${ply + 1}: ${played} was played. Find a better move on the board.</p>
        ${status === 'judging' ? html`<p>Looking at your move.</p>` : nothing}`}
      <div class="buttons">
        ${status === 'ask' || status === 'wrong' || status === 'judging' ? html`<button type="button" @click=${() => dispatch({ type: 'retry-show' })}>Show the best move</button>` : nothing}
        ${status === 'done' ? nothing : html`<button type="button" class=${status === 'right' || status === 'shown' ? 'main' : ''} @click=${() => dispatch({ type: 'retry-next' })}>${status === 'right' || status === 'shown' ? 'Next' : 'Skip'}</button>`}
        <button type="button" @click=${() => dispatch({ type: 'retry-end' })}>${status === 'done' ? 'Back to the report' : 'Stop retrying'}</button>
      </div>
    </section>`;
}
