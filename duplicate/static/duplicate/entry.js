// The entry: tiles are dragged, tapped or typed onto the board and lie there until whoever laid them takes
// them. The fields say the move that lies there; what is typed into them lies on the board. All of it is kept
// over a reload until it is handed in.

import { enter, isTyped, showCursor, squareAt, takeSquares } from "../referee/board.js";
import { takeDrags } from "../referee/dragging.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { NOTHING, laidAt, lay, layingOf, moveOf, moveTile, nextFree, pick, takeAllBack, takeBack, takeOff, turn } from "../referee/laying.js";
import { isBlank, readOnSlip, take, worth, write } from "../referee/moves.js";
import { showPending } from "../referee/pending.js";
import { nameOf, squareOf, STEPS } from "../referee/squares.js";
import { fields, form, say } from "./fields.js";
import { showGuide } from "./guide.js";
import { handIn, sayUnsure, showReceipt } from "./handing_in.js";
import { keep, kept } from "./keeping.js";
import { choose, chosenPlace, drawRackOf, movePlace, orderRack, places, rack, showTaken, shuffleRack, sortRack, tileOn, tilesOfRack } from "./rack.js";
import { hasEntry, live, rules, seat } from "./seat.js";
import { followWord, takeZoom } from "./zoom.js";

/**
 * @typedef {import("../referee/laying.js").Laying} Laying
 * @typedef {import("../referee/moves.js").LaidTile} LaidTile
 * @typedef {import("../referee/squares.js").Square} Square
 */

const board = first(".board", live);
const squareTexts = JSON.parse(board.dataset.texts ?? "{}");
const dialog = /** @type {HTMLDialogElement} */ (byId("blank"));
let begun = ""; // the tiles of the round that is entered
let laying = NOTHING;
let hasEscaped = false; // whether Escape was the last thing pressed

// The rounds come and go

/**
 * Show the entry of the round; one that has just begun, with these tiles: with what was kept of it, or what
 * counts, or nothing.
 * @param {string} tiles
 */
export function showEntry(tiles) {
  if (begun) return show();
  begun = tiles;
  drawRackOf([...tiles]);
  fields.round.value = live.dataset.round ?? "";
  fields.coordinates.value = seat.counts?.coordinates ?? "";
  fields.word.value = seat.counts?.word ?? "";
  fields.points.value = String(seat.counts?.points ?? "");
  fields.points.dataset.own = "";
  restore();
}

/** The entry as the server has drawn it. */
export const showDrawnEntry = () => showEntry(tilesOfRack().join(""));

/** Nothing can be laid now. */
export function closeEntry() {
  showCursor(live, null);
  followWord(null);
  dialog.close();
}

/** A round with other tiles begins. */
export function clearEntry() {
  begun = "";
}

/** Take the tiles that are not handed in off the board. */
export const clearBoard = () => showPending(live, [], rules.values, squareTexts);

// What lies there, and what the fields say

const readFields = () => layingOf(rules.cells, readOnSlip(rules, tilesOfRack(), fields.coordinates.value, fields.word.value));

/** @param {Event} event */
function onInput(event) {
  const { points } = fields;
  if (event.target === points) points.dataset.own = points.value.trim();
  else laying = readFields();
  onChanged();
}

/**
 * Something was laid or taken; nothing where that was not possible, and `problem` says why.
 * @param {Laying | null} after
 * @param {string} [problem]
 */
function change(after, problem) {
  if (!after) return say(problem);
  laying = after;
  choose(null);
  writeFields();
}

function writeFields() {
  const move = moveOf(rules.cells, laying);
  const { coordinates, word } = move ? write(rules.cells, move) : { coordinates: "", word: "" };
  fields.coordinates.value = coordinates;
  fields.word.value = word;
  onChanged();
}

function onChanged() {
  show();
  sayUnsure();
  keepEntry();
}

/** Tiles of the rack that do not lie on the board. */
function tilesLeft() {
  const left = tilesOfRack();
  for (const { tile } of laying.laid) take(left, tile);
  return left;
}

