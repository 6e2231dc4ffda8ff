// The desk: follows the game and takes the keys of judging; see actions.js for all that is sent.

import { followGame } from "./following.js";
import { all, byId, first } from "../referee/elements.js";
import { hear, isTyping, takeActions } from "../referee/actions.js";
import { showClock } from "../referee/clock.js";
import "../referee/countdown.js";
import { fetchNow } from "../referee/live.js";
import { newRefresher } from "../referee/refresher.js";

// Answers change no version of the game, so they are looked for while the round takes them.
const LOOK_MS = 2000;
const TAKING = ["open", "paused"];

/** @type {import("../referee/clock.js").Round | null} */
let round = null;
/** How many play. */
let expected = 0;
const { game } = first(".desk").dataset;

followGame(game, (state) => {
  round = state.round;
  expected = state.participants;
  showClock(round);
  hear(state.version);
});

// Only what changes is asked for, not the page: who has not handed in, of those who are on its list.
newRefresher({ load: lookForAnswers }).every(() => LOOK_MS, () => !document.hidden && round !== null && TAKING.includes(round.state));

async function lookForAnswers() {
  const list = document.querySelector("[data-round]");
  if (!(list instanceof HTMLElement)) return;
  const most = Number(list.dataset.most);
  const asked = new URLSearchParams({ limit: String(most), offset: String((Number(list.dataset.page) - 1) * most) });
  const response = await fetchNow(`/api/v1/duplicate/games/${game}/rounds/${list.dataset.round}/missing/?${asked}`);
  if (!response.ok || !list.isConnected) return;
  const missing = await response.json();
  drawAnswers(list, missing.count, missing.results);
}

/**
 * @param {HTMLElement} list
 * @param {number} lacking
 * @param {{ number: number, name: string, is_online: boolean }[]} people
 */
function drawAnswers(list, lacking, people) {
  byId("missing").hidden = lacking === 0;
  first("[data-lacking]").textContent = String(lacking);
  const answered = Math.max(0, expected - lacking);
  for (const place of all("[data-answered]")) {
    if (place instanceof HTMLProgressElement) [place.max, place.value] = [expected, answered];
    else place.textContent = String(answered);
  }
  list.replaceChildren(...people.map(({ number, name, is_online }) => {
    const item = document.createElement("li");
    item.classList.toggle("on-paper", !is_online);
    item.textContent = `${number} ${name}`;
    return item;
  }));
}

/**
 * After a ruling the next doubtful play, among the participants the next one to enter.
 * @type {import("../referee/actions.js").OnDone}
 */
function onDone(form, focused) {
  if (form.matches("[data-rule]")) {
    const play = form.closest("[data-play]")?.id;
    const next = /** @type {HTMLInputElement} */ (first("[name=part]", form)).value;
    const row = /** @type {HTMLElement | null} */ (document.querySelector(`#${CSS.escape(next)}[data-doubtful]`) ?? document.querySelector("[data-doubtful]")) ?? (play ? document.getElementById(play) : null);
    for (const details of all(".desk-plays details[open]")) details.removeAttribute("open");
    row?.focus();
    return true;
  }
  if (focused?.closest("[data-part]")?.id === "people") {
    (form.querySelector("[name=person]") ? focused : document.getElementById("new-name"))?.focus({ preventScroll: true });
    return true;
  }
  return false;
}

// Keys

const rows = () => [...all("[data-play]")];

/** @param {number} by */
function step(by) {
  const plays = rows();
  const now = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("[data-play]"));
  const row = plays[(now ? plays.indexOf(now) : -1) + by] ?? plays[by > 0 ? plays.length - 1 : 0];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Element} row
 * @param {string} verdict
 */
function decide(row, verdict) {
  const form = /** @type {HTMLFormElement | null} */ (row.querySelector("[data-rule]"));
  if (!form) return;
  form.closest("details")?.setAttribute("open", "");
  form.dataset.verdict = verdict;
  for (const button of all("[name=verdict]", form)) button.classList.toggle("main", button.getAttribute("value") === verdict);
  const reason = /** @type {HTMLSelectElement} */ (first("[name=reason]", form));
  reason.value = verdict === "allow" ? "in_dictionary" : "not_in_dictionary";
  reason.focus();
}

/** @type {import("../referee/actions.js").OnKey} */
function onKey({ key }, target) {
  const form = /** @type {HTMLFormElement | null} */ (target.closest("[data-rule]"));
  const row = /** @type {HTMLElement | null} */ (target.closest("[data-play]"));
  if (form && key === "Enter" && form.dataset.verdict && !target.matches("button")) {
    form.requestSubmit(first(`[value=${form.dataset.verdict}]`, form));
  } else if (row && key === "Escape") {
    for (const details of all("details", row)) details.removeAttribute("open");
    row.focus();
  } else if (isTyping(target)) {
    return false;
  } else if (rows().length && (key === "ArrowDown" || key === "ArrowUp")) {
    step(key === "ArrowDown" ? 1 : -1);
  } else if (row && ["a", "b"].includes(key.toLowerCase())) {
    decide(row, key.toLowerCase() === "a" ? "allow" : "bar");
  } else if (row && target === row && key === "Enter") {
    decide(row, row.hasAttribute("data-doubtful") ? "allow" : "bar");
  } else {
    return false;
  }
  return true;
}

takeActions({ onDone, onKey });
