// A game's public page: follows the game, and replays it without leaving the page. The server draws
// everything; without this script the same links work by themselves.

import { showClock } from "../referee/clock.js";
import { byId, first, targetOf } from "../referee/elements.js";
import { newRefresher } from "../referee/refresher.js";
import { followGame } from "./following.js";

const PARTS = ["replay", "tables"];
const KEYS = /** @type {Record<string, string>} */ ({ Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" });
// All who watch hear of a change at the same moment: they ask for the page one after the other.
const SPREAD_MS = 1500;

const { game, state } = byId("game").dataset;
/** @type {AbortController | null} */
let asking = null;
/** @type {import("../referee/clock.js").Round | null} */
let round = null;

/** @param {string} address */
async function show(address, parts = PARTS) {
  asking?.abort();
  asking = new AbortController();
  const response = await fetch(address, { signal: asking.signal, cache: "no-store" });
  if (!response.ok) throw new Error(`game: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of parts) byId(part).replaceWith(document.adoptNode(first(`#${part}`, page)));
  showClock(round);
}

/**
 * @param {string | undefined} name
 * @returns {HTMLAnchorElement | null}
 */
const buttonOf = (name) => document.querySelector(`[data-replay="${name}"]`);

/** @param {HTMLAnchorElement} button */
async function replay(button) {
  const name = button.dataset.replay;
  history.replaceState(null, "", button.href);
  try {
    await show(button.href, ["replay"]);
  } catch (fault) {
    if (!(fault instanceof Error && fault.name === "AbortError")) location.assign(button.href);
  }
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
  if (!button) return;
  event.preventDefault();
  replay(button);
});

/** Shows the game as it stands; who looks at an earlier round is not disturbed. */
const refresher = newRefresher({
  load: () => show(location.href, document.querySelector("#replay[data-live]") ? PARTS : ["tables"]),
});

if (state !== "finished") {
  let first = true;
  followGame(game, (now) => {
    round = now.round;
    showClock(round);
    if (now.state !== state) return location.reload();
    if (!first) refresher.after(Math.random() * SPREAD_MS);
    first = false;
  });
}
