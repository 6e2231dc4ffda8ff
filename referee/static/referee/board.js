// Makes every board with pickable squares usable by mouse and by keyboard. A square is a button whose
// value is its name, such as H8.

import { nameOf, SIZE, squareOf, STEPS } from "./squares.js";

/**
 * @param {Event} event
 * @returns {HTMLButtonElement | null}
 */
const buttonOf = ({ target }) => (target instanceof Element ? target.closest(".board button") : null);

/** @param {number} place */
const clamp = (place) => Math.min(Math.max(place, 0), SIZE - 1);

/**
 * The element around the button of a square.
 * @param {Element} root
 * @param {import("./squares.js").Square} square
 */
export function squareAt(root, [row, column]) {
  return /** @type {HTMLElement} */ (root.querySelector(`#square-${nameOf(row, column)}`)?.parentElement);
}

/**
 * Mark the square where the next tile comes to lie, and the way on from there; none where it is null.
 * @param {Element} root
 * @param {import("./squares.js").Square | null} square
 */
export function showCursor(root, square, down = false) {
  for (const old of root.querySelectorAll("[data-cursor]")) delete (/** @type {HTMLElement} */ (old).dataset.cursor);
  if (square) squareAt(root, square).dataset.cursor = down ? "down" : "across";
}

/**
 * Move the focus to the square of that name.
 * @param {Element} board
 * @param {string} name
 */
export function enter(board, name) {
  const squares = /** @type {NodeListOf<HTMLButtonElement>} */ (board.querySelectorAll("button"));
  for (const square of squares) {
    square.tabIndex = square.value === name ? 0 : -1;
    if (square.value === name) square.focus();
  }
}

/**
 * Take what is done on boards, which may be replaced at any time. `onPick` hears the name of a square that
 * was clicked, or on which Enter or the space bar was pressed; `onType` hears that of one on which a letter,
 * Delete or Backspace was pressed, and the key. Where something lies that Enter sends, `onEnter` does so and
 * says true. `onGo` hears where the arrow keys lead.
 * @param {(name: string) => void} onPick
 * @param {(name: string, key: string) => void} onType
 * @param {{ onEnter?: () => boolean, onGo?: (name: string) => void }} [more]
 */
export function takeSquares(onPick, onType, { onEnter = () => false, onGo = () => {} } = {}) {
  document.addEventListener("click", (event) => {
    const square = buttonOf(event);
    if (!square) return;
    event.preventDefault();
    enter(/** @type {Element} */ (square.closest(".board")), square.value);
    onPick(square.value);
  });

  document.addEventListener("keydown", (event) => {
    const square = buttonOf(event);
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const board = /** @type {Element} */ (square.closest(".board"));
    const [row, column] = squareOf(square.value);
    const { key } = event;
    if (key in STEPS) {
      const [down, right] = STEPS[key];
      const name = nameOf(clamp(row + down), clamp(column + right));
      enter(board, name);
      onGo(name);
    } else if (key === "Home" || key === "End") {
      enter(board, nameOf(row, key === "Home" ? 0 : SIZE - 1));
    } else if (isTyped(key)) {
      onType(square.value, key);
    } else if (key !== "Enter" || !onEnter()) {
      return;
    }
    event.preventDefault();
  });
}

/**
 * Whether a key lays a tile or takes one back.
 * @param {string} key
 */
export const isTyped = (key) => /^\p{L}$/u.test(key) || key === "Delete" || key === "Backspace";