function show() {
  const { laid, cursor } = laying;
  const move = moveOf(rules.cells, laying);
  const next = nextFree(rules.cells, laying);
  showPending(live, laid, rules.values, squareTexts);
  showCursor(live, next, cursor?.down);
  followWord(cursor && squareAt(live, next ?? cursor.square));
  showTaken(laid.map(({ tile }) => tile));
  const { points } = fields;
  if (!points.dataset.own) points.value = move?.tiles.length ? String(worth(rules, move)) : "";
  points.toggleAttribute("data-computed", !points.dataset.own);
  showGuide({ hasBegun: cursor !== null, hasLaid: laid.length > 0, fits: move !== null, chosen: chosenPlace() });
  showReceipt();
}

// Tapping

/** @param {string} name */
function onPick(name) {
  if (!hasEntry()) return;
  const square = squareOf(name);
  const chosen = chosenPlace();
  if (chosen && !laidAt(laying.laid, square)) layFrom(chosen, square);
  else change(pick(rules.cells, laying, square), form.dataset.stays);
}

/**
 * Lay the tile of that place, where the word goes on or on this square.
 * @param {HTMLButtonElement} place
 * @param {Square} [square]
 */
async function layFrom(place, square) {
  const tile = tileOn(place) === "?" ? (await askLetter()).toLowerCase() : tileOn(place);
  if (!tile || !hasEntry()) return;
  const after = lay(rules.cells, laying, tile, square);
  if (after) place.disabled = true; // this one, and not another with the same letter
  change(after, form.dataset.off);
}

/** @param {HTMLButtonElement} place */
function onTapTile(place) {
  if (laying.cursor) return layFrom(place);
  choose(place);
  show();
}

/** What the buttons do, by their ids. */
const TOOLS = /** @type {Record<string, () => void>} */ ({
  back: () => change(takeBack(laying)),
  "all-back": () => change(takeAllBack(laying)),
  turn: () => change(turn(laying), laying.cursor ? form.dataset.runs : form.dataset.noSquare),
  shuffle: shuffleRack,
  sort: sortRack,
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (targetOf(event).closest("#rack button, #tools button"));
  if (!button || !hasEntry()) return;
  if (rack.contains(button)) onTapTile(button);
  else TOOLS[button.id]();
  keepEntry();
});

// Who uses a mouse and keys goes on typing: the button that was clicked does not take the next Enter.
document.addEventListener("mousedown", (event) => {
  if (targetOf(event).closest("#rack, #tools")) event.preventDefault();
});

