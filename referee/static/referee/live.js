// Follows a game or the like: by its live stream, or by asking now and then where no stream gets through.
// Also measures how far this machine's clock is off, since only the server's time counts.

const LOOK_MS = 2000; // how often it is looked whether the stream is still there, and at first asked without one
const PATIENCE_MS = 8000;
const QUIET_MS = 25000; // of more than the 20 seconds between beats: a network that is gone may leave the stream open
const OWN_MS = 5000; // so long after the state one's own message may be on its way
const LONGEST_MS = 60_000;

/**
 * What is told of all that is followed; the rest is its own. `results` is the version by which one's own
 * message last changed, `poll_seconds` how often who has no stream is asked to ask.
 * @typedef {{ version: number, results?: number, poll_seconds?: number, [name: string]: any }} State
 *
 * What one is told of oneself.
 * @typedef {{ results: number, [name: string]: any }} Own
 *
 * Hears of a state, and of the kind of entry that made it.
 * @callback OnState
 * @param {State} state
 * @param {string} kind
 *
 * Somebody who takes part: the `results` of the message that the page shows, what hears of a newer one,
 * and what hears that the server does not know them any more.
 * @typedef {{ results: number, onOwn: (own: Own) => void, onUnknown: () => void }} Person
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
 * A bit less than that, by chance, so that those who heard the same do not ask at the same moment.
 * @param {number} milliseconds
 */
const within = (milliseconds) => milliseconds * (1 - Math.random() / 4);

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
 * what kind of entry in the log made it: one of `events`, or "state" if that is not known. A `person`
 * hears of their own message as well. In an element with data-link it says "live", "asking" or "lost",
 * with the text that the element has for it.
 * Resolves when the first state is there and the clock is measured.
 * @param {string} address
 * @param {string[]} events
 * @param {OnState} onState
 * @param {Person | null} person
 */
export async function follow(address, events, onState, person = null) {
  /** @type {State | null} */
  let latest = null;
  let etag = "";
  let link = "";
  /** @type {EventSource | null} */
  let stream = null;
  let heardAt = 0;
  let timer = 0;
  let ownTimer = 0;
  let failures = 0; // to ask, one after the other
  let refusals = 0; // of the stream
  let connectAt = 0; // not before, after a refusal

  /** @param {State} state */
  function show(state, kind = "state") {
    heardAt = Date.now();
    if (latest && state.version <= latest.version) return;
    latest = state;
    onState(state, kind);
    if (isStreaming() && isOwnBehind()) askOwnAfter(OWN_MS);
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
      failures = 0;
      tell(isStreaming() ? "live" : "asking");
    } catch {
      failures += 1;
      lose();
    }
  }

  const isOwnBehind = () => person !== null && (latest?.results ?? 0) > person.results;

  /** @param {Own} own */
  function showOwn(own) {
    heardAt = Date.now();
    if (!person || own.results < person.results) return;
    person.results = own.results;
    person.onOwn(own);
  }

  /** @param {number} milliseconds */
  function askOwnAfter(milliseconds) {
    clearTimeout(ownTimer);
    ownTimer = setTimeout(() => isOwnBehind() && askOwn(), within(milliseconds));
  }

  async function askOwn() {
    const response = await fetchNow(`${address}own/`).catch(() => null);
    if (response?.ok) showOwn(await response.json());
    else if (response && [401, 403].includes(response.status)) person?.onUnknown();
    if (isStreaming() && isOwnBehind()) askOwnAfter(OWN_MS);
  }

  function lose() {
    stream?.close();
    tell("lost");
  }

  const isStreaming = () => stream !== null && stream.readyState === EventSource.OPEN;

  function connect() {
    stream?.close();
    stream = new EventSource(`${address}events/`);
    stream.onopen = () => {
      refusals = 0;
      tell("live");
      if (isOwnBehind()) askOwnAfter(OWN_MS);
    };
    // The events bear the names of the log's entries; every one carries the whole state.
    for (const name of ["state", ...events]) stream.addEventListener(name, (event) => show(JSON.parse(event.data), name));
    stream.addEventListener("beat", () => (heardAt = Date.now()));
    if (person) stream.addEventListener("own", (event) => showOwn(JSON.parse(event.data)));
  }

  // A browser gives a stream up when it was answered by an error, and a phone when it sleeps.
  async function mend() {
    clearTimeout(timer);
    if (!isStreaming() || Date.now() - heardAt >= QUIET_MS) {
      await ask();
      if (!isStreaming() && isOwnBehind()) await askOwn();
      if (link !== "lost" && stream?.readyState === EventSource.CLOSED && Date.now() >= connectAt) {
        connect();
        connectAt = Date.now() + within(Math.min(LOOK_MS * 2 ** refusals++, LONGEST_MS));
      }
    }
    clearTimeout(timer);
    timer = setTimeout(mend, waitMs());
  }

  /** Until it is looked again: often while there is a stream, which costs nothing. */
  function waitMs() {
    if (isStreaming()) return LOOK_MS;
    const pollMs = 1000 * (latest?.poll_seconds ?? LOOK_MS / 1000);
    return within(failures ? Math.min(LOOK_MS * 2 ** (failures - 1), pollMs) : pollMs);
  }

  await ask();
  connect();
  timer = setTimeout(mend, LOOK_MS);
  addEventListener("online", mend);
  addEventListener("offline", lose);
  document.addEventListener("visibilitychange", () => document.hidden || ask().then(mend));
}
