// The table referee, whatever the game. The server draws the page, and actions.js sends its forms and
// brings it up to date when something happens, here or on another phone. What this script itself does:
// tiles are shown on the board while a word is typed, with what they would score, squares are picked where
// they lie, on a board or an open grid, and the clocks run.

import { hearInTurn, takeActions } from "../referee/actions.js";
import { showCursor, takeSquares } from "../referee/board.js";
import { takeDrags } from "../referee/dragging.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { follow, serverNow } from "../referee/live.js";
import { isBlank, layOut, readAtTable, readRules, worth, write, writeAtTable } from "../referee/moves.js";
import { showPending } from "../referee/pending.js";
import { isSame, readCoordinates, squareOf, STEPS, swapNotation, writeSquare } from "../referee/squares.js";
import { hearAmongMany, isAmongMany, putIn } from "./table_alone.js";

const TICK_MS = 200;
const CALL_SECONDS = 10;

/**
 * @typedef {import("../referee/moves.js").Move} Move
 * @typedef {{ coordinates: HTMLInputElement, word: HTMLInputElement, points?: HTMLInputElement }} Entry
 */

const page = first(".match");

/** @type {Move | null} */
let move = null; // what is typed; null while it is no move that fits

/**
 * The fields of the form by which a word is laid, if there is one.
 * @returns {Entry | null}
 */
function entry() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("place"));
  return form && /** @type {Entry} */ (/** @type {unknown} */ (form.elements));
}

// The word being typed

/** Whether words are shown on the board while they are typed: an open grid is written on. */
const hasBoard = () => document.getElementById("rules") !== null;
const rules = () => readRules(byId("rules").dataset);
/**
 * Coordinates as this game writes them, from or to those with the row's letter first.
 * @param {string} text
 */
const own = (text) => (document.getElementById("rules")?.dataset.notation === "columns" ? swapNotation(text) : text);
/** @param {Entry} fields */
const placeTyped = (fields) => readCoordinates(own(fields.coordinates.value));

/**
 * The move that the fields mean: the whole word, or only the tiles to be laid from there on.
 * @param {Entry} fields
 */
function readFields(fields) {
  const coordinates = own(fields.coordinates.value);
  const text = fields.word.value;
  const whole = readAtTable(rules(), coordinates, text);
  if (whole || !text.trim()) return whole;
  const { cells } = rules();
  const place = readCoordinates(coordinates);
  const start = place && writeSquare([place.row, place.column], place.down);
  const alone = start ? readAtTable({ ...rules(), cells: ".".repeat(cells.length) }, start, text) : null;
  return alone && layOut(cells, alone) ? alone : null;
}

function onTyped() {
  const fields = entry();
  if (!fields || !hasBoard()) return;
  move = readFields(fields);
  showMove();
}

/** The tiles of the move typed, each with its square. */
const laidNow = () => (move && layOut(rules().cells, move)) ?? [];

function showMove() {
  const fields = entry();
  if (!fields || !hasBoard()) {
    showPending(page, [], {}, {});
    showCursor(page, null);
    return;
  }
  const laid = laidNow();
  showPending(page, laid, rules().values, page.dataset);
  const place = placeTyped(fields);
  showCursor(page, place && [place.row, place.column], place?.down);
  const isCounted = Object.keys(rules().bonuses).length > 0; // else more than the board makes the points
  const points = move && laid.length && isCounted ? String(worth(rules(), move)) : null;
  const { layPoint = "", layPoints = "", unfit = "" } = page.dataset;
  const lay = points === "1" ? layPoint : layPoints;
  byId("primary").textContent = points === null ? (byId("place").dataset.lay ?? "") : lay.replace("{points}", points);
  if (fields.points) fields.points.placeholder = points ?? "";
  complain(place && fields.word.value.trim() && !laid.length ? unfit : "");
}

function complain(text = "") {
  byId("unfit").hidden = !text;
  byId("unfit").textContent = text;
}

/**
 * Have the fields say what lies on the board.
 * @param {Entry} fields
 * @param {Move} move
 */
function writeFields(fields, move) {
  const { coordinates, word } = write(rules().cells, move);
  fields.coordinates.value = own(coordinates);
  fields.word.value = writeAtTable(word);
}

// Tapping and typing

/**
 * @param {Entry} fields
 * @param {import("../referee/squares.js").Square} square
 * @param {boolean} down
 */
function setPlace(fields, square, down) {
  fields.coordinates.value = own(writeSquare(square, down));
  onTyped();
}

function turnWord() {
  const fields = entry();
  if (!fields) return;
  if (!hasBoard()) return turnOnGrid(fields);
  const place = placeTyped(fields);
  if (place) setPlace(fields, [place.row, place.column], !place.down);
}