/** @returns {Promise<string>} */
function askLetter() {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

// Typing a letter in the dialog chooses it.
dialog.addEventListener("keydown", (event) => {
  if (live.dataset.letters?.includes(event.key.toUpperCase()) && event.key.length === 1) {
    event.preventDefault();
    dialog.close(event.key.toUpperCase());
  }
});

// Dragging: from the rack or the board to either

takeDrags({
  takes: (element) => (hasEntry() ? element.closest("#rack button:enabled, .square[data-pending]") : null),
  targetAt(element, thing) {
    const square = element.closest(".square");
    if (square === thing || !square?.querySelector(".tile")) return square ?? element.closest("#rack");
    return null;
  },
  onDrop(thing, target, x) {
    const place = /** @type {HTMLButtonElement | null} */ (rack.contains(thing) ? thing : null);
    if (target === rack) dropOnRack(thing, place, x);
    else if (place) layFrom(place, squareIn(target));
    else change(moveTile(rules.cells, laying, squareIn(thing), squareIn(target)));
    keepEntry();
  },
  scrollers: [byId("board-frame")],
});

/** @param {HTMLElement} element */
const squareIn = (element) => squareOf(/** @type {HTMLButtonElement} */ (element.querySelector("button")).value);

/**
 * @param {HTMLElement} thing
 * @param {HTMLButtonElement | null} place
 * @param {number} x
 */
function dropOnRack(thing, place, x) {
  const before = places().indexOf(/** @type {HTMLButtonElement} */ (place));
  if (place) {
    movePlace(place, x);
    if (places().indexOf(place) === before) onTapTile(place); // the finger has trembled
    return;
  }
  const wereEmpty = places().filter(({ disabled }) => disabled);
  change(takeOff(laying, squareIn(thing)));
  const freed = wereEmpty.find(({ disabled }) => !disabled);
  if (freed) movePlace(freed, x);
}

// Typing: on the board, or anywhere but in a field

/** The name of the square to which the Tab key leads. */
const entrySquare = () => /** @type {HTMLButtonElement} */ (first("button[tabindex='0']", board)).value;

/**
 * A tile is laid or taken back. What lies goes on where it does; a word begins on the square of that name.
 * @param {string} key
 */
function onKey(key, name = "") {
  if (!hasEntry()) return;
  if (key.length > 1) return change(takeBack(laying));
  const letter = key.toUpperCase();
  const tile = take(tilesLeft(), letter);
  if (!tile) return say((form.dataset.missing ?? "").replace("{letter}", letter));
  const { laid, cursor } = laying;
  const begins = laid.length || (cursor && !name) ? cursor : { square: squareOf(name || entrySquare()), down: cursor?.down ?? false };
  change(lay(rules.cells, { laid, cursor: begins }, tile), form.dataset.off);
}

/**
 * @param {string} name
 * @param {string} key
 */
function onType(name, key) {
  onKey(key, name);
  const next = nextFree(rules.cells, laying);
  if (next) enter(board, nameOf(...next));
}

/**
 * Where nothing lies, the beginning of the word goes along with the arrow keys.
 * @param {string} name
 */
function onGo(name) {
  const { laid, cursor } = laying;
  if (hasEntry() && cursor && !laid.length) change({ laid, cursor: { ...cursor, square: squareOf(name) } });
}

/** Hand in what lies there; false where nothing does. */
function sendLaid() {
  if (!hasEntry() || !laying.laid.length) return false;
  if (/** @type {HTMLButtonElement} */ (byId("hand-in")).disabled) show();
  else form.requestSubmit();
  return true;
}

/** The last tile goes back, at once again all. */
function onEscape() {
  if (chosenPlace()) {
    choose(null);
    return show();
  }
  change(hasEscaped ? takeAllBack(laying) : takeBack(laying));
  if (laying.cursor && board.contains(document.activeElement)) goTo(laying.cursor.square);
}

takeSquares(onPick, onType, { onEnter: sendLaid, onGo });

document.addEventListener("keydown", (event) => {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  const target = targetOf(event);
  const isEscape = key === "Escape" && hasEntry() && !target.closest(laying.laid.length ? "dialog" : "dialog, input");
  if (isEscape) onEscape();
  hasEscaped = isEscape;
  if (defaultPrevented || ctrlKey || metaKey || altKey || !hasEntry() || target.closest("input, textarea, select, dialog")) return;
  if (isTyped(key)) onKey(key);
  else if (key in STEPS) goTo(nextFree(rules.cells, laying));
  else if (key !== "Enter" || target.closest("a, button, summary") || !sendLaid()) return;
  event.preventDefault();
});

/** @param {Square | null} square */
function goTo(square) {
  enter(board, square ? nameOf(...square) : entrySquare());
}

// Keeping what is not handed in yet

export function keepEntry() {
  const { coordinates, word, points } = fields;
  keep({ draft: [coordinates.value, word.value, points.dataset.own ?? "", laying, tilesOfRack()] });
}

/** Lay what was kept, in this tab or another. */
export function restore() {
  const { draft } = kept();
  const { coordinates, word, points } = fields;
  if (draft) {
    let order;
    [coordinates.value, word.value, points.dataset.own, laying = readFields(), order = []] = draft;
    orderRack(order);
  } else {
    laying = coordinates.value ? readFields() : NOTHING;
  }
  if (points.dataset.own) points.value = points.dataset.own;
  const move = moveOf(rules.cells, laying);
  if (!draft && move && points.value !== String(worth(rules, move))) points.dataset.own = points.value;
  onChanged();
}

// The form

form.noValidate = true;
for (const part of all("[data-script]", live)) part.hidden = false;
takeZoom(show);
form.addEventListener("input", onInput);
form.addEventListener("change", (event) => event.target !== fields.points && laying.laid.length && writeFields());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (laying.laid.length) writeFields();
  handIn();
});
