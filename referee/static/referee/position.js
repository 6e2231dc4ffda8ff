// The position page without reloading. The server draws everything: this script sends it the form,
// puts the parts marked data-live in place of the old ones, and keeps the address up to date.
// Without this script the same form works by itself.

import { takeSquares } from "./board.js";
import { nameOf, SIZE, squareOf, STEPS } from "./squares.js";

const FIELDS = ["board", "moves", "rack", "rules", "at", "word", "show"];
const TYPED = ["rack", "at", "word"];
const PAUSE = 120; // milliseconds after a key before the server is asked

const form = document.getElementById("position");
const field = form.elements;
const letter = document.getElementById("letter");
const letterSquare = document.getElementById("letter-square");
const letterBlank = document.getElementById("letter-blank");

let mode = "move";
let tried = {}; // the move that setting up has put aside
// Where the next tile is set up. Behind the last square of a line no tile can be.
let cursor = { row: 7, column: 7, down: false };
let unsent = false; // whether the server has yet to hear of tiles set up
let setting = false; // whether tiles were set up since the last change of mode or course
let entry = false; // whether the next answer gets a place of its own in the history
let asking = null;
let timer = 0;

// Asking the server

function address(changes = {}) {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const text = field[name].value.trim();
    if (text && !(name === "rules" && text === "standard")) query.set(name, text);
  }
  if (unsent) query.set("set", field.set.value);
  for (const [name, text] of Object.entries(changes)) query.set(name, text);
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("+", "%20");
  return `${form.getAttribute("action")}?${text}`;
}

// push: the answer gets a place in the history. keep: someone is typing, so what is in the fields
// stays as it is. whole: the address is all, and the form is forgotten.
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
    if (fault.name === "AbortError") return;
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.setAttribute("role", "alert");
    notice.textContent = form.dataset.offline;
    document.getElementById("live-faults").replaceChildren(notice);
  }
}

function ask() {
  clearTimeout(timer);
  asking?.abort(); // an older answer would undo what was typed since
  timer = setTimeout(() => visit(address(), { keep: true }), PAUSE);
}

function show(fresh, keep, whole) {
  const focused = document.activeElement;
  for (const part of fresh.querySelectorAll("[data-live]")) {
    const old = document.getElementById(part.id);
    if (old.innerHTML !== part.innerHTML) old.replaceChildren(...part.cloneNode(true).childNodes);
    old.className = part.className;
    const label = part.getAttribute("aria-label");
    if (label) old.setAttribute("aria-label", label);
  }
  const from = fresh.getElementById("position").elements;
  for (const name of [...FIELDS, "set"]) {
    for (const mark of ["aria-invalid", "aria-describedby"]) {
      if (from[name].hasAttribute(mark)) field[name].setAttribute(mark, from[name].getAttribute(mark));
      else field[name].removeAttribute(mark);
    }
    if (name === "set" || (keep && TYPED.includes(name))) continue;
    if (field[name].value !== from[name].value) field[name].value = from[name].value;
  }
  showText(from.set, whole);
  unsent = false;
  if (whole || field.moves.value) setting = false;
  if (mode === "set") paintCursor();
  if (focused && !focused.isConnected) {
    (document.getElementById(focused.id) ?? document.getElementById("live-result")).focus({
      preventScroll: true,
    });
  }
}

// The board as text: what was pasted there and not yet put on the board must not get lost.
function showText(from, whole) {
  const pasted = field.set.value !== field.set.defaultValue;
  if (pasted && !unsent && !whole) return;
  field.set.value = from.value;
  if (!from.hasAttribute("aria-invalid")) field.set.defaultValue = from.value;
}

// The form

form.addEventListener("input", (event) => {
  const name = event.target.name;
  if (!FIELDS.includes(name) || !event.target.checkValidity()) return;
  field.show.value = "";
  if (name === "rules") visit(address(), { push: true, keep: true });
  else ask();
});

form.addEventListener("change", (event) => {
  if (FIELDS.includes(event.target.name) && !event.target.checkValidity()) ask();
});

