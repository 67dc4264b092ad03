/**
 * What is chosen for a new game. Not every agent plays on every board.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Setup} Setup
 * @typedef {import('./types.js').AgentInfo} AgentInfo
 */
import { seatName } from './engine.js';
import { skillSpec } from './store.js';

/** Whether an agent plays on a board, as far as is known. @param {readonly AgentInfo[]} agents @param {string} spec @param {number} size */
function playsOn(agents, spec, size) {
  const found = agents.find((agent) => spec === agent.spec || spec.startsWith(`${agent.spec}:`));
  return !found || found.sizes.includes(size);
}

/** What is suggested: who plays now, or a skill. @param {State} state @returns {Setup} */
export function firstSetup(state) {
  const { settings, game } = state;
  const [X, O] = [game.seats.X.agent, game.seats.O.agent];
  const alone = X === '' && O === '' && game.ply === 0;
  return onBoard(state, { size: game.size, X, O: alone ? skillSpec(settings.skill) : O, left: [] }, game.size);
}

/**
 * The same on another board. A skill takes the place of who does not play on it.
 * @param {State} state @param {Setup} setup @param {number} size @returns {Setup}
 */
export function onBoard({ hello, settings }, setup, size) {
  const sides = /** @type {const} */ (['X', 'O']);
  const leaving = sides.filter((side) => !playsOn(hello?.agents ?? [], setup[side], size));
  const seats = Object.fromEntries(leaving.map((side) => [side, skillSpec(settings.skill)]));
  return { ...setup, ...seats, size, left: leaving.map((side) => seatName(setup[side])) };
}
