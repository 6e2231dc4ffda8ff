// The desk of a tournament: follows it, and makes results quick to type; see actions.js for all that is sent.

import { hear, isTyping, takeActions } from "../referee/actions.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { follow } from "../referee/live.js";

/** Keys that lead to a field. */
const FIELDS = /** @type {Record<string, string>} */ ({ e: "table", s: "new-name" });

const { tournament, events = "" } = first(".t-desk").dataset;
/** @param {string} id */
const fieldOf = (id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id));

follow(`/api/v1/tournaments/${tournament}/`, events.split(" "), (state) => hear(state.version));

/** @param {string} id */
function goTo(id) {
  const field = fieldOf(id);
  if (!field) return false;
  for (let details = field.closest("details"); details; details = details.parentElement?.closest("details") ?? null) details.open = true;
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  field.select?.();
  return true;
}

// Results: table, Enter, points, Enter, points, Enter

/**
 * @param {string} table
 * @returns {HTMLElement | null}
 */
const gameAt = (table) => document.querySelector(`#games [data-table="${CSS.escape(table)}"]`);

/** Say who plays at the table that is typed. */
function showWho() {
  const table = fieldOf("table");
  if (!table) return;
  const game = table.value.trim() ? gameAt(table.value.trim()) : null;
  for (const label of all("[data-who]")) {
    const name = game?.dataset[label.dataset.who ?? ""] ?? label.dataset.usual ?? "";
    if (label.textContent !== name) label.textContent = name;
  }
  const who = byId("who");
  let told = "";
  if (game) told = `${game.dataset.first} – ${game.dataset.second}${game.dataset.result ? `. ${who.dataset.stands} ${game.dataset.result}` : ""}`;
  else if (table.value.trim()) told = who.dataset.none ?? "";
  if (who.textContent !== told) who.textContent = told;
}

document.addEventListener("input", (event) => targetOf(event).id === "table" && showWho());
// The list below the form is put in anew when something has happened.
new MutationObserver(showWho).observe(first(".desk-panel"), { childList: true });

function clearResult() {
  /** @type {HTMLFormElement | null} */ (document.getElementById("result"))?.reset();
  showWho();
}

/**
 * After a result the next one, among the players the next one to enter.
 * @type {import("../referee/actions.js").OnDone}
 */
function onDone(form, focused) {
  const action = new URL(form.action).pathname.split("/").at(-2);
  if (action === "result") {
    const isQuick = form.elements.namedItem("table") !== null;
    if (isQuick) clearResult();
    return isQuick && goTo("table");
  }
  if (action === "enter") return goTo("new-name");
  if (focused && document.contains(focused)) {
    focused.focus({ preventScroll: true });
    return focused !== document.getElementById("primary");
  }
  return false;
}

/** Where Enter leads to from a field of a result. */
const NEXT = /** @type {Record<string, string>} */ ({ table: "first-points", "first-points": "second-points" });

/** @type {import("../referee/actions.js").OnKey} */
function onKey({ key, repeat }, target) {
  const form = /** @type {HTMLFormElement | null} */ (target.closest("#result"));
  if (form && key === "Enter" && target.matches("input")) {
    const next = fieldOf(NEXT[target.id] ?? "");
    const outcome = /** @type {HTMLSelectElement} */ (form.elements.namedItem("outcome")).value;
    if (!next || !["played", "lost_on_time_first", "lost_on_time_second"].includes(outcome)) return false;
    next.select();
    next.focus();
    return true;
  }
  const isNumber = target.matches("[inputmode=numeric]"); // in which no letter belongs
  if ((isTyping(target) && !isNumber) || repeat) return false;
  return goTo(FIELDS[key.toLowerCase()] ?? "");
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (targetOf(event).closest("a[data-goes-to]"));
  if (link && goTo(link.dataset.goesTo ?? "")) event.preventDefault();
});

/** What is there to be copied is chosen as a whole. */
document.addEventListener("focusin", (event) => {
  if (targetOf(event).matches("[data-select]")) /** @type {HTMLInputElement} */ (event.target).select();
});

takeActions({ onDone, onKey });
showWho();
