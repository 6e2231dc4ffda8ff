// A page of actions, such as a director's desk, in an element with data-actions (which bears data-version
// and data-unsent, see parts.js). Its forms are sent without leaving the page, what can't be taken back is
// asked in the dialog #ask, and a key presses the button, or leads to the field, that names it by data-key.
// The button #primary is the next step.

import { byId, first, targetOf } from "./elements.js";
import { fetchNow } from "./live.js";
import { csrfToken, newShownOutbox } from "./outbox_shown.js";
import { isBehind, onRelease, refresh, show } from "./parts.js";
import { newRefresher } from "./refresher.js";

const SEARCH_MS = 150;
const RETRY_MS = 2000;
const RELEASE_MS = 200;
/** So long after a key the hands are still typing. */
const HANDS_MS = 700;

const page = first("[data-actions]");
const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
/** Within which time phones have their turns. */
const spreadMs = Number(page.dataset.spread ?? 0);
let newest = 0;
/** Whether the big button was pressed last, so that the next one gets the focus. */
let waitsForStep = false;
/**
 * What the page itself does: see `takeActions`.
 * @typedef {(form: HTMLFormElement, focused: HTMLElement | null) => boolean} OnDone
 * @typedef {(event: KeyboardEvent, target: HTMLElement) => boolean} OnKey
 */
/** The button that sent the last form: what comes of it is told there. */
let sentBy = "";
/** Whether somebody asked for what the page looks for: it may move what is under their hand. */
let isAsked = false;
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
  if (outbox.waiting().length && !outbox.isSilent()) return;
  const mayMove = isAsked;
  isAsked = false;
  await refresh(mayMove);
  if (waitsForStep && isIdle()) focusStep();
}

onRelease(() => refresher.after(RELEASE_MS));

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

/** @typedef {[name: string, text: FormDataEntryValue]} Field */

/**
 * Forms are sent one after the other, however fast they come. One with data-kept is empty at once, and what it
 * said is kept until it has arrived.
 */
const outbox = newShownOutbox({ send: post, onChange: goOn, onGivenUp: tellUnsent, onAgain: takeBack });
/** The forms of what is on its way, where the focus was, and what is asked of it. */
const sent = /** @type {Map<string, { form: HTMLFormElement, focused: Element | null, by: string }>} */ (new Map());
/** What the dialog asks about, and what is still to be asked. */
const asked = /** @type {[import("./outbox.js").Item, HTMLElement][]} */ ([]);
/** Where to go once all has arrived. */
let leadsTo = "";
/** What was refused and is in its form again, by the form's id. */
const again = /** @type {Map<string, string>} */ (new Map());
let typedAt = 0;
let askTimer = 0;

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {string} its key
 */
function send(form, submitter) {
  const data = new FormData(form);
  const button = /** @type {HTMLButtonElement | null} */ (submitter);
  if (button?.name) data.set(button.name, button.value); // older browsers leave the button out
  data.delete("csrfmiddlewaretoken");
  const what = { action: form.action, fields: [...data], formId: form.id };
  const about = form.closest("#ask") ? asked[0]?.[0] : undefined;
  const isKept = about?.isKept ?? form.hasAttribute("data-kept");
  if (!isKept && !form.hasAttribute("data-each-counts") && isUnderWay(what)) return "";
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  document.getElementById("unsent")?.remove();
  const { key } = outbox.add(about?.told ?? tellForm(form), what, isKept);
  // What the dialog sends was begun by another form.
  if (!form.closest("#ask")) sentBy = submitter?.id || form.querySelector("button[id]")?.id || "";
  sent.set(key, { form, focused, by: sentBy });
  if (!isKept || about) return key;
  outbox.drop(again.get(form.id) ?? "");
  again.delete(form.id);
  form.reset();
  goesOn(form, focused);
  return key;
}

/**
 * Whether the same is being sent already: a button was pressed twice.
 * @param {{ action: string, fields: Field[] }} what
 */
