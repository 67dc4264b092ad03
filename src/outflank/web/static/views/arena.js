/**
 * The arena: tournaments of agents on the server, and how they stand.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').ArenaRun} ArenaRun
 * @typedef {import('../actions.js').Actions} Actions
 */
import { html, nothing } from '../vendor/lit-html.js';
import { SIZES } from '../rules.js';

const board = (/** @type {number} */ size) => `${size}×${size}`;

/** @param {State} state @param {Actions} actions */
export function arenaView(state, actions) {
  const { hello, arena, conn } = state;
  const agents = hello?.agents ?? [];
  if (hello && hello.features.arena === false) {
    return html`<section class="page"><h1>Arena</h1><p>This server runs no tournaments.</p></section>`;
  }
  const games = hello?.limits.arena.games;
  const submitted = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const players = data.getAll('player').map(String).filter(Boolean);
    actions.startRun({ players, size: Number(data.get('size')), games: Number(data.get('games')) });
  };
  const player = (/** @type {number} */ number) => html`
    <label class="field">Player ${number}<select name="player">
      ${number > 2 ? html`<option value="">none</option>` : nothing}
      ${agents.map((agent, at) => html`<option value=${agent.spec} ?selected=${number <= 2 && at === number - 1}>${agent.name}${agent.sizes.length < SIZES.length ? ` (${agent.sizes.map(board)})` : ''}</option>`)}
    </select></label>`;
  return html`
    <section class="page" aria-labelledby="arena-title">
      <h1 id="arena-title">Arena</h1>
      <form class="filters" @submit=${submitted}>
        ${[1, 2, 3, 4].map(player)}
        <label class="field">Board<select name="size">${SIZES.map((size) => html`<option value=${size} ?selected=${size === 8}>${board(size)}</option>`)}</select></label>
        <label class="field">Games of each two<input type="number" name="games" min=${games?.min} max=${games?.max} step="2" value=${games?.default}></label>
        <button type="submit" class="main" ?disabled=${conn !== 'open'}>Start</button>
      </form>
      ${arena.runs.length === 0 ? html`<p class="hint">No runs yet.</p>` : arena.runs.map(runView)}
    </section>`;
}

/** @param {ArenaRun} run */
const runView = (run) => html`
  <section class="run" aria-label=${run.title}>
    <h2>${run.title}</h2>
    <p><label>${run.status}: ${run.done} of ${run.of} games <progress max=${run.of || 1} .value=${run.done}></progress></label>
      ${run.page ? html`<a href=${run.page}>Report</a>` : nothing}</p>
    ${run.table.length > 0 ? html`
      <table>
        <thead><tr><th scope="col">Player</th><th scope="col">Games</th><th scope="col">Score</th><th scope="col">Elo</th></tr></thead>
        <tbody>${run.table.map((row) => html`<tr><th scope="row">${row.player}</th><td>${row.games}</td><td>${(100 * row.score).toFixed(1)} %</td><td>${row.elo}</td></tr>`)}</tbody>
      </table>` : nothing}
  </section>`;
