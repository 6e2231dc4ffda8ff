// The table referee. The server draws the page, and actions.js sends its forms and brings it up to date
// when something happens, here or on another phone. What this script itself does: tiles are shown on the
// board while a word is typed, with what they would score, and the clocks run.

import { hear, takeActions } from "../referee/actions.js";
import { nameOf, placeOf } from "../referee/board.js";
import { follow, serverNow } from "../referee/live.js";
import { layOut, readCoordinates, readMove, readRules, worth, write } from "../referee/moves.js";

const TICK_MS = 250;

const page = document.querySelector(".match");
const find = (id) => document.getElementById(id);
const entry = () => find("place")?.elements;

let move = null; // what is typed, as moves.js has it; null while it is no move that fits

// The word being typed

const rules = () => readRules(find("rules").dataset);
const isMarked = (letter) => letter !== letter.toUpperCase();

/** The move that the fields mean: the whole word, or only the tiles to be laid from there on. */
function readFields() {
  const { unseen, letters } = find("rules").dataset;
  const { cells } = rules();
  const coordinates = entry().coordinates.value;
  const text = entry().word.value;
  const whole = readMove(cells, [...unseen], letters, coordinates, text);
  if (whole || !text.trim()) return whole;
  const place = readCoordinates(coordinates);
  const alone = place && readMove(".".repeat(cells.length), [...unseen], letters, written(place), text);
  return alone && layOut(cells, alone) ? alone : null;
}

const written = ({ row, column, down }) => (down ? `${column + 1}${nameOf(row, 0)[0]}` : nameOf(row, column));

function onTyped() {
  if (!entry()) return;
  move = readFields();
  showMove();
}

function showMove() {
  for (const square of page.querySelectorAll(".square[data-pending]")) clear(square);
  for (const square of page.querySelectorAll("[data-cursor]")) delete square.dataset.cursor;
  if (!entry()) return;
  const laid = (move && layOut(rules().cells, move)) ?? [];
  for (const { square, tile } of laid) lay(squareAt(square), tile);
  const place = readCoordinates(entry().coordinates.value);
  if (place) squareAt([place.row, place.column]).dataset.cursor = place.down ? "down" : "across";
  const points = laid.length ? worth(rules(), move) : null;
  find("primary").textContent = points === null ? page.dataset.lay : page.dataset.layPoints.replace("{points}", points);
  entry().points.placeholder = points ?? "";
  const isUnfit = Boolean(place && entry().word.value.trim() && !laid.length);
  find("unfit").hidden = !isUnfit;
  find("unfit").textContent = isUnfit ? page.dataset.unfit : "";
}

const squareAt = ([row, column]) => find(`square-${nameOf(row, column)}`).parentElement;

function lay(square, tile) {
  const button = square.firstElementChild;
  const letter = tile.toUpperCase();
  const shown = document.createElement("span");
  shown.className = `tile new${isMarked(tile) ? " blank" : ""}`;
  if (!isMarked(tile)) shown.dataset.value = rules().values[letter];
  shown.textContent = letter;
  square.dataset.pending = "";
  square.dataset.label = button.getAttribute("aria-label");
  square.dataset.premium = button.dataset.mark ?? "";
  delete button.dataset.mark; // a tile covers it
  const { blank, new: fresh } = page.dataset;
  button.setAttribute("aria-label", `${button.value}, ${isMarked(tile) ? blank.replace("{letter}", letter) : letter}, ${fresh}`);
  button.replaceChildren(shown);
}

function clear(square) {
  const button = square.firstElementChild;
  button.setAttribute("aria-label", square.dataset.label);
  if (square.dataset.premium) button.dataset.mark = square.dataset.premium;
  button.replaceChildren();
  delete square.dataset.pending;
}

/** Have the fields say what lies on the board. */
function writeFields() {
  const { coordinates, word } = write(rules().cells, move);
  entry().coordinates.value = coordinates;
  entry().word.value = word;
}

// Tapping and typing

function setPlace(row, column, down) {
  entry().coordinates.value = written({ row, column, down });
  onTyped();
}

function turnWord() {
  const place = readCoordinates(entry().coordinates.value);
  if (place) setPlace(place.row, place.column, !place.down);
}

/** A tile laid becomes a blank or none again; another square is where the word begins. */
document.addEventListener("square:pick", (event) => {
  if (!entry()) return;
  const [row, column] = placeOf(event.target.value);
  const laid = (move && layOut(rules().cells, move)) ?? [];
  const index = laid.findIndex(({ square }) => square[0] === row && square[1] === column);
  if (index >= 0) {
    move = { ...move, tiles: move.tiles.map((tile, at) => (at === index ? swapped(tile) : tile)) };
    writeFields();
    showMove();
    return;
  }
  const place = readCoordinates(entry().coordinates.value);
  const isSame = place && place.row === row && place.column === column;
  setPlace(row, column, isSame ? !place.down : (place?.down ?? false));
  entry().word.focus({ preventScroll: true });
});

const swapped = (tile) => (isMarked(tile) ? tile.toUpperCase() : tile.toLowerCase());

/** Typing on the board begins a word there. */
document.addEventListener("square:type", (event) => {
  if (!entry()) return;
  const { key } = event.detail;
  if (key.length > 1) return clearWord();
  const [row, column] = placeOf(event.target.value);
  entry().word.value = key.toUpperCase();
  setPlace(row, column, readCoordinates(entry().coordinates.value)?.down ?? false);
  entry().word.focus({ preventScroll: true });
});

function clearWord() {
  for (const name of ["coordinates", "word", "points"]) entry()[name].value = "";
  move = null;
  showMove();
}

page.addEventListener("input", (event) => event.target.form?.id === "place" && onTyped());
page.addEventListener("click", (event) => {
  const button = event.target.closest("#turn-word, #clear-word");
  if (button?.id === "turn-word") turnWord();
  if (button?.id === "clear-word") clearWord();
});
// Before actions.js sends it: what is sent is what lies on the board.
document.addEventListener("submit", (event) => event.target.id === "place" && move?.tiles.length && writeFields(), true);

// The clocks

function tick() {
  for (const clock of page.querySelectorAll("[data-clock]")) {
    const { limit, used, since } = clock.dataset;
    const passed = since ? Math.max(0, serverNow() - Date.parse(since)) : 0;
    const seconds = Math.ceil((Number(limit) * 1000 - Number(used) - passed) / 1000);
    const whole = Math.abs(seconds);
    clock.textContent = `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    clock.toggleAttribute("data-call", seconds < 0);
  }
}

// The game goes on

/** The parts that were put in anew get what this script adds to them. */
function begin() {
  for (const scripted of page.querySelectorAll("[data-script]")) scripted.hidden = false;
  onTyped();
  tick();
}

const putIn = new MutationObserver(begin);
for (const holder of [page, page.querySelector(".match-hand")]) putIn.observe(holder, { childList: true });

/** With a keyboard the next move is typed at once; a phone would open its own over the board. */
function onDone() {
  if (matchMedia("(pointer: fine)").matches) entry()?.coordinates.focus({ preventScroll: true });
  return true;
}

takeActions({ onDone });
begin();
setInterval(tick, TICK_MS);
follow(`/api/v1/tournaments/tables/${page.dataset.table}/`, page.dataset.events.split(" "), ({ version }) => hear(version));
