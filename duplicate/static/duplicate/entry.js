// The entry: tiles are tapped or typed onto the board, which shows what the fields say, and are kept over
// a reload until they are handed in.

import { enter, showCursor, takeSquares } from "../referee/board.js";
import { makeTile } from "../referee/drawing.js";
import { all, byId, first, targetOf } from "../referee/elements.js";
import { layOut, nextSquare, readOnSlip, take, worth, write } from "../referee/moves.js";
import { showPending } from "../referee/pending.js";
import { shuffled } from "../referee/shuffle.js";
import { isSame, nameOf, squareOf } from "../referee/squares.js";
import { fields, form, say } from "./fields.js";
import { handIn, sayUnsure, showReceipt } from "./handing_in.js";
import { keep, kept } from "./keeping.js";
import { hasEntry, live, rules, seat } from "./seat.js";

/** @typedef {import("../referee/moves.js").Move} Move */

const board = first(".board", live);
const squareTexts = JSON.parse(board.dataset.texts ?? "{}");
let rack = /** @type {string[]} */ ([]); // the tiles on it, '?' for a blank
let move = /** @type {Move | null} */ (null); // what is laid on the board

const dialog = /** @type {HTMLDialogElement} */ (byId("blank"));
const tilesOfRack = () => /** @type {HTMLButtonElement[]} */ ([...byId("rack").children]);

/**
 * Show the entry of the round; one that has just begun, with these tiles: with what was kept of it, or what
 * counts, or nothing.
 * @param {string} tiles
 */
export function showEntry(tiles) {
  if (rack.length) return showMove();
  rack = [...tiles];
  if (tilesOfRack().map((tile) => tile.dataset.tile).join("") !== tiles) drawButtons();
  fields.round.value = live.dataset.round ?? "";
  fields.coordinates.value = seat.counts?.coordinates ?? "";
  fields.word.value = seat.counts?.word ?? "";
  fields.points.value = String(seat.counts?.points ?? "");
  fields.points.dataset.own = "";
  restore();
}

/** The entry as the server has drawn it. */
export const showDrawnEntry = () => showEntry(tilesOfRack().map((tile) => tile.dataset.tile).join(""));

/** Nothing can be laid now. */
export function closeEntry() {
  showCursor(live, null);
  dialog.close();
}

/** A round with other tiles begins. */
export function clearEntry() {
  rack = [];
}

/** Take the tiles that are not handed in off the board. */
export const clearBoard = () => showPending(live, [], rules.values, squareTexts);

function drawButtons() {
  const { label, blank = "" } = byId("rack").dataset;
  const buttons = rack.map((tile) => {
    const button = makeTile(document.createElement("button"), tile, rules.values);
    button.type = "button";
    button.dataset.tile = tile;
    button.setAttribute("aria-label", button.textContent || blank);
    return button;
  });
  byId("rack").setAttribute("aria-label", `${label}: ${rack.join("")}`);
  byId("rack").replaceChildren(...buttons);
}

const readFields = () => readOnSlip(rules, rack, fields.coordinates.value, fields.word.value);

/** @param {Event} event */
function onInput(event) {
  const { points } = fields;
  if (event.target === points) points.dataset.own = points.value.trim();
  else move = readFields();
  onChanged();
  keepEntry();
}

function writeFields() {
  const { coordinates, word } = move ? write(rules.cells, move) : { coordinates: "", word: "" };
  fields.coordinates.value = coordinates;
  fields.word.value = word;
  onChanged();
  keepEntry();
}

/** Tiles of the rack that the move does not use. */
function tilesLeft() {
  const left = [...rack];
  for (const tile of move?.tiles ?? []) take(left, tile);
  return left;
}

function onChanged() {
  showMove();
  sayUnsure();
}

