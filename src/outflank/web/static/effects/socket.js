/**
 * The WebSocket: questions by id, and a new connection when the old one is lost.
 *
 * @typedef {Record<string, any> & {type: string, id: number}} Message
 */

const PROTOCOL = 'outflank.1';
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** What the server refuses, with its code. */
export class Refused extends Error {
  /** @param {string} code @param {string} message @param {number} [retryMs] */
  constructor(code, message, retryMs) {
    super(message);
    this.code = code;
    this.retryMs = retryMs;
  }
}

/**
 * @param {string} address
 * @param {(conn: 'opening'|'open'|'closed') => void} changed
 */
export function openSocket(address, changed) {
  /** @type {Map<number, {hear: (message: Message) => void, fail: (error: Error) => void}>} */
  const waiting = new Map();
  /** @type {WebSocket|null} */
  let socket = null;
  let wait = FIRST_WAIT;
  let lastId = 0;

  function connect() {
    changed('opening');
    const fresh = new WebSocket(address, PROTOCOL);
    fresh.addEventListener('open', () => {
      socket = fresh;
      wait = FIRST_WAIT;
      changed('open');
    });
    fresh.addEventListener('message', (event) => {
      const message = /** @type {Message} */ (JSON.parse(event.data));
      const asked = waiting.get(message.id);
      if (!asked) return;
      if (message.type === 'error') {
        waiting.delete(message.id);
        asked.fail(new Refused(message.code, message.message, message.retry_ms));
      } else asked.hear(message);
    });
    fresh.addEventListener('close', () => {
      socket = null;
      changed('closed');
      const lost = [...waiting.values()];
      waiting.clear();
      for (const asked of lost) asked.fail(new Refused('closed', 'The connection was lost.'));
      setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    });
  }
  connect();

  return {
    /**
     * Asks, and hears every answer until one is of the last type. `stop` ends it.
     * @param {string} type @param {object} facts @param {readonly string[]} last
     * @param {(message: Message) => void} [hear]
     * @returns {{done: Promise<Message>, stop: () => void}}
     */
    ask(type, facts, last, hear = () => {}) {
      const id = (lastId += 1);
      const done = new Promise((resolve, reject) => {
        if (!socket) {
          reject(new Refused('closed', 'The server does not answer.'));
          return;
        }
        waiting.set(id, {
          hear(message) {
            hear(message);
            if (!last.includes(message.type) && message.type !== 'stopped' && message.finished !== true) return;
            waiting.delete(id);
            if (message.type === 'stopped') reject(new Refused('stopped', 'It was stopped.'));
            else resolve(message);
          },
          fail: reject,
        });
        socket.send(JSON.stringify({ type, id, ...facts }));
      });
      done.catch(() => {});
      return {
        done,
        stop() {
          const asked = waiting.get(id);
          if (!asked) return;
          waiting.delete(id);
          socket?.send(JSON.stringify({ type: 'stop', id }));
          asked.fail(new Refused('stopped', 'It was stopped.'));
        },
      };
    },
  };
}
