/**
 * What people can do that needs more than a change of the state: the engine, files, the clipboard.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Action} Action
 * @typedef {import('./engine.js').Engine} Engine
 */
import { commandActions } from './commands.js';
import { copyText, download } from './effects/files.js';
import { libraryActions } from './effects/library.js';
import { reportTask } from './effects/report.js';
import { savedGames } from './effects/storage.js';
import { seatName, sentence } from './engine.js';
import { linkOf, LONGEST_LINK, readLink } from './link.js';
import { nameOf, plural, readMoves, signed, squareOf } from './notation.js';
import { gameOfRecord, recordOf } from './record.js';
import { keyOf, startPosition } from './rules.js';
import { transcript } from './speech.js';
import { firstGame, skillSpec } from './store.js';
import { gameOf, goTo, newGame, newId, positionOf } from './tree.js';

/** @param {{readonly state: State, dispatch: (action: Action) => void}} store @param {Engine} engine */
export function createActions(store, engine) {
  const { dispatch } = store;
  const report = reportTask(store, engine);
  const tell = (/** @type {string} */ message) => dispatch({ type: 'tell', message });

  /** Does something, and tells what goes wrong. @param {() => Promise<void>} work */
  const attempt = (work) => work().catch((error) => {
    if (error.code !== 'stopped') tell(error.message);
  });

  /** @param {Game[]} games @param {string[]} notes */
  function opened(games, notes = []) {
    const [game] = games;
    const message = [`${plural(game.line.length, 'move')} read.`, ...notes].join(' ');
    dispatch({ type: 'load', game: goTo(game, game.line.length), message });
    if (games.length > 1) dispatch({ type: 'choices', games });
  }

  /** @param {string|Blob} content */
  async function read(content) {
    const { size } = store.state.game;
    const found = await engine.read(content).catch((error) => {
      // Moves that do not fit 8x8 may be meant for the board that is there.
      if (size === 8 || !['illegal-move', 'bad-notation'].includes(error.code)) throw error;
      return engine.read(content, size);
    });
    const games = found.games.map(gameOfRecord);
    if (games.length === 0) {
      tell('No game was found in it.');
      return;
    }
    const notes = (found.warnings ?? []).map((/** @type {any} */ warning) =>
      `${warning.line ? `Line ${warning.line}: ` : ''}${warning.message}`);
    opened(games, notes.slice(0, 3));
  }

  const actions = {
    /** @param {string} route */
    go(route) {
      dispatch({ type: 'route', route });
      if (route === 'arena') actions.refreshRuns();
      if (route === 'library' && store.state.library.total === null) actions.search({}, null);
    },

    analyse() {
      dispatch({ type: 'route', route: 'analyse' });
    },

    /** @param {Record<string, string>} chosen */
    newGame(chosen) {
      const size = Number(chosen.size);
      const here = chosen.here ? positionOf(store.state.game) : undefined;
      const start = here && here.size === size ? here : startPosition(size);
      const [minutes, increment] = (chosen.clock ?? '').split('+').map(Number);
      const seats = { X: { agent: chosen.X }, O: { agent: chosen.O } };
      const skill = /^skill:level=(\d+)$/.exec(chosen.O || chosen.X);
      if (skill) dispatch({ type: 'set', name: 'skill', value: Number(skill[1]) });
      const people = !chosen.X && !chosen.O;
      dispatch({ type: 'new', game: newGame({
        start,
        seats,
        names: people ? { X: 'Black', O: 'White' } : { X: seatName(chosen.X), O: seatName(chosen.O) },
        clock: chosen.clock ? { X: minutes * 60000, O: minutes * 60000, increment: increment * 1000 } : null,
      }) });
    },

    /** @param {boolean} swap */
    rematch(swap) {
      const { game } = store.state;
      const [X, O] = swap ? [game.seats.O, game.seats.X] : [game.seats.X, game.seats.O];
      const names = swap ? { X: game.names.O, O: game.names.X } : game.names;
      dispatch({ type: 'new', game: newGame({ start: game.start, seats: { X, O }, names }) });
    },

    easier() {
      const skill = Math.max(0, store.state.settings.skill - 1);
      dispatch({ type: 'set', name: 'skill', value: skill });
      dispatch({ type: 'new', game: firstGame(skill) });
      dispatch({ type: 'ui', losses: 0 });
    },

    hint() {
      const { game } = store.state;
      const key = keyOf(positionOf(game));
      tell('Looking for a good move.');
      return attempt(async () => {
        const answer = await engine.choose(game, skillSpec(9), 1, () => {}).done;
        if (keyOf(positionOf(store.state.game)) !== key) return;
        const square = squareOf(answer.move, game.size);
        dispatch({ type: 'ui', focus: square, preview: square });
        const value = typeof answer.score === 'number' ? ` (${signed(answer.score)})` : '';
        tell(`Hint: ${nameOf(square, game.size)}${value}.`);
      });
    },

    report: () => attempt(report.start),
    stopReport: () => report.stop(),

    /** @param {number} move @param {number|null} other */
    explain: (move, other) => attempt(async () => {
      const { game } = store.state;
      const key = keyOf(positionOf(game));
      const told = await engine.explain(game, move, other).done;
      const names = [told.move.m, told.other.m];
      const better = told.better === null ? 'Both are worth the same' : `${told.better} is better`;
      const words = `${better}: ${names[0]} ${signed(told.move.s)}, ${names[1]} ${signed(told.other.s)} (${told.kind}).`;
      dispatch({ type: 'why', why: { key, move, other: squareOf(told.other.m, game.size), evaluation: told.evaluation, terms: told.terms, words } });
    }),

    /** The games that the browser has kept. */
    openLast() {
      const games = savedGames().filter((game) => game.line.length > 0);
      if (games.length > 0) dispatch({ type: 'choices', games });
      else tell('No game is kept yet.');
    },

    openPaste: () => dispatch({ type: 'ui', dialog: 'paste' }),
    openSave: () => dispatch({ type: 'ui', dialog: 'save' }),

    /** Anything with a game in it: moves and links here, all else by the server. @param {string} text */
    paste: (text) => attempt(async () => {
      dispatch({ type: 'ui', dialog: null });
      const link = /#\/analyse\/\S+/.exec(text);
      if (link) {
        opened([/** @type {Game} */ (readLink(link[0]))]);
        return;
      }
      await read(text).catch((error) => {
        if (error.code !== 'closed') throw error;
        // Without the server plain moves can still be read.
        const { size } = store.state.game;
        opened([gameOf(readMoves(text.trim(), startPosition(size)), { size })]);
      });
    }),

    /** @param {File|undefined} file */
    openFile: (file) => attempt(async () => {
      if (!file) return;
      dispatch({ type: 'ui', dialog: null });
      await read(file);
    }),

    /** @param {string} format */
    save: (format) => attempt(async () => {
      dispatch({ type: 'ui', dialog: null });
      const record = recordOf(store.state.game);
      // The record needs no server.
      const { text, losses } = format === 'record' ? { text: `${JSON.stringify(record)}\n`, losses: null } : await engine.write(record, format);
      download(text, `game.${format === 'record' ? 'jsonl' : format === 'transcript' ? 'txt' : format}`);
      tell(losses ? `Saved. ${sentence(losses)}` : 'Saved.');
    }),

    copyLink: () => attempt(async () => {
      const link = linkOf(store.state.game);
      if (link.length > LONGEST_LINK) throw new Error('This game is too long for a link: save it as a file.');
      await copyText(`${location.origin}${location.pathname}${link}`);
      tell('The link is copied.');
    }),

    copyMoves: () => attempt(async () => {
      await copyText(transcript(store.state.game));
      tell('The moves are copied.');
    }),

    /** @param {string} text */
    command(text) {
      dispatch({ type: 'ui', dialog: null });
      try {
        commandActions(text, store.state).forEach(dispatch);
      } catch (error) {
        tell(/** @type {Error} */ (error).message);
      }
    },

    /** @param {number} id */
    openGame: (id) => attempt(async () => {
      const found = await engine.game(id);
      const game = gameOfRecord(found.game);
      dispatch({ type: 'load', game: { ...goTo(game, 0), id: newId() }, message: `${game.names.X} \u2013 ${game.names.O}.` });
    }),

    ...libraryActions(store, engine, attempt),
  };
  return actions;
}

/** @typedef {ReturnType<typeof createActions>} Actions */
