// A game's public page: draws what it hears of the game, and replays it without leaving the page. Standings and
// rounds are fetched behind that, as the server draws them; without this script the same links work by themselves.

import { showClock } from "../referee/clock.js";
import { drawBoard, drawRack, fillSlots, showParts } from "../referee/drawing.js";
import { byId, first, targetOf } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { newRefresher } from "../referee/refresher.js";
import { showAnnouncements } from "./announcing.js";
import { followGame } from "./following.js";
import { freshOf, gameFacts, gameFlags, rackOf } from "./watch_view.js";

const KEYS = /** @type {Record<string, string>} */ ({ Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" });
// All who watch hear of a change at the same moment: they ask for the tables one after the other, however many.
const SPREAD_MS = 1500;
const SPREAD_EACH_MS = 2; // of those who take part

const { game, values = "{}" } = byId("game").dataset;
/** @type {import("../referee/live.js").State | null} */
let state = null;

/**
 * Put in a part of the page that was answered.
 * @param {Response} response
 * @param {string} part
 */
async function put(response, part) {
  if (!response.ok) throw new Error(`game: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  byId(part).replaceWith(document.adoptNode(first(`#${part}`, page)));
}

// The game as it stands; who looks at an earlier round is not disturbed

function draw() {
  if (!state) return;
  const root = byId("replay").matches("[data-live]") ? document : first(".game-head");
  showParts(root, gameFlags(state));
  fillSlots(root, gameFacts(state));
  if (root === document) drawReplay(state);
  showClock(state.round);
  showAnnouncements(state);
}

/** @param {import("../referee/live.js").State} state */
function drawReplay(state) {
  const replay = byId("replay");
  const { number, previous, last } = gameFacts(state);
  drawBoard(first(".board", replay), state.board, freshOf(state), JSON.parse(values));
  drawRack(first(".rack", replay), rackOf(state), JSON.parse(values));
  for (const [name, place] of [["previous", previous], ["next", last]]) buttonOf(String(name))?.setAttribute("href", `?round=${place}#replay`);
  const link = /** @type {HTMLAnchorElement} */ (byId("round-page"));
  link.href = link.href.replace(/\d+\/$/, `${number}/`);
}

// The tables, the same for all who read a language: asked for without cookies, the server has them at hand

const isBehind = () => Number(state?.results ?? 0) > Number(byId("tables").dataset.results);

const tables = newRefresher({
  load: async () => {
    const headers = { "Accept-Language": document.documentElement.lang };
    await put(await fetchNow(location.pathname, { credentials: "omit", headers }), "tables");
  },
  isBehind,
});

/** @param {number} participants */
const turnMs = (participants) => Math.random() * Math.max(SPREAD_MS, SPREAD_EACH_MS * participants);

// Replay

/**
 * @param {string | undefined} name
 * @returns {HTMLAnchorElement | null}
 */
const buttonOf = (name) => document.querySelector(`[data-replay="${name}"]`);

/** @type {AbortController | null} */
let asking = null;

/** @param {HTMLAnchorElement} button */
async function replay(button) {
  const name = button.dataset.replay;
  history.replaceState(null, "", button.href);
  asking?.abort();
  asking = new AbortController();
  try {
    await put(await fetch(button.href, { signal: asking.signal, cache: "no-store" }), "replay");
  } catch (fault) {
    if (!(fault instanceof Error && fault.name === "AbortError")) location.assign(button.href);
  }
  draw();
  buttonOf(name)?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLAnchorElement | null} */ (targetOf(event).closest("[data-replay]"));
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  replay(button);
});

document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || targetOf(event).closest("input, select, textarea, .scroll")) return;
  const button = buttonOf(KEYS[event.key]);
  if (!button || button.closest("[hidden]")) return;
  event.preventDefault();
  replay(button);
});

if (byId("game").dataset.state !== "finished") {
  followGame(game, (newest) => {
    state = newest;
    draw();
    if (state.state === "finished") setTimeout(() => location.reload(), turnMs(state.participants)); // there is more on the page then
    else if (isBehind()) tables.after(turnMs(state.participants));
  });
}
