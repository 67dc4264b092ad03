/**
 * The one interface behind which the thinking is done. `serverEngine` asks the server; whatever
 * else plays and analyses has to offer the same functions.
 *
 * @typedef {import('./types.js').Game} Game
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Values} Values
 * @typedef {import('./types.js').Hello} Hello
 * @typedef {{size: number, start?: string, moves: string}} AskedGame
 * @typedef {{done: Promise<any>, stop: () => void}} Asked
 */
import { nameOf, names, squareOf } from './notation.js';
import { boardText } from './record.js';
import { keyOf, startPosition } from './rules.js';
import { pathOf, positionsOf } from './tree.js';
import { openSocket, Refused } from './effects/socket.js';

/** @param {Pick<Game, 'size'|'start'>} game @param {readonly number[]} moves @returns {AskedGame} */
export function asked(game, moves) {
  const { size, start } = game;
  const usual = keyOf(start) === keyOf(startPosition(size));
  const [before, now] = positionsOf({ start, line: moves }).slice(-2);
  // A forced pass at the end has to be written: no later move tells of it.
  const passed = now !== undefined && before.turn === now.turn;
  return { size, ...(usual ? {} : { start: boardText(start) }), moves: names(moves, size) + (passed ? ' pa' : '') };
}

/** @param {string[]} line @param {number} size */
const squares = (line, size) => line.map((name) => squareOf(name, size)).filter((square) => square >= 0);

/**
 * A snapshot of a search.
 * @param {Record<string, any>} message @param {number} size @returns {Values}
 */
export function valuesOf(message, size) {
  /** @type {Record<number, {score: number, line: number[]}>} */
  const moves = {};
  for (const { m, s, l } of message.lines) moves[squareOf(m, size)] = { score: s, line: squares(l ?? [m], size) };
  return {
    moves,
    depth: message.depth,
    selectivity: message.selectivity,
    exact: message.exact,
    source: message.source === 'book' ? 'book' : 'search',
    nodes: message.nodes ?? 0,
  };
}

/**
 * @param {Pick<Location, 'protocol'|'host'>} place
 * @param {(conn: 'opening'|'open'|'closed') => void} changed
 */
export function serverEngine(place, changed) {
  const socket = openSocket(`${place.protocol === 'https:' ? 'wss' : 'ws'}://${place.host}/ws`, changed);

  /** @param {string} path @param {RequestInit} [options] */
  async function fetched(path, options) {
    const answer = await fetch(path, options).catch(() => {
      throw new Refused('closed', 'The server does not answer.');
    });
    if (answer.ok) return answer;
    const facts = await answer.json().catch(() => ({}));
    const told = facts.error ?? facts;
    throw new Refused(told.code ?? String(answer.status), sentence(told.message ?? `The server says ${answer.status}.`));
  }

  /** @param {string} path @param {unknown} body */
  const posted = (path, body) => fetched(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

  return {
    /** @returns {Promise<any>} */
    hello: async () => (await fetched('api/hello')).json(),

    /** A player's move. @param {Game} game @param {string} agent @param {number} seed @param {(message: any) => void} hear @returns {Asked} */
    choose: (game, agent, seed, hear) =>
      socket.ask('choose', { game: asked(game, pathOf(game)), agent, seed }, ['move'], hear),

    /** What every move is worth, better and better. @param {Game} game @param {number} level @param {(values: Values) => void} hear @returns {Asked} */
    analyse: (game, level, hear) => socket.ask(
      'analyse',
      { game: asked(game, pathOf(game)), level },
      [],
      (message) => {
        if (message.type === 'values') hear(valuesOf(message, game.size));
      },
    ),

    /** How good the moves of a line were. @param {Game} game @param {number} level @param {(message: any) => void} hear @returns {Asked} */
    report: (game, level, hear) => socket.ask('report', { game: asked(game, game.line), level }, ['report'], hear),

    /** What speaks for a move. @param {Game} game @param {number} move @param {number|null} other @returns {Asked} */
    explain: (game, move, other) => socket.ask('explain', {
      game: asked(game, pathOf(game)),
      move: nameOf(move, game.size),
      ...(other === null ? {} : { other: nameOf(other, game.size) }),
    }, ['terms']),

    /** A run of the arena, as it goes on. @param {string} run @param {(message: any) => void} hear @returns {Asked} */
    watch: (run, hear) => socket.ask('watch', { run }, [], hear),

    /** The games in a text or a file of any format; `size` is for moves that do not tell their board. @param {string|Blob} content @param {number} [size] */
    read: async (content, size) => (await fetched(`api/import${size ? `?size=${size}` : ''}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: content,
    })).json(),

    /** The text of a game in a format. @param {object} record @param {string} format */
    write: async (record, format) => (await posted('api/export', { games: [record], format })).json(),

    /** The name of the opening up to the current place. @param {Game} game */
    opening: async (game) => {
      const { size, start, moves } = asked(game, pathOf(game));
      const query = new URLSearchParams({ size: String(size), moves, ...(start ? { start } : {}) });
      return (await fetched(`api/openings?${query}`)).json();
    },

    /** What the library holds. */
    library: async () => (await fetched('api/library')).json(),

    /** @param {URLSearchParams} query */
    games: async (query) => (await fetched(`api/library/games?${query}`)).json(),

    /** @param {number} id */
    game: async (id) => (await fetched(`api/library/games/${id}`)).json(),

    /** @param {Position} position */
    position: async (position) => {
      const query = new URLSearchParams({ board: boardText(position) });
      return (await fetched(`api/library/position?${query}`)).json();
    },

    /** Adds the games of a file to the library. @param {Blob} content */
    add: async (content) => (await fetched('api/library/import', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: content,
    })).json(),

    runs: async () => (await fetched('api/arena/runs')).json(),

    /** @param {object} settings */
    startRun: async (settings) => (await posted('api/arena/runs', settings)).json(),
  };
}

/** @typedef {ReturnType<typeof serverEngine>} Engine */

/** @param {string} text */
export const sentence = (text) => {
  const trimmed = text.trim();
  return trimmed && trimmed[0].toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? '' : '.');
};

/** The name of the agent in a seat. @param {string} agent */
export const seatName = (agent) => {
  if (!agent) return 'You';
  const skill = /^skill:level=(\d+)/.exec(agent);
  const rating = /^humanlike:rating=(\d+)/.exec(agent);
  if (rating) return `Humanlike ${rating[1]}`;
  return skill ? `Skill ${skill[1]}` : agent;
};
