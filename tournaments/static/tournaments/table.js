// The table referee, whatever the game. The server draws the page, and actions.js sends its forms and
// brings it up to date when something happens, here or on another phone. What this script itself does:
// tiles are shown on the board while a word is typed, with what they would score, squares are picked where
// they lie, on a board or an open grid, and the clocks run.

import { hearInTurn, takeActions } from "../referee/actions.js";
import { takeSquares } from "../referee/board.js";
import { follow, serverNow } from "../referee/live.js";
import { isBlank, layOut, readAtTable, readRules, worth, write, writeAtTable } from "../referee/moves.js";
import { showCursor, showPending } from "../referee/pending.js";
import { isSame, readCoordinates, squareOf, STEPS, swapNotation, writeSquare } from "../referee/squares.js";
import { hearAmongMany, isAmongMany, putIn } from "./table_alone.js";

const TICK_MS = 200;
const CALL_SECONDS = 10;

const page = document.querySelector(".match");
const find = (id) => document.getElementById(id);
const entry = () => find("place")?.elements;

let move = null; // what is typed, as moves.js has it; null while it is no move that fits

// The word being typed

const rules = () => readRules(find("rules").dataset);
/** Whether words are shown on the board while they are typed: an open grid is written on. */
const hasBoard = () => find("rules") !== null;
/** Coordinates as this game writes them, from or to those with the row's letter first. */
const own = (text) => (find("rules")?.dataset.notation === "columns" ? swapNotation(text) : text);
const placeTyped = () => readCoordinates(own(entry().coordinates.value));

/** The move that the fields mean: the whole word, or only the tiles to be laid from there on. */
function readFields() {
  const coordinates = own(entry().coordinates.value);
  const text = entry().word.value;
  const whole = readAtTable(rules(), coordinates, text);
  if (whole || !text.trim()) return whole;
  const { cells } = rules();
  const place = readCoordinates(coordinates);
  const start = place && writeSquare([place.row, place.column], place.down);
  const alone = start && readAtTable({ ...rules(), cells: ".".repeat(cells.length) }, start, text);
  return alone && layOut(cells, alone) ? alone : null;
}

function onTyped() {
  if (!entry() || !hasBoard()) return;
  move = readFields();
  showMove();
}

function showMove() {
  if (!entry() || !hasBoard()) {
    showPending(page, [], {}, {});
    return showCursor(page, null);
  }
  const laid = (move && layOut(rules().cells, move)) ?? [];
  showPending(page, laid, rules().values, page.dataset);
  const place = placeTyped();
  showCursor(page, place && [place.row, place.column], place?.down);
  const isCounted = Object.keys(rules().bonuses).length > 0; // else more than the board makes the points
  const points = laid.length && isCounted ? worth(rules(), move) : null;
  find("primary").textContent = points === null ? find("place").dataset.lay : page.dataset.layPoints.replace("{points}", points);
  if (entry().points) entry().points.placeholder = points ?? "";
  const isUnfit = Boolean(place && entry().word.value.trim() && !laid.length);
  find("unfit").hidden = !isUnfit;
  find("unfit").textContent = isUnfit ? page.dataset.unfit : "";
}

/** Have the fields say what lies on the board. */
function writeFields() {
  const { coordinates, word } = write(rules().cells, move);
  entry().coordinates.value = own(coordinates);
  entry().word.value = writeAtTable(word);
}

// Tapping and typing

function setPlace(row, column, down) {
  entry().coordinates.value = own(writeSquare([row, column], down));
  onTyped();
}

function turnWord() {
  if (!hasBoard()) return turnOnGrid();
  const place = placeTyped();
  if (place) setPlace(place.row, place.column, !place.down);
}

/** A tile laid becomes a blank or none again; another square is where the word begins. */
function onPick(name) {
  const squares = squaresField();
  if (squares) return toggle(squares, own(name));
  if (!entry()) return;
  const picked = squareOf(name);
  const laid = (move && layOut(rules().cells, move)) ?? [];
  const index = laid.findIndex(({ square }) => isSame(square, picked));
  if (index >= 0) {
    move = { ...move, tiles: move.tiles.map((tile, at) => (at === index ? swapped(tile) : tile)) };
    writeFields();
    showMove();
    return;
  }
  const place = placeTyped();
  const isStart = place && isSame([place.row, place.column], picked);
  setPlace(...picked, isStart ? !place.down : (place?.down ?? false));
  entry().word.focus({ preventScroll: true });
}

const swapped = (tile) => (isBlank(tile) ? tile.toUpperCase() : tile.toLowerCase());

/** Typing on the board begins a word there. */
function onType(name, key) {
  if (!entry() || squaresField()) return;
  if (key.length > 1) return clearWord();
  entry().word.value = key.toUpperCase();
  setPlace(...squareOf(name), placeTyped()?.down ?? false);
  entry().word.focus({ preventScroll: true });
}

takeSquares(onPick, onType);

function clearWord() {
  for (const name of ["coordinates", "word", "points"]) if (entry()[name]) entry()[name].value = "";
  move = null;
  showMove();
}

page.addEventListener("input", (event) => {
  if (event.target.matches("[data-squares]")) showPicked();
  if (event.target.form?.id !== "place") return;
  onTyped();
  showStart();
});
page.addEventListener("click", (event) => {
  const button = event.target.closest("#turn-word, #clear-word");
  if (button?.id === "turn-word") turnWord();
  if (button?.id === "clear-word") clearWord();
});
// Before actions.js sends it: what is sent is what lies on the board.
document.addEventListener("submit", (event) => event.target.id === "place" && move?.tiles.length && writeFields(), true);