function isUnderWay({ action, fields }) {
  const text = JSON.stringify(fields);
  return outbox.waiting().some(({ what }) => what.action === action && JSON.stringify(what.fields) === text);
}

/**
 * What the form says, for people: what was typed into it, behind the name in data-kept.
 * @param {HTMLFormElement} form
 */
function tellForm(form) {
  const typed = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=file])"));
  return [form.dataset.kept ?? "", [...typed].map(({ value }) => value.trim()).filter(Boolean).join(" · ")].join(" ").trim();
}

/**
 * @param {import("./outbox.js").Item} item
 * @returns {Promise<import("./outbox.js").Outcome>}
 */
async function post(item) {
  page.setAttribute("aria-busy", "true");
  const data = new FormData();
  for (const [name, text] of item.what.fields) data.append(name, text);
  data.append("csrfmiddlewaretoken", csrfToken());
  const headers = /** @type {HeadersInit} */ (item.isKept ? { "Idempotency-Key": item.key } : {});
  try {
    const response = await fetchNow(item.what.action, { method: "POST", body: data, headers }).catch(() => null);
    const html = await response?.text().catch(() => null);
    // What is kept waits for a server that is starting; all else is told on a page of its own.
    if (!response || typeof html !== "string" || (item.isKept && response.status >= 500)) return "silence";
    return take(item, response, html);
  } finally {
    page.removeAttribute("aria-busy");
  }
}

/**
 * Show what came of it.
 * @param {import("./outbox.js").Item} item
 * @param {Response} response
 * @param {string} html
 * @returns {import("./outbox.js").Outcome}
 */
function take(item, response, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const question = fresh.getElementById("confirm");
  if (question) {
    asked.push([item, question]);
    return { problem: { isAsked: true } };
  }
  const isElsewhere = response.redirected && new URL(response.url).pathname !== location.pathname;
  const isDesk = fresh.querySelector("[data-actions]") !== null;
  if (item.isKept && !isDesk && !response.redirected) return refuse(item, fresh.getElementById("main")?.textContent?.trim() ?? "");
  if (isElsewhere || !isDesk) {
    leadsTo = response.redirected ? response.url : location.href;
    return item.isKept ? "silence" : {};
  }
  const fault = fresh.querySelector('[data-part="messages"] .bad')?.textContent?.trim();
  const { form, focused = null, by = "" } = sent.get(item.key) ?? {};
  sent.delete(item.key);
  const hasMovedOn = !isIdle() && document.activeElement !== focused;
  const isAsSent = form && !item.isKept && !fault && isStill(form, item.what.fields);
  if (isAsSent) form.reset();
  show(html);
  placeMessages(by);
  if (item.isKept) return fault === undefined ? {} : refuse(item, fault);
  const now = focused?.id ? document.getElementById(focused.id) : null;
  if (fault !== undefined) {
    if (!hasMovedOn) now?.focus({ preventScroll: true });
  } else if (form && !hasMovedOn && !goesOn(form, now)) {
    focusStep();
  }
  return {};
}

/**
 * Whether nobody has typed anything else into the form since it was sent.
 * @param {HTMLFormElement} form
 * @param {Field[]} fields
 */
function isStill(form, fields) {
  return [...new FormData(form)].every(([name, text]) => name === "csrfmiddlewaretoken" || typeof text !== "string" || fields.some((field) => field[0] === name && field[1] === text));
}

/**
 * What was not taken comes back into its form if the hands rest, and is listed until it is sent anew.
 * @param {import("./outbox.js").Item} item
 * @param {string} told
 * @returns {import("./outbox.js").Outcome}
 */
function refuse(item, told) {
  queueMicrotask(() => restsIn(formOf(item)) && takeBack(item));
  return { problem: { told } };
}

/** @param {import("./outbox.js").Item} item */
const formOf = ({ what }) => /** @type {HTMLFormElement | null} */ (what.formId ? document.getElementById(what.formId) : null);

