// A page of actions, such as a director's desk, in an element with data-actions (which bears data-version
// and data-unsent, see parts.js). Its forms are sent without leaving the page, what can't be taken back is
// asked in the dialog #ask, and a key presses the button, or leads to the field, that names it by data-key.
// The button #primary is the next step.

import { byId, first, targetOf } from "./elements.js";
import { fetchNow } from "./live.js";
import { isBehind, refresh, show } from "./parts.js";
import { newRefresher } from "./refresher.js";

const SEARCH_MS = 150;
const RETRY_MS = 2000;

const page = first("[data-actions]");
const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
/** Within which time phones have their turns. */
const spreadMs = Number(page.dataset.spread ?? 0);
let newest = 0;
let busy = false;
/** Whether the big button was pressed last, so that the next one gets the focus. */
let waitsForStep = false;
/**
 * What the page itself does: see `takeActions`.
 * @typedef {(form: HTMLFormElement, focused: HTMLElement | null) => boolean} OnDone
 * @typedef {(event: KeyboardEvent, target: HTMLElement) => boolean} OnKey
 */
let goesOn = /** @type {OnDone} */ (() => false);
let takesKey = /** @type {OnKey} */ (() => false);

document.documentElement.classList.add("scripted");

const isIdle = () => document.activeElement === document.body || document.activeElement === byId("main");

function focusStep() {
  const next = document.getElementById("primary");
  (next ?? byId("main")).focus({ preventScroll: true });
  waitsForStep = next === null;
}

/**
 * Whether keys typed in this element are text.
 * @param {Element} element
 */
export function isTyping(element) {
  return element.matches("input, select, textarea") && !element.matches("[type=checkbox], [type=radio]");
}

/** Brings the page up to date. What can't be had is tried again, by phones not all at once. */
export const refresher = newRefresher({
  load: update,
  isBehind: () => isBehind(newest),
  retryMs: Math.max(RETRY_MS, spreadMs),
  longestMs: Math.max(RETRY_MS, 10 * spreadMs),
});

/** Unless something is being sent that will do it. */
async function update() {
  if (busy) return;
  await refresh();
  if (waitsForStep && isIdle()) focusStep();
}

/**
 * Hear of a version: the page is brought up to it, now or after so many milliseconds.
 * @param {number} version
 */
export function hear(version, afterMs = 0) {
  newest = version;
  if (isBehind(newest)) refresher.after(afterMs);
}

/** Hear of versions at once the first time, then within a while: not all phones ask at once. */
export function hearInTurn() {
  let isFirst = true;
  /** @param {import("./live.js").State} state */
  return ({ version }) => {
    hear(version, isFirst ? 0 : Math.random() * spreadMs);
    isFirst = false;
  };
}

/**
 * Send a form; what can't be taken back is asked in the dialog.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function send(form, submitter) {
  if (busy) return;
  busy = true;
  const data = new FormData(form);
  const button = /** @type {HTMLButtonElement | null} */ (submitter);
  if (button?.name) data.set(button.name, button.value); // older browsers leave the button out
  page.setAttribute("aria-busy", "true");
  document.getElementById("unsent")?.remove();
  const focusId = document.activeElement?.id;
  try {
    const response = await fetchNow(form.action, { method: "POST", body: data }).catch(() => null);
    const html = await response?.text().catch(() => null);
    if (!response || typeof html !== "string") {
      tellUnsent();
      return;
    }
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const question = fresh.getElementById("confirm");
    if (question) {
      ask(question);
      return;
    }
    const isElsewhere = response.redirected && new URL(response.url).pathname !== location.pathname;
    if (isElsewhere || !fresh.querySelector("[data-actions]")) {
      location.assign(response.redirected ? response.url : location.href);
      return;
    }
    const isRefused = fresh.querySelector('[data-part="messages"] .bad') !== null;
    if (!isRefused) form.reset();
    show(html);
    goOn(form, focusId ? document.getElementById(focusId) : null, isRefused);
  } finally {
    busy = false;
    page.removeAttribute("aria-busy");
    hear(newest);
  }
}

/** Whether it was done is not known: the page will show it. */
function tellUnsent() {
  const notice = document.createElement("p");
  notice.id = "unsent";
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  notice.textContent = page.dataset.unsent ?? "";
  byId("messages").prepend(notice);
}

/**
 * Where the hands want to go on after a form was sent.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} focused
 * @param {boolean} isRefused
 */
function goOn(form, focused, isRefused) {
  if (isRefused) {
    focused?.focus({ preventScroll: true });
    byId("messages").scrollIntoView({ block: "nearest" });
  } else if (!goesOn(form, focused)) {
    focusStep();
  }
}

/** @param {HTMLElement} question */
function ask(question) {
  dialog.replaceChildren(...question.childNodes);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector("[autofocus]"))?.focus();
}

/**
 * Take the forms, links and keys of the page. `onDone(form, focused)` puts the focus where the hands want
 * to go on after a form was sent, and says whether it did; `onKey(event, target)` whether it took the key.
 *
 * A link with data-soft shows its page in place, with the focus in the element of that id; a field in a
 * form with data-search shows what it finds while one types, from the first page of what that names.
 * @param {{ onDone?: OnDone, onKey?: OnKey }} does
 */
export function takeActions({ onDone = goesOn, onKey = takesKey } = {}) {
  goesOn = onDone;
  takesKey = onKey;
  document.addEventListener("submit", onSubmit);
  document.addEventListener("click", onClick);
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", onKeyDown);
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches("[data-search]")) {
    event.preventDefault();
    return;
  }
  if (form.method !== "post" || !form.closest("[data-actions], #ask")) return;
  event.preventDefault();
  if (form.closest("#ask")) dialog.close();
  send(form, event.submitter);
}

/** @param {MouseEvent} event */
function onClick(event) {
  const target = targetOf(event);
  if (target.closest("[data-dismiss]")) {
    event.preventDefault();
    dialog.close();
    focusStep();
    return;
  }
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-soft]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href.replace(/#.*/, ""));
  refresher.now().then(() => {
    const shown = document.getElementById(link.dataset.soft ?? "");
    const field = /** @type {HTMLElement | null | undefined} */ (shown?.querySelector("input:not([type=hidden])"));
    if (link.closest(".pager")) shown?.scrollIntoView();
    else field?.focus();
  });
}

/** @param {Event} event */
function onInput(event) {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  const form = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-search]"));
  if (!form) return;
  const address = new URL(location.href);
  const text = value.trim();
  if (text) address.searchParams.set(name, text);
  else address.searchParams.delete(name);
  address.searchParams.delete(form.dataset.search ?? "");
  history.replaceState(null, "", address);
  refresher.after(SEARCH_MS);
}

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const target = targetOf(event);
  if (takesKey(event, target)) {
    event.preventDefault();
    return;
  }
  if (isTyping(target)) return;
  const key = CSS.escape(event.key.toLowerCase());
  const found = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key~="${key}"]`));
  if (!found || event.repeat) return;
  event.preventDefault();
  if (isTyping(found)) found.focus();
  else found.click();
}
