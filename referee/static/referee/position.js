// The position page without reloading. The server draws everything: this script sends it the form,
// puts the parts marked data-live in place of the old ones, and keeps the address up to date.
// Without this script the same form works by itself.

import { showCursor, takeSquares } from "./board.js";
import { all, byId, first } from "./elements.js";
import { nameOf, SIZE, squareOf, STEPS } from "./squares.js";

const FIELDS = ["board", "moves", "rack", "rules", "at", "word", "show"];
const TYPED = ["rack", "at", "word"];
const PAUSE = 120; // milliseconds after a key before the server is asked

/**
 * The fields of a form by name.
 * @param {Element} form
 */
const fieldsOf = (form) => /** @type {Record<string, HTMLInputElement>} */ (/** @type {unknown} */ (/** @type {HTMLFormElement} */ (form).elements));

const form = /** @type {HTMLFormElement} */ (byId("position"));
const field = fieldsOf(form);
const letter = /** @type {HTMLInputElement} */ (byId("letter"));
const letterSquare = byId("letter-square");
const letterBlank = /** @type {HTMLInputElement} */ (byId("letter-blank"));

let mode = "move";
let tried = { at: "", word: "" }; // the move that setting up has put aside
// Where the next tile is set up. Behind the last square of a line no tile can be.
let cursor = { row: 7, column: 7, down: false };
let unsent = false; // whether the server has yet to hear of tiles set up
let setting = false; // whether tiles were set up since the last change of mode or course
let entry = false; // whether the next answer gets a place of its own in the history
let asking = /** @type {AbortController | null} */ (null);
let timer = 0;

// Asking the server

/** @param {Record<string, string | null>} changes */
function address(changes = {}) {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const text = field[name].value.trim();
    if (text && !(name === "rules" && text === "standard")) query.set(name, text);
  }
  if (unsent) query.set("set", field.set.value);
  for (const [name, text] of Object.entries(changes)) query.set(name, text ?? "");
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("+", "%20");
  return `${form.getAttribute("action")}?${text}`;
}

/**
 * push: the answer gets a place in the history. keep: someone is typing, so what is in the fields
 * stays as it is. whole: the address is all, and the form is forgotten.
 * @param {string} url
 */
async function visit(url, { push = false, keep = false, whole = false } = {}) {
  clearTimeout(timer);
  asking?.abort();
  const asked = (asking = new AbortController());
  entry ||= push;
  try {
    const response = await fetch(url, { signal: asked.signal });
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!fresh.getElementById("position")) throw new Error(`status ${response.status}`);
    if (asked.signal.aborted) return;
    show(fresh, keep, whole);
    if (entry && response.url !== location.href) history.pushState(null, "", response.url);
    else history.replaceState(null, "", response.url);
    entry = false;
  } catch (fault) {
    if (fault instanceof Error && fault.name === "AbortError") return;
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.setAttribute("role", "alert");
    notice.textContent = form.dataset.offline ?? "";
    byId("live-faults").replaceChildren(notice);
  }
}

function ask() {
  clearTimeout(timer);
  asking?.abort(); // an older answer would undo what was typed since
  timer = setTimeout(() => visit(address(), { keep: true }), PAUSE);
}

/**
 * @param {Document} fresh
 * @param {boolean} keep
 * @param {boolean} whole
 */
function show(fresh, keep, whole) {
  const focused = document.activeElement;
  for (const part of all("[data-live]", fresh)) {
    const old = byId(part.id);
    if (old.innerHTML !== part.innerHTML) old.replaceChildren(...part.cloneNode(true).childNodes);
    old.className = part.className;
    const label = part.getAttribute("aria-label");
    if (label) old.setAttribute("aria-label", label);
  }
  const from = fieldsOf(first("#position", fresh));
  for (const name of [...FIELDS, "set"]) {
    for (const mark of ["aria-invalid", "aria-describedby"]) {
      const text = from[name].getAttribute(mark);
      if (text === null) field[name].removeAttribute(mark);
      else field[name].setAttribute(mark, text);
    }
    if (name === "set" || (keep && TYPED.includes(name))) continue;
    if (field[name].value !== from[name].value) field[name].value = from[name].value;
  }
  showText(from.set, whole);
  unsent = false;
  if (whole || field.moves.value) setting = false;
  if (mode === "set") paintCursor();
  if (focused && !focused.isConnected) {
    (document.getElementById(focused.id) ?? byId("live-result")).focus({
      preventScroll: true,
    });
  }
}

