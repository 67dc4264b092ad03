/**
 * The report: asked for, shown while it grows, and its values put into the one store.
 *
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Game} Game
 * @typedef {import('../types.js').Values} Values
 * @typedef {import('../types.js').Action} Action
 * @typedef {import('../engine.js').Engine} Engine
 * @typedef {import('../engine.js').Asked} Asked
 */
import { squareOf } from '../notation.js';
import { keyOf } from '../rules.js';
import { positionsOf } from '../tree.js';

/**
 * What a report says of the positions of a game.
 * @param {any[]} moves @param {Pick<Game, 'start'|'line'|'size'>} game @returns {[string, Values][]}
 */
export function reportValues(moves, game) {
  const positions = positionsOf(game);
  return moves.map((move) => {
    const line = (/** @type {string[]} */ names) => names.map((name) => squareOf(name, game.size)).filter((square) => square >= 0);
    return [keyOf(positions[move.ply - 1]), {
      moves: {
        [squareOf(move.best, game.size)]: { score: move.value, line: line(move.best_line) },
        [squareOf(move.move, game.size)]: { score: move.played, line: line(move.played_line) },
      },
      depth: move.depth,
      selectivity: move.selectivity,
      exact: move.exact,
      source: 'report',
      nodes: 0,
    }];
  });
}

/** With a minus as wide as the plus. @param {string} words */
const typeset = (words) => words.replace(/-(?=\d)/g, '\u2212');

/** @param {{readonly state: State, dispatch: (action: Action) => void}} store @param {Engine} engine */
export function reportTask(store, engine) {
  /** @type {Asked|null} */
  let asked = null;
  const { dispatch } = store;
  return {
    async start() {
      const { game, settings, hello } = store.state;
      asked?.stop();
      dispatch({ type: 'report', report: { line: game.line, status: 'running', done: 0, of: game.line.length, players: null, moves: [], turningPoints: [], people: null } });
      const mine = (asked = engine.report(game, Math.min(settings.level, hello?.limits.level ?? settings.level), (message) => {
        if (message.type !== 'progress') return;
        dispatch({ type: 'report', report: { done: message.done, of: message.of } });
      }));
      try {
        const { report: record } = await mine.done;
        dispatch({
          type: 'report',
          report: {
            status: 'done',
            done: game.line.length,
            players: { X: record.players.black, O: record.players.white },
            moves: record.moves.map((/** @type {any} */ move) => ({ ply: move.ply, loss: move.loss, words: typeset(move.words ?? '') })),
            turningPoints: record.turning_points.map((/** @type {any} */ point) => ({ ply: point.ply, color: point.color, words: typeset(point.words) })),
            people: record.people,
          },
          values: reportValues(record.moves, game),
        });
        dispatch({ type: 'tell', message: 'The report is ready.' });
      } catch (error) {
        dispatch({ type: 'report', report: { status: 'stopped' } });
        throw error;
      }
    },
    stop: () => asked?.stop(),
  };
}