function showMove() {
  const laid = (move && layOut(rules.cells, move)) ?? [];
  showPending(live, laid, rules.values, squareTexts);
  showCursor(live, move && nextSquare(rules.cells, move), move?.down);
  const left = tilesLeft();
  for (const tile of tilesOfRack().reverse()) {
    const place = left.indexOf(tile.dataset.tile ?? "");
    tile.disabled = place < 0;
    if (!tile.disabled) left.splice(place, 1);
  }
  const { points } = fields;
  if (!points.dataset.own) points.value = move && laid.length ? String(worth(rules, move)) : "";
  points.toggleAttribute("data-computed", !points.dataset.own);
  showReceipt();
}

// Tapping and typing

/** @param {string} name */
function onPick(name) {
  if (!hasEntry()) return;
  const picked = squareOf(name);
  const [row, column] = picked;
  const laid = (move && layOut(rules.cells, move)) ?? [];
  const pending = laid.findIndex(({ square }) => isSame(square, picked));
  if (move && pending >= 0) {
    move.tiles = move.tiles.slice(0, pending);
  } else if (move && move.row === row && move.column === column) {
    move.down = !move.down;
  } else {
    move = { row, column, down: move?.down ?? false, tiles: move?.tiles ?? [] };
  }
  writeFields();
  if (!layOut(rules.cells, move)) say(form.dataset.off);
}

/**
 * @param {string} name
 * @param {string} key
 */
function onType(name, key) {
  if (!hasEntry()) return;
  const typed = squareOf(name);
  if (key.length > 1) {
    takeBack();
  } else {
    const next = move && nextSquare(rules.cells, move);
    if (!next || !isSame(next, typed)) move = { row: typed[0], column: typed[1], down: move?.down ?? false, tiles: [] };
    lay(key.toUpperCase());
  }
  const next = move && nextSquare(rules.cells, move);
  if (next) enter(board, nameOf(...next));
}

takeSquares(onPick, onType);

/** @param {string} letter */
function lay(letter) {
  if (!move) return say(form.dataset.noSquare);
  if (!nextSquare(rules.cells, move)) return say(form.dataset.off);
  const tile = take(tilesLeft(), letter);
  if (!tile) return say((form.dataset.missing ?? "").replace("{letter}", letter));
  move.tiles = [...move.tiles, tile];
  writeFields();
}

function takeBack() {
  if (!move) return;
  if (move.tiles.length) move.tiles = move.tiles.slice(0, -1);
  else move = null;
  writeFields();
}

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("#rack button, #back, #turn, #shuffle"));
  if (!button) return;
  if (button.id === "back") takeBack();
  else if (button.id === "shuffle") shuffle();
  else if (button.id === "turn") turn();
  else if (!move) say(form.dataset.noSquare);
  else if (button.dataset.tile === "?") lay((await askLetter()).toLowerCase());
  else lay(button.dataset.tile ?? "");
});

function turn() {
  if (!move) return say(form.dataset.noSquare);
  move.down = !move.down;
  writeFields();
  if (!layOut(rules.cells, move)) say(form.dataset.off);
}

function shuffle() {
  byId("rack").append(...shuffled(tilesOfRack()));
}

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

// Keeping what is not handed in yet

export function keepEntry() {
  const { coordinates, word, points } = fields;
  keep({ draft: [coordinates.value, word.value, points.dataset.own ?? ""] });
}

/** Lay what was kept, in this tab or another. */
export function restore() {
  const { draft } = kept();
  const { coordinates, word, points } = fields;
  if (draft) [coordinates.value, word.value, points.dataset.own] = draft;
  if (points.dataset.own) points.value = points.dataset.own;
  move = coordinates.value ? readFields() : null;
  if (!draft && move && points.value !== String(worth(rules, move))) points.dataset.own = points.value;
  onChanged();
}

// The form

form.noValidate = true;
for (const part of all("[data-script]", form)) part.hidden = false;
form.addEventListener("input", onInput);
form.addEventListener("change", (event) => event.target !== fields.points && move?.tiles.length && writeFields());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (move?.tiles.length) writeFields();
  handIn();
});
