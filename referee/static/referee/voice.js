// Says something to those who do not see the page. What is said is taken back after a while: who reads the
// page later would take it for news.

const SAID_MS = 10_000; // enough to be read aloud, and behind something else that is

/** @type {WeakMap<Element, number>} */
const timers = new WeakMap();

/**
 * Say it in this element, a live region; nothing takes back what was said.
 * @param {Element} region
 * @param {string} text
 */
export function announce(region, text) {
  clearTimeout(timers.get(region));
  region.textContent = text;
  if (text) timers.set(region, setTimeout(() => (region.textContent = ""), SAID_MS));
}
