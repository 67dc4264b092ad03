/**
 * The live region: at most one message a second; of more that come at once, the last two.
 */

const LEAST_WAIT = 1000;
const MOST_AT_ONCE = 2;

/** @param {HTMLElement} region */
export function announcer(region) {
  /** @type {string[]} */
  let waiting = [];
  let last = -LEAST_WAIT;
  let timer = 0;

  function say() {
    timer = 0;
    last = performance.now();
    region.textContent = waiting.join(' ');
    waiting = [];
  }

  return (/** @type {string} */ text) => {
    if (!text) return;
    waiting = [...waiting, text].slice(-MOST_AT_ONCE);
    if (!timer) timer = window.setTimeout(say, Math.max(0, last + LEAST_WAIT - performance.now()));
  };
}
