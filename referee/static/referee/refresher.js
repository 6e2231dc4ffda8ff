// Brings a page up to date: the one place where it is waited, tried again, and looked at now and then.
// Nothing here touches the page; what is to be done is handed in.

const RETRY_MS = 3000;
const LONGEST_MS = 60_000;

/**
 * @typedef {object} Refresher
 * @property {() => Promise<void>} now Bring the page up to date with what is true from now on. Resolves
 *   when that has been tried.
 * @property {(milliseconds: number) => void} after The same after a while, unless it happens sooner.
 * @property {() => void} cancel What waits for its time is not wanted any more.
 * @property {(milliseconds: () => number, isWanted: () => boolean) => void} every The same again and
 *   again, if it is wanted then. How long to wait is asked each time.
 */

/**
 * One thing is loaded at a time, and however often that is asked for meanwhile, once more behind it. While
 * `load` fails, or the page `isBehind` all the same, it is tried again, more and more rarely.
 * @param {object} how
 * @param {() => unknown} how.load
 * @param {() => boolean} [how.isBehind]
 * @param {number} [how.retryMs]
 * @param {number} [how.longestMs]
 * @returns {Refresher}
 */
export function newRefresher({ load, isBehind = () => false, retryMs = RETRY_MS, longestMs = LONGEST_MS }) {
  /** @type {Promise<void> | null} */
  let running = null;
  /** @type {Promise<void> | null} */
  let queued = null;
  let timer = 0;
  let dueAt = Infinity;
  let waitMs = retryMs;

  function cancel() {
    clearTimeout(timer);
    dueAt = Infinity;
  }

  function now() {
    cancel();
    queued ??= begin(running);
    return queued;
  }

  /** @param {Promise<void> | null} before */
  async function begin(before) {
    await before;
    running = queued;
    queued = null;
    const isLoaded = await Promise.resolve().then(load).then(() => true, () => false); // the link says so by itself
    if (!queued) running = null;
    if (isLoaded && !isBehind()) {
      waitMs = retryMs;
    } else {
      after(waitMs);
      waitMs = Math.min(2 * waitMs, longestMs);
    }
  }

  /** @param {number} milliseconds */
  function after(milliseconds) {
    const at = performance.now() + milliseconds;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(now, milliseconds);
  }

  /**
   * @param {() => number} milliseconds
   * @param {() => boolean} isWanted
   */
  function every(milliseconds, isWanted) {
    setTimeout(async () => {
      if (isWanted()) await now();
      every(milliseconds, isWanted);
    }, milliseconds());
  }

  return { now, after, cancel, every };
}
