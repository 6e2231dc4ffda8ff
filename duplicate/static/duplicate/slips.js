// Slips typed fast: Enter goes from field to field and enters at the end, the name stands next to
// the number, what is read of the move below, T is the top. What was typed is kept until it has arrived.

import { showClock } from "../referee/clock.js";
import { followGame } from "./following.js";
import { first, targetOf } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { readOnSlip, readRules, worth, write } from "../referee/moves.js";
import { csrfToken, newShownOutbox } from "../referee/outbox_shown.js";
import { isBehind, refresh } from "../referee/parts.js";
import { newRefresher } from "../referee/refresher.js";
import { readCoordinates, writeSquare } from "../referee/squares.js";

const LOOK_MS = 3000;
/** So long after a key the hands are still typing. */
const HANDS_MS = 700;
const ORDER = ["number", "coordinates", "word", "points"];

/**
 * @typedef {{
 *   number: string, coordinates: string, word: string, points: string,
 *   is_late: boolean, is_illegible: boolean,
 * }} Slip
 */

const page = first(".slips");
const api = `/api/v1/duplicate/games/${page.dataset.game}/`;
const names = new Map();
const outbox = newShownOutbox({ send, onAgain: takeBack });
/** What was refused and is in the form again. */
let again = "";
let typedAt = 0;

document.documentElement.classList.add("scripted");
/** @param {string} name */
const found = (name) => /** @type {HTMLInputElement | null} */ (document.getElementById(name));
/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (found(name));
const formOf = () => /** @type {HTMLFormElement | null} */ (document.querySelector("form.slip"));

const refresher = newRefresher({ load: update, retryMs: LOOK_MS, longestMs: LOOK_MS });

async function update() {
  const isNew = !formOf();
  await refresh();
  tellName();
  tellRead();
  // The next round's form: the hands go on where they were.
  if (isNew && document.activeElement === document.body) found("number")?.focus();
}

followGame(page.dataset.game, (state) => {
  showClock(state.round);
  if (isBehind(state.version)) refresher.now();
});
refresher.every(() => LOOK_MS, () => !document.hidden);

/** Whose number stands in the form. */
async function tellName() {
  const number = found("number")?.value.trim() ?? "";
  const told = found("who");
  if (!told) return;
  if (!/^[1-9]\d{0,4}$/.test(number)) {
    told.textContent = "";
    return;
  }
  if (!names.has(number)) {
    const response = await fetchNow(`${api}participants/${number}/`);
    if (response.status === 404) names.set(number, "?");
    else if (response.ok) {
      const person = await response.json();
      names.set(number, person.club ? `${person.name}, ${person.club}` : person.name);
    }
  }
  if (found("number")?.value.trim() === number) told.textContent = names.get(number) ?? "";
}

function takeTop() {
  const { topCoordinates = "", topWord = "", topPoints = "" } = formOf()?.dataset ?? {};
  if (field("coordinates").value.trim().toUpperCase() !== "T" || !topWord) return false;
  field("coordinates").value = topCoordinates;
  field("word").value = topWord;
  field("points").value = topPoints;
  return true;
}

/** What move the fields are read as. The server reads them alike, and says so in the list. */
function tellRead() {
  const form = formOf();
  if (!form) return;
  const told = /** @type {HTMLElement} */ (found("read"));
  const [coordinates, word] = [field("coordinates").value, field("word").value];
  const isTop = coordinates.trim().toUpperCase() === "T" && form.dataset.topWord;
  const isEmpty = !coordinates.trim() && !word.trim();
  const hasStarted = field("number").value.trim() && (field("points").value.trim() || document.activeElement === field("points"));
  const rules = readRules(form.dataset);
  const move = readOnSlip(rules, [...(form.dataset.rack ?? "")], coordinates, word);
  const place = readCoordinates(coordinates);
  let text = "";
  if (move && word.trim()) text = (told.dataset.read ?? "").replace("{move}", Object.values(write(rules.cells, move)).join(" ")).replace("{points}", String(worth(rules, move)));
  else if (isTop || field("is_illegible").checked) text = "";
  else if (isEmpty) text = hasStarted ? (told.dataset.empty ?? "") : "";
  else if (!place && coordinates.trim()) text = told.dataset.noPlace ?? "";
  else if (place && word.trim()) text = (told.dataset.noMove ?? "").replace("{place}", writeSquare([place.row, place.column], place.down));
  if (told.textContent !== text) told.textContent = text;
}

