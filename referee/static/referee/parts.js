// Keeps a page up to date without losing what is being typed: its parts (data-part) are taken from
// the page as the server renders it now, and only those that changed are put in.

import { fetchNow } from "./live.js";

const shown = new Map();
/** Which details the server opened; where they differ, somebody has opened or shut them. */
const openedByServer = new Map();
for (const part of document.querySelectorAll("[data-part]")) note(part, cleaned(part));
/** Bears the version that the page shows. */
const page = document.querySelector("[data-version]");
/** A press ends on the button it began on: nothing is replaced under it. */
let isPressed = false;
addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, () => (isPressed = false), true);

/** Whether the page shows an older version than this one. */
export const isBehind = (version) => Number(page.dataset.version) < version;

function note(part, text) {
  shown.set(part.dataset.part, text);
  for (const details of part.querySelectorAll("details[id]")) openedByServer.set(details.id, details.open);
}

// Two renderings of the same part differ in the token against forgery only.
function cleaned(part) {
  const copy = part.cloneNode(true);
  for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) field.remove();
  for (const clock of copy.querySelectorAll("[data-clock]")) clock.textContent = "";
  return copy.innerHTML;
}

/**
 * Put in what of the page in `html` differs, unless it was overtaken by a newer one; the document it
 * makes. A part with data-told tells what came of an action: looking again, which `isLook` says,
 * does not take it away.
 */
export function show(html, isLook = false) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const { version } = fresh.querySelector("[data-version]").dataset;
  if (Number(version) < Number(page.dataset.version) || (isLook && isPressed)) return fresh;
  page.dataset.version = version;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const name = part.dataset.part;
    const now = document.querySelector(`[data-part="${name}"]`);
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

function replace(now, part, text) {
  const focused = document.activeElement;
  const focusedId = now.contains(focused) ? focused.id : "";
  const selection = focusedId && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
  const typed = [];
  for (const field of now.querySelectorAll("input[id], select[id], textarea[id]")) {
    if (field.type === "file") continue;
    if (isTouched(field)) typed.push([field.id, field.value, field.checked]);
  }
  const toggled = [...now.querySelectorAll("details[id]")].filter((details) => details.open !== openedByServer.get(details.id));
  note(part, text);
  now.replaceWith(part);
  for (const [id, value, checked] of typed) {
    const field = part.querySelector(`#${CSS.escape(id)}`);
    if (field) [field.value, field.checked] = [value, checked];
  }
  for (const { id, open } of toggled) {
    const details = part.querySelector(`#${CSS.escape(id)}`);
    if (details) details.open = open;
  }
  if (!focusedId) return;
  const field = part.querySelector(`#${CSS.escape(focusedId)}`);
  field?.focus({ preventScroll: true });
  if (field && selection && selection[0] !== null) field.setSelectionRange(...selection);
}

function isTouched(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return ![...field.options].every((option) => option.selected === option.defaultSelected) && [...field.options].some((option) => option.defaultSelected);
  return field.value !== field.defaultValue;
}
