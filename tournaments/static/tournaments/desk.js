// The desk of a tournament: follows it, and makes results quick to type; see actions.js for all that is sent.

import { hear, isTyping, takeActions } from "../referee/actions.js";
import { follow } from "../referee/live.js";

/** Keys that lead to a field. */
const FIELDS = { e: "table", s: "new-name" };

const desk = document.querySelector(".t-desk");

follow(`/api/v1/tournaments/${desk.dataset.tournament}/`, desk.dataset.events.split(" "), (state) => hear(state.version));

function goTo(id) {
  const field = document.getElementById(id);
  if (!field) return false;
  for (let details = field.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  field.select?.();
  return true;
}

// Results: table, Enter, points, Enter, points, Enter

const gameAt = (table) => document.querySelector(`#games [data-table="${CSS.escape(table)}"]`);

/** Say who plays at the table that is typed. */
function showWho() {
  const table = document.getElementById("table");
  if (!table) return;
  const game = table.value.trim() ? gameAt(table.value.trim()) : null;
  for (const label of document.querySelectorAll("[data-who]")) {
    const name = game?.dataset[label.dataset.who] ?? label.dataset.usual;
    if (label.textContent !== name) label.textContent = name;
  }
  const who = document.getElementById("who");
  let told = "";
  if (game) told = `${game.dataset.first} – ${game.dataset.second}${game.dataset.result ? `. ${who.dataset.stands} ${game.dataset.result}` : ""}`;
  else if (table.value.trim()) told = who.dataset.none;
  if (who.textContent !== told) who.textContent = told;
}

document.addEventListener("input", (event) => event.target.id === "table" && showWho());
// The list below the form is put in anew when something has happened.
new MutationObserver(showWho).observe(document.querySelector(".desk-panel"), { childList: true });

function clearResult() {
  document.getElementById("result")?.reset();
  showWho();
}

/** After a result the next one, among the players the next one to enter. */
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

function onKey(event) {
  const { key, target } = event;
  const form = target.closest?.("#result");
  if (form && key === "Enter" && target.matches("input")) {
    const next = { table: "first-points", "first-points": "second-points" }[target.id];
    const isPlayed = ["played", "lost_on_time_first", "lost_on_time_second"].includes(form.elements.namedItem("outcome").value);
    if (!next || !isPlayed) return false;
    document.getElementById(next).select();
    document.getElementById(next).focus();
    return true;
  }
  if (isTyping(target) || event.repeat) return false;
  return goTo(FIELDS[key.toLowerCase()] ?? "");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-goes-to]");
  if (link && goTo(link.dataset.goesTo)) event.preventDefault();
});

/** What is there to be copied is chosen as a whole. */
document.addEventListener("focusin", (event) => event.target.matches("[data-select]") && event.target.select());

takeActions({ onDone, onKey });
showWho();