/**
 * Put a slip into the form, or none.
 * @param {Partial<Slip>} slip
 */
function fill({ number = "", coordinates = "", word = "", points = "", is_late = false, is_illegible = false }) {
  const texts = /** @type {Record<string, string>} */ ({ number, coordinates, word, points });
  for (const name of ORDER) field(name).value = texts[name];
  field("is_late").checked = is_late;
  field("is_illegible").checked = is_illegible;
  for (const name of ORDER) field(name).defaultValue = "";
  field("fault").textContent = "";
  tellName();
  tellRead();
}

const isEmpty = () => ORDER.every((name) => field(name).value === "");

/**
 * The form is empty at once, so that fast fingers lose nothing.
 * @param {HTMLFormElement} form
 */
function enter(form) {
  takeTop();
  const text = (/** @type {string} */ name) => field(name).value.trim();
  const slip = {
    number: text("number"),
    coordinates: text("coordinates"),
    word: text("word"),
    points: text("points"),
    is_late: field("is_late").checked,
    is_illegible: field("is_illegible").checked,
  };
  const told = ORDER.map(text).filter(Boolean).join(" · ");
  outbox.drop(again);
  again = "";
  fill({});
  field("number").focus();
  outbox.add(told, { slip, round: form.dataset.round }, true);
}

/**
 * @param {import("../referee/outbox.js").Item} item
 * @returns {Promise<import("../referee/outbox.js").Outcome>}
 */
async function send(item) {
  const { slip, round } = item.what;
  const isNumber = /^\d{1,4}$/.test(slip.points);
  const body = { ...slip, number: Number(slip.number) || 0, points: isNumber ? Number(slip.points) : null, written_points: isNumber ? "" : slip.points };
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken(), "Idempotency-Key": item.key };
  const response = await fetchNow(`${api}rounds/${round}/slips/`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  // Too many at once is no refusal, nor is being logged out: the page leads to the login by itself.
  if (!response || !answer || response.status >= 500 || [401, 429].includes(response.status)) return "silence";
  refresher.now();
  if (response.ok) return {};
  setTimeout(giveBack);
  return { problem: { told: answer.detail ?? answer.title, code: answer.code, field: answer.params?.field } };
}

/** @type {Record<string, string>} */
const PLACES = { participant_missing: "number", participant_withdrawn: "number" };

/** Bring a refused slip back into the form if that is empty and the hands rest. */
function giveBack() {
  const [item] = outbox.refused();
  if (item && formOf() && isEmpty() && Date.now() - typedAt >= HANDS_MS) takeBack(item);
}

/** @param {import("../referee/outbox.js").Item} item */
function takeBack(item) {
  const { slip } = item.what;
  const { code, field: name, told } = item.problem;
  if (!formOf()) return;
  again = item.key;
  fill(slip);
  const place = found(PLACES[code] ?? name) ?? field("number");
  place.focus();
  place.select?.();
  field("fault").textContent = `${slip.number}: ${told}`;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form.slip")) return;
  event.preventDefault();
  enter(form);
});

document.addEventListener("input", (event) => {
  if (targetOf(event).id === "number") tellName();
  tellRead();
});

document.addEventListener("keydown", (event) => {
  const { id } = targetOf(event);
  typedAt = Date.now();
  if (event.key !== "Enter" || !ORDER.includes(id)) return;
  event.preventDefault();
  if ((id === "coordinates" && takeTop()) || id === "points" || field("is_illegible").checked) {
    formOf()?.requestSubmit();
    return;
  }
  const next = field(ORDER[ORDER.indexOf(id) + 1]);
  next.focus();
  next.select();
  tellRead();
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-correct]"));
  if (!link || !formOf()) return;
  event.preventDefault();
  const { correct, coordinates, word, points = "" } = link.dataset;
  const is_illegible = !coordinates && !word && !link.hasAttribute("data-fresh");
  fill({ number: correct, coordinates, word, points, is_late: link.hasAttribute("data-late"), is_illegible });
  field("coordinates").focus();
});

tellName();
tellRead();
