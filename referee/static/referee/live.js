// Follows a game or the like: by its live stream, or by asking every two seconds where no stream gets through.
// Also measures how far this machine's clock is off, since only the server's time counts.

const ASK_MS = 2000;
const PATIENCE_MS = 8000;
const QUIET_MS = 15000; // a network that is gone may leave the stream open, and silent

/**
 * What is told of all that is followed; the rest is its own.
 * @typedef {{ version: number, [name: string]: any }} State
 *
 * Hears of a state, and of the kind of entry that made it.
 * @callback OnState
 * @param {State} state
 * @param {string} kind
 */

let offsetMs = 0;
let shortestTripMs = Infinity;

/** The server's time in milliseconds. */
export const serverNow = () => Date.now() + offsetMs;

/**
 * The shortest trip tells it best. One that contradicts what it told shows that a clock was set since.
 * @param {Response} response
 * @param {number} sentAt
 */
function measure(response, sentAt) {
  const told = Number(response.headers.get("Server-Time"));
  if (!told) return;
  const now = Date.now();
  const isPossible = told - now <= offsetMs && offsetMs <= told - sentAt;
  if (isPossible && now - sentAt >= shortestTripMs) return;
  shortestTripMs = now - sentAt;
  offsetMs = told - (sentAt + now) / 2;
}

/**
 * `fetch` what is true now, or give up after a while. (AbortSignal.timeout is missing on old phones.)
 * @param {string} address
 * @param {RequestInit} options
 */
export function fetchNow(address, options = {}) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), PATIENCE_MS);
  return fetch(address, { ...options, cache: "no-store", signal: stop.signal });
}

/**
 * Tell how the page is linked to the server where it has a place for that.
 * @param {string} link
 */
function showLink(link) {
  const told = /** @type {HTMLElement | null} */ (document.querySelector("[data-link]"));
  if (!told) return;
  told.dataset.link = link;
  told.textContent = told.dataset[link] ?? "";
}

/**
 * Call `onState` with the public state of what is at `address`, now and after every change, and with
 * what kind of entry in the log made it: one of `events`, or "state" if that is not known. In an element
 * with data-link it says "live", "asking" or "lost", with the text that the element has for it.
 * Resolves when the first state is there and the clock is measured.
 * @param {string} address
 * @param {string[]} events
 * @param {OnState} onState
 */
export async function follow(address, events, onState) {
  let version = -1;
  let etag = "";
  let link = "";
  /** @type {EventSource | null} */
  let stream = null;
  let heardAt = 0;

  /** @param {State} state */
  function show(state, kind = "state") {
    heardAt = Date.now();
    if (state.version <= version) return;
    version = state.version;
    onState(state, kind);
  }

  /** @param {string} now */
  function tell(now) {
    if (now === link) return;
    link = now;
    showLink(now);
  }

  async function ask() {
    const sentAt = Date.now();
    try {
      const headers = /** @type {HeadersInit} */ (etag ? { "If-None-Match": etag } : {});
      const response = await fetchNow(`${address}state/`, { headers });
      measure(response, sentAt);
      if (response.status !== 304) {
        if (!response.ok) throw new Error(`state: ${response.status}`);
        etag = response.headers.get("ETag") ?? "";
        show(await response.json());
      }
      heardAt = Date.now();
      tell(isStreaming() ? "live" : "asking");
    } catch {
      lose();
    }
  }

  function lose() {
    stream?.close();
    tell("lost");
  }

  const isStreaming = () => stream !== null && stream.readyState === EventSource.OPEN;

  function connect() {
    stream?.close();
    stream = new EventSource(`${address}events/`);
    stream.onopen = () => tell("live");
    // The events bear the names of the log's entries; every one carries the whole state.
    for (const name of ["state", ...events]) stream.addEventListener(name, (event) => show(JSON.parse(event.data), name));
  }

  // A browser gives a stream up when it was answered by an error, and a phone when it sleeps.
  async function mend() {
    if (isStreaming() && Date.now() - heardAt < QUIET_MS) return;
    await ask();
    if (link !== "lost" && stream?.readyState === EventSource.CLOSED) connect();
  }

  await ask();
  await ask();
  connect();
  setInterval(mend, ASK_MS);
  addEventListener("online", mend);
  addEventListener("offline", lose);
  document.addEventListener("visibilitychange", () => document.hidden || ask().then(mend));
}
