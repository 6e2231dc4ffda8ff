// The desk: follows the game, sends its forms without leaving the page, and takes keys.

import { showClock } from "./clock.js";
import { fetchNow, follow } from "./live.js";
import { isBehind, refresh, show } from "./parts.js";

// Answers change no version of the game, so they are looked for while the round takes them.
const LOOK_MS = 2000;
const TAKING = ["open", "paused"];

const desk = document.querySelector(".desk");
const dialog = document.getElementById("ask");
let newest = 0;
let round = null;
let busy = false;
/** Whether the big button was pressed last, so that the next one gets the focus. */
let waitsForStep = false;

const isIdle = () => [document.body, document.getElementById("main")].includes(document.activeElement);

function focusStep() {
  const next = document.getElementById("primary");
  (next ?? document.getElementById("main")).focus({ preventScroll: true });
  waitsForStep = next === null;
}

document.documentElement.classList.add("scripted");

function isTyping(element) {
  return element.matches("input, select, textarea") && !element.matches("[type=checkbox], [type=radio]");
}

/** Bring the page up to date, unless something is being sent that will. */
async function update() {
  if (busy) return;
  try {
    await refresh();
    if (waitsForStep && isIdle()) focusStep();
  } catch {
    // The link to the server says so by itself.
  }
}

follow(desk.dataset.game, (state) => {
  round = state.round;
  showClock(round);
  newest = state.version;
  if (isBehind(newest)) update();
});

setInterval(() => {
  if (document.hidden) return;
  if (isBehind(newest) || (round && TAKING.includes(round.state))) update();
}, LOOK_MS);

/** Send a form; what can't be taken back is asked in the dialog. */
async function send(form, button) {
  if (busy) return;
  busy = true;
  const data = new FormData(form);
  if (button?.name) data.set(button.name, button.value); // older browsers leave the button out
  desk.setAttribute("aria-busy", "true");
  document.getElementById("unsent")?.remove();
  const focusId = document.activeElement?.id;
  try {
    const response = await fetchNow(form.action, { method: "POST", body: data }).catch(() => null);
    const html = await response?.text().catch(() => null);
    if (typeof html !== "string") {
      tellUnsent();
      return;
    }
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const question = fresh.getElementById("confirm");
    if (question) {
      ask(question);
      return;
    }
    if (!fresh.querySelector(".desk")) {
      location.assign(response.redirected ? response.url : location.href);
      return;
    }
    const isRefused = fresh.querySelector('[data-part="messages"] .bad') !== null;
    if (!isRefused) form.reset();
    show(html);
    goOn(form, focusId, isRefused);
  } finally {
    busy = false;
    desk.removeAttribute("aria-busy");
    if (isBehind(newest)) update();
  }
}

/** Whether it was done is not known: the page will show it. */
function tellUnsent() {
  const notice = document.createElement("p");
  notice.id = "unsent";
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  notice.textContent = desk.dataset.unsent;
  document.getElementById("messages").prepend(notice);
}

/** Where the hands want to go on after a form was sent. */
function goOn(form, focusId, isRefused) {
  const byId = (id) => (id ? document.getElementById(id) : null);
  if (isRefused) {
    byId(focusId)?.focus({ preventScroll: true });
    document.getElementById("messages").scrollIntoView({ block: "nearest" });
    return;
  }
  if (form.matches("[data-rule]")) {
    const play = form.closest("[data-play]")?.id;
    const row = document.querySelector("[data-doubtful]") ?? byId(play);
    for (const details of document.querySelectorAll(".desk-plays details[open]")) details.open = false;
    row?.focus();
    return;
  }
  if (byId(focusId)?.closest("[data-part]")?.id === "people") {
    (form.querySelector("[name=person]") ? byId(focusId) : byId("new-name"))?.focus({ preventScroll: true });
    return;
  }
  focusStep();
}

function ask(question) {
  dialog.replaceChildren(...question.childNodes);
  dialog.showModal();
  dialog.querySelector("[autofocus]")?.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-search]")) {
    event.preventDefault();
    return;
  }
  if (form.method !== "post" || !form.closest(".desk, #ask")) return;
  event.preventDefault();
  if (form.closest("#ask")) dialog.close();
  send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-dismiss]")) {
    event.preventDefault();
    dialog.close();
    focusStep();
    return;
  }
  const link = event.target.closest("a[data-soft]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href.replace(/#.*/, ""));
  update().then(() => document.getElementById("person")?.querySelector("input:not([type=hidden])")?.focus());
});

let searching = 0;
document.addEventListener("input", (event) => {
  if (!event.target.closest("[data-search]")) return;
  clearTimeout(searching);
  searching = setTimeout(() => {
    const address = new URL(location.href);
    const text = event.target.value.trim();
    if (text) address.searchParams.set("q", text);
    else address.searchParams.delete("q");
    history.replaceState(null, "", address);
    update();
  }, 150);
});

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

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const target = event.target;
  const form = target.closest?.("[data-rule]");
  if (form && event.key === "Enter" && form.dataset.verdict && !target.matches("button")) {
    event.preventDefault();
    form.requestSubmit(form.querySelector(`[value=${form.dataset.verdict}]`));
    return;
  }
  const row = target.closest?.("[data-play]");
  if (row && event.key === "Escape") {
    for (const details of row.querySelectorAll("details")) details.open = false;
    row.focus();
    return;
  }
  if (isTyping(target)) return;
  const key = event.key.toLowerCase();
  if (rows().length && (key === "arrowdown" || key === "arrowup")) {
    event.preventDefault();
    step(key === "arrowdown" ? 1 : -1);
  } else if (row && (key === "a" || key === "b")) {
    event.preventDefault();
    decide(row, key === "a" ? "allow" : "bar");
  } else if (row && target === row && key === "enter") {
    event.preventDefault();
    decide(row, row.hasAttribute("data-doubtful") ? "allow" : "bar");
  } else {
    const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!button || event.repeat) return;
    event.preventDefault();
    button.click();
  }
});
