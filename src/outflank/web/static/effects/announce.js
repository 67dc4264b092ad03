/**
 * The live region: at most one message a second, and none is lost.
 */

const LEAST_WAIT = 1000;

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
    waiting.push(text);
    if (!timer) timer = window.setTimeout(say, Math.max(0, last + LEAST_WAIT - performance.now()));
  };
}