/**
 * The board as text: what was pasted there and not yet put on the board must not get lost.
 * @param {HTMLInputElement} from
 * @param {boolean} whole
 */
function showText(from, whole) {
  const pasted = field.set.value !== field.set.defaultValue;
  if (pasted && !unsent && !whole) return;
  field.set.value = from.value;
  if (!from.hasAttribute("aria-invalid")) field.set.defaultValue = from.value;
}

// The form

form.addEventListener("input", (event) => {
  const changed = /** @type {HTMLInputElement} */ (event.target);
  if (!FIELDS.includes(changed.name) || !changed.checkValidity()) return;
  field.show.value = "";
  if (changed.name === "rules") visit(address(), { push: true, keep: true });
  else ask();
});

form.addEventListener("change", (event) => {
  const changed = /** @type {HTMLInputElement} */ (event.target);
  if (FIELDS.includes(changed.name) && !changed.checkValidity()) ask();
});

form.noValidate = true; // the server says better what is wrong
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button?.name === "do" && !button.value) unsent = true;
  visit(address(button?.name ? { [button.name]: button.value } : {}), { push: true });
});

// A link may name the fields that it changes; the others are newer in the form than in the link.
document.addEventListener("click", (event) => {
  const { target } = event;
  const link = /** @type {HTMLAnchorElement | null} */ (target instanceof Element ? target.closest("a[data-visit]") : null);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  changeMode("move");
  const names = (link.dataset.visit ?? "").split(" ").filter(Boolean);
  const query = new URL(link.href).searchParams;
  const changes = Object.fromEntries(names.map((name) => [name, query.get(name)]));
  visit(names.length ? address(changes) : link.href, { push: true, whole: !names.length });
});

window.addEventListener("popstate", () => visit(location.href, { whole: true }));

for (const here of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-here]"))) {
  here.form?.addEventListener("submit", () => (here.value = address()));
}

// Squares: in one mode they say where the move begins, in the other they are set up

/**
 * @param {number} row
 * @param {number} column
 */
const squareAt = (row, column) => document.getElementById(`square-${nameOf(row, column)}`);

/** @param {string} name */
function onPick(name) {
  if (mode === "move") {
    begin(name);
    field.word.focus();
    field.word.select();
  } else {
    const [row, column] = squareOf(name);
    const again = row === cursor.row && column === cursor.column;
    cursor = { row, column, down: again ? !cursor.down : cursor.down };
    paintCursor();
    letter.focus();
  }
}

/**
 * @param {string} name
 * @param {string} key
 */
function onType(name, key) {
  if (mode === "move") {
    if (key.length > 1) return;
    if (start().name !== name) begin(name);
    field.word.value = key.toUpperCase();
    field.word.focus();
    ask();
  } else {
    const [row, column] = squareOf(name);
    cursor = { ...cursor, row, column };
    if (key.length > 1) setTile("");
    else typeTile(key);
    (squareAt(cursor.row, cursor.column) ?? letter).focus();
  }
}

takeSquares(onPick, onType);

// Where the move begins, and whether it runs down: H8 and H8-H10 across, 8H down.
function start() {
  const [, row, column, number, name] =
    /^\s*(?:([a-z])\s*([0-9]+)|([0-9]+)\s*([a-z]))/i.exec(field.at.value) ?? [];
  return { name: row ? row.toUpperCase() + column : name?.toUpperCase() + number, down: !!number };
}

/** @param {string} name */
function begin(name) {
  const before = start();
  const down = before.down !== (before.name === name);
  field.at.value = down ? name.slice(1) + name[0] : name;
  showCursor(form, squareOf(name), down);
  ask();
}

function paintCursor() {
  showCursor(form, atEnd() ? null : [cursor.row, cursor.column], cursor.down);
  letterSquare.textContent = atEnd() ? "–" : nameOf(cursor.row, cursor.column);
}

// Setting up

