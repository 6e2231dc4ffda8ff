// The desk: follows the game and takes the keys of judging; see actions.js for all that is sent.

import { followGame } from "./following.js";
import { hear, isTyping, refresher, takeActions } from "../referee/actions.js";
import { showClock } from "../referee/clock.js";

// Answers change no version of the game, so they are looked for while the round takes them.
const LOOK_MS = 2000;
const TAKING = ["open", "paused"];

let round = null;

followGame(document.querySelector(".desk").dataset.game, (state) => {
  round = state.round;
  showClock(round);
  hear(state.version);
});

refresher.every(() => LOOK_MS, () => !document.hidden && round !== null && TAKING.includes(round.state));

/** After a ruling the next doubtful play, among the participants the next one to enter. */
function onDone(form, focused) {
  if (form.matches("[data-rule]")) {
    const play = form.closest("[data-play]")?.id;
    const row = document.querySelector("[data-doubtful]") ?? (play ? document.getElementById(play) : null);
    for (const details of document.querySelectorAll(".desk-plays details[open]")) details.open = false;
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

const rows = () => [...document.querySelectorAll("[data-play]")];

function step(by) {
  const all = rows();
  const row = all[all.indexOf(document.activeElement.closest("[data-play]")) + by] ?? all[by > 0 ? all.length - 1 : 0];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

function decide(row, verdict) {
  const form = row.querySelector("[data-rule]");
  if (!form) return;
  form.closest("details").open = true;
  form.dataset.verdict = verdict;
  for (const button of form.querySelectorAll("[name=verdict]")) button.classList.toggle("main", button.value === verdict);
  const reason = form.querySelector("[name=reason]");
  reason.value = verdict === "allow" ? "in_dictionary" : "not_in_dictionary";
  reason.focus();
}

function onKey({ key, target }) {
  const form = target.closest?.("[data-rule]");
  const row = target.closest?.("[data-play]");
  if (form && key === "Enter" && form.dataset.verdict && !target.matches("button")) {
    form.requestSubmit(form.querySelector(`[value=${form.dataset.verdict}]`));
  } else if (row && key === "Escape") {
    for (const details of row.querySelectorAll("details")) details.open = false;
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
