// Slips typed fast: Enter goes from field to field and enters at the end, the name stands next to
// the number, T is the top. Nothing typed is lost when the server refuses it or can't be reached.

import { showClock } from "../referee/clock.js";
import { followGame } from "./following.js";
import { first, targetOf } from "../referee/elements.js";
import { fetchNow } from "../referee/live.js";
import { isBehind, refresh } from "../referee/parts.js";
import { newRefresher } from "../referee/refresher.js";

const LOOK_MS = 3000;
const ORDER = ["number", "coordinates", "word", "points"];

/**
 * @typedef {{
 *   number: string, coordinates: string, word: string, points: string | null,
 *   is_late: boolean, is_illegible: boolean,
 * }} Slip
 */

const page = first(".slips");
const api = `/api/v1/duplicate/games/${page.dataset.game}/`;
const names = new Map();
/** What the server did not take, with its reason. */
const refused = /** @type {[Slip, any][]} */ ([]);

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

/**
 * Put a slip into the form, or none.
 * @param {Partial<Slip>} slip
 */
function fill({ number = "", coordinates = "", word = "", points = "", is_late = false, is_illegible = false }) {
  const texts = /** @type {Record<string, string>} */ ({ number, coordinates, word, points: points ?? "" });
  for (const name of ORDER) field(name).value = texts[name];
  field("is_late").checked = is_late;
  field("is_illegible").checked = is_illegible;
  for (const name of ORDER) field(name).defaultValue = "";
  field("fault").textContent = "";
  tellName();
}

const isEmpty = () => ORDER.every((name) => field(name).value === "");

/**
 * The form is empty at once, so that fast fingers lose nothing; what is refused comes back.
 * @param {HTMLFormElement} form
 */
async function send(form) {
  takeTop();
  const points = field("points").value.trim();
  const slip = {
    number: field("number").value.trim(),
    coordinates: field("coordinates").value.trim(),
    word: field("word").value.trim(),
    points: points === "" ? null : points,
    is_late: field("is_late").checked,
    is_illegible: field("is_illegible").checked,
  };
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken")).value;
  fill({});
  field("number").focus();
  giveBack();
  try {
    const response = await fetchNow(`${api}rounds/${form.dataset.round}/slips/`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ ...slip, number: Number(slip.number), points: slip.points === null ? null : Number(slip.points) }),
    });
    const answer = await response.json();
    if (!response.ok) refused.push([slip, answer]);
  } catch {
    refused.push([slip, { detail: form.dataset.lost }]);
  }
  giveBack();
  refresher.now();
}

/** @type {Record<string, string>} */
const PLACES = { participant_missing: "number", participant_withdrawn: "number", word_unreadable: "word", misplaced: "coordinates", coordinates_unreadable: "coordinates" };

/** Bring a refused slip back into the form as soon as that is empty. */
function giveBack() {
  if (!refused.length) return;
  const [slip, problem] = refused[0];
  if (isEmpty()) {
    refused.shift();
    fill(slip);
    const place = found(PLACES[problem.code] ?? problem.params?.field) ?? field("number");
    place.focus();
    place.select?.();
  }
  field("fault").textContent = `${slip.number}: ${problem.detail ?? problem.title}`;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form.slip")) return;
  event.preventDefault();
  send(form);
});

document.addEventListener("input", (event) => {
  if (targetOf(event).id === "number") tellName();
});

document.addEventListener("keydown", (event) => {
  const { id } = targetOf(event);
  if (event.key !== "Enter" || !ORDER.includes(id)) return;
  event.preventDefault();
  if ((id === "coordinates" && takeTop()) || id === "points" || field("is_illegible").checked) {
    formOf()?.requestSubmit();
    return;
  }
  const next = field(ORDER[ORDER.indexOf(id) + 1]);
  next.focus();
  next.select();
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-correct]"));
  if (!link || !formOf()) return;
  event.preventDefault();
  const { correct, coordinates, word, points } = link.dataset;
  const is_illegible = !coordinates && !link.hasAttribute("data-fresh");
  fill({ number: correct, coordinates, word, points, is_late: link.hasAttribute("data-late"), is_illegible });
  field("coordinates").focus();
});

tellName();
