/**
 * What the browser keeps: settings, and the last games, each under its own key so that two tabs
 * do not overwrite each other.
 *
 * @typedef {import('../types.js').Game} Game
 * @typedef {import('../types.js').Settings} Settings
 */
import { gameOfRecord, recordOf } from '../record.js';
import { DEFAULTS } from '../store.js';
import { goTo, goToPath, newId } from '../tree.js';

const SETTINGS = 'outflank.settings';
const GAME = 'outflank.game.';
const TAB = 'outflank.tab';
const MOST_GAMES = 50;

/** The browser may forbid it or have no room; then nothing is kept. @template T @param {() => T} work @returns {T|null} */
function tried(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

/** @returns {Settings} */
export function loadSettings() {
  const kept = tried(() => JSON.parse(localStorage.getItem(SETTINGS) ?? '{}')) ?? {};
  const known = Object.entries(DEFAULTS).map(([name, usual]) => [name, typeof kept[name] === typeof usual ? kept[name] : usual]);
  return Object.fromEntries(known);
}

/** @param {Settings} settings */
export const saveSettings = (settings) => tried(() => localStorage.setItem(SETTINGS, JSON.stringify(settings)));

/** @param {Game} game */
export const saveGame = (game) => tried(() => {
  const { id, ply, line, seats, clock } = game;
  localStorage.setItem(GAME + id, JSON.stringify({ time: Date.now(), record: recordOf(game), ply, line, seats, clock }));
  sessionStorage.setItem(TAB, id);
  const kept = keptGames();
  for (const { key } of kept.slice(MOST_GAMES)) localStorage.removeItem(key);
});

/** The newest first. @returns {{key: string, time: number}[]} */
function keptGames() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(GAME))
    .map((key) => ({ key, time: Number(tried(() => JSON.parse(localStorage.getItem(key) ?? '').time)) || 0 }))
    .sort((one, other) => other.time - one.time);
}

/** @param {string} key @returns {Game|null} */
function loadGame(key) {
  return tried(() => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '');
    const game = gameOfRecord(kept.record);
    const there = goTo(goToPath(game, kept.line), kept.ply);
    return { ...there, id: key.slice(GAME.length), seats: kept.seats, clock: kept.clock };
  });
}

/** The games that are kept, the newest first. @returns {Game[]} */
export const savedGames = () =>
  (tried(keptGames) ?? []).map(({ key }) => loadGame(key)).filter((game) => game !== null);

/** The game of this tab, else a copy of the last one anywhere; null on a first visit. @returns {Game|null} */
export function lastGame() {
  const own = tried(() => sessionStorage.getItem(TAB));
  const mine = own ? loadGame(GAME + own) : null;
  if (mine) return mine;
  const [newest] = tried(keptGames) ?? [];
  const game = newest ? loadGame(newest.key) : null;
  return game && { ...game, id: newId() };
}
