// Keeps a page up to date without losing what is being typed: its parts (data-part) are taken from
// the page as the server renders it now, and only those that changed are put in.

import { all, first } from "./elements.js";
import { fetchNow } from "./live.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

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
  for (const details of detailsIn(part)) openedByServer.set(details.id, details.open);
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
 * does not take it away.
 * @param {string} html
 */
export function show(html, isLook = false) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const { version } = first("[data-version]", fresh).dataset;
  if (Number(version) < Number(page.dataset.version) || (isLook && isPressed)) return fresh;
  page.dataset.version = version;
  for (const part of all("[data-part]", fresh)) {
    const name = part.dataset.part;
    const now = /** @type {HTMLElement | null} */ (document.querySelector(`[data-part="${name}"]`));
    const text = cleaned(part);
    if (!now || shown.get(name) === text || (isLook && part.matches("[data-told]:not(:has(*))"))) continue;
    replace(now, part, text);
  }
  return fresh;
}

/** What the server renders now at this page's address. */
export async function refresh() {
  const response = await fetchNow(location.href, { headers: { Accept: "text/html" } });
  return response.ok && !response.redirected ? show(await response.text(), true) : null;
}

/**
 * @param {HTMLElement} now
 * @param {HTMLElement} part
 * @param {string} text
 */
function replace(now, part, text) {
  const focused = /** @type {HTMLInputElement | null} */ (now.contains(document.activeElement) ? document.activeElement : null);
  const [start, end] = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null]; // of texts only
  const fields = /** @type {NodeListOf<Field>} */ (now.querySelectorAll(FIELDS));
  const typed = [...fields].filter(isTouched);
  const toggled = [...detailsIn(now)].filter((details) => details.open !== openedByServer.get(details.id));
  note(part, text);
  now.replaceWith(part);
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
  if (!focused?.id) return;
  const field = /** @type {HTMLInputElement | null} */ (part.querySelector(`#${CSS.escape(focused.id)}`));
  field?.focus({ preventScroll: true });
  if (start !== null) field?.setSelectionRange(start, end);
}

/** @param {Field} field */
function isTouched(field) {
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return ![...field.options].every((option) => option.selected === option.defaultSelected) && [...field.options].some((option) => option.defaultSelected);
  return field.value !== field.defaultValue;
}
