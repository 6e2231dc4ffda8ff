// Keeps a page up to date without losing what is being typed: its parts (data-part) are taken from
// the page as the server renders it now, and only those that changed are put in.

import { all, first } from "./elements.js";
import { fetchNow } from "./live.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** What must not move under a mouse. */
const HELD = "button, a, summary, input, select, textarea, label";
const FIELDS = "input[id]:not([type=file]), select[id], textarea[id]";

/** What the server rendered of each part. */
const shown = /** @type {Map<string | undefined, string>} */ (new Map());
/** Which details the server opened; where they differ, somebody has opened or shut them. */
const openedByServer = /** @type {Map<string, boolean>} */ (new Map());
for (const part of all("[data-part]")) note(part, cleaned(part));
/** Bears the version that the page shows. */
const page = first("[data-version]");
/** A press ends on the button it began on: nothing is replaced under it. */
let isPressed = false;
addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, () => (isPressed = false), true);
/** Where the mouse rests, if there is one. */
let mouse = /** @type {PointerEvent | null} */ (null);
addEventListener("pointermove", (event) => (mouse = event.pointerType === "mouse" ? event : null), { capture: true, passive: true });
/** Whether a part waits until the hand has left what it would move. */
let isHeld = false;

/** What a hand is on: a button, link or field under the mouse, a field that is typed in. */
function underHand() {
  const hovered = mouse && document.elementFromPoint(mouse.clientX, mouse.clientY)?.closest(HELD);
  const typed = document.activeElement?.matches(FIELDS) ? document.activeElement : null;
  const found = /** @type {HTMLElement[]} */ ([hovered, typed].filter(Boolean));
  return found.map((element) => ({ element, place: element.getBoundingClientRect(), again: pathTo(element) }));
}

/**
 * Whether one of these lies elsewhere now. One that is gone was not moved.
 * @param {ReturnType<typeof underHand>} held
 */
function hasMoved(held) {
  return held.some(({ element, place, again }) => {
    const now = element.isConnected ? element : again();
    if (!now) return false;
    const { top, left } = now.getBoundingClientRect();
    return Math.abs(top - place.top) > 1 || Math.abs(left - place.left) > 1;
  });
}

/**
 * How to find what takes its place when its part is put in anew: by the nearest id.
 * @param {HTMLElement} element
 * @returns {() => Element | null}
 */
function pathTo(element) {
  const { id } = /** @type {HTMLElement} */ (element.closest("[id]") ?? document.body);
  if (id === element.id) return () => document.getElementById(id);
  const place = [...(document.getElementById(id)?.querySelectorAll(element.tagName) ?? [])].indexOf(element);
  return () => document.getElementById(id)?.querySelectorAll(element.tagName)[place] ?? null;
}

/**
 * Call this when the hand has left what it held up.
 * @param {() => void} goOn
 */
export function onRelease(goOn) {
  for (const end of ["pointerout", "focusout"]) addEventListener(end, () => isHeld && goOn());
}

/**
 * Whether the page shows an older version than this one.
 * @param {number} version
 */
export const isBehind = (version) => Number(page.dataset.version) < version;

/**
 * @param {ParentNode} part
 * @returns {NodeListOf<HTMLDetailsElement>}
 */
function detailsIn(part) {
  return part.querySelectorAll("details[id]");
}

/**
 * @param {HTMLElement} part
 * @param {string} text
 */
function note(part, text) {
  shown.set(part.dataset.part, text);
  for (const { id, open } of detailsIn(part)) openedByServer.set(id, open);
}

/**
 * Two renderings of the same part differ in the token against forgery only.
 * @param {HTMLElement} part
 */
function cleaned(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) field.remove();
  for (const clock of copy.querySelectorAll("[data-clock]")) clock.textContent = "";
  return copy.innerHTML;
}

/**
 * Put in what of the page in `html` differs, unless it was overtaken by a newer one; the document it
 * makes. A part with data-told tells what came of an action: looking again, which `isLook` says,
 * does not take it away, nor, unless the hand asked for it, move what a hand is on: such a part waits until the
 * hand is elsewhere.
 * @param {string} html
 */