/**
 * A tile laid becomes a blank or none again; another square is where the word begins, unless it lies already.
 * @param {string} name
 */
function onPick(name) {
  const squares = squaresField();
  if (squares) return toggle(squares, own(name));
  const fields = entry();
  if (!fields) return;
  const picked = squareOf(name);
  const index = laidNow().findIndex(({ square }) => isSame(square, picked));
  if (move && index >= 0) {
    move = { ...move, tiles: move.tiles.map((tile, at) => (at === index ? swapped(tile) : tile)) };
    writeFields(fields, move);
    showMove();
    return;
  }
  const place = placeTyped(fields);
  const isStart = place && isSame([place.row, place.column], picked);
  if (laidNow().length && !isStart) return complain(page.dataset.stays);
  setPlace(fields, picked, isStart ? !place.down : (place?.down ?? false));
  fields.word.focus({ preventScroll: true });
}

/** @param {string} tile */
const swapped = (tile) => (isBlank(tile) ? tile.toUpperCase() : tile.toLowerCase());

/**
 * Typing on the board begins a word there.
 * @param {string} name
 * @param {string} key
 */
function onType(name, key) {
  const fields = entry();
  if (!fields || squaresField()) return;
  if (key.length > 1) return clearWord();
  fields.word.value = key.toUpperCase();
  setPlace(fields, squareOf(name), placeTyped(fields)?.down ?? false);
  fields.word.focus({ preventScroll: true });
}

/** Enter sends what lies there. */
function onEnter() {
  const isLaid = laidNow().length > 0;
  if (isLaid) /** @type {HTMLFormElement} */ (byId("place")).requestSubmit();
  return isLaid;
}

takeSquares(onPick, onType, { onEnter });

/** @param {HTMLElement} square */
const squareIn = (square) => squareOf(/** @type {HTMLButtonElement} */ (square.querySelector("button")).value);

// The word goes where one of its tiles is dragged.
takeDrags({
  takes: (element) => (entry() && hasBoard() ? element.closest(".square[data-pending]") : null),
  targetAt: (element) => element.closest(".square"),
  onDrop(tile, target) {
    const fields = entry();
    const [[fromRow, fromColumn], [toRow, toColumn]] = [squareIn(tile), squareIn(target)];
    if (!fields || !move) return;
    const moved = { ...move, row: move.row + toRow - fromRow, column: move.column + toColumn - fromColumn };
    if (moved.row < 0 || moved.column < 0 || !layOut(rules().cells, moved)) return complain(page.dataset.unfit);
    move = moved;
    writeFields(fields, move);
    showMove();
  },
});

function clearWord() {
  const { coordinates, word, points } = entry() ?? {};
  for (const field of [coordinates, word, points]) if (field) field.value = "";
  move = null;
  showMove();
}

page.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches("[data-squares]")) showPicked();
  if (field.form?.id !== "place") return;
  onTyped();
  showStart();
});
page.addEventListener("click", (event) => {
  const button = targetOf(event).closest("#turn-word, #clear-word");
  if (button?.id === "turn-word") turnWord();
  if (button?.id === "clear-word") clearWord();
});
// Before actions.js sends it: what is sent is what lies on the board.
document.addEventListener("submit", (event) => {
  const fields = entry();
  if (targetOf(event).id === "place" && fields && move?.tiles.length) writeFields(fields, move);
}, true);

// Squares picked one after the other

let squaresId = ""; // the field that was last in use

/**
 * The field that takes the squares picked: the one in use, or the only thing squares are picked for.
 * @returns {HTMLInputElement | null}
 */
function squaresField() {
  const used = squaresId ? document.getElementById(squaresId) : null;
  return /** @type {HTMLInputElement | null} */ (used ?? (entry() ? null : page.querySelector("[data-squares]")));
}

page.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target.matches("input")) squaresId = target.matches("[data-squares]") ? target.id : "";
});

/** @param {HTMLInputElement} field */
const namesIn = (field) => field.value.toUpperCase().split(/[\s,;]+/).filter(Boolean);

/**
 * @param {HTMLInputElement} field
 * @param {string} name
 */
function toggle(field, name) {
  const names = namesIn(field);
  field.value = (names.includes(name) ? names.filter((other) => other !== name) : [...names, name]).join(" ");
  showPicked();
}