form.noValidate = true; // the server says better what is wrong
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.name === "do" && !button.value) unsent = true;
  visit(address(button?.name ? { [button.name]: button.value } : {}), { push: true });
});

// A link may name the fields that it changes; the others are newer in the form than in the link.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[data-visit]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  changeMode("move");
  const names = link.dataset.visit.split(" ").filter(Boolean);
  const query = new URL(link.href).searchParams;
  const changes = Object.fromEntries(names.map((name) => [name, query.get(name)]));
  visit(names.length ? address(changes) : link.href, { push: true, whole: !names.length });
});

window.addEventListener("popstate", () => visit(location.href, { whole: true }));

for (const here of document.querySelectorAll("[data-here]")) {
  here.form.addEventListener("submit", () => (here.value = address()));
}

// Squares: in one mode they say where the move begins, in the other they are set up

const squareAt = (row, column) => document.getElementById(`square-${nameOf(row, column)}`);

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

function begin(name) {
  const before = start();
  const down = before.down !== (before.name === name);
  field.at.value = down ? name.slice(1) + name[0] : name;
  mark(...squareOf(name), down);
  ask();
}

function mark(row, column, down) {
  for (const old of form.querySelectorAll("[data-cursor]")) delete old.dataset.cursor;
  const square = squareAt(row, column);
  if (square) square.parentElement.dataset.cursor = down ? "down" : "across";
}

function paintCursor() {
  mark(cursor.row, cursor.column, cursor.down);
  letterSquare.textContent = atEnd() ? "–" : nameOf(cursor.row, cursor.column);
}

// Setting up

function changeMode(name) {
  if (name === mode) return;
  mode = name;
  setting = false;
  for (const button of form.querySelectorAll("[data-mode]")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== mode;
}

for (const button of form.querySelectorAll("[data-mode]")) {
  button.addEventListener("click", () => {
    if (button.dataset.mode === mode) return;
    changeMode(button.dataset.mode);
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

function typeTile(text) {
  const upper = text.toUpperCase();
  if (!form.dataset.letters.includes(upper) || atEnd()) return;
  setTile(letterBlank.checked ? upper.toLowerCase() : upper);
  letterBlank.checked = false;
  step(1, SIZE);
}

function setTile(tile) {
  if (atEnd()) return;
  const rows = squaresOf(field.set.value);
  rows[cursor.row][cursor.column] = tile || ".";
  field.set.value = rows.map((row) => row.join("")).join("\n");
  const square = squareAt(cursor.row, cursor.column);
  const shown = document.createElement("span"); // until the server has drawn the square
  shown.className = tile ? "tile" : "";
  shown.textContent = tile.toUpperCase();
  square.replaceChildren(shown);
  delete square.dataset.mark;
  entry ||= !setting; // so that the way back leads to what is forgotten now
  setting = unsent = true;
  ask();
}

// The rows of a board as the server reads them, with whatever squares are missing.
function squaresOf(text) {
  const rows = text.normalize("NFC").split(/[\n/]/);
  return Array.from({ length: Math.max(SIZE, rows.length) }, (_, row) => {
    const empty = (run) => ".".repeat(Math.min(Number(run), SIZE));
    return [...(rows[row] ?? "").replace(/[0-9]+/g, empty).padEnd(SIZE, ".")];
  });
}

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

document.getElementById("letter-remove").addEventListener("click", () => {
  setTile("");
  letter.focus();
});

// Sharing

const copy = document.getElementById("copy");
const copyTitle = copy.textContent;
copy.addEventListener("click", async () => {
  const { copied, notCopied } = form.dataset;
  copy.textContent = await navigator.clipboard.writeText(location.href).then(
    () => copied,
    () => notCopied,
  );
  setTimeout(() => (copy.textContent = copyTitle), 2000);
});

document.documentElement.classList.add("scripted");
for (const part of form.querySelectorAll("[data-script]")) part.hidden = false;
if (!navigator.clipboard) copy.hidden = true;
