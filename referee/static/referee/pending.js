// Tiles that lie on a board and are not handed in. Squares are elements around their buttons, as
// referee/board.html draws them.

import { squareAt } from "./board.js";
import { isBlank } from "./moves.js";

/**
 * Show these tiles on the board in `root` and no others; `texts` says what a blank and a new tile are
 * called for those who do not see them.
 * @param {Element} root
 * @param {import("./moves.js").LaidTile[]} laid
 * @param {Record<string, number>} values
 * @param {DOMStringMap} texts
 */
export function showPending(root, laid, values, { blank = "{letter}", new: fresh = "" }) {
  for (const square of root.querySelectorAll(".square[data-pending]")) clear(/** @type {HTMLElement} */ (square));
  for (const { square: place, tile } of laid) {
    const square = squareAt(root, place);
    const button = /** @type {HTMLButtonElement} */ (square.firstElementChild);
    const letter = tile.toUpperCase();
    const shown = document.createElement("span");
    shown.className = `tile new${isBlank(tile) ? " blank" : ""}`;
    if (!isBlank(tile)) shown.dataset.value = String(values[letter]);
    shown.textContent = letter;
    square.dataset.pending = "";
    square.dataset.label = button.getAttribute("aria-label") ?? "";
    square.dataset.premium = button.dataset.mark ?? "";
    delete button.dataset.mark; // a tile covers it
    button.setAttribute("aria-label", `${button.value}, ${isBlank(tile) ? blank.replace("{letter}", letter) : letter}, ${fresh}`);
    button.replaceChildren(shown);
  }
}

/** @param {HTMLElement} square */
function clear(square) {
  const button = /** @type {HTMLButtonElement} */ (square.firstElementChild);
  button.setAttribute("aria-label", square.dataset.label ?? "");
  if (square.dataset.premium) button.dataset.mark = square.dataset.premium;
  button.replaceChildren();
  delete square.dataset.pending;
}
