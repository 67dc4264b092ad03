/**
 * The library and the arena of the server.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Position} Position
 * @typedef {import('../types.js').Action} Action
 * @typedef {import('../engine.js').Engine} Engine
 */
import { plural } from '../notation.js';
import { boardText, recordOf } from '../record.js';
import { positionOf } from '../tree.js';

const OVER = ['done', 'stopped', 'failed'];

/**
 * @param {{readonly state: State, dispatch: (action: Action) => void}} store @param {Engine} engine
 * @param {(work: () => Promise<void>) => Promise<void>} attempt
 */
export function libraryActions(store, engine, attempt) {
  const { dispatch } = store;
  const library = (/** @type {object} */ change) => dispatch({ type: 'library', library: change });

  /** @param {string|null} cursor */
  async function page(cursor) {
    const { filter, position, games } = store.state.library;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
    if (position) query.set('board', boardText(position));
    if (cursor) query.set('cursor', cursor);
    library({ status: 'loading', message: '' });
    try {
      const found = await engine.games(query);
      if (store.state.library.total === null) library({ total: (await engine.library()).games });
      library({ games: cursor ? [...games, ...found.games] : found.games, cursor: found.next });
    } catch (error) {
      library({ message: /** @type {Error} */ (error).message });
    } finally {
      library({ status: 'idle' });
    }
  }

  /** All runs; the first that goes on is watched, and after its end the next. */
  async function refreshed() {
    const { runs } = await engine.runs();
    dispatch({ type: 'arena', runs: runs.map(runOf) });
    const going = runs.findLast((/** @type {any} */ run) => !OVER.includes(run.status));
    if (!going) return;
    engine.watch(going.id, (message) => {
      if (message.type !== 'run') return;
      const shown = store.state.arena.runs.map((one) => (one.id === message.run.id ? runOf(message.run) : one));
      dispatch({ type: 'arena', runs: shown });
      if (OVER.includes(message.run.status)) attempt(refreshed);
    });
  }

  return {
    /** @param {Record<string, string>} filter @param {Position|null} position */
    search(filter, position) {
      library({ filter, position });
      return page(null);
    },
    moreGames: () => page(store.state.library.cursor),
    searchPosition() {
      dispatch({ type: 'route', route: 'library' });
      library({ filter: {}, position: positionOf(store.state.game) });
      return page(null);
    },
    /** @param {File[]} files */
    addFiles: (files) => attempt(async () => {
      for (const file of files) {
        library({ message: `Adding ${file.name}\u2026` });
        try {
          const told = await engine.add(file);
          library({ total: null });
          await page(null);
          library({ message: `${file.name}: ${plural(told.added, 'game')} added${told.known ? `, ${told.known} known already` : ''}.` });
        } catch (error) {
          library({ message: `${file.name}: ${/** @type {Error} */ (error).message}` });
        }
      }
    }),
    /** Puts the game on the board into the library. */
    keepGame: () => attempt(async () => {
      dispatch({ type: 'ui', dialog: null });
      const told = await engine.add(new Blob([`${JSON.stringify(recordOf(store.state.game))}\n`]));
      library({ total: null });
      dispatch({ type: 'tell', message: told.added ? 'The game is in the library.' : 'The library has this game already.' });
    }),
    refreshRuns: () => attempt(refreshed),
    /** @param {{players: string[], size: number, games: number}} settings */
    startRun: (settings) => attempt(async () => {
      await engine.startRun(settings);
      await refreshed();
    }),
  };
}

/** @param {any} record */
const runOf = (record) => ({
  id: record.id,
  title: `${record.players.join(' \u2013 ')}, ${record.size}\u00d7${record.size}`,
  status: record.error ?? record.status,
  done: record.played,
  of: record.games,
  table: record.standings.map((/** @type {any} */ row) => ({
    player: row.name, games: row.games, score: row.score, elo: row.elo === null ? '\u2013' : String(Math.round(row.elo)).replace('-', '\u2212'),
  })),
  page: record.status === 'done' ? `api/arena/runs/${encodeURIComponent(record.id)}/report` : undefined,
});
