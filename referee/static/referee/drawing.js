// Draws what a page knows: shows and hides its parts, fills its slots, lays tiles. The server draws the
// page the first time from the same template (templatetags/drawing.py, referee/boards.py), and has put
// every text into it. Nothing here knows a game, and nothing touches the page before it is called.

import { all } from "./elements.js";
import { isBlank } from "./moves.js";
import { nameOf } from "./squares.js";

const EMPTY = ".";
const BLANK = "?";

/**
 * What is said of squares: mark and meaning of each premium by its style, and what a blank and a new
 * tile are called for those who do not see them.
 * @typedef {{ premiums: Record<string, [mark: string, meaning: string]>, blank: string, new: string }} BoardTexts
 * @typedef {Record<string, number>} Values What each tile is worth.
 */

/**
 * Show the parts (data-when) of which one word is among `flags`, and hide the others.
 * @param {ParentNode} root
 * @param {Set<string>} flags
 */
export function showParts(root, flags) {
  for (const part of all("[data-when]", root)) part.hidden = !(part.dataset.when ?? "").split(" ").some((flag) => flags.has(flag));
}

/**
 * Write the facts into their slots (data-slot); those that are not known are left empty.
 * @param {ParentNode} root
 * @param {Record<string, unknown>} facts
 */
export function fillSlots(root, facts) {
  for (const slot of all("[data-slot]", root)) {
    const text = written(facts[slot.dataset.slot ?? ""] ?? "");
    if (slot.textContent !== text) slot.textContent = text;
  }
}

/**
 * A number with a minus, no hyphen, in front of it where it is below zero; all else as it is.
 * @param {unknown} fact
 */
const written = (fact) => (typeof fact === "number" ? String(fact).replace("-", "−") : String(fact));

/**
 * A text with its {names} replaced.
 * @param {string} text
 * @param {Record<string, unknown>} facts
 */
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_all, name) => String(facts[name] ?? ""));

/**
 * Make an element look like a tile: a letter, in lower case if it is a blank, '?' for one without a letter.
 * @template {HTMLElement} T
 * @param {T} element
 * @param {string} tile
 * @param {Values} values
 */
export function makeTile(element, tile, values, style = "") {
  const isPlain = tile !== BLANK && !isBlank(tile);
  element.className = ["tile", isPlain ? "" : "blank", style].filter(Boolean).join(" ");
  if (isPlain) element.dataset.value = String(values[tile]);
  element.textContent = tile === BLANK ? "" : tile.toUpperCase();
  return element;
}

/**
 * Lay these tiles on a rack, whose data-label says what it is.
 * @param {HTMLElement} rack
 * @param {string} tiles
 * @param {Values} values
 */
export function drawRack(rack, tiles, values) {
  rack.setAttribute("aria-label", `${rack.dataset.label}: ${tiles}`);
  rack.replaceChildren(...[...tiles].map((tile) => makeTile(document.createElement("span"), tile, values)));
}

/**
 * Lay the tiles of these rows on a board, those on the squares named by `fresh` as new. What lies there
 * already is not touched.
 * @param {HTMLElement} board
 * @param {string[]} rows
 * @param {string[]} fresh
 * @param {Values} values
 */
export function drawBoard(board, rows, fresh, values) {
  const texts = /** @type {BoardTexts} */ (JSON.parse(board.dataset.texts ?? "{}"));
  const cells = rows.join("");
  all(".square", board).forEach((square, cell) => {
    const name = nameOf(Math.floor(cell / rows.length), cell % rows.length);
    const tile = cells[cell] === EMPTY ? "" : cells[cell];
    const style = tile && fresh.includes(name) ? "new" : "";
    const drawn = tile ? makeTile(document.createElement("span"), tile, values, style) : null;
    const place = /** @type {HTMLElement} */ (square.firstElementChild);
    const before = place.querySelector(".tile");
    if (before?.className === drawn?.className && before?.textContent === drawn?.textContent) return;
    const [mark = "", meaning = ""] = texts.premiums[square.classList[1]] ?? [];
    const isCentre = cell === (cells.length - 1) / 2;
    if (drawn) delete place.dataset.mark; // a tile covers it
    else if (mark) place.dataset.mark = isCentre ? "★" : mark;
    place.setAttribute("aria-label", [name, labelOf(tile, texts) || meaning, style && texts.new].filter(Boolean).join(", "));
    place.replaceChildren(...(drawn ? [drawn] : []));
  });
}

/**
 * @param {string} tile
 * @param {BoardTexts} texts
 */
const labelOf = (tile, { blank }) => (isBlank(tile) ? blank.replace("{letter}", tile.toUpperCase()) : tile);