// Squares picked one after the other

let squaresId = ""; // the field that was last in use

/** The field that takes the squares picked: the one in use, or the only thing squares are picked for. */
function squaresField() {
  const used = squaresId ? find(squaresId) : null;
  return used ?? (entry() ? null : page.querySelector("[data-squares]"));
}

page.addEventListener("focusin", ({ target }) => {
  if (target.matches("input")) squaresId = target.matches("[data-squares]") ? target.id : "";
});

const namesIn = (field) => field.value.toUpperCase().split(/[\s,;]+/).filter(Boolean);

function toggle(field, name) {
  const names = namesIn(field);
  field.value = (names.includes(name) ? names.filter((other) => other !== name) : [...names, name]).join(" ");
  showPicked();
}

function showPicked() {
  const field = squaresField();
  const names = new Set(field ? namesIn(field) : []);
  for (const button of page.querySelectorAll(".board button, [data-grid] button")) {
    const isPicked = names.has(own(button.value));
    button.toggleAttribute("data-picked", isPicked);
    if (field) button.setAttribute("aria-pressed", isPicked);
    else button.removeAttribute("aria-pressed");
  }
}

// An open grid: its cells bear their names, rows by letters and columns by numbers

const GRID_NAME = /^([A-Z]+)([0-9]+)$/;
const turned = (name) => name.replace(GRID_NAME, "$2$1");
const backOf = (text) => text.trim().toUpperCase().replace(/^([0-9]+)([A-Z]+)$/, "$2$1");

/** The cell where the word begins, and whether it goes down. */
function startTyped() {
  const start = entry().coordinates.value.split(/[-–—]/)[0].replace(/\s/g, "");
  return { name: backOf(start), down: /^[0-9]/.test(start) };
}

function turnOnGrid() {
  const { name, down } = startTyped();
  if (name) entry().coordinates.value = down ? name : turned(name);
  showStart();
}

function pickOnGrid(name) {
  const squares = squaresField();
  if (squares) return toggle(squares, name);
  if (!entry()) return;
  const start = startTyped();
  const down = start.name === name ? !start.down : start.down;
  entry().coordinates.value = down ? turned(name) : name;
  showStart();
  entry().word.focus({ preventScroll: true });
}

function showStart() {
  for (const cell of page.querySelectorAll("[data-grid] [data-cursor]")) delete cell.dataset.cursor;
  if (!entry() || hasBoard()) return;
  const { name, down } = startTyped();
  const button = name && page.querySelector(`[data-grid] button[value="${CSS.escape(name)}"]`);
  if (button) button.parentElement.dataset.cursor = down ? "down" : "across";
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-grid] button");
  if (button) pickOnGrid(button.value);
});

page.addEventListener("keydown", (event) => {
  const button = event.target.closest("[data-grid] button");
  if (!button || !(event.key in STEPS)) return;
  event.preventDefault();
  const [down, right] = STEPS[event.key];
  const row = button.closest("tr");
  const rows = [...row.parentElement.rows];
  const next = rows[rows.indexOf(row) + down]?.cells[button.parentElement.cellIndex + right]?.querySelector("button");
  if (!next) return;
  [button.tabIndex, next.tabIndex] = [-1, 0];
  next.focus();
});

// The clocks

function tick() {
  tickTimer();
  for (const clock of page.querySelectorAll("[data-clock]")) {
    const { limit, used, since } = clock.dataset;
    const passed = since ? Math.max(0, serverNow() - Date.parse(since)) : 0;
    const seconds = Math.ceil((Number(limit) * 1000 - Number(used) - passed) / 1000);
    const whole = Math.abs(seconds);
    clock.textContent = `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    clock.toggleAttribute("data-call", seconds < 0);
  }
}

/** The timer of a turn: what is left, and in which zone it is. */
function tickTimer() {
  const timer = page.querySelector("[data-timer]");
  if (!timer) return;
  const { limit, used, since } = timer.dataset;
  const passed = Number(used) + (since ? Math.max(0, serverNow() - Date.parse(since)) : 0);
  const left = Math.max(0, Math.ceil((Number(limit) - passed) / 1000));
  const shown = timer.querySelector("[data-clock-left]");
  shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  shown.toggleAttribute("data-call", left <= CALL_SECONDS);
  const zones = [...timer.querySelectorAll("[data-until]")];
  const now = zones.find((zone) => passed < Number(zone.dataset.until)) ?? zones.at(-1);
  for (const zone of zones) zone.toggleAttribute("aria-current", zone === now);
  now?.setAttribute("aria-current", "true");
}

// The game goes on

/** The parts that were put in anew get what this script adds to them. */
function begin() {
  for (const scripted of page.querySelectorAll("[data-script]")) scripted.hidden = false;
  onTyped();
  showStart();
  showPicked();
  putIn();
  tick();
}

const replaced = new MutationObserver(begin);
for (const holder of [page, page.querySelector(".match-hand")]) replaced.observe(holder, { childList: true });

/** With a keyboard the next move is typed at once; a phone would open its own over the board. */
function onDone() {
  if (matchMedia("(pointer: fine)").matches) entry()?.coordinates.focus({ preventScroll: true });
  return true;
}

takeActions({ onDone });
begin();
setInterval(tick, TICK_MS);
/** @type {(state: import("./table_types.js").TableState) => void} */
const onState = isAmongMany() ? hearAmongMany : hearInTurn();
follow(`/api/v1/tournaments/tables/${page.dataset.table}/`, page.dataset.events.split(" "), onState);