/** @param {string} name */
function changeMode(name) {
  if (name === mode) return;
  mode = name;
  setting = false;
  for (const button of all("[data-mode]", form)) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }
  for (const part of all("[data-for]", form)) part.hidden = part.dataset.for !== mode;
}

for (const button of all("[data-mode]", form)) {
  button.addEventListener("click", () => {
    if (button.dataset.mode === mode) return;
    changeMode(button.dataset.mode ?? "");
    const { at, word } = field;
    if (mode === "set") {
      tried = { at: at.value, word: word.value };
      at.value = word.value = "";
      paintCursor();
      letter.focus();
    } else if (!at.value && !word.value) {
      at.value = tried.at;
      word.value = tried.word;
    }
    visit(address(), { keep: true });
  });
}

const atEnd = () => Math.max(cursor.row, cursor.column) === SIZE;

/** @param {string} text */
function typeTile(text) {
  const upper = text.toUpperCase();
  if (!form.dataset.letters?.includes(upper) || atEnd()) return;
  setTile(letterBlank.checked ? upper.toLowerCase() : upper);
  letterBlank.checked = false;
  step(1, SIZE);
}

/** @param {string} tile */
function setTile(tile) {
  const square = squareAt(cursor.row, cursor.column);
  if (atEnd() || !square) return;
  const rows = squaresOf(field.set.value);
  rows[cursor.row][cursor.column] = tile || ".";
  field.set.value = rows.map((row) => row.join("")).join("\n");
  const shown = document.createElement("span"); // until the server has drawn the square
  shown.className = tile ? "tile" : "";
  shown.textContent = tile.toUpperCase();
  square.replaceChildren(shown);
  delete square.dataset.mark;
  entry ||= !setting; // so that the way back leads to what is forgotten now
  setting = unsent = true;
  ask();
}

/**
 * The rows of a board as the server reads them, with whatever squares are missing.
 * @param {string} text
 */
function squaresOf(text) {
  const rows = text.normalize("NFC").split(/[\n/]/);
  return Array.from({ length: Math.max(SIZE, rows.length) }, (_, row) => {
    /** @param {string} run */
    const empty = (run) => ".".repeat(Math.min(Number(run), SIZE));
    return [...(rows[row] ?? "").replace(/[0-9]+/g, empty).padEnd(SIZE, ".")];
  });
}

/** @param {number} count */
function step(count, last = SIZE - 1) {
  const place = cursor.down ? "row" : "column";
  cursor[place] = Math.min(Math.max(cursor[place] + count, 0), last);
  paintCursor();
}

function goBack() {
  step(-1);
  setTile("");
}

letter.addEventListener("input", () => {
  for (const char of letter.value) {
    if (char === " " || char === ".") {
      setTile("");
      step(1, SIZE);
    } else {
      typeTile(char);
    }
  }
  letter.value = "";
});

letter.addEventListener("keydown", (event) => {
  if (event.key in STEPS) {
    const [down, right] = STEPS[event.key];
    /** @param {number} place */
    const clamp = (place) => Math.min(place, SIZE - 1);
    const turns = cursor.down !== (down !== 0);
    if (turns) cursor = { row: clamp(cursor.row), column: clamp(cursor.column), down: down !== 0 };
    step(down + right);
  } else if (event.key === "Backspace") {
    goBack();
  } else if (event.key === "Delete") {
    setTile("");
  } else if (event.key !== "Enter") {
    return;
  }
  event.preventDefault();
});

// The keyboards of phones tell no keys.
letter.addEventListener("beforeinput", (event) => {
  if (event.inputType !== "deleteContentBackward") return;
  event.preventDefault();
  goBack();
});

byId("letter-remove").addEventListener("click", () => {
  setTile("");
  letter.focus();
});

// Sharing

const copy = byId("copy");
const copyTitle = copy.textContent;
copy.addEventListener("click", async () => {
  const { copied = "", notCopied = "" } = form.dataset;
  copy.textContent = await navigator.clipboard.writeText(location.href).then(
    () => copied,
    () => notCopied,
  );
  setTimeout(() => (copy.textContent = copyTitle), 2000);
});

document.documentElement.classList.add("scripted");
for (const part of all("[data-script]", form)) part.hidden = false;
if (!navigator.clipboard) copy.hidden = true;