export function show(html, isLook = false, isAsked = false) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const { version } = first("[data-version]", fresh).dataset;
  if (Number(version) < Number(page.dataset.version) || (isLook && isPressed)) return fresh;
  const held = isLook && !isAsked ? underHand() : null;
  isHeld = false;
  for (const part of all("[data-part]", fresh)) {
    const name = part.dataset.part;
    const now = /** @type {HTMLElement | null} */ (document.querySelector(`[data-part="${name}"]`));
    const text = cleaned(part);
    if (!now || shown.get(name) === text || (isLook && part.matches("[data-told]:not(:has(*))"))) continue;
    if (!replace(now, part, text, held)) isHeld = true;
  }
  if (!isHeld) page.dataset.version = version;
  return fresh;
}

/** What the server renders now at this page's address; who asked for it has all of it at once. */
export async function refresh(isAsked = false) {
  const response = await fetchNow(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok || response.redirected) return null;
  return show(await response.text(), true, isAsked);
}

/**
 * Put a part in; false if that would move what is held, and all is as it was.
 * @param {HTMLElement} now
 * @param {HTMLElement} part
 * @param {string} text
 * @param {ReturnType<typeof underHand> | null} held What must not move; null: whoever acted expects that.
 */
function replace(now, part, text, held) {
  const focused = /** @type {HTMLInputElement | null} */ (now.contains(document.activeElement) ? document.activeElement : null);
  const [start, end] = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null]; // of texts only
  const fields = /** @type {NodeListOf<Field>} */ (now.querySelectorAll(FIELDS));
  const typed = [...fields].filter(isTouched);
  const toggled = [...detailsIn(now)].filter((details) => details.open !== openedByServer.get(details.id));
  const [before, byServer] = [shown.get(now.dataset.part) ?? "", [...detailsIn(now)].map(({ id }) => [id, openedByServer.get(id)])];
  note(part, text);
  now.replaceWith(part);
  const told = /** @type {HTMLElement | null} */ (now.querySelector("[data-told]"));
  const toldBehind = told?.previousElementSibling;
  if (told) putBehind(told, toldBehind?.querySelector("[id]")?.id, part);
  // What stands there still was said aloud already.
  if (told && held) for (const said of told.querySelectorAll("[role]")) said.removeAttribute("role");
  for (const old of typed) {
    const field = /** @type {Field | null} */ (part.querySelector(`#${CSS.escape(old.id)}`));
    if (!field) continue;
    field.value = old.value;
    if ("checked" in old && "checked" in field) field.checked = old.checked;
  }
  for (const { id, open } of toggled) {
    const details = /** @type {HTMLDetailsElement | null} */ (part.querySelector(`#${CSS.escape(id)}`));
    if (details) details.open = open;
  }
  const isKept = held === null || !hasMoved(held);
  if (!isKept) {
    part.replaceWith(now);
    if (told) toldBehind?.after(told);
    shown.set(now.dataset.part, before);
    for (const [id, open] of byServer) openedByServer.set(String(id), open === true);
  }
  if (focused?.id) {
    const field = /** @type {HTMLInputElement | null} */ ((isKept ? part : now).querySelector(`#${CSS.escape(focused.id)}`));
    field?.focus({ preventScroll: true });
    if (start !== null) field?.setSelectionRange(start, end);
  }
  return isKept;
}

/**
 * What came of an action lies in a part that is put in anew: it goes on standing behind the form with the
 * element of that id, or before the part.
 * @param {HTMLElement} told
 * @param {string | undefined} id
 * @param {HTMLElement} part
 */
function putBehind(told, id, part) {
  const form = id && part.querySelector(`#${CSS.escape(id)}`)?.closest("form");
  if (form) form.after(told);
  else part.before(told);
}

/** @param {Field} field */
function isTouched(field) {
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return ![...field.options].every((option) => option.selected === option.defaultSelected) && [...field.options].some((option) => option.defaultSelected);
  return field.value !== field.defaultValue;
}