function showPicked() {
  const field = squaresField();
  const names = new Set(field ? namesIn(field) : []);
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll(".board button, [data-grid] button"));
  for (const button of buttons) {
    const isPicked = names.has(own(button.value));
    button.toggleAttribute("data-picked", isPicked);
    if (field) button.setAttribute("aria-pressed", String(isPicked));
    else button.removeAttribute("aria-pressed");
  }
}

// An open grid: its cells bear their names, rows by letters and columns by numbers

const GRID_NAME = /^([A-Z]+)([0-9]+)$/;
/** @param {string} name */
const turned = (name) => name.replace(GRID_NAME, "$2$1");
/** @param {string} text */
const backOf = (text) => text.trim().toUpperCase().replace(/^([0-9]+)([A-Z]+)$/, "$2$1");

/**
 * @param {Event} event
 * @returns {HTMLButtonElement | null}
 */
const gridButtonOf = (event) => targetOf(event).closest("[data-grid] button");

/**
 * The cell where the word begins, and whether it goes down.
 * @param {Entry} fields
 */
function startTyped(fields) {
  const start = fields.coordinates.value.split(/[-–—]/)[0].replace(/\s/g, "");
  return { name: backOf(start), down: /^[0-9]/.test(start) };
}

/** @param {Entry} fields */
function turnOnGrid(fields) {
  const { name, down } = startTyped(fields);
  if (name) fields.coordinates.value = down ? name : turned(name);
  showStart();
}

/** @param {string} name */
function pickOnGrid(name) {
  const squares = squaresField();
  if (squares) return toggle(squares, name);
  const fields = entry();
  if (!fields) return;
  const start = startTyped(fields);
  const down = start.name === name ? !start.down : start.down;
  fields.coordinates.value = down ? turned(name) : name;
  showStart();
  fields.word.focus({ preventScroll: true });
}

function showStart() {
  for (const cell of all("[data-grid] [data-cursor]", page)) delete cell.dataset.cursor;
  const fields = entry();
  if (!fields || hasBoard()) return;
  const { name, down } = startTyped(fields);
  const button = name && page.querySelector(`[data-grid] button[value="${CSS.escape(name)}"]`);
  if (button && button.parentElement) button.parentElement.dataset.cursor = down ? "down" : "across";
}

page.addEventListener("click", (event) => {
  const button = gridButtonOf(event);
  if (button) pickOnGrid(button.value);
});

page.addEventListener("keydown", (event) => {
  const button = gridButtonOf(event);
  const cell = button?.closest("td");
  const row = cell?.closest("tr");
  if (!button || !cell || !row || !(event.key in STEPS)) return;
  event.preventDefault();
  const [down, right] = STEPS[event.key];
  const rows = [...(row.closest("tbody")?.rows ?? [])];
  const next = rows[rows.indexOf(row) + down]?.cells[cell.cellIndex + right]?.querySelector("button");
  if (!next) return;
  [button.tabIndex, next.tabIndex] = [-1, 0];
  next.focus();
});

// The clocks

function tick() {
  tickTimer();
  for (const clock of all("[data-clock]", page)) {
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
  const timer = /** @type {HTMLElement | null} */ (page.querySelector("[data-timer]"));
  if (!timer) return;
  const { limit, used, since } = timer.dataset;
  const passed = Number(used) + (since ? Math.max(0, serverNow() - Date.parse(since)) : 0);
  const left = Math.max(0, Math.ceil((Number(limit) - passed) / 1000));
  const shown = first("[data-clock-left]", timer);
  shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  shown.toggleAttribute("data-call", left <= CALL_SECONDS);
  const zones = [...all("[data-until]", timer)];
  const now = zones.find((zone) => passed < Number(zone.dataset.until)) ?? zones.at(-1);
  for (const zone of zones) zone.toggleAttribute("aria-current", zone === now);
  now?.setAttribute("aria-current", "true");
}

// The game goes on

/** The parts that were put in anew get what this script adds to them. */
function begin() {
  for (const scripted of all("[data-script]", page)) scripted.hidden = false;
  onTyped();
  showStart();
  showPicked();
  putIn();
  tick();
}

const replaced = new MutationObserver(begin);
for (const holder of [page, first(".match-hand", page)]) replaced.observe(holder, { childList: true });

/** With a keyboard the next move is typed at once; a phone would open its own over the board. */
function onDone() {
  if (matchMedia("(pointer: fine)").matches) entry()?.coordinates.focus({ preventScroll: true });
  return true;
}

takeActions({ onDone });
begin();
setInterval(tick, TICK_MS);
const { table, events = "" } = page.dataset;
/** @type {(state: any) => void} */
const onState = isAmongMany() ? hearAmongMany : hearInTurn();
follow(`/api/v1/tournaments/tables/${table}/`, events.split(" "), onState);