/**
 * @param {HTMLFormElement | null} form
 * @returns {HTMLInputElement | null}
 */
const firstFieldOf = (form) => form?.querySelector("input:not([type=hidden])") ?? null;

/**
 * Whether nothing is typed in the form, and has not been for a moment.
 * @param {HTMLFormElement | null} form
 */
function restsIn(form) {
  const fields = /** @type {NodeListOf<HTMLInputElement> | []} */ (form?.querySelectorAll("input:not([type=hidden])") ?? []);
  return Date.now() - typedAt >= HANDS_MS && [...fields].every(({ value, defaultValue }) => value === defaultValue);
}

/** @param {import("./outbox.js").Item} item */
function takeBack(item) {
  const form = formOf(item);
  if (!form) return;
  for (const [name, text] of item.what.fields) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(text);
  }
  again.set(form.id, item.key);
  const field = firstFieldOf(form);
  field?.focus();
  field?.select();
  field?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What waited until something had arrived: a question, another page, news. */
function goOn() {
  if (outbox.waiting().length && !outbox.isSilent()) return;
  if (leadsTo) location.assign(leadsTo);
  else if (asked.length) ask();
  else hear(newest);
}

/** Whether it was done is not known: the page will show it. */
function tellUnsent() {
  if (document.getElementById("unsent")) return;
  const notice = document.createElement("p");
  notice.id = "unsent";
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  notice.textContent = page.dataset.unsent ?? "";
  byId("messages").prepend(notice);
  placeMessages(sentBy);
}

/**
 * On a desk, tell what came of an action behind the form of the button with that id, or by the next step; in view
 * anyway.
 * @param {string} id
 */
function placeMessages(id) {
  const messages = byId("messages");
  if (!messages.firstElementChild) return;
  const forms = [id, "primary"].map((one) => (one ? document.getElementById(one)?.closest("form") : null));
  const form = forms.find((found) => found && found.offsetParent !== null);
  if (page.classList.contains("desk") && form) form.after(messages);
  messages.scrollIntoView({ block: "nearest" });
}

/** Who types on is not interrupted; the question comes when the hands rest. */
function ask() {
  clearTimeout(askTimer);
  if (dialog.open || !asked.length) return;
  const [item, question] = asked[0];
  if (item.isKept && !restsIn(formOf(item))) {
    askTimer = setTimeout(ask, HANDS_MS);
    return;
  }
  dialog.replaceChildren(...question.cloneNode(true).childNodes);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector("[autofocus]"))?.focus();
}

/**
 * Who types on into the form behind the question does so: it is put again later.
 * @param {KeyboardEvent} event
 */
function typeOn({ key, ctrlKey, metaKey, altKey }) {
  const item = asked[0]?.[0];
  if (!item?.isKept || key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return;
  dialog.close();
  firstFieldOf(formOf(item))?.focus();
}

/** The question is answered: by sending what it asked about once more, or not at all. */
function answered(isMeant = false) {
  const [item] = asked.shift() ?? [];
  if (!item) return;
  outbox.drop(item.key);
  if (!isMeant && item.isKept) takeBack(item);
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
  dialog.addEventListener("close", () => {
    if (asked.length) goOn();
  });
  dialog.addEventListener("keydown", typeOn);
  dialog.addEventListener("cancel", () => answered());
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
  const key = send(form, event.submitter);
  if (!form.closest("#ask")) return;
  answered(true);
  dialog.close(); // which gives the focus back
  sent.set(key, { form, focused: document.activeElement, by: sentBy });
}

/** @param {MouseEvent} event */
function onClick(event) {
  const target = targetOf(event);
  if (target.closest("[data-dismiss]")) {
    event.preventDefault();
    answered();
    dialog.close();
    if (isIdle()) focusStep();
    return;
  }
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-soft]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href.replace(/#.*/, ""));
  isAsked = true;
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
  isAsked = true;
  refresher.after(SEARCH_MS);
}

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  typedAt = Date.now();
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
